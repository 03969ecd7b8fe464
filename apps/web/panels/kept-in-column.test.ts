import { describe, expect, it } from 'vitest';
import { keptChoice, keptContract, keptHeaders, keptSort } from './kept-in-column.ts';

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
    expect(keptSort(kept)).toEqual({ id: 'last', desc: true });
    expect(keptHeaders(kept)).toEqual({ hidden: ['vwap'], widths: { bid: 90 } });
    expect(keptContract(kept)).toBe('DEC26 WMAZ');
    expect(keptChoice(kept, 'tab', ['All', 'Suspended'])).toBe('Suspended');
  });

  it('[LAYOUT-2] counts as not kept when it cannot be read, and breaks nothing', () => {
    const odd = column({
      sortingOrder: 'last',
      tableHeaders: { widths: { bid: 'wide' } },
      props: { contract: 7, tab: 'Gone' },
    });
    expect(keptSort(odd)).toBeNull();
    expect(keptHeaders(odd)).toEqual({});
    expect(keptContract(odd)).toBeNull();
    expect(keptChoice(odd, 'tab', ['All', 'Suspended'])).toBeNull();
    expect(keptContract(column({ props: null }))).toBeNull();
  });
});
