// Where a deal comes from (domain §4.8, §5.2). What was agreed away from the book, or moved by housekeeping, is no sign of the
// market's liquidity: it must not touch last, high, low, volume and VWAP, nor the price to which everybody is marked.

/**
 * `screen` from a book; `package` the match of a pair or a delta, of which nothing is held but the deals that it prints; `split`, `spread`: a leg of a pair's deal; `delta`: an option and its hedge; `reported`: agreed off-screen and
 * matched by both sides; `assigned`, `tripartite`: passed on to another member; `exercise`, `delivery`: from an option or a future.
 */
export type DealOrigin =
  | 'screen'
  | 'package'
  | 'split'
  | 'spread'
  | 'delta'
  | 'reported'
  | 'assigned'
  | 'tripartite'
  | 'exercise'
  | 'delivery';

/** Whether a deal of this origin counts for last, high, low, volume, VWAP and the liquidity of the MTM. */
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
  delivery: false,
};
