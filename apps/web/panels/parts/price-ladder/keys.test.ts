import { describe, expect, it } from 'vitest';
import { handleKey, type KeyTable } from '../../../ui/keys.ts';
import { ladderKeys, stripKeys } from './keys.ts';

interface Press {
  readonly modifiers?: readonly string[];
  readonly repeat?: boolean;
}

function press(table: KeyTable, key: string, { modifiers = [], repeat = false }: Press = {}, isArmed = true) {
  const done: string[] = [];
  const handlers = Object.fromEntries(
    Object.keys(table.keys).map((entry) => [
      entry,
      () => {
        if (entry === 'disarm' && !isArmed) return false;
        done.push(entry);
        return undefined;
      },
    ]),
  );
  const event = {
    key,
    code: '',
    repeat,
    shiftKey: modifiers.includes('Shift'),
    ctrlKey: modifiers.includes('Control'),
    altKey: modifiers.includes('Alt'),
    metaKey: modifiers.includes('Meta'),
  } as KeyboardEvent;
  return { isUsed: handleKey(table, event, handlers), done };
}

describe('the keys of a ladder', () => {
  it.each([
    [ladderKeys, 'ArrowUp', '', 'up'],
    [ladderKeys, 'PageDown', '', 'leapDown'],
    [ladderKeys, 'ArrowDown', 'Shift', 'orderDown'],
    [ladderKeys, 'ArrowRight', '', 'next'],
    [ladderKeys, 'Home', '', 'centre'],
    [ladderKeys, 'a', '', 'arm'],
    [ladderKeys, 'B', '', 'buy'],
    [ladderKeys, 's', '', 'sell'],
    [ladderKeys, 'Delete', '', 'remove'],
    [ladderKeys, 'F10', 'Shift', 'menu'],
    [ladderKeys, 'Escape', '', 'disarm'],
    [stripKeys, 'x', '', 'flatten'],
    [stripKeys, 'r', '', 'reverse'],
    [stripKeys, 'B', 'Shift', 'cancelBids'],
    [stripKeys, 'S', 'Shift', 'cancelOffers'],
    [stripKeys, 'Delete', 'Shift', 'cancelAll'],
  ] as const)('%o: %s with modifier "%s" does: %s', (table, key, modifier, what) => {
    const modifiers = modifier === '' ? [] : [modifier];
    expect(press(table, key, { modifiers })).toEqual({ isUsed: true, done: [what] });
  });

  it.each([
    [ladderKeys, ['a', 'b', 's', 'Delete']],
    [stripKeys, ['x', 'r']],
  ])('act once while they are held', (table, keys) => {
    for (const key of keys) expect(press(table, key, { repeat: true })).toEqual({ isUsed: true, done: [] });
  });

  it('leave other keys, and those with Ctrl, Alt or Meta, to the page', () => {
    for (const [key, more] of [
      ['q', {}],
      ['F6', {}],
      ['s', { modifiers: ['Control'] }],
      ['b', { modifiers: ['Meta'] }],
      ['ArrowUp', { modifiers: ['Alt'] }],
    ] as const)
      for (const table of [ladderKeys, stripKeys])
        expect(press(table, key, more)).toEqual({ isUsed: false, done: [] });
  });

  it('leave Escape to the page while it is not armed', () => {
    expect(press(ladderKeys, 'Escape', {}, false)).toEqual({ isUsed: false, done: [] });
  });
});
