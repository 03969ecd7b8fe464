import { describe, expect, it } from 'vitest';
import { movedColumn, placeAt } from './column-order.ts';

const columns = [{ id: 'contract', pinned: true }, { id: 'bid' }, { id: 'offer' }, { id: 'last' }];

describe('moving a column', () => {
  it('[PANEL-20] puts it in its new place and keeps the order of the others', () => {
    expect(movedColumn(columns, 'last', 1)).toEqual(['contract', 'last', 'bid', 'offer']);
    expect(movedColumn(columns, 'bid', 3)).toEqual(['contract', 'offer', 'last', 'bid']);
  });

  it('never puts it before a pinned column, and never moves a pinned one', () => {
    expect(movedColumn(columns, 'last', 0)).toEqual(['contract', 'last', 'bid', 'offer']);
    expect(movedColumn(columns, 'contract', 2)).toBeNull();
  });

  it('changes nothing when the column is there already', () => {
    expect(movedColumn(columns, 'bid', 1)).toBeNull();
    expect(movedColumn(columns, 'bid', 0)).toBeNull();
    expect(movedColumn(columns, 'last', 9)).toBeNull();
    expect(movedColumn(columns, 'gone', 1)).toBeNull();
  });

  it('drops it after the columns whose middle it has passed', () => {
    const borders = [0, 100, 200, 300].map((left) => ({ left, right: left + 100 }));
    expect(placeAt(borders, 3, 140)).toBe(1);
    expect(placeAt(borders, 3, 160)).toBe(2);
    expect(placeAt(borders, 1, 340)).toBe(2);
    expect(placeAt(borders, 1, 360)).toBe(3);
  });
});
