// Closes positions outside the market: the buyer takes over the seller's position, with deals on both sides.
import type { DealOrigin } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { bookDeal } from '../deal-actions/book-deal.ts';
import type { Deal } from '../deals/deal.ts';
import { type Lots, lots, type Price } from '../kernel/units.ts';
import { type Position, positionChanged } from '../positions/position.ts';
import type { Account } from '../positions/position-ledger.ts';
import type { OrderOwner } from '../rights/owner.ts';
import type { ExpiryContext } from './expiry-context.ts';
import type { AccountLots } from './expiry-events.ts';

/** Lots of one account, with the owner of its new deals. */
export interface Part {
  readonly owner: OrderOwner;
  readonly lots: Lots;
}

export interface MatchedParts {
  readonly long: Part;
  readonly short: Part;
  readonly lots: Lots;
}

/** Nobody sends deals that the market itself makes, so only the account of their owner is known. */
export function partOf({ member, principal, subAccount }: Account, quantity: number): Part {
  const capacity = principal === member ? 'P' : 'A';
  const owner = { userId: '', member, dealer: '', principal, subAccount, capacity, ref: '' } as const;
  return { owner, lots: lots(quantity) };
}

export const accountLotsOf = ({ owner, lots: quantity }: Part): AccountLots => ({
  member: owner.member,
  principal: owner.principal,
  subAccount: owner.subAccount,
  lots: quantity,
});

export const longsIn = (positions: readonly Position[]): Part[] =>
  positions.filter(({ net }) => net > 0).map((position) => partOf(position, position.net));

export const shortsIn = (positions: readonly Position[]): Part[] =>
  positions.filter(({ net }) => net < 0).map((position) => partOf(position, -position.net));

/** Pairs each long lot with a short lot, in list order. Both lists must have the same number of lots. */
export function matchParts(longs: readonly Part[], shorts: readonly Part[]): MatchedParts[] {
  const matched: MatchedParts[] = [];
  let [longAt, shortAt, longUsed, shortUsed] = [0, 0, 0, 0];
  for (;;) {
    const [long, short] = [longs[longAt], shorts[shortAt]];
    if (long === undefined || short === undefined) return matched;
    const quantity = Math.min(long.lots - longUsed, short.lots - shortUsed);
    if (quantity > 0) matched.push({ long, short, lots: lots(quantity) });
    longUsed += quantity;
    shortUsed += quantity;
    if (longUsed === long.lots) [longAt, longUsed] = [longAt + 1, 0];
    if (shortUsed === short.lots) [shortAt, shortUsed] = [shortAt + 1, 0];
  }
}

/** Books both sides of a deal, and the resulting positions. */
export function bookBothSides(
  context: ExpiryContext,
  contract: Contract,
  terms: {
    readonly buyer: OrderOwner;
    readonly seller: OrderOwner;
    readonly lots: Lots;
    readonly price: Price;
    readonly origin: DealOrigin;
    readonly linkedGroup: number;
  },
): readonly [buy: Deal, sell: Deal] {
  const { state, at } = context;
  const { buyer, seller, price, origin, linkedGroup } = terms;
  const shared = {
    matchSeq: state.deals.takeMatchSeq(),
    contract: contract.name,
    lots: terms.lots,
    value: price * terms.lots,
    averagePrice: null,
    isDisclosed: false,
    origin,
    linkedGroup,
    activeOrderSeq: null,
    isAggressor: false,
    option: null,
    dealtAt: at,
  } as const;
  const buy = bookDeal(context, { ...shared, side: 'B', owner: buyer, counterparty: seller.member });
  const sell = bookDeal(context, { ...shared, side: 'S', owner: seller, counterparty: buyer.member });
  for (const { owner, side, matchSeq } of [buy, sell]) {
    const deal = { side, lots: terms.lots, price, matchSeq };
    state.positions.knownRoom.delete(owner.principal);
    context.emit(positionChanged(state.positions.book(owner, contract, deal)));
  }
  return [buy, sell];
}
