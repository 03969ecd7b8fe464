// Actions on orders that are in the market (ACT-4 to ACT-8), and the sentences that describe orders and their outcomes.

import type {
  ActiveOrderRow,
  BodyOf,
  OrderActionBody,
  OrderReply,
  Side,
  UserCommandKind,
} from '@openpit/wire';
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { lotsText, sideVerb } from '../market/market-text.ts';
import { showReason, showToast } from '../notices/toasts.ts';
import { usePreferences } from '../stores/session.ts';
import { formatPrice } from '../ui/format.ts';
import { DeleteIcon, EditIcon, ReduceIcon, ResubmitIcon, SuspendIcon } from '../ui/icons.tsx';
import {
  type Action,
  type ActionContext,
  type Conditions,
  type Permission,
  permissionOf,
  type RowAction,
  reasonAgainst,
} from './action.ts';
import { type Anchor, askConfirmation, type ChangeOrderRequest, type Question } from './dialogs.ts';
import { newRequestId, orderSubject, type SentCommand, sendCommand, showOutcome } from './send.ts';

export interface OrderSummary {
  readonly side: Side;
  readonly qty: number;
  readonly contract: string;
  /** The price as the locale writes it, with all decimals of its tick. */
  readonly priceText: string;
  /** The suffix of an average price: a percent sign for a delta. */
  readonly averageSuffix?: string;
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
  readonly priceText: string;
  /** The id of this command; a repeat of the same attempt carries the same id. */
  readonly requestId: string;
}

export interface OrderAction extends Action<OrderTarget, Promise<SentCommand<OrderReply>>> {
  readonly icon: ComponentType;
  readonly permission: Permission;
  /** The effect of an acceptance, as a sentence. */
  accepted(target: OrderTarget, reply: OrderReply): string;
}

/** The commands whose body is only the number of an order. */
type OrderCommand = {
  [Kind in UserCommandKind]: [BodyOf<Kind>, OrderActionBody] extends [OrderActionBody, BodyOf<Kind>]
    ? Kind
    : never;
}[UserCommandKind];

export interface OrderActionSpec
  extends Pick<OrderAction, 'label' | 'icon' | 'key' | 'against' | 'accepted'> {
  readonly command: OrderCommand;
  readonly question?: (target: OrderTarget) => Question;
}

function orderAction(terms: OrderActionSpec): OrderAction {
  const { command, ...shown } = terms;
  return {
    ...shown,
    id: command,
    permission: permissionOf(command),
    perform(target) {
      const { requestId, order } = target;
      return sendCommand(
        command,
        { requestId, activeOrderSeq: order.activeOrderSeq },
        {
          description: `${shown.label} order ${order.activeOrderSeq}: ${openOrderSentence(target)}`,
          accepted: (reply) => shown.accepted(target, reply),
        },
      );
    },
  };
}

/** The open part of the order as text: "Buy 6 DEC26 WMAZ at 4 035.20". */
function openOrderSentence({ order, priceText }: OrderTarget): string {
  return orderSentence({ side: order.side, qty: order.remaining, contract: order.contract, priceText });
}

/**
 * Cancelling lowers risk, so it is possible while prices are stale. It asks first, because a cancelled order cannot be restored. On screens
 * orders are cancelled, offers to others are withdrawn, and documents of the user are deleted.
 */
export const deleteActiveOrder = orderAction({
  command: 'deleteActiveOrder',
  label: 'Cancel',
  icon: DeleteIcon,
  key: 'Delete',
  question: (target) => ({
    title: 'Cancel the order?',
    sentence: `Order ${target.order.activeOrderSeq}: ${openOrderSentence(target)}. This cannot be undone.`,
    confirmLabel: 'Cancel order',
    cancelLabel: 'Keep it',
    isDestructive: true,
    // A user who presses Delete on an order wants it cancelled, and a cancellation enters nothing into the market.
    confirmHasFocus: true,
  }),
  accepted: (target) => `Cancelled order ${target.order.activeOrderSeq}: ${openOrderSentence(target)}.`,
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
  accepted: (target) => `Suspended order ${target.order.activeOrderSeq}: ${openOrderSentence(target)}.`,
});

/** A resubmitted order is at the end of the queue. It may deal immediately, so it needs live prices. */
export const resubmitActiveOrder = orderAction({
  command: 'resubmitActiveOrder',
  label: 'Resubmit',
  icon: ResubmitIcon,
  key: 'u',
  against: ({ order }, { entryClosed }) =>
    order.state === 'Suspended' ? entryClosed : 'Only a suspended order can be resubmitted.',
  accepted(target, reply) {
    const { order, priceText } = target;
    if (reply.dealt === 0) return `Resubmitted order ${order.activeOrderSeq}: ${openOrderSentence(target)}.`;
    const left = reply.remaining === 0 ? 'none' : lotsText(reply.remaining);
    return `Order ${order.activeOrderSeq} is back in the market: ${lotsText(reply.dealt)} dealt at ${dealtAt(reply, { priceText })}, ${left} left.${legsText(reply.legs)}`;
  },
});

/**
 * Orders with a pending command, by activeOrderSeq. The buttons of these orders are disabled until the answer, so that nothing is sent
 * twice.
 */
export const usePendingOrders = create<{ readonly pending: ReadonlySet<number> }>()(() => ({
  pending: new Set(),
}));

