// What the gestures of a ladder do: armed, they send at once; not armed, they open the ticket, or ask.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import type { Anchor, NewOrderRequest } from '../../../actions/action.ts';
import { type ActionContext, reasonAgainst } from '../../../actions/action.ts';
import {
  deleteActiveOrder,
  openChange,
  openEditForm,
  runOrderAction,
} from '../../../actions/order-actions.ts';
import { priceText } from '../../../market/market-text.ts';
import { showToast } from '../../../notices/toasts.ts';
import { openEntry } from '../../market/contract-menu.tsx';
import type { Arming } from './arming.ts';
import { priceOfTicks } from './price-axis.ts';

export interface LadderOrdersOptions {
  readonly contract: string;
  readonly tick: number;
  readonly arming: Arming;
  /** The lots of one click; null while they cannot be read. */
  readonly lots: number | null;
  readonly lotsError: string | null;
  readonly context: ActionContext;
  /** Where a form for this price opens. */
  readonly anchorOf: (ticks: number) => Anchor;
}

/** The ways to change the market from a ladder. Prices are in ticks. */
export interface LadderOrders {
  /** What the ticket of a price begins with. */
  requestAt(side: Side, ticks: number): NewOrderRequest;
  deal(side: Side, ticks: number): void;
  amend(order: ActiveOrderRow, ticks: number): void;
  /** Why the order cannot be amended to this price, as a sentence; null when it can. */
  againstAmend(order: ActiveOrderRow, ticks: number): string | null;
  remove(order: ActiveOrderRow): void;
}

export function ladderOrders(options: LadderOrdersOptions): LadderOrders {
  const { contract, tick, arming, lots, lotsError, context, anchorOf } = options;
  const warn = (message: string) => showToast({ type: 'warning', message });
  /** Whether this gesture sends; if so, it is a use of the ladder. */
  const sends = () => {
    arming.used();
    return arming.isArmed();
  };
  const requestAt = (side: Side, ticks: number): NewOrderRequest => ({
    kind: 'order',
    contract,
    side,
    price: priceOfTicks(ticks, tick),
    qty: lots,
    type: 0,
    anchor: anchorOf(ticks),
  });
  const targetOf = (order: ActiveOrderRow, ticks: number) => ({
    order,
    anchor: anchorOf(ticks),
    price: priceOfTicks(ticks, tick),
  });
  return {
    requestAt,
    deal(side, ticks) {
      const price = priceOfTicks(ticks, tick);
      if (!sends()) openEntry(requestAt(side, ticks), context);
      else if (lots === null) warn(`The order was not sent. ${lotsError ?? ''}`);
      else void context.workspace.sendAtOnce({ kind: 'order', contract, side, price, qty: lots });
    },
    amend(order, ticks) {
      const target = targetOf(order, ticks);
      const { price } = target;
      const isSent = sends();
      const reason = reasonAgainst(openEditForm, target, context);
      if (!isSent) openChange(openEditForm, target, context, warn);
      else if (reason === null) void context.workspace.sendAtOnce({ kind: 'amend', order, price });
      else warn(reason);
    },
    againstAmend: (order, ticks) => reasonAgainst(openEditForm, targetOf(order, ticks), context),
    remove(order) {
      const subject = { order, priceText: priceText(order.price, order) };
      void runOrderAction(deleteActiveOrder, subject, context, { asks: !sends() });
    },
  };
}
