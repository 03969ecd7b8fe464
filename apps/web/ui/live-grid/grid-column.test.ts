import { describe, expect, it } from 'vitest';
import { columnsFor, columnsThatLeave, type GridColumn, movedColumn, placeAt } from './grid-column.ts';

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

  it('changes nothing if the column already exists', () => {
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

const columnsFittingColumns = [
  { id: 'contract', pinned: true },
  { id: 'buyer', rank: 200 },
  { id: 'bid', rank: 1 },
  { id: 'offer', rank: 1 },
  { id: 'seller', rank: 200 },
  { id: 'last' },
  { id: 'volume' },
  { id: 'actions', pinned: 'end' as const },
];
const widths = [100, 50, 80, 80, 50, 70, 60, 40];
const leaving = (room: number) => [...columnsThatLeave(columnsFittingColumns, widths, room)];

describe('the columns of a grid that is narrower than they are', () => {
  it('all stay while there is room for them, and while the room is not known', () => {
    expect(leaving(530)).toEqual([]);
    expect(leaving(0)).toEqual([]);
  });

  it('leave as a whole, the highest rank number first and equal ones together', () => {
    expect(leaving(529)).toEqual(['buyer', 'seller']);
    expect(leaving(430)).toEqual(['buyer', 'seller']);
  });

  it('leave from the right when they have no rank number', () => {
    expect(leaving(429)).toEqual(['buyer', 'seller', 'volume']);
    expect(leaving(369)).toEqual(['buyer', 'seller', 'volume', 'last']);
  });

  it('stay when they are pinned or the most important', () => {
    expect(leaving(50)).toEqual(['buyer', 'seller', 'volume', 'last']);
    expect([...columnsThatLeave([{ id: 'contract', pinned: true }, { id: 'bid' }], [100, 80], 50)]).toEqual(
      [],
    );
  });

  it('also leave from the end when they have a rank number, such as buttons that a menu offers too', () => {
    const withButtons = columnsFittingColumns.map((column) =>
      column.id === 'actions' ? { ...column, rank: 5 } : column,
    );
    expect([...columnsThatLeave(withButtons, widths, 280)]).toContain('actions');
    expect([...columnsThatLeave(withButtons, widths, 300)]).not.toContain('actions');
  });
});

describe('the columns of a phone', () => {
  const column = (id: string, more: Partial<GridColumn<object>> = {}): GridColumn<object> => ({
    id,
    title: id,
    width: 50,
    align: 'left',
    text: () => id,
    ...more,
  });
  const table = [
    column('time', { phone: 'time' }),
    column('contract', { phone: 'contract', pinned: true, note: () => 'split' }),
    column('volume'),
    column('last', { phone: 'price' }),
    column('actions', { phone: 'actions', pinned: 'end' }),
    column('line', { phone: 'summary', isPhoneOnly: true }),
  ];

  it('[LAYOUT-11] are those with a place, in the order of the places, which are their ids', () => {
    const shown = columnsFor(table, true);
    expect(shown.map(({ id }) => id)).toEqual(['contract', 'price', 'time', 'summary', 'actions']);
    expect(shown.map(({ pinned = null, note }) => [pinned, note])).toEqual([
      [null, undefined],
      [null, undefined],
      [null, undefined],
      [null, undefined],
      ['end', undefined],
    ]);
  });

  it('are omitted on a desktop where only a phone has them', () => {
    expect(columnsFor(table, false).map(({ id }) => id)).toEqual([
      'time',
      'contract',
      'volume',
      'last',
      'actions',
    ]);
  });
});
