import { describe, expect, it } from 'vitest';
import { type LadderKeys, takeLadderKey } from './ladder-keys.ts';

function press(key: string, more: Partial<Parameters<typeof takeLadderKey>[0]> = {}, isArmed = true) {
  const done: string[] = [];
  const keys: LadderKeys = {
    move: (ticks) => done.push(`move ${ticks}`),
    moveOrder: (ticks) => done.push(`amend ${ticks}`),
    choose: (step) => done.push(`choose ${step}`),
    centre: () => done.push('centre'),
    toggleArmed: () => done.push('arm'),
    disarm: () => {
      if (isArmed) done.push('disarm');
      return isArmed;
    },
    deal: (side) => done.push(`deal ${side}`),
    remove: () => done.push('delete'),
    openMenu: () => done.push('menu'),
  };
  const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
  return { isUsed: takeLadderKey({ key, ...plain, ...more }, keys), done };
}

describe('the keys of a ladder', () => {
  it.each([
    ['ArrowUp', false, 'move 1'],
    ['PageDown', false, 'move -10'],
    ['ArrowDown', true, 'amend -1'],
    ['ArrowRight', false, 'choose 1'],
    ['Home', false, 'centre'],
    ['a', false, 'arm'],
    ['B', true, 'deal B'],
    ['s', false, 'deal S'],
    ['Delete', false, 'delete'],
    ['F10', true, 'menu'],
    ['Escape', false, 'disarm'],
  ])('%s with shift %s does: %s', (key, shiftKey, what) => {
    expect(press(key, { shiftKey })).toEqual({ isUsed: true, done: [what] });
  });

  it.each(['a', 'b', 's', 'Delete'])('%s that is held acts once', (key) => {
    expect(press(key, { repeat: true })).toEqual({ isUsed: true, done: [] });
  });

  it('leaves other keys, and those with Ctrl, Alt or Meta, to the page', () => {
    for (const [key, more] of [
      ['x', {}],
      ['F6', {}],
      ['s', { ctrlKey: true }],
      ['b', { metaKey: true }],
      ['ArrowUp', { altKey: true }],
    ] as const)
      expect(press(key, more)).toEqual({ isUsed: false, done: [] });
  });

  it('leaves Escape to the page while it is not armed', () => {
    expect(press('Escape', {}, false)).toEqual({ isUsed: false, done: [] });
  });
});
