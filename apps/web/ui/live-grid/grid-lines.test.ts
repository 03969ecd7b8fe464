import { describe, expect, it } from 'vitest';
import { groupRows, linesOfGroups, linesOfRows } from './grid-lines.ts';

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

  it('are left out when nothing is grouped', () => {
    expect(linesOfRows(rows, idOf).map((line) => [line.kind, line.id])).toEqual([
      ['row', 'a'],
      ['row', 'b'],
      ['row', 'c'],
    ]);
  });
});
