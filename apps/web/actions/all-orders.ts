// Cancels or suspends all orders that match a filter (ACT-2, ACT-3) with one command, which acts on the matching orders at its arrival.
// The question names the scope and the count, and the confirmed count is sent with the command.
import {
  type ActiveOrderRow,
  type AllOrdersBody,
  type AllOrdersReply,
  type HqAccess,
  matchesOrderFilter,
} from '@openpit/wire';
import { showReason } from '../notices/toasts.ts';
import { countText } from '../ui/format.ts';
import { type Action, type ActionContext, type Permission, permissionOf, reasonAgainst } from './action.ts';
import { askQuestion } from './dialogs.ts';
import { type SentCommand, sendCommand, showOutcome } from './send.ts';

/** The rows do not say which user entered an order. */
export type AllOrdersFilter = Omit<AllOrdersBody['filter'], 'mine'>;

export interface AllOrdersTarget {
  readonly filter: AllOrdersFilter;
  /** The matching orders that this page has received. */
  readonly orders: readonly ActiveOrderRow[];
  /** True to spare orders that are held over beyond today; by default they are included. */
  readonly keepsHeldOver?: boolean;
}

export interface AllOrdersAction extends Action<AllOrdersTarget, Promise<SentCommand<AllOrdersReply>>> {
  readonly permission: Permission;
  /** The effect of an acceptance, as a sentence. */
  accepted(reply: AllOrdersReply, target: AllOrdersTarget): string;
}

export const matchesFilter = (order: ActiveOrderRow, filter: AllOrdersFilter): boolean =>
  matchesOrderFilter({ ...order, isMine: true }, filter);

