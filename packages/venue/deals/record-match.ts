// Records a match in the ledger of deals and in the contract's prices of the day. Every match of every book passes through here.
import type { Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { EpochMs } from '../kernel/units.ts';
import { madeOfNone } from './deal.ts';
import type { DealMade, DealSide } from './deal-events.ts';
import type { DealsState } from './deal-ledger.ts';
import { countsForMarket } from './deal-origin.ts';

type DealsContext = CommandContext<Pick<DealsState, 'deals' | 'prices'>, never>;

/** Records both sides of a deal. Positions are the caller's. */
export function recordMatch({ state, at }: DealsContext, contract: Contract, dealMade: DealMade): void {
  record(state, dealMade, { side: 'B', ownSide: dealMade.buy, other: dealMade.sell, at });
  record(state, dealMade, { side: 'S', ownSide: dealMade.sell, other: dealMade.buy, at });
  if (countsForMarket[dealMade.origin]) state.prices.dealt(contract, dealMade.price);
}

/** Records a package's match. No account holds it, but the package's own contract has traded. */
export function recordPackage(
  { state, at }: DealsContext,
  contract: Contract,
  { matchSeq, price, lots }: Pick<DealMade, 'matchSeq' | 'price' | 'lots'>,
  linkedGroup: number,
): void {
  state.deals.addPackage({
    linkedGroup,
    matchSeq,
    contract: contract.name,
    price,
    lots,
    dealtAt: at,
    isCancelled: false,
  });
  state.prices.dealt(contract, price);
}

/** A full literal instead of a spread, because this is on the order path. */
function record(
  { deals }: Pick<DealsState, 'deals'>,
  dealMade: DealMade,
  {
    side,
    ownSide,
    other,
    at,
  }: { readonly side: Side; readonly ownSide: DealSide; readonly other: DealSide; readonly at: EpochMs },
): void {
  deals.add({
    dealSeq: ownSide.dealSeq,
    matchSeq: dealMade.matchSeq,
    contract: dealMade.contract,
    side,
    lots: dealMade.lots,
    value: dealMade.price * dealMade.lots,
    averagePrice: null,
    owner: ownSide.owner,
    counterparty: other.owner.member,
    isDisclosed: false,
    origin: dealMade.origin,
    linkedGroup: dealMade.linkedGroup,
    activeOrderSeq: ownSide.activeOrderSeq,
    isAggressor: dealMade.aggressor === side,
    option: dealMade.option,
    dealtAt: at,
    state: 'Open',
    isMatched: true,
    madeOf: madeOfNone,
  });
}
