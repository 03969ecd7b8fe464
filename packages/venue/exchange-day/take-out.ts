// Removes orders, reported deals and offers that are not accepted, tenders and bids when the operator stops a member or a dealer, or makes
// an account inactive (market.md, Trading stops, Parties). Otherwise they could still deal.
import { endUnaccepted } from '../deals/expire-unmatched-deals.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { deleteOrder, suspendFor } from '../orders/leave-market.ts';
import { isSuspended, type Order } from '../orders/order.ts';
import type { OrdersState } from '../orders/orders.ts';
import type { OrdersEvent } from '../orders/orders-act.ts';
import type { MarketAct } from '../reference/market.ts';
import {
  type PartyEvent,
  type PutClient,
  type PutMember,
  putClient,
  putMember,
} from '../reference/parties.ts';
import { endBid, rankBids } from '../silo/bid.ts';
import type { SiloAct, SiloState } from '../silo/silo-act.ts';
import { takeBackWithBids } from '../silo/stages.ts';
import {
  type StopTrading,
  strangerRejection,
  type TradingStopped,
} from '../trading-stops/trading-stops-module.ts';

type TakeOutAct = MarketAct<
  SiloState & OrdersState,
  OrdersEvent | Parameters<SiloAct['emit']>[0] | TradingStopped | PartyEvent
>;

/** The owner of an order, a bid or a tender. A tender has no dealer: it belongs to the account. */
interface Owner {
  readonly member: string;
  readonly principal: string;
  readonly dealer?: string;
}

export function stopTrading(act: TakeOutAct, { member, dealer, reason }: StopTrading): Rejection | null {
  const { state, market, emit } = act;
  const stranger = strangerRejection(market, { member, dealer });
  if (stranger !== null) return stranger;

  state.tradingStops.put({ member, dealer, reason });
  const isStopped = (owner: Owner) => owner.member === member && (dealer === null || owner.dealer === dealer);
  for (const order of ordersOf(act, isStopped)) deleteOrder(act, order, 'tradingStopped');
  takeOutOffers(act, isStopped);

  emit({ kind: 'tradingStopped', member, dealer, reason });
  return null;
}

/** Changes a member. If it is no longer active, its orders and offers, and its clients', are taken out of the market. */
export function changeMember(act: TakeOutAct, command: PutMember): Rejection | null {
  const result = putMember(act, command);
  if (isRejection(result)) return result;
  if (!command.active) deactivate(act, ({ member }) => member === command.code);
  return null;
}

/** Changes a client. If it is no longer active, its orders and offers are taken out of the market. */
export function changeClient(act: TakeOutAct, command: PutClient): Rejection | null {
  const result = putClient(act, command);
  if (isRejection(result)) return result;
  if (!command.active) deactivate(act, ({ principal }) => principal === command.code);
  return null;
}

/** Orders stay with their dealers, suspended, so that nothing is lost when the account is active again. */
function deactivate(act: TakeOutAct, isInactive: (owner: Owner) => boolean): void {
  const working = ordersOf(act, isInactive).filter((order) => !isSuspended(order));
  suspendFor(act, working, 'accountInactive');
  takeOutOffers(act, isInactive);
}

const ordersOf = ({ state }: TakeOutAct, isMeant: (owner: Owner) => boolean): Order[] =>
  [...state.orders.all()].filter(({ owner }) => isMeant(owner));

/** Items that await another member: captures, offers of deals, tenders and bids. */
function takeOutOffers(act: TakeOutAct, isMeant: (owner: Owner) => boolean): void {
  const { deals, silo } = act.state;
  for (const item of deals.waiting()) if (isMeant(item.owner)) endUnaccepted(act, item, 'Withdrawn');
  for (const { siloCertSeq, seller } of silo.openLots())
    if (isMeant(seller)) takeBackWithBids(act, siloCertSeq);
  for (const { bid } of [...silo.bids.values()]) {
    if (bid.state !== 'Open' || !isMeant(bid)) continue;
    endBid(act, bid.siloBidSeq, 'Lapsed');
    rankBids(act, bid.siloCertSeq);
  }
}
