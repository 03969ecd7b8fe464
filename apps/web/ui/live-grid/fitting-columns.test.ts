import { describe, expect, it } from 'vitest';
import { byImportance, columnsThatLeave } from './fitting-columns.ts';

const columns = [
  { id: 'contract', pinned: true },
  { id: 'buyer', priority: 200 },
  { id: 'bid', priority: 1 },
  { id: 'offer', priority: 1 },
  { id: 'seller', priority: 200 },
  { id: 'last' },
  { id: 'volume' },
  { id: 'actions', pinned: 'end' as const },
];
const widths = [100, 50, 80, 80, 50, 70, 60, 40];
const leaving = (room: number) => [...columnsThatLeave(columns, widths, room)];

describe('the columns of a grid that is narrower than they are', () => {
  it('all stay while there is room for them, and while the room is not known', () => {
    expect(leaving(530)).toEqual([]);
    expect(leaving(0)).toEqual([]);
  });

  it('leave as a whole, the highest priority number first and equal ones together', () => {
    expect(leaving(529)).toEqual(['buyer', 'seller']);
    expect(leaving(430)).toEqual(['buyer', 'seller']);
  });

  it('leave from the right when they have no priority number', () => {
    expect(leaving(429)).toEqual(['buyer', 'seller', 'volume']);
    expect(leaving(369)).toEqual(['buyer', 'seller', 'volume', 'last']);
  });

  it('stay when they are pinned or the most important', () => {
    expect(leaving(50)).toEqual(['buyer', 'seller', 'volume', 'last']);
    expect([...columnsThatLeave([{ id: 'contract', pinned: true }, { id: 'bid' }], [100, 80], 50)]).toEqual(
      [],
    );
  });

  it('leave also from the end when they have a priority number, such as buttons that a menu offers too', () => {
    const withButtons = columns.map((column) =>
      column.id === 'actions' ? { ...column, priority: 5 } : column,
    );
    expect([...columnsThatLeave(withButtons, widths, 280)]).toContain('actions');
    expect([...columnsThatLeave(withButtons, widths, 300)]).not.toContain('actions');
  });

  it('have priorities by their importance, those that are named together the same one', () => {
    const named = byImportance(
      ['contract', 'bid', 'offer', 'last'].map((id) => ({
        id,
        title: id,
        width: 50,
        align: 'left',
        text: () => '',
      })),
      ['bid offer', 'last'],
    );
    expect(named.map(({ id, priority }) => [id, priority])).toEqual([
      ['contract', undefined],
      ['bid', 0],
      ['offer', 0],
      ['last', 1],
    ]);
  });
});
