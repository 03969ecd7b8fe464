// The volatility curves move with the day's deals (market.md, Option MTM): the volatility at the money becomes the average, by
// lots, of the volatilities at which options and deltas were dealt, each less the skew of its strike. Too few lots change
// nothing.
import type { Contract } from '../contracts/contract.ts';
import { boundedVolatility, skewAt, type VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { Deal } from '../deals/deal.ts';
import type { DealsState } from '../deals/deal-ledger.ts';
import { type Volatility, volatility } from '../kernel/units.ts';
import { markRulesOf } from '../reference/mark-rules.ts';
import { contractNamed, type Market } from '../reference/market.ts';

/** The curves that the day's deals move, by the future's index. */
export function movedCurves(
  state: Pick<DealsState, 'deals' | 'curves'>,
  market: Market,
): Map<number, VolatilityCurve> {
  const { volatilityLots } = markRulesOf(market.rules);
  const sums = new Map<Contract, { lots: number; value: number }>();
  for (const deal of state.deals.inOptions()) {
    const found = atTheMoneyOf(state, market, deal);
    if (found === null) continue;
    const sum = sums.get(found.underlying) ?? { lots: 0, value: 0 };
    sums.set(found.underlying, sum);
    sum.lots += deal.lots;
    sum.value += found.atTheMoney * deal.lots;
  }
  const moved = new Map<number, VolatilityCurve>();
  for (const [underlying, { lots, value }] of sums) {
    const curve = state.curves.of(underlying);
    if (lots >= volatilityLots && curve !== null)
      moved.set(underlying.index, { ...curve, atTheMoney: boundedVolatility(value / lots) });
  }
  return moved;
}

/** Rounded for each deal, so that the sum does not depend on their order. */
function atTheMoneyOf(
  { curves }: Pick<DealsState, 'curves'>,
  market: Market,
  { contract, option }: Deal,
): { readonly underlying: Contract; readonly atTheMoney: Volatility } | null {
  const terms = contractNamed(market, contract).option;
  const curve = terms === null ? null : curves.of(terms.underlying);
  if (terms === null || curve === null || option === null || option.volatility === null) return null;
  const skew = skewAt(curve, { strike: terms.strike, forward: option.reference });
  return { underlying: terms.underlying, atTheMoney: volatility(Math.round(option.volatility - skew)) };
}