/** "of dealer ABD in DEC26 WMAZ"; "of your member" for an empty filter. */
export function filterText({ instrument, contract, principal, dealer, dealers }: AllOrdersFilter): string {
  const parts = [
    dealer === undefined ? null : `of dealer ${dealer}`,
    dealers === undefined ? null : dealers.length === 0 ? 'of no dealer' : `of dealers ${dealers.join(', ')}`,
    principal === undefined ? null : `for ${principal}`,
    contract === undefined ? null : `in ${contract}`,
    instrument === undefined ? null : `in ${instrument}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'of your member' : parts.join(' ');
}

export const ordersText = (count: number) => countText(count, 'order');

function contractsText(orders: readonly ActiveOrderRow[]): string {
  const counts = new Map<string, number>();
  for (const { contract } of orders) counts.set(contract, (counts.get(contract) ?? 0) + 1);
  const named = [...counts].slice(0, 6).map(([contract, count]) => `${count} in ${contract}`);
  return counts.size > 6 ? `${named.join(', ')} and more` : named.join(', ');
}

/** The number of suspended orders, as a sentence of the question. */
function suspendedText(orders: readonly ActiveOrderRow[]): string {
  const count = orders.filter(({ state }) => state === 'Suspended').length;
  if (count === 0) return '';
  return ` ${count === 1 ? 'One of them is' : `${count} of them are`} suspended.`;
}

const heldOver = (orders: readonly ActiveOrderRow[]) =>
  orders.filter(({ holdOverUntil }) => typeof holdOverUntil === 'string');

/** The second way to continue if only some of the orders are held over. */
function otherWay(verb: string, orders: readonly ActiveOrderRow[]): string | undefined {
  const heldOverCount = heldOver(orders).length;
  return heldOverCount === 0 || heldOverCount === orders.length
    ? undefined
    : `${verb} the ${orders.length - heldOverCount} not held over`;
}

const heldOverText = (orders: readonly ActiveOrderRow[]) => {
  const count = heldOver(orders).length;
  return count === 0 ? '' : ` ${count === 1 ? 'One of them is' : `${count} of them are`} held over.`;
};

const notHeldOver = (orders: readonly ActiveOrderRow[]) =>
  orders.filter(({ holdOverUntil }) => typeof holdOverUntil !== 'string');

interface AllOrdersSpec {
  readonly command: 'cancelAllActiveOrders' | 'suspendAllActiveOrders';
  readonly label: string;
  readonly verb: 'Cancel' | 'Suspend';
  readonly past: 'Cancelled' | 'Suspended';
  /** Selects the orders on which the command acts. */
  readonly affected: (orders: readonly ActiveOrderRow[]) => readonly ActiveOrderRow[];
  readonly noneReason: string;
  readonly question: (target: AllOrdersTarget, affected: readonly ActiveOrderRow[]) => string;
}

function allOrdersAction(terms: AllOrdersSpec): AllOrdersAction {
  const { command, label, verb, past, affected } = terms;
  const permission = permissionOf(command);
  const confirmed = ({ orders, keepsHeldOver = false }: AllOrdersTarget) =>
    affected(keepsHeldOver ? notHeldOver(orders) : orders).length;
  const action: AllOrdersAction = {
    id: command,
    label,
    permission,
    against: ({ orders }) => (affected(orders).length > 0 ? null : terms.noneReason),
    question(target) {
      const orders = affected(target.orders);
      const label = `${verb} ${ordersText(orders.length)}`;
      return {
        title: `${label}?`,
        sentence: terms.question(target, orders),
        confirmLabel: label,
        otherLabel: otherWay(verb, orders),
        cancelLabel: 'Keep them',
        isDestructive: true,
      };
    },
    perform(target) {
      const { filter, keepsHeldOver = false } = target;
      const expectedCount = confirmed(target);
      return sendCommand({
        command,
        body: { filter, includeHoldOver: !keepsHeldOver, expectedCount },
        description: `${label} orders ${filterText(filter)}: ${ordersText(expectedCount)}`,
        accepted: (reply) => action.accepted(reply, target),
      });
    },
    accepted(reply, target) {
      const done = `${past} ${ordersText(reply.orders.length)} ${filterText(target.filter)}.`;
      const expected = confirmed(target);
      return reply.orders.length === expected ? done : `${done} When you confirmed there were ${expected}.`;
    },
  };
  return action;
}

export const cancelAllActiveOrders = allOrdersAction({
  command: 'cancelAllActiveOrders',
  label: 'Cancel all',
  verb: 'Cancel',
  past: 'Cancelled',
  affected: (orders) => orders,
  noneReason: 'There are no orders to cancel.',
  question: ({ filter }, orders) =>
    `All orders ${filterText(filter)}: ${contractsText(orders)}.${suspendedText(orders)}${heldOverText(orders)} This cannot be undone.`,
});

export const suspendAllActiveOrders = allOrdersAction({
  command: 'suspendAllActiveOrders',
  label: 'Suspend all',
  verb: 'Suspend',
  past: 'Suspended',
  affected: (orders) => orders.filter(({ state }) => state !== 'Suspended'),
  noneReason: 'There are no active orders to suspend.',
  question: ({ filter }, orders) =>
    `All active orders ${filterText(filter)}: ${contractsText(orders)}.${heldOverText(orders)} They leave the market and lose their place in the queue; resubmitting brings each back.`,
});

/** The scopes: the dealer's own orders, the orders of the member, and the orders in one contract. */
export type OrderScope = 'mine' | 'member' | 'contract';

export interface ScopedOrders {
  readonly scope: OrderScope;
  readonly label: string;
  readonly filter: AllOrdersFilter;
  readonly orders: readonly ActiveOrderRow[];
}

/** The scopes that the dealer may use. A dealer with own-only visibility cannot choose the member's orders. */
export function orderScopes(
  rows: readonly ActiveOrderRow[],
  user: Pick<HqAccess, 'dealerCode' | 'memberCode' | 'scope'> | null,
  contract: string | null,
): readonly ScopedOrders[] {
  const scoped = (scope: OrderScope, label: string, filter: AllOrdersFilter): ScopedOrders => ({
    scope,
    label,
    filter,
    orders: rows.filter((order) => matchesFilter(order, filter)),
  });
  return [
    ...(user === null ? [] : [scoped('mine', 'My orders', { dealer: user.dealerCode })]),
    ...(user === null || user.scope === 'own' ? [] : [scoped('member', `All of ${user.memberCode}`, {})]),
    ...(contract === null ? [] : [scoped('contract', `Orders in ${contract}`, { contract })]),
  ];
}

export async function runAllOrders(
  action: AllOrdersAction,
  target: AllOrdersTarget,
  context: ActionContext,
  asks = true,
): Promise<void> {
  if (showReason(reasonAgainst(action, target, context))) return;
  const question = asks ? (action.question?.(target, context) ?? null) : null;
  const answered = question === null ? 'yes' : await askQuestion(question);
  if (answered === 'no') return;
  const chosen = answered === 'other' ? { ...target, keepsHeldOver: true } : target;
  const sent = await action.perform(chosen, context);
  showOutcome(sent, sent.answer.kind === 'accepted' ? sent.answer.reply.orders : []);
}
