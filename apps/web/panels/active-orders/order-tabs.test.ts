import type { ActiveOrderRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../testing/rows.ts';
import { countsOf, ordersOfTab } from './order-tabs.ts';

const order = (activeOrderSeq: number, state: ActiveOrderRow['state'], time: number) =>
  activeOrder({ activeOrderSeq, state, time });
const orders = [
  order(1, 'Active', 100),
  order(2, 'Suspended', 200),
  order(3, 'Pre-market', 300),
  order(4, 'Active', 300),
];

describe('the tabs of the blotter', () => {
  it('[PANEL-6] count each order once in All and once in Active or Suspended', () => {
    expect(countsOf(orders)).toEqual({ All: 4, Active: 3, Suspended: 1 });
  });

  it('[PANEL-6] show what they count, the newest first', () => {
    expect(ordersOfTab(orders, 'All')).toEqual([4, 3, 2, 1]);
    expect(ordersOfTab(orders, 'Active')).toEqual([4, 3, 1]);
    expect(ordersOfTab(orders, 'Suspended')).toEqual([2]);
  });
});
