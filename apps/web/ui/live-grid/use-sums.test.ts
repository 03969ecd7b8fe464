// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { columnSums } from '../testing/column-sums.ts';
import type { GridColumn } from './grid-column.ts';

describe('sums', () => {
  const value: GridColumn<number | null> = {
    id: 'v',
    title: 'V',
    width: 1,
    align: 'right',
    text: String,
    sum: (row) => row,
  };
  const exact: GridColumn<number | null> = { ...value, sumText: String };

  it('are exact to the cent, skip rows without a value, and are empty if no row has one', () => {
    expect(columnSums([exact], [0.1, 0.2, null])).toEqual(['0.3']);
    expect(columnSums([exact], [null])).toEqual(['']);
    expect(columnSums([value], [1_200, 34])[0]).toMatch(/^1.?234$/);
    expect(columnSums([{ ...value, sum: undefined as never }], [1])).toEqual(['']);
  });
});
