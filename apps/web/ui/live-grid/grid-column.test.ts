import { describe, expect, it } from 'vitest';
import { columnsFor, fitColumns, type GridColumn, movedColumn, placeAt } from './grid-column.ts';

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

type Fitted = Pick<GridColumn<object>, 'id' | 'align' | 'width' | 'minWidth' | 'rank' | 'pinned'>;
const number = { align: 'right' as const, width: 80 };
const ranked: readonly Fitted[] = [
  { id: 'contract', align: 'left', width: 100, minWidth: 90, pinned: true },
  { id: 'buyer', align: 'left', width: 50, rank: 200 },
  { id: 'bid', ...number, rank: 1 },
  { id: 'offer', ...number, rank: 1 },
  { id: 'seller', align: 'left', width: 50, rank: 200 },
  { id: 'last', align: 'right', width: 70 },
  { id: 'volume', align: 'right', width: 60 },
  { id: 'actions', align: 'left', width: 40, minWidth: 40, pinned: 'end' },
];
const fit = (room: number, table = ranked, widths = table.map(({ width }) => width)) => {
  const { leftOut, widths: fitted } = fitColumns(table, widths, room);
  const ids = table.map(({ id }) => id).filter((id) => !leftOut.has(id));
  expect(fitted).toHaveLength(ids.length);
  return Object.fromEntries(ids.map((id, index) => [id, fitted[index]]));
};
const leaving = (room: number) => [
  ...fitColumns(
    ranked,
    ranked.map(({ width }) => width),
    room,
  ).leftOut,
];

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
    expect(leaving(369)).toEqual(['buyer', 'seller', 'last', 'volume']);
  });

  it('are never cut: the most important become as narrow as they may be, then leave from the right', () => {
    expect(fit(300)).toEqual({ contract: 100, bid: 80, offer: 80, actions: 40 });
    expect(fit(292)).toEqual({ contract: 92, bid: 80, offer: 80, actions: 40 });
    expect(fit(289)).toEqual({ contract: 100, bid: 80, offer: 80 });
    expect(fit(249)).toEqual({ contract: 100, bid: 80 });
    expect(fit(175)).toEqual({ contract: 95, bid: 80 });
    expect(fit(169)).toEqual({ contract: 89, bid: 80 });
  });

  it('keep one number beside a name, of which they cut at most half', () => {
    expect(fit(125)).toEqual({ contract: 45, bid: 80 });
    expect(fit(124)).toEqual({ contract: 100 });
    expect(fit(50)).toEqual({ contract: 50 });
  });

  it.each([
    ['left', 'right'],
    ['left', 'center'],
    ['center', 'right'],
  ] as const)('never exceed the room, and no number is narrower than its column (%s, %s)', (first, other) => {
    for (const count of [1, 2, 5])
      for (const grown of [0, 900])
        for (let room = 90; room < 900; room += 7) {
          const table = Array.from({ length: count }, (_, at) => ({
            id: String(at),
            align: at === 0 ? first : other,
            width: 50 + 7 * at,
            rank: at % 2,
          }));
          const fitted = fit(
            room,
            table,
            table.map(({ width }, at) => width + (at === count - 1 ? grown : 0)),
          );
          expect(Object.values(fitted).reduce<number>((sum, px) => sum + (px ?? 0), 0)).toBeLessThanOrEqual(
            room,
          );
          for (const { id, align, width } of table)
            if (align !== 'left') expect(fitted[id] ?? width).toBeGreaterThanOrEqual(width);
        }
  });

  it('give back the width to which the user has drawn one of the most important', () => {
    expect(fit(300, ranked, [100, 50, 900, 80, 50, 70, 60, 40])).toEqual({
      ...{ contract: 100, bid: 80, offer: 80, actions: 40 },
    });
    expect(fit(400, ranked, [100, 50, 900, 80, 50, 70, 60, 40])).toEqual({
      ...{ contract: 100, bid: 180, offer: 80, actions: 40 },
    });
  });

  it('also leave from the end when they have a rank number, such as buttons that a menu offers too', () => {
    const withButtons = ranked.map((column) => (column.id === 'actions' ? { ...column, rank: 5 } : column));
    expect(fit(280, withButtons)).not.toHaveProperty('actions');
    expect(fit(300, withButtons)).toHaveProperty('actions');
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
