import { describe, expect, it } from 'vitest';
import { keptChoice, pinnedContract, savedHeaders, savedSort, savedView, viewChange } from './saved-view.ts';

const column = (change: object) => ({
  id: 'Futures1',
  component: 'Futures',
  coordinates: { x: 0, y: 0, w: 48, h: 40, z: 150 },
  ...change,
});

describe('what a panel keeps in the layout', () => {
  it('[PANEL-20] is read back as it was kept', () => {
    const kept = column({
      sortingOrder: { id: 'last', desc: true },
      tableHeaders: { hidden: ['vwap'], widths: { bid: 90 } },
      props: { contract: 'DEC26 WMAZ', tab: 'Suspended' },
    });
    expect(savedSort(kept)).toEqual([{ id: 'last', desc: true }]);
    expect(savedHeaders(kept)).toEqual({ hidden: ['vwap'], widths: { bid: 90 } });
    expect(pinnedContract(kept)).toBe('DEC26 WMAZ');
    expect(keptChoice(kept, 'tab', ['All', 'Suspended'])).toBe('Suspended');
  });

  it('[PANEL-20] is the whole of how a grid was set up, and comes back as it was kept', () => {
    const view = {
      sort: [
        { id: 'contract', desc: false },
        { id: 'price', desc: true },
      ],
      headers: { order: ['price'], pinned: ['price'] },
      groupBy: { id: 'principal', closed: ['principal:KAND'] },
      filters: { price: '>4000' },
      showsFilters: true,
      showsTotals: true,
    };
    const plain = column({ props: { tab: 'Active' } });
    const kept = { ...plain, ...viewChange(plain, view) };
    expect(savedView(kept)).toEqual(view);
    expect(keptChoice(kept, 'tab', ['Active'])).toBe('Active');
    expect(viewChange(plain, { sort: [] })).toEqual({ sortingOrder: [] });
  });

  it('[LAYOUT-2] counts as not kept when it cannot be read, and breaks nothing', () => {
    const odd = column({
      sortingOrder: 'last',
      tableHeaders: { widths: { bid: 'wide' } },
      props: { contract: 7, tab: 'Gone' },
    });
    expect(savedSort(odd)).toEqual([]);
    expect(savedHeaders(odd)).toEqual({});
    expect(pinnedContract(odd)).toBeNull();
    expect(keptChoice(odd, 'tab', ['All', 'Suspended'])).toBeNull();
    expect(pinnedContract(column({ props: null }))).toBeNull();
  });
});
