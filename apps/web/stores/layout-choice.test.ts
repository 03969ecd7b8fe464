import { describe, expect, it } from 'vitest';
import type { DeviceKind } from './device-kind.ts';
import { chooseLayout, mobileLayoutNames } from './layout-choice.ts';

const desktop = (id: string, name = id) => ({
  _id: id,
  userId: 'u',
  document: { name, isMobile: false, columns: [] },
});
const mobile = (id: string, name = id) => ({
  _id: id,
  userId: 'u',
  document: { name, isMobile: true, columns: [] },
});

function chosen(
  saved: readonly ReturnType<typeof desktop>[],
  device: DeviceKind,
  lastUsedId: string | null = null,
) {
  const choice = chooseLayout({ saved, device, lastUsedId, newId: (component) => `${component}-1` });
  return choice.kind === 'saved' ? choice.layout._id : choice.document;
}

describe('[LAYOUT-6] the layout that opens', () => {
  it('is an empty Blank Layout on a desktop without saved layouts', () => {
    expect(chosen([], 'desktop')).toEqual({ name: 'Blank Layout', isMobile: false, columns: [] });
  });

  it('is a default too when all saved layouts are for the other kind of device', () => {
    expect(chosen([mobile('m')], 'desktop')).toMatchObject({ name: 'Blank Layout' });
    expect(chosen([desktop('d')], 'mobile')).toMatchObject({ name: 'Futures', isMobile: true });
  });

  it('[LAYOUT-11] is one full-width panel of Futures on a phone without saved layouts', () => {
    expect(chosen([], 'mobile')).toEqual({
      name: 'Futures',
      isMobile: true,
      columns: [
        { id: 'Futures-1', component: 'Futures', coordinates: { x: 0, y: 0, w: 100, h: 100, z: 150 } },
      ],
    });
    expect(mobileLayoutNames).toHaveLength(16);
  });

  it.each<[string, ReturnType<typeof desktop>[], DeviceKind, string | null, string]>([
    ['the last used on a desktop', [desktop('a'), desktop('b')], 'desktop', 'b', 'b'],
    ['the only one, whatever was used last', [desktop('a'), mobile('m')], 'desktop', 'm', 'a'],
    ['the first when the last used is gone', [desktop('a'), desktop('b')], 'desktop', 'gone', 'a'],
    ['the only one of a phone', [mobile('m', 'My deals')], 'mobile', null, 'm'],
    ['the last used of a phone', [mobile('m', 'Futures'), mobile('n', 'Deals')], 'mobile', 'n', 'n'],
    [
      'the one named with futures, in any case',
      [mobile('m', 'Deals'), mobile('n', 'my FUTURES')],
      'mobile',
      null,
      'n',
    ],
    [
      'the first in the order of the sixteen',
      [mobile('m', 'Chart'), mobile('n', 'Positions')],
      'mobile',
      null,
      'n',
    ],
    [
      'the one with the whole name, not one whose longer name contains it',
      [mobile('m', 'Consolidated Positions'), mobile('n', 'positions')],
      'mobile',
      null,
      'n',
    ],
    [
      'the one with the whole name of an earlier layout, before one that contains a still earlier name',
      [mobile('m', 'Old options'), mobile('n', 'Unmatched Deals'), mobile('o', 'Deals')],
      'mobile',
      null,
      'o',
    ],
    [
      'the first when no name is known',
      [mobile('m', 'Morning'), mobile('n', 'Evening')],
      'mobile',
      'desk',
      'm',
    ],
  ])('is %s', (_what, saved, device, lastUsedId, id) => {
    expect(chosen(saved, device, lastUsedId)).toBe(id);
  });
});
