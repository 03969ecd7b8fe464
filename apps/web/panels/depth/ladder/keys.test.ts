import { describe, expect, it } from 'vitest';
import { type LadderKeys, takeLadderKey } from './keys.ts';

interface Press {
  readonly modifiers?: readonly string[];
  readonly repeat?: boolean;
}

function press(key: string, { modifiers = [], repeat = false }: Press = {}, isArmed = true) {
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
  const event = {
    key,
    code: '',
    repeat,
    shiftKey: modifiers.includes('Shift'),
    ctrlKey: modifiers.includes('Control'),
    altKey: modifiers.includes('Alt'),
    metaKey: modifiers.includes('Meta'),
  } as KeyboardEvent;
  return { isUsed: takeLadderKey(event, keys), done };
}

describe('the keys of a ladder', () => {
  it.each([
    ['ArrowUp', false, 'move 1'],
    ['PageDown', false, 'move -10'],
    ['ArrowDown', true, 'amend -1'],
    ['ArrowRight', false, 'choose 1'],
    ['Home', false, 'centre'],
    ['a', false, 'arm'],
    ['B', false, 'deal B'],
    ['s', false, 'deal S'],
    ['Delete', false, 'delete'],
    ['F10', true, 'menu'],
    ['Escape', false, 'disarm'],
  ])('%s with shift %s does: %s', (key, shiftKey, what) => {
    expect(press(key, { modifiers: shiftKey ? ['Shift'] : [] })).toEqual({ isUsed: true, done: [what] });
  });

  it.each(['a', 'b', 's', 'Delete'])('%s that is held acts once', (key) => {
    expect(press(key, { repeat: true })).toEqual({ isUsed: true, done: [] });
  });

  it('leaves other keys, and those with Ctrl, Alt or Meta, to the page', () => {
    for (const [key, more] of [
      ['x', {}],
      ['F6', {}],
      ['s', { modifiers: ['Control'] }],
      ['b', { modifiers: ['Meta'] }],
      ['ArrowUp', { modifiers: ['Alt'] }],
    ] as const)
      expect(press(key, more)).toEqual({ isUsed: false, done: [] });
  });

  it('leaves Escape to the page while it is not armed', () => {
    expect(press('Escape', {}, false)).toEqual({ isUsed: false, done: [] });
  });
});
