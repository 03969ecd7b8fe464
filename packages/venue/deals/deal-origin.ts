// The origins of deals that count for the market's prices (market/deals.md, Deal origins). Deals agreed off-screen and deals made by deal
// housekeeping must not touch last, high, low, volume and VWAP, nor the MTM.
import type { DealOrigin } from '@openpit/terms';

/** Whether deals of this origin count for last, high, low, volume, VWAP and the liquidity of the MTM. */
export const countsForMarket: Readonly<Record<DealOrigin, boolean>> = {
  screen: true,
  package: true,
  split: true,
  spread: true,
  delta: false,
  reported: false,
  assigned: false,
  tripartite: false,
  exercise: false,
  lapse: false,
  settlement: false,
  delivery: false,
};
