import { afterEach, describe, expect, it } from 'vitest';
import { formatPrice, setFormatLocale } from '../format.ts';
import { locales } from '../testing/locales.ts';
import { handleGridKey } from './grid-keys.ts';
import {
  descriptionsOf,
  type GridLine,
  groupRows,
  linesOfGroups,
  linesOfRows,
  parseFilter,
  sortPressed,
  type TreePlace,
  treeStep,
} from './grid-rows.ts';
import { nothingSelected, select, withoutRemoved } from './use-grid-gestures.ts';

const rows = [
  { id: 'a', fruit: 'pear' },
  { id: 'b', fruit: 'apple' },
  { id: 'c', fruit: 'pear' },
];
const by = { groupKey: 'fruit', valueOf: (row: { id: string; fruit: string }) => row.fruit };
const idOf = (row: { id: string }) => row.id;

describe('groups of rows', () => {
  it('[PANEL-19] have key, value, items, isOpen and groupKey, in the order of their first row', () => {
    expect(groupRows(rows, by, new Set())).toEqual([
      { key: 'fruit:pear', value: 'pear', items: [rows[0], rows[2]], isOpen: true, groupKey: 'fruit' },
      { key: 'fruit:apple', value: 'apple', items: [rows[1]], isOpen: true, groupKey: 'fruit' },
    ]);
  });

  it('[PANEL-19] hide the rows of a closed group, but not its own line', () => {
    const groups = groupRows(rows, by, new Set(['fruit:pear']));
    expect(linesOfGroups(groups, idOf).map((line) => line.id)).toEqual(['fruit:pear', 'fruit:apple', 'b']);
    expect(groups[0]?.items).toHaveLength(2);
  });

  it('keep the order of their groups when the rows are sorted', () => {
    const sorted = [...rows].reverse();
    const values = ['apple', 'fig', 'pear'];
    expect(groupRows(sorted, by, new Set(), values).map((group) => group.value)).toEqual(['apple', 'pear']);
    expect(groupRows(sorted, by, new Set(), values)[1]?.items).toEqual([rows[2], rows[0]]);
  });

  it('are all described, or none if the description of one does not fit', () => {
    const groups = groupRows(rows, by, new Set());
    const lines = linesOfGroups(groups, idOf);
    const describe = (value: string) => (value === 'pear' ? 'sweet' : 'sour, and red');
    const texts = (room: number) =>
      groups.map(descriptionsOf(lines, { describe }, room, ([text = '']) => text.length * 10));
    // “apple 1 sour, and red” is the longest line.
    const needed = 48 + 50 + 140;
    expect(texts(needed)).toEqual(['sweet', 'sour, and red']);
    expect(texts(needed - 1)).toEqual([undefined, undefined]);
    expect(groups.map(descriptionsOf(lines, undefined, needed))).toEqual([undefined, undefined]);
  });

  it('are omitted when nothing is grouped', () => {
    expect(linesOfRows(rows, idOf).map((line) => [line.kind, line.id])).toEqual([
      ['row', 'a'],
      ['row', 'b'],
      ['row', 'c'],
    ]);
  });
});

const place = (level: number, isOpen: boolean | null): TreePlace => ({ level, position: 1, size: 1, isOpen });
/** KAND › WMAZ › DEC26, MAR27; then YMAZ, which is closed, and FARM1 without anything below. */
const places = [
  place(1, true),
  place(2, true),
  place(3, null),
  place(3, null),
  place(2, false),
  place(1, null),
];

describe('the arrows in the first cell of a nested row', () => {
  it.each([
    ['opens a closed row', 'ArrowRight', 4, { opens: true }],
    ['closes an open row', 'ArrowLeft', 1, { opens: false }],
    ['goes from a leaf to the row above', 'ArrowLeft', 3, { line: 1 }],
    ['goes from a closed row to the row above', 'ArrowLeft', 4, { line: 0 }],
    ['moves between the cells of an open row', 'ArrowRight', 1, null],
    ['moves between the cells of a leaf', 'ArrowRight', 2, null],
    ['stays on a row of the first level', 'ArrowLeft', 5, null],
    ['ignores other keys', 'ArrowDown', 4, null],
  ])('%s', (_title, key, at, expected) => {
    expect(treeStep(key, at, places)).toEqual(expected);
  });
});

