import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../testing/rows.ts';
import { filterChoices, filterLabel, keptFilter } from './order-filter.ts';

const order = activeOrder;
const column = (props: Record<string, unknown> | null) => ({
  id: 'ActiveOrders1',
  component: 'ActiveOrders',
  coordinates: { x: 0, y: 0, w: 48, h: 40, z: 150 },
  props,
});

describe('the filter of the blotter', () => {
  it('[PANEL-6] offers what tells the orders apart, and nothing that all of them share', () => {
    const orders = [order({}), order({ dealer: 'XYZ', contract: 'MAR27 WMAZ' })];
    expect(filterChoices(orders, {}).map(({ label }) => label)).toEqual([
      'Dealer ABD',
      'Dealer XYZ',
      'Contract DEC26 WMAZ',
      'Contract MAR27 WMAZ',
    ]);
  });

  it('goes on offering the way out of a filter whose orders have gone', () => {
    expect(filterChoices([], { dealer: 'XYZ' })).toEqual([
      { filter: { dealer: 'XYZ' }, label: 'Dealer XYZ' },
    ]);
  });

  it('is kept in the layout, and counts as none when it cannot be read', () => {
    expect(keptFilter(column({ filter: { principal: 'FARM1' } }))).toEqual({ principal: 'FARM1' });
    expect(keptFilter(column({ filter: { principal: 7, colour: 'red' } }))).toEqual({});
    expect(keptFilter(column({ filter: 'FARM1' }))).toEqual({});
    expect(keptFilter(column(null))).toEqual({});
    expect(filterLabel({ principal: 'FARM1' })).toBe('Principal FARM1');
    expect(filterLabel({})).toBeNull();
  });
});
