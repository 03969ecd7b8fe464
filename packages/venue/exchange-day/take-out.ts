// Removes orders, reported deals and offers that are not accepted, tenders and bids when the operator stops a member or a dealer, or makes
// an account inactive (market/rights.md, Trading stops, Parties). Otherwise they could still deal.
import { endUnaccepted } from '../deals/expire-unmatched-deals.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { deleteOrder, suspendFor } from '../orders/leave-market.ts';
import { isSuspended, type Order } from '../orders/order.ts';
import type { OrdersState } from '../orders/orders.ts';
import type { OrdersEvent } from '../orders/orders-context.ts';
import type { MarketContext } from '../reference/market.ts';
import {
  type PartyEvent,
  type PutClient,
  type PutMember,
  putClient,
  putMember,
} from '../reference/parties.ts';
import { endBid, rankBids } from '../silo/bid.ts';
import type { SiloContext, SiloState } from '../silo/silo-context.ts';
import { takeBackWithBids } from '../silo/stages.ts';
import {
  type StopTrading,
  strangerRejection,
  type TradingStopped,
} from '../trading-stops/trading-stops-module.ts';

type TakeOutContext = MarketContext<
  SiloState & OrdersState,
  OrdersEvent | Parameters<SiloContext['emit']>[0] | TradingStopped | PartyEvent
>;

/** The owner of an order, a bid or a tender. A tender has no dealer: it belongs to the account. */
interface Owner {
  readonly member: string;
  readonly principal: string;
  readonly dealer?: string;
}

export function stopTrading(
  context: TakeOutContext,
  { member, dealer, reason }: StopTrading,
): Rejection | null {
  const { state, market, emit } = context;
  const stranger = strangerRejection(market, { member, dealer });
  if (stranger !== null) return stranger;

  state.tradingStops.put({ member, dealer, reason });
  const isStopped = (owner: Owner) => owner.member === member && (dealer === null || owner.dealer === dealer);
  for (const order of ordersOf(context, isStopped)) deleteOrder(context, order, 'tradingStopped');
  takeOutOffers(context, isStopped);

  emit({ kind: 'tradingStopped', member, dealer, reason });
  return null;
}

/** Changes a member. If it is no longer active, its own and its clients' orders and offers are removed from the market. */
export function changeMember(context: TakeOutContext, command: PutMember): Rejection | null {
  const result = putMember(context, command);
  if (isRejection(result)) return result;
  if (!command.active) deactivate(context, ({ member }) => member === command.code);
  return null;
}

/** Changes a client. If it is no longer active, its orders and offers are removed from the market. */
export function changeClient(context: TakeOutContext, command: PutClient): Rejection | null {
  const result = putClient(context, command);
  if (isRejection(result)) return result;
  if (!command.active) deactivate(context, ({ principal }) => principal === command.code);
  return null;
}

/** Orders stay with their dealers as suspended, so that nothing is lost when the account becomes active again. */
function deactivate(context: TakeOutContext, isInactive: (owner: Owner) => boolean): void {
  const working = ordersOf(context, isInactive).filter((order) => !isSuspended(order));
  suspendFor(context, working, 'accountInactive');
  takeOutOffers(context, isInactive);
}

const ordersOf = ({ state }: TakeOutContext, isMeant: (owner: Owner) => boolean): Order[] =>
  [...state.orders.all()].filter(({ owner }) => isMeant(owner));

/** Items that await another member: reports, offers of deals, tenders and bids. */
function takeOutOffers(context: TakeOutContext, isMeant: (owner: Owner) => boolean): void {
  const { deals, silo } = context.state;
  for (const item of deals.waiting()) if (isMeant(item.owner)) endUnaccepted(context, item, 'Withdrawn');
  for (const { siloCertSeq, seller } of silo.openLots())
    if (isMeant(seller)) takeBackWithBids(context, siloCertSeq);
  for (const { bid } of [...silo.bids.values()]) {
    if (bid.state !== 'Open' || !isMeant(bid)) continue;
    endBid(context, bid.siloBidSeq, 'Lapsed');
    rankBids(context, bid.siloCertSeq);
  }
}
