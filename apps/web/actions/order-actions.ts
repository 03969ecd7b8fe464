// Actions on orders that are in the market (ACT-4 to ACT-8), and the sentences that describe orders and their outcomes.

import type {
  ActiveOrderRow,
  BodyOf,
  OrderActionBody,
  OrderReply,
  Side,
  UserCommandKind,
} from '@openpit/wire';
import { create } from 'zustand';
import { lotsText, priceText, sideVerb } from '../market/market-text.ts';
import { usePreferences } from '../stores/session.ts';
import type { Question } from '../ui/dialog.tsx';
import { formatPrice } from '../ui/format.ts';
import { DeleteIcon, EditIcon, ReduceIcon, ResubmitIcon, SuspendIcon } from '../ui/icons.tsx';
import { type Conditions, type EachRow, type Permission, permissionOf, type RowAction } from './action.ts';
import type { Anchor, ChangeOrderRequest } from './dialogs.ts';
import { sendCommand } from './send.ts';
import { openTicket } from './ticket.ts';

export interface OrderSummary {
  readonly side: Side;
  readonly qty: number;
  readonly contract: string;
  /** The price as the locale writes it, with all decimals of its tick. */
  readonly priceText: string;
  /** The suffix of an average price: a percent sign for a delta. */
  readonly averageSuffix?: string | undefined;
}

const sidePast = (side: Side) => (side === 'B' ? 'Bought' : 'Sold');
const restsText = (lots: number) => `${lotsText(lots)} ${lots === 1 ? 'rests' : 'rest'}`;

/** "Buy 10 DEC26 WMAZ at 4 035.20". */
export function orderSentence({ side, qty, contract, priceText }: OrderSummary): string {
  return `${sideVerb(side)} ${qty} ${contract} at ${priceText}`;
}

/** "Double DEC26 WMAZ: bid 10 at 4 034.80, offer 10 at 4 035.20". */
export function doubleSentence(bid: OrderSummary, offer: OrderSummary): string {
  return `Double ${bid.contract}: bid ${bid.qty} at ${bid.priceText}, offer ${offer.qty} at ${offer.priceText}`;
}

type Dealt = Pick<OrderReply, 'dealt' | 'averagePrice' | 'legs'>;

/** An average has the decimals of a cent, regardless of the tick. */
export const averageText = (average: number): string => formatPrice(average, 2);

/** "4 035.36 on average"; the limit of the order if the reply has no prices. */
export function dealtAt(
  { dealt, averagePrice }: Pick<Dealt, 'dealt' | 'averagePrice'>,
  { priceText, averageSuffix = '' }: Pick<OrderSummary, 'priceText' | 'averageSuffix'>,
): string {
  if (averagePrice === undefined) return `${priceText} or better`;
  return averageText(averagePrice) + averageSuffix + (dealt === 1 ? '' : ' on average');
}

/** " Bought 10 MAY27 WMAZ at 3 980.60, sold 10 MAR27 WMAZ at 4 054.60."; empty for an order without legs. */
function legsText(legs: Dealt['legs']): string {
  if (legs === undefined || legs.length === 0) return '';
  const parts = legs.map(({ side, qty, contract, averagePrice }, index) => {
    const verb = index === 0 ? sidePast(side) : sidePast(side).toLowerCase();
    return `${verb} ${qty} ${contract} at ${averageText(averagePrice)}`;
  });
  return ` ${parts.join(', ')}.`;
}

/** The outcome of an accepted order, with the average price of the dealt lots and the legs of a package. */
export function outcomeSentence(order: OrderSummary, reply: Omit<OrderReply, 'seq' | 'repeated'>): string {
  return outcomeOf(order, reply) + legsText(reply.legs);
}

function outcomeOf(order: OrderSummary, reply: Omit<OrderReply, 'seq' | 'repeated'>): string {
  const { state, dealt, remaining, activeOrderSeq } = reply;
  const { side, contract, priceText } = order;
  const bought = `${sidePast(side)} ${dealt} ${contract} at ${dealtAt(reply, order)}`;
  if (state === 'Filled') return `Order ${activeOrderSeq}: ${bought}, all dealt.`;
  if (state === 'Active')
    return dealt === 0
      ? `Order ${activeOrderSeq} rests in the market: ${orderSentence({ ...order, qty: remaining })}.`
      : `Order ${activeOrderSeq}: ${bought}, ${restsText(remaining)} at ${priceText}.`;
  if (state === 'Killed')
    return dealt === 0
      ? `Order ${activeOrderSeq} was killed: nothing could be dealt at ${priceText} or better.`
      : `Order ${activeOrderSeq}: ${bought}, the rest was killed.`;
  const left = dealt === 0 ? `Order ${activeOrderSeq} is` : `Order ${activeOrderSeq}: ${bought}; the rest is`;
  if (state === 'Suspended') return `${left} suspended with ${lotsText(remaining)}.`;
  if (state === 'Pre-market') return `${left} waiting for the call auction with ${lotsText(remaining)}.`;
  return `${left} ${state.toLowerCase()}.`;
}