describe('the keys of a treegrid', () => {
  const press = (key: string, { line, column }: { line: number; column: number }, shiftKey = false) => {
    const log: string[] = [];
    const lines = places.map((row, index): GridLine<TreePlace> => ({ kind: 'row', id: `row:${index}`, row }));
    const isUsed = handleGridKey<TreePlace>(
      { key, shiftKey, ctrlKey: false, metaKey: false, altKey: false },
      {
        lines,
        columns: [],
        widths: [],
        focus: { line, column, isSettled: true },
        page: 10,
        tree: {
          placeOf: (row) => row,
          toggle: (row, isOpen) => log.push(`${places.indexOf(row)} ${isOpen ? 'opens' : 'closes'}`),
        },
        focusOn: (to, cell) => log.push(`focus ${to} ${cell}`),
        sortBy: () => undefined,
        selectRow: () => undefined,
        selectAll: () => undefined,
        clearSelection: () => false,
        copy: () => undefined,
        resize: () => undefined,
        moveColumn: () => undefined,
        toggleGroup: () => undefined,
        enterCell: () => false,
        openMenu: () => undefined,
        select: () => log.push('select'),
        offer: () => false,
      },
    );
    return { log, isUsed };
  };

  it('open and close rows in the first cell, and move between the cells elsewhere', () => {
    expect(press('ArrowRight', { line: 4, column: 0 })).toEqual({ log: ['4 opens'], isUsed: true });
    expect(press('ArrowLeft', { line: 0, column: 0 })).toEqual({ log: ['0 closes'], isUsed: true });
    expect(press('ArrowLeft', { line: 3, column: 0 })).toEqual({ log: ['focus 1 0'], isUsed: true });
    expect(press('ArrowDown', { line: 3, column: 0 })).toEqual({ log: ['focus 4 0'], isUsed: true });
    // The grid of this test has no columns: the focus stays, but no row opens.
    expect(press('ArrowRight', { line: 4, column: 1 }).log).toEqual(['focus 4 0']);
    expect(press('Enter', { line: 3, column: 0 }).log).toEqual(['select']);
  });
});

describe('sorting', () => {
  it('cycles through up, down and off on one caption, and drops the other columns', () => {
    const up = sortPressed([{ id: 'qty', desc: true }], 'price', false);
    expect(up).toEqual([{ id: 'price', desc: false }]);
    const down = sortPressed(up, 'price', false);
    expect(down).toEqual([{ id: 'price', desc: true }]);
    expect(sortPressed(down, 'price', false)).toEqual([]);
  });

  it('adds a column for equal values with Shift, and reverses a sorted one', () => {
    const two = sortPressed([{ id: 'contract', desc: false }], 'price', true);
    expect(two.map(({ id }) => id)).toEqual(['contract', 'price']);
    const turned = sortPressed(two, 'contract', true);
    expect(turned).toEqual([
      { id: 'contract', desc: true },
      { id: 'price', desc: false },
    ]);
    expect(sortPressed(turned, 'contract', true)).toEqual([{ id: 'price', desc: false }]);
  });
});

