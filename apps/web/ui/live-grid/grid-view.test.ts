import { describe, expect, it } from 'vitest';
import type { GridColumn } from './grid-column.ts';
import { sumOf, sumText } from './grid-sums.ts';
import { sortPressed } from './grid-view.ts';
import { readFilter } from './row-filter.ts';
import { nothingSelected, select, withoutGone } from './row-selection.ts';

describe('sorting', () => {
  it('goes up, down and away on one caption, and puts the others away', () => {
    const up = sortPressed([{ id: 'qty', desc: true }], 'price', false);
    expect(up).toEqual([{ id: 'price', desc: false }]);
    const down = sortPressed(up, 'price', false);
    expect(down).toEqual([{ id: 'price', desc: true }]);
    expect(sortPressed(down, 'price', false)).toEqual([]);
  });

  it('with Shift goes on among equals, and turns a caption in its place', () => {
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
  const holds = (typed: string, text: string, number: number | null = null) =>
    readFilter(typed)?.({ text, number }) ?? 'off';

  it('finds a text inside the cell, in any case, and one of several', () => {
    expect(holds('wmaz', 'DEC26 WMAZ')).toBe(true);
    expect(holds('farm1, mill7', 'MILL7')).toBe(true);
    expect(holds('farm1, mill7', 'KAND')).toBe(false);
  });

  it('is switched off by a comma at its end, and by being empty', () => {
    expect(readFilter('KAND,')).toBeNull();
    expect(readFilter('  ')).toBeNull();
  });

  it('asks for all of the text with =, for none of it with !', () => {
    expect(holds('=WMAZ', 'DEC26 WMAZ')).toBe(false);
    expect(holds('=dec26 wmaz', 'DEC26 WMAZ')).toBe(true);
    expect(holds('!WMAZ', 'DEC26 WMAZ')).toBe(false);
    expect(holds('maz, !W', 'YMAZ')).toBe(true);
    expect(holds('maz, !W', 'WMAZ')).toBe(false);
  });

  it('compares numbers, and a cell without one never holds', () => {
    expect(holds('>4000', '4 035.20', 4035.2)).toBe(true);
    expect(holds('> 4 000', '3 999.00', 3999)).toBe(false);
    expect(holds('<=-2', '−2', -2)).toBe(true);
    expect(holds('10..20', '15', 15)).toBe(true);
    expect(holds('20..10', '21', 21)).toBe(false);
    expect(holds('>0', '–', null)).toBe(false);
  });
});

describe('chosen rows', () => {
  const shown = ['a', 'b', 'c', 'd'];

  it('are one by click, one more or less with Ctrl, all between with Shift', () => {
    const one = select(nothingSelected, 'b', 'only', shown);
    expect([...one.ids]).toEqual(['b']);
    const range = select(one, 'd', 'upTo', shown);
    expect([...range.ids]).toEqual(['b', 'c', 'd']);
    expect([...select(range, 'a', 'upTo', shown).ids]).toEqual(['a', 'b']);
    expect([...select(range, 'c', 'toggle', shown).ids]).toEqual(['b', 'd']);
    expect([...select(nothingSelected, 'c', 'upTo', shown).ids]).toEqual(['c']);
  });

  it('are forgotten when they go', () => {
    const two = select(select(nothingSelected, 'a', 'only', shown), 'b', 'toggle', shown);
    expect([...withoutGone(two, (id) => id !== 'a').ids]).toEqual(['b']);
    expect(withoutGone(two, () => true)).toBe(two);
  });
});

describe('sums', () => {
  const value: GridColumn<number | null> = {
    id: 'v',
    title: 'V',
    width: 1,
    align: 'right',
    text: String,
    sum: (row) => row,
  };

  it('add cents without drift, pass over what has no value, and are nothing where nothing has one', () => {
    expect(sumOf(value, [0.1, 0.2, null])).toBe(0.3);
    expect(sumOf(value, [null])).toBeNull();
    expect(sumText(value, [1_200, 34])).toMatch(/^1.?234$/);
    expect(sumText({ ...value, sum: undefined as never }, [1])).toBe('');
  });
});