export interface OrderTarget {
  readonly order: ActiveOrderRow;
}

/** An action that sends a command on one order. An order that waits for an answer allows none. */
export interface OrderAction extends RowAction<OrderTarget> {
  readonly permission: Permission;
  readonly several: EachRow<OrderTarget>;
  /** The effect of an acceptance, as a sentence. */
  accepted(order: ActiveOrderRow, reply: OrderReply): string;
}

/** The commands whose body is only the number of an order. */
type OrderCommand = {
  [Kind in UserCommandKind]: [BodyOf<Kind>, OrderActionBody] extends [OrderActionBody, BodyOf<Kind>]
    ? Kind
    : never;
}[UserCommandKind];

interface OrderActionSpec
  extends Pick<OrderAction, 'label' | 'icon' | 'key' | 'against' | 'question' | 'accepted'> {
  readonly command: OrderCommand;
  readonly questionOfSeveral?: (targets: readonly OrderTarget[]) => Question;
}

/**
 * Orders with a pending command, by activeOrderSeq. The buttons of these orders are disabled until the answer, so that nothing is sent
 * twice.
 */
export const usePendingOrders = create<{ readonly pending: ReadonlySet<number> }>()(() => ({
  pending: new Set(),
}));

export const waitingReason = 'Waiting for the market’s answer to the last command on this order.';

const isPending = ({ order }: OrderTarget) => usePendingOrders.getState().pending.has(order.activeOrderSeq);

export function setOrderPending(activeOrderSeq: number, isPending: boolean): void {
  usePendingOrders.setState(({ pending }) => {
    const next = new Set(pending);
    if (isPending) next.add(activeOrderSeq);
    else next.delete(activeOrderSeq);
    return { pending: next };
  });
}

function orderAction(spec: OrderActionSpec): OrderAction {
  const { command, questionOfSeveral = null, ...shown } = spec;
  return {
    ...shown,
    id: command,
    permission: permissionOf(command),
    several: { many: 'orders', question: questionOfSeveral },
    against: (target, context) =>
      isPending(target) ? waitingReason : (spec.against?.(target, context) ?? null),
    perform(target) {
      const { order } = target;
      const { activeOrderSeq } = order;
      // Another command may have been sent while the question was open.
      if (isPending(target)) return null;
      return sendCommand({
        command,
        body: { activeOrderSeq },
        description: `${shown.label} order ${activeOrderSeq}: ${openOrderSentence(order)}`,
        accepted: (reply) => shown.accepted(order, reply),
        ordersOf: (reply) => [reply],
        onPending: (isPending) => setOrderPending(activeOrderSeq, isPending),
      });
    },
  };
}

/** The open part of the order as text: "Buy 6 DEC26 WMAZ at 4 035.20". */
function openOrderSentence(order: ActiveOrderRow): string {
  const { side, remaining, contract, price } = order;
  return orderSentence({ side, qty: remaining, contract, priceText: priceText(price, order) });
}

/** A user who presses Delete on an order wants it cancelled, and a cancellation enters nothing into the market. */
const cancelQuestion = { isDestructive: true, confirmHasFocus: true };

/** The question before several orders are cancelled. */
function questionForAll(targets: readonly OrderTarget[]): Question {
  const named = targets
    .slice(0, 5)
    .map(({ order }) => `${order.activeOrderSeq} (${openOrderSentence(order)})`);
  const more = targets.length > named.length ? ` and ${targets.length - named.length} more` : '';
  const label = `Cancel ${targets.length} orders`;
  return {
    ...cancelQuestion,
    title: `${label}?`,
    sentence: `Orders ${named.join(', ')}${more}. This cannot be undone.`,
    confirmLabel: label,
    cancelLabel: 'Keep them',
  };
}

/**
 * Cancelling lowers risk, so it is possible while prices are stale. It asks first, because a cancelled order cannot be restored; the user
 * can switch this question off in Preferences. On screens
 * orders are cancelled, offers to others are withdrawn, and documents of the user are deleted.
 */
export const deleteActiveOrder = orderAction({
  command: 'deleteActiveOrder',
  label: 'Cancel',
  icon: DeleteIcon,
  key: 'Delete',
  question({ order }) {
    if (!usePreferences.getState().document.defaults.askBeforeCancel) return null;
    return {
      ...cancelQuestion,
      title: 'Cancel the order?',
      sentence: `Order ${order.activeOrderSeq}: ${openOrderSentence(order)}. This cannot be undone.`,
      confirmLabel: 'Cancel order',
      cancelLabel: 'Keep it',
    };
  },
  questionOfSeveral: questionForAll,
  accepted: (order) => `Cancelled order ${order.activeOrderSeq}: ${openOrderSentence(order)}.`,
});

