import type { ActiveOrderRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../testing/rows.ts';
import type { OrderTab } from './active-orders-settings.ts';
import { countsOf, isInTab, newestFirst } from './order-tabs.ts';

const order = (activeOrderSeq: number, state: ActiveOrderRow['state'], time: number) =>
  activeOrder({ activeOrderSeq, state, time });
const orders = [
  order(1, 'Active', 100),
  order(2, 'Suspended', 200),
  order(3, 'Pre-market', 300),
  order(4, 'Active', 300),
];
const shown = (tab: OrderTab) =>
  orders
    .filter((one) => isInTab(one, tab))
    .sort(newestFirst)
    .map(({ activeOrderSeq }) => activeOrderSeq);

describe('the tabs of the Active orders panel', () => {
  it('[PANEL-6] count each order once in All and once in Active or Suspended', () => {
    expect(countsOf(orders)).toEqual({ All: 4, Active: 3, Suspended: 1 });
  });

  it('[PANEL-6] show the orders that they count, the newest first', () => {
    expect(shown('All')).toEqual([4, 3, 2, 1]);
    expect(shown('Active')).toEqual([4, 3, 1]);
    expect(shown('Suspended')).toEqual([2]);
  });
});