export const waitingReason = 'Waiting for the market’s answer to the last command on this order.';

export function setOrderPending(activeOrderSeq: number, isPending: boolean): void {
  usePendingOrders.setState(({ pending }) => {
    const next = new Set(pending);
    if (isPending) next.add(activeOrderSeq);
    else next.delete(activeOrderSeq);
    return { pending: next };
  });
}

/**
 * Reduce keeps the place in the queue. Edit changes a suspended order; amend changes an active one in one step, which needs the permissions
 * of all three steps. The new terms are typed in the order form.
 */
export type ChangeKind = ChangeOrderRequest['kind'];

export interface ChangeTarget {
  readonly order: ActiveOrderRow;
  readonly anchor: Anchor | null;
  /** The initial price; the order's own by default. */
  readonly price?: number;
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
  against({ order }, context) {
    const conditions: Conditions<ActiveOrderRow> = changeConditions[kindOf(order)];
    return usePendingOrders.getState().pending.has(order.activeOrderSeq)
      ? waitingReason
      : (conditions.against?.(order, context) ?? null);
  },
  perform({ order, anchor, price }, { workspace }) {
    const { contract } = order;
    workspace.showOrderForm({
      kind: kindOf(order),
      contract,
      order,
      anchor,
      ...(price !== undefined && { price }),
    });
    return null;
  },
});

export const openEditForm: RowAction<ChangeTarget> = {
  id: 'editSuspendOrder',
  label: 'Edit',
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

type Subject = Omit<OrderTarget, 'requestId'>;

/** The question before an action on one order; null if it cancels and the user has switched this question off in Preferences. */
export function cancelQuestionOf(
  action: OrderAction,
  target: OrderTarget,
  context: ActionContext,
): Question | null {
  const { askBeforeCancel } = usePreferences.getState().document.defaults;
  return action === deleteActiveOrder && !askBeforeCancel
    ? null
    : (action.question?.(target, context) ?? null);
}

/**
 * Runs an action on one order. Resolves with true if the market has accepted it. An armed price
 * ladder skips the question with `asks: false`.
 */
export async function runOrderAction(
  action: OrderAction,
  subject: Subject,
  context: ActionContext,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<boolean> {
  const target: OrderTarget = { ...subject, requestId: newRequestId() };
  if (showReason(reasonAgainst(action, target, context)) || isPending(target)) return false;
  const question = asks ? cancelQuestionOf(action, target, context) : null;
  if (question !== null && !(await askConfirmation(question))) return false;
  const sent = await carryOut(action, target, context);
  if (sent !== null) showOutcome(sent, [target.order.activeOrderSeq]);
  return sent?.answer.kind === 'accepted';
}

/**
 * Acts on each order that allows it, after one question for all of them; each rejection gets its own toast. Resolves with true if the
 * market has accepted all of them.
 */
export async function runOnOrders(
  action: OrderAction,
  subjects: readonly Subject[],
  context: ActionContext,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<boolean> {
  const targets = subjects.map((subject): OrderTarget => ({ ...subject, requestId: newRequestId() }));
  const possible = targets.filter(
    (target) => reasonAgainst(action, target, context) === null && !isPending(target),
  );
  const [only] = possible.length === 0 ? targets : possible;
  if (only === undefined) return false;
  if (possible.length < 2)
    return (await runOrderAction(action, only, context, { asks })) && targets.length === 1;
  const question = asks ? (action.question?.(only, context) ?? null) : null;
  if (question !== null && !(await askConfirmation(questionForAll(question, action, possible)))) return false;
  const outcomes = await Promise.all(
    possible.map(async (target) => ({ target, sent: await carryOut(action, target, context) })),
  );
  const done = outcomes.filter(({ sent }) => sent?.answer.kind === 'accepted');
  if (done.length > 0)
    showToast({
      type: 'success',
      message: `${action.label}: done to ${done.length} of ${possible.length} orders.`,
      supersedes: done.map(({ target }) => orderSubject(target.order.activeOrderSeq)),
    });
  for (const { sent } of outcomes) if (sent !== null && sent.answer.kind !== 'accepted') showOutcome(sent);
  return done.length === targets.length;
}

function questionForAll(question: Question, action: OrderAction, targets: readonly OrderTarget[]): Question {
  const named = targets
    .slice(0, 5)
    .map((target) => `${target.order.activeOrderSeq} (${openOrderSentence(target)})`);
  const more = targets.length > named.length ? ` and ${targets.length - named.length} more` : '';
  const label = `${action.label} ${targets.length} orders`;
  return {
    ...question,
    title: `${label}?`,
    sentence: `Orders ${named.join(', ')}${more}.${question.isDestructive ? ' This cannot be undone.' : ''}`,
    confirmLabel: label,
    cancelLabel: 'Keep them',
  };
}

const isPending = ({ order }: OrderTarget) => usePendingOrders.getState().pending.has(order.activeOrderSeq);

/** Returns null if the order already waits for the answer to another command. */
async function carryOut(
  action: OrderAction,
  target: OrderTarget,
  context: ActionContext,
): Promise<SentCommand | null> {
  if (isPending(target)) return null;
  const { activeOrderSeq } = target.order;
  setOrderPending(activeOrderSeq, true);
  const sent = await action.perform(target, context);
  setOrderPending(activeOrderSeq, false);
  return sent;
}