/**
 * A suspended order loses its place in the queue. Suspending is possible while prices are stale, and asks nothing, because resubmitting
 * restores the order.
 */
export const suspendActiveOrder = orderAction({
  command: 'suspendActiveOrder',
  label: 'Suspend',
  icon: SuspendIcon,
  key: 'h',
  against: ({ order }) => (order.state === 'Suspended' ? 'The order is suspended already.' : null),
  accepted: (order) => `Suspended order ${order.activeOrderSeq}: ${openOrderSentence(order)}.`,
});

/** A resubmitted order is at the end of the queue. It may deal immediately, so it needs live prices. */
export const resubmitActiveOrder = orderAction({
  command: 'resubmitActiveOrder',
  label: 'Resubmit',
  icon: ResubmitIcon,
  key: 'u',
  against: ({ order }, { entryClosed }) =>
    order.state === 'Suspended' ? entryClosed : 'Only a suspended order can be resubmitted.',
  accepted(order, reply) {
    if (reply.dealt === 0) return `Resubmitted order ${order.activeOrderSeq}: ${openOrderSentence(order)}.`;
    const left = reply.remaining === 0 ? 'none' : lotsText(reply.remaining);
    const at = dealtAt(reply, { priceText: priceText(order.price, order) });
    return `Order ${order.activeOrderSeq} is back in the market: ${lotsText(reply.dealt)} dealt at ${at}, ${left} left.${legsText(reply.legs)}`;
  },
});

/**
 * Reduce keeps the place in the queue. Edit changes a suspended order; amend changes an active one in one step, which needs the permissions
 * of all three steps. The new terms are typed in the order form.
 */
export type ChangeKind = ChangeOrderRequest['kind'];

export interface ChangeTarget extends OrderTarget {
  readonly anchor: Anchor | null;
  /** The initial price; the order's own by default. */
  readonly price?: number | undefined;
}

/** The conditions for sending a change. Only an amendment can deal immediately, so only it needs live prices. */
export const changeConditions = {
  reduce: {
    permission: permissionOf('reduceActiveOrder'),
    against: ({ remaining }) => (remaining < 2 ? 'One lot is left: cancel the order instead.' : null),
  },
  edit: { permission: permissionOf('editSuspendOrder') },
  amend: {
    permission: permissionOf('amendActiveOrder', 'amend active orders'),
    against: (_order, { entryClosed }) => entryClosed,
  },
} satisfies Record<ChangeKind, Conditions<Pick<ActiveOrderRow, 'remaining'>>>;

/** The command behind "Edit": an order in the market is amended, a suspended order edited. */
export function editKind({ state }: Pick<ActiveOrderRow, 'state'>): 'edit' | 'amend' {
  return state === 'Suspended' ? 'edit' : 'amend';
}

const opens = (
  kindOf: (order: ActiveOrderRow) => ChangeKind,
): Pick<RowAction<ChangeTarget>, 'permissionFor' | 'against' | 'perform'> => ({
  permissionFor: ({ order }) => changeConditions[kindOf(order)].permission,
  against(target, context) {
    const { order } = target;
    const conditions: Conditions<ActiveOrderRow> = changeConditions[kindOf(order)];
    return isPending(target) ? waitingReason : (conditions.against?.(order, context) ?? null);
  },
  perform({ order, anchor, price }) {
    void openTicket({ kind: kindOf(order), contract: order.contract, order, anchor, price });
    return null;
  },
});

export const openEditForm: RowAction<ChangeTarget> = {
  id: 'editSuspendOrder',
  // For the sheet of keys. A button or menu names the change that its order allows: `changeLabels`.
  label: 'Amend or edit',
  icon: EditIcon,
  permission: changeConditions.edit.permission,
  key: 'e',
  ...opens(editKind),
};

export const openReduceForm: RowAction<ChangeTarget> = {
  id: 'reduceActiveOrder',
  label: 'Reduce',
  icon: ReduceIcon,
  permission: changeConditions.reduce.permission,
  key: '-',
  ...opens(() => 'reduce'),
};

/** The actions on one order that need no form, in the order they are shown. */
export const orderActions: readonly OrderAction[] = [
  suspendActiveOrder,
  resubmitActiveOrder,
  deleteActiveOrder,
];

/** "Amend" for an order in the market, "Edit" for a suspended order, "Reduce". */
export const changeLabels: Readonly<Record<ChangeKind, string>> = {
  reduce: 'Reduce',
  edit: 'Edit',
  amend: 'Amend',
};
