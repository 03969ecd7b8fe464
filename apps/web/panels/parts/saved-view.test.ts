import { describe, expect, it } from 'vitest';
import { savedView, viewChange } from './saved-view.ts';

describe('the view of a grid in a layout', () => {
  it('[PANEL-20] is read unchanged, and leaves the other settings of the panel alone', () => {
    const view = {
      sort: [
        { id: 'contract', desc: false },
        { id: 'price', desc: true },
      ],
      headers: { order: ['price'], hidden: ['vwap'], pinned: ['price'], widths: { bid: 90 } },
      groupBy: { id: 'principal', closed: ['principal:KAND'] },
      filters: { price: '>4000' },
      showsFilters: true,
      showsTotals: true,
    };
    const saved = viewChange({ props: { tab: 'Active' } }, view);
    expect(savedView(saved)).toEqual(view);
    expect(saved.props?.tab).toBe('Active');
    expect(viewChange({ props: { tab: 'Active' } }, { sort: [] })).toEqual({ sortingOrder: [] });
  });

  it('[PANEL-20] reads one sorted column as older clients saved it', () => {
    expect(savedView({ sortingOrder: { id: 'last', desc: true } }).sort).toEqual([
      { id: 'last', desc: true },
    ]);
  });

  it('[LAYOUT-2] counts as not saved where it cannot be read', () => {
    const odd = {
      sortingOrder: 'last',
      tableHeaders: { widths: { bid: 'wide' } },
      groupBy: 7,
      props: { filters: { bid: 7 }, showsTotals: 'yes' },
    };
    expect(savedView(odd)).toEqual({
      sort: [],
      headers: {},
      groupBy: null,
      filters: {},
      showsFilters: false,
      showsTotals: false,
    });
  });
});
