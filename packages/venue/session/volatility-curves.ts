// The volatilities by which options are marked (domain §6.1): one at the money for each expiry, with a skew that is reference data. The one at the
// money is what the day's deals say, of options on screen and of deltas: each at the volatility at which it was dealt, less the skew
// of its strike at where the future stood, averaged by lots. Too few lots change nothing.
import type { Deal } from '../deals/deal.ts';
import { type Volatility, volatility } from '../kernel/units.ts';
import { boundedVolatility, skewAt } from '../options/option-terms.ts';
import type { VolatilityCurve } from '../reference/reference-data.ts';
import type { Contract, Market, VenueState } from '../state.ts';
import { markRulesOf } from './mark-rules.ts';

/** For the end of a day, before its options are marked. */
export function moveCurves({ deals }: Pick<VenueState, 'deals'>, market: Market): void {
  const { volatilityLots } = markRulesOf(market.rules);
  const said = new Map<Contract, { lots: number; value: number }>();
  for (const deal of deals.inOptions()) {
    const found = atTheMoneyOf(market, deal);
    if (found === null) continue;
    const sum = said.get(found.underlying) ?? { lots: 0, value: 0 };
    said.set(found.underlying, sum);
    sum.lots += deal.lots;
    sum.value += found.atTheMoney * deal.lots;
  }
  for (const [underlying, { lots, value }] of said)
    if (lots >= volatilityLots && underlying.curve !== null)
      underlying.curve = { ...underlying.curve, atTheMoney: boundedVolatility(value / lots) };
}

/** Rounded for each deal, so that the sum does not depend on their order. */
function atTheMoneyOf(
  { contracts }: Market,
  { contract, option }: Deal,
): { readonly underlying: Contract; readonly atTheMoney: Volatility } | null {
  const terms = contracts.get(contract)?.option ?? null;
  const curve: VolatilityCurve | null = terms?.underlying.curve ?? null;
  if (terms === null || curve === null || option === null || option.volatility === null) return null;
  const skew = skewAt(curve, { strike: terms.strike, forward: option.reference });
  return { underlying: terms.underlying, atTheMoney: volatility(Math.round(option.volatility - skew)) };
}
