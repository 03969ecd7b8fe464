// The operator stops the trading of a member or a dealer: what they have in the market leaves it at once.
import type { Rejection } from '../kernel/rejection.ts';
import type { MarketAct } from '../reference/market.ts';
import {
  type StopTrading,
  strangerRejection,
  type TradingStopped,
} from '../trading-stops/trading-stops-module.ts';
import { deleteOrder } from './leave-market.ts';
import type { OrdersState } from './orders.ts';
import type { OrdersEvent } from './orders-act.ts';

type StopAct = MarketAct<OrdersState, OrdersEvent | TradingStopped>;

export function stopTrading(act: StopAct, { member, dealer, reason }: StopTrading): Rejection | null {
  const { state, market, emit } = act;
  const stranger = strangerRejection(market, { member, dealer });
  if (stranger !== null) return stranger;

  state.tradingStops.put({ member, dealer, reason });
  const orders = [...state.orders.all()].filter(
    ({ owner }) => owner.member === member && (dealer === null || owner.dealer === dealer),
  );
  for (const order of orders) deleteOrder(act, order, 'tradingStopped');

  emit({ kind: 'tradingStopped', member, dealer, reason });
  return null;
}