describe('a filter under a caption', () => {
  afterEach(() => setFormatLocale(undefined));
  const matches = (typed: string, text: string, number: number | null = null) => {
    const filter = parseFilter(typed, number !== null || text === '–');
    return filter.kind === 'on' ? filter.matches({ text, number }) : filter.kind;
  };
  const reason = (typed: string) => {
    const filter = parseFilter(typed, true);
    return filter.kind === 'bad' ? filter.reason : filter.kind;
  };

  it('finds a text in the cell, in upper or lower case, and any of several', () => {
    expect(matches('wmaz', 'DEC26 WMAZ')).toBe(true);
    expect(matches('farm1, mill7', 'MILL7')).toBe(true);
    expect(matches('farm1, mill7', 'KAND')).toBe(false);
  });

  it('is off when it is empty or ends with a comma', () => {
    for (const typed of ['KAND,', 'KAND ;', '٤،', '  '])
      expect(parseFilter(typed, true), typed).toEqual({ kind: 'off' });
  });

  it('wants the whole text with =, and excludes a text with !', () => {
    expect(matches('=WMAZ', 'DEC26 WMAZ')).toBe(false);
    expect(matches('=dec26 wmaz', 'DEC26 WMAZ')).toBe(true);
    expect(matches('!WMAZ', 'DEC26 WMAZ')).toBe(false);
    expect(matches('maz, !W', 'YMAZ')).toBe(true);
    expect(matches('maz, !W', 'WMAZ')).toBe(false);
  });

  it('compares numbers, and leaves out a cell without one', () => {
    expect(matches('>4000', '4 035.20', 4035.2)).toBe(true);
    expect(matches('> 4 000', '3 999.00', 3999)).toBe(false);
    expect(matches('<=-2', '−2', -2)).toBe(true);
    expect(matches('10..20', '15', 15)).toBe(true);
    expect(matches('20..10', '21', 21)).toBe(false);
    expect(matches('>0', '–', null)).toBe(false);
  });

  it('finds every number as the application writes it, in every locale', () => {
    const pairs = [
      [4_038.4, 2],
      [-1_234_567.89, 2],
      [12_345.6789, 4],
      [-980, 0],
      [7, 0],
    ] as const;
    for (const locale of locales) {
      setFormatLocale(locale);
      for (const [number, decimals] of pairs) {
        const text = formatPrice(number, decimals);
        const at = `${text} in ${locale}`;
        for (const typed of [
          text,
          `=${text}`,
          `>=${text}`,
          `${text}..${text}`,
          `= 3; ${text}`,
          `!x, ${text}`,
        ])
          expect(matches(typed, text, number), `${typed} for ${at}`).toBe(true);
        for (const typed of [`!${text}`, `>${text}`, `<${text}`, `=${formatPrice(number + 1, decimals)}`])
          expect(matches(typed, text, number), `${typed} for ${at}`).toBe(false);
      }
    }
  });

  it('reads a comma between digits as a part of the number only if the locale does', () => {
    setFormatLocale('en-ZA');
    expect(matches('>4038,30', '4 038,40', 4038.4)).toBe(true);
    expect(matches('4038,4', '4 038,40', 4038.4)).toBe(true);
    expect(matches('10,5..20,5', '10,60', 10.6)).toBe(true);
    expect(matches('10, 20', '20', 20)).toBe(true);
    setFormatLocale('en-GB');
    expect(matches('10,20', '20', 20)).toBe(true);
    expect(matches('>4,000', '4,038.40', 4038.4)).toBe(true);
    expect(matches('4,038', '4,038.40', 4038.4)).toBe(true);
    setFormatLocale('ar-EG');
    expect(matches('٤٠٣٨، ٧', '٤٬٠٣٨٫٤٠', 4038.4)).toBe(true);
    expect(matches('>4000', '٤٬٠٣٨٫٤٠', 4038.4)).toBe(true);
    // References and codes have no numbers.
    expect(matches('10,20', 'ref 20')).toBe(true);
  });

  it('explains how to read a number, names the missing part, and then filters nothing', () => {
    setFormatLocale('en-ZA');
    for (const typed of ['>1,000', '1,000', '=1,000', '!1,000', '5..1,000', '7; >1,000'])
      expect(reason(typed), typed).toBe('“1,000” could mean 1000 or 1: write one of these.');
    expect(reason('>')).toBe('Type a number after “>”.');
    expect(reason('>x')).toMatch(/^“x” is not a number: write it like /);
  });
});

describe('selected rows', () => {
  const shown = ['a', 'b', 'c', 'd'];

  it('are one by click, one more or less with Ctrl, a range with Shift', () => {
    const rowSelection = select(nothingSelected, 'b', 'only', shown);
    expect([...rowSelection.ids]).toEqual(['b']);
    const range = select(rowSelection, 'd', 'range', shown);
    expect([...range.ids]).toEqual(['b', 'c', 'd']);
    expect([...select(range, 'a', 'range', shown).ids]).toEqual(['a', 'b']);
    expect([...select(range, 'c', 'toggle', shown).ids]).toEqual(['b', 'd']);
    expect([...select(nothingSelected, 'c', 'range', shown).ids]).toEqual(['c']);
  });

  it('are dropped when they are removed', () => {
    const two = select(select(nothingSelected, 'a', 'only', shown), 'b', 'toggle', shown);
    expect([...withoutRemoved(two, (id) => id !== 'a').ids]).toEqual(['b']);
    expect(withoutRemoved(two, () => true)).toBe(two);
  });
});
