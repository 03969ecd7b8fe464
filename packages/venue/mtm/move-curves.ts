// Moves the volatility curves with the day's deals (market/options.md, Option MTM). The volatility at the money becomes the lot-weighted
// average of the dealt volatilities of options and deltas, each less the skew of its strike. Too few lots change nothing.
import type { Contract } from '../contracts/contract.ts';
import { boundedVolatility, skewAt, type VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import type { Market } from '../reference/market.ts';
import { markRulesOf } from '../reference/reference-data.ts';

/** The deals in one series of options: lots, and the sum of their volatilities at the money. */
export interface DealtVolatility {
  lots: number;
  value: number;
}

/** Adds the day's deals in an option to the deals in its series, by the number of the series; returns the number of deals. */
export function addDealtVolatility(
  { deals, curves }: Pick<DealsState, 'deals' | 'curves'>,
  { name, option: terms }: Contract,
  dealt: Record<number, DealtVolatility>,
): number {
  if (terms === null) return 0;
  const curve = curves.of(terms);
  let count = 0;
  for (const { lots, option } of deals.matchedInOption(name)) {
    count += 1;
    if (option.volatility === null) continue;
    const skew = skewAt(curve, { strike: terms.strike, forward: option.reference });
    dealt[terms.series] ??= { lots: 0, value: 0 };
    const sum = dealt[terms.series] as DealtVolatility;
    sum.lots += lots;
    // Rounded for each deal, so that the sum does not depend on their order.
    sum.value += Math.round(option.volatility - skew) * lots;
  }
  return count;
}

/** The curves that these deals move, by the number of the series. */
export function movedCurves(
  { curves }: Pick<DealsState, 'curves'>,
  market: Pick<Market, 'rules' | 'listed'>,
  dealt: Readonly<Record<number, DealtVolatility>>,
): Record<number, VolatilityCurve> {
  const { volatilityLots } = markRulesOf(market.rules);
  const moved: Record<number, VolatilityCurve> = {};
  for (const { option } of market.listed) {
    const sum = option === null ? undefined : dealt[option.series];
    if (option === null || sum === undefined || sum.lots < volatilityLots) continue;
    moved[option.series] ??= {
      ...curves.of(option),
      atTheMoney: boundedVolatility(sum.value / sum.lots),
    };
  }
  return moved;
}
