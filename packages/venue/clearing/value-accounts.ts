// Values the accounts as if the day ended now (market/money.md, MTM): the variation margin that each would receive or pay, and the
// initial margin that it would need. Contracts that end today are excluded from the margin: options count as exercised or lapsed,
// and futures on their last notice day as closed at their MTM.

import { asMoney } from '../kernel/units.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { addHolding, holdingsOf, marginWork, portfolioOf } from '../margins/account-portfolio.ts';
import { portfolioMargin } from '../margins/portfolio-margin.ts';
import type { MtmEvent } from '../mtm/mtm-events.ts';
import type { MtmState, ValuationRun } from '../mtm/mtm-state.ts';
import { publishValuation } from '../mtm/valuations.ts';
import { valuedAt } from '../mtm/value-contracts.ts';
import { contractNamed, type MarketContext, settlementDay } from '../reference/market.ts';
import type { ClearingState } from './clearing-context.ts';

type ValuationContext = MarketContext<ClearingState & MtmState, MtmEvent>;

/** One account per unit, then the publication. */
export const valuationOfAccounts: LongStage<ValuationContext, ValuationRun> = {
  unit: (context, run) => {
    if (run.isPublished) return null;
    const principal = run.principals[run.accounts.length];
    return principal === undefined ? publishValuation(context, run) : valueAccount(context, run, principal);
  },
};

function valueAccount(context: ValuationContext, run: ValuationRun, principal: string): number {
  const { state, market } = context;
  const at = valuedAt(context, run);
  const holdings = holdingsOf(state.positions, market, principal);
  let [member, variation] = ['', 0];
  for (const position of state.positions.ofPrincipal(principal)) {
    const contract = contractNamed(market, position.contract);
    const { mtm } = at.prices.of(contract);
    const perTon = position.realised + position.net * mtm - position.cost;
    member = position.member;
    variation += perTon * contract.instrument.tonsPerContract;
  }
  for (const { contract: name, lots, price } of run.ends[principal] ?? []) {
    const contract = contractNamed(market, name);
    variation += lots * (at.prices.of(contract).mtm - price) * contract.instrument.tonsPerContract;
    addHolding(holdings, contract, lots);
  }
  for (const contract of [...holdings.keys()])
    if (contract.option === null && settlementDay(market, contract) <= market.businessDay)
      holdings.delete(contract);
  const { margin } = portfolioMargin(
    portfolioOf({ ...at, rates: state.rates }, holdings, market.businessDay),
  );
  run.accounts.push({ member, principal, variationMargin: asMoney(variation), initialMargin: margin });
  return marginWork(holdings);
}
