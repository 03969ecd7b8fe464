import { describe, expect, it } from 'vitest';
import { movedColumn, placeAt } from './column-order.ts';

const columns = [{ id: 'contract', pinned: true }, { id: 'bid' }, { id: 'offer' }, { id: 'last' }];

describe('a column that is put elsewhere', () => {
  it('[PANEL-20] takes its new place, and the others keep their order', () => {
    expect(movedColumn(columns, 'last', 1)).toEqual(['contract', 'last', 'bid', 'offer']);
    expect(movedColumn(columns, 'bid', 3)).toEqual(['contract', 'offer', 'last', 'bid']);
  });

  it('never goes before a pinned one, and a pinned one never moves', () => {
    expect(movedColumn(columns, 'last', 0)).toEqual(['contract', 'last', 'bid', 'offer']);
    expect(movedColumn(columns, 'contract', 2)).toBeNull();
  });

  it('changes nothing where it stands already, nor beyond the ends', () => {
    expect(movedColumn(columns, 'bid', 1)).toBeNull();
    expect(movedColumn(columns, 'bid', 0)).toBeNull();
    expect(movedColumn(columns, 'last', 9)).toBeNull();
    expect(movedColumn(columns, 'gone', 1)).toBeNull();
  });

  it('is dropped behind the columns whose middle it has passed', () => {
    const borders = [0, 100, 200, 300].map((left) => ({ left, right: left + 100 }));
    expect(placeAt(borders, 3, 140)).toBe(1);
    expect(placeAt(borders, 3, 160)).toBe(2);
    expect(placeAt(borders, 1, 340)).toBe(2);
    expect(placeAt(borders, 1, 360)).toBe(3);
  });
});
