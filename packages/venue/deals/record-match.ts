// What a deal leaves in the venue besides positions: its two sides in the ledger of the day's deals, and the contract's last, high
// and low where its origin counts for the market. Every deal goes through here, of whatever book.
import type { DealMade, DealSide } from '../events.ts';
import type { Cents, Side } from '../kernel/units.ts';
import type { Contract, Handling, VenueState } from '../state.ts';
import { countsForMarket } from './deal-origin.ts';

/** For each deal that is told; positions are the caller's. */
export function recordMatch(state: VenueState, contract: Contract, made: DealMade, handling: Handling): void {
  record(state, made, { side: 'B', own: made.buy, other: made.sell }, handling);
  record(state, made, { side: 'S', own: made.sell, other: made.buy }, handling);
  if (countsForMarket[made.origin]) noteFigures(contract, made.price);
}

/** A package: nothing is held of it, but its own contract has dealt. */
export function recordPackage(
  state: VenueState,
  contract: Contract,
  {
    linkedGroup,
    matchSeq,
    price,
    lots,
  }: Pick<DealMade, 'matchSeq' | 'price' | 'lots'> & { linkedGroup: number },
  { at }: Handling,
): void {
  const { contract: name } = contract.listing;
  state.deals.addPackage({
    linkedGroup,
    matchSeq,
    contract: name,
    price,
    lots,
    dealtAt: at,
    isCancelled: false,
  });
  noteFigures(contract, price);
}

function noteFigures(contract: Contract, price: Cents): void {
  contract.last = price;
  if (contract.high === null || price > contract.high) contract.high = price;
  if (contract.low === null || price < contract.low) contract.low = price;
}

/** A literal of all fields: this is on the order path. */
function record(
  state: VenueState,
  made: DealMade,
  { side, own, other }: { readonly side: Side; readonly own: DealSide; readonly other: DealSide },
  { at }: Handling,
): void {
  state.deals.add({
    dealSeq: own.dealSeq,
    matchSeq: made.matchSeq,
    contract: made.contract,
    side,
    lots: made.lots,
    value: made.price * made.lots,
    owner: own.owner,
    counterparty: other.owner.member,
    isDisclosed: false,
    origin: made.origin,
    linkedGroup: made.linkedGroup,
    activeOrderSeq: own.activeOrderSeq,
    isAggressor: made.aggressor === side,
    option: made.option,
    dealtAt: at,
    state: 'Open',
    isMatched: true,
  });
}
