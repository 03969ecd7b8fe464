import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anySettings, contractSetting, pinnedContract, readSettings } from './panel-settings.ts';

const depth = z.object({ contract: contractSetting, view: z.optional(z.enum(['order', 'price'])) });
const chart = z.object({ contract: contractSetting, look: z.optional(z.enum(['picture', 'table'])) });
const chain = z.object({ look: z.optional(z.enum(['chain', 'list'])) });

describe('the settings of a panel', () => {
  it('[PANEL-20] are read unchanged', () => {
    expect(readSettings(depth, { contract: 'DEC26 WMAZ', view: 'price' })).toEqual({
      contract: 'DEC26 WMAZ',
      view: 'price',
    });
    expect(readSettings(depth, null)).toEqual({});
  });

  it('[LAYOUT-2] leave out a value that cannot be read, and keep the others', () => {
    expect(readSettings(depth, { contract: 7, view: 'price', tab: 'All' })).toEqual({ view: 'price' });
    expect(readSettings(depth, { contract: 'DEC26 WMAZ', view: 'Gone' })).toEqual({ contract: 'DEC26 WMAZ' });
  });

  it('are accepted by a layout file if any panel declares them, and no others are', () => {
    const any = anySettings([depth, chart, chain]);
    for (const props of [{ view: 'price' }, { look: 'table' }, { look: 'list', contract: null }])
      expect(any.safeParse(props).success).toBe(true);
    for (const props of [{ look: 'ladder' }, { view: 'table' }, { onclick: 'alert(1)' }])
      expect(any.safeParse(props).success).toBe(false);
  });
});

describe('the contract that a panel is pinned to', () => {
  it('is a text that is not empty', () => {
    expect(pinnedContract({ props: { contract: 'DEC26 WMAZ' } })).toBe('DEC26 WMAZ');
    for (const props of [{ contract: '' }, { contract: 7 }, {}, null])
      expect(pinnedContract({ props })).toBeNull();
  });
});
