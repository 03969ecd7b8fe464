import { describe, expect, it } from 'vitest';
import { handleGridKey } from './grid-keys.ts';
import type { GridLine } from './grid-lines.ts';
import { type TreePlace, treeStep } from './grid-tree.ts';

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
