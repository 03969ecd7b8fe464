// Sends what the order form would send, without opening it, for the armed price ladder: read by the same rules, asked the same
// questions about prices, sent by the same actions. Only the question before a repeat is left out: each click is meant.

import type { MarketRow, OrderReply } from '@openpit/wire';
import type { AtOnce } from '../../actions/action.ts';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { openEditForm, outcomeSentence, setOrderPending } from '../../actions/order-actions.ts';
import { insertOrder, mayEnter } from '../../actions/order-entry.ts';
import { newRequestId, showOutcome } from '../../actions/send.ts';
import { showToast } from '../../notices/toasts.ts';
import { priceNow } from '../../panels/sources/prices.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { confirmChange, type ReadyChange, sendChange } from './change-command.ts';
import { readChange } from './change-draft.ts';
import { confirmOrder } from './confirm-order.ts';
import { firstFields } from './first-fields.ts';
import { principalChoices } from './order-draft.ts';
import { countUp, refNote } from './own-refs.ts';
import { readTicket } from './read-ticket.ts';
import { sentenceOf } from './ready-order.ts';
import { ticketRulesOf } from './ticket-rules.ts';

type OrderAtOnce = Extract<AtOnce, { readonly kind: 'order' }>;
type AmendAtOnce = Extract<AtOnce, { readonly kind: 'amend' }>;

/** Resolves when the outcome is shown, or why nothing was sent. `contextNow` is read again after a question. */
export async function sendAtOnce(asked: AtOnce, contextNow: () => ActionContext): Promise<void> {
  const contract = asked.kind === 'order' ? asked.contract : asked.order.contract;
  const row = priceNow(contract);
  if (row === undefined) {
    warn(`Nothing was sent: ${contract} is not listed.`);
    return;
  }
  if (asked.kind === 'order') await sendOrder(asked, row, contextNow);
  else await amend(asked, row, contextNow);
}

const rulesOf = (row: MarketRow, maxQty: number) =>
  ticketRulesOf(row, { maxQty, future: row.underlying === undefined ? undefined : priceNow(row.underlying) });

const warn = (message: string) => showToast({ type: 'warning', message });

async function sendOrder(asked: OrderAtOnce, row: MarketRow, contextNow: () => ActionContext): Promise<void> {
  const { defaults, profile } = usePreferences.getState().document;
  const { hqAccess } = useSession.getState();
  const rules = rulesOf(row, defaults.maxOrderQuantity);
  const { terms, premium } = rules;
  const request: NewOrderRequest = { ...asked, type: 0, anchor: null };
  const choices = principalChoices(hqAccess);
  const first = firstFields(request, row, { terms, premium, choices, hqAccess, defaults, profile });
  // The form would show another account; without the form nobody would see it.
  if (asked.principal !== undefined && first.principal !== asked.principal) {
    warn(`The order was not sent. You cannot enter orders for ${asked.principal}.`);
    return;
  }
  // The form begins with the user's maximum where more was asked for; here more is an error.
  const typed = { ...first, qtyText: String(asked.qty) };
  const { draft, order, entry, wanted } = readTicket(typed, row, rules, newRequestId());
  if (order === null || order.kind !== 'order') {
    const [error = 'it is not complete.'] = draft.kind === 'errors' ? Object.values(draft.errors) : [];
    warn(`The order was not sent. ${error}`);
    return;
  }
  const { body } = order;
  const words = sentenceOf(order);
  const about = { row, terms, reference: entry?.option?.reference ?? null };
  const { side, qty, type } = body;
  const ownTerms = wanted[0]?.ownTerms ?? null;
  if (!(await confirmOrder({ side, qty, price: order.price, type, ownTerms }, words, about))) return;
  const context = contextNow();
  const permitted = mayEnter(context);
  if (permitted !== true) {
    warn(permitted.reason);
    return;
  }
  const accepted = (reply: OrderReply) => outcomeSentence(order.words, reply) + refNote(body.ref, reply.ref);
  const sent = await insertOrder.perform({ body, words, accepted }, context);
  if (sent.answer.kind !== 'accepted') {
    showOutcome(sent);
    return;
  }
  countUp(sent.answer.reply.ref, typed.ref);
  showOutcome(sent, [sent.answer.reply.activeOrderSeq]);
}

async function amend(asked: AmendAtOnce, row: MarketRow, contextNow: () => ActionContext): Promise<void> {
  const { activeOrderSeq } = asked.order;
  const orderNow = () => dataSetStores.activeOrders.get(activeOrderSeq);
  const order = orderNow();
  if (order === undefined) {
    warn(`Order ${activeOrderSeq} is no longer there: it has been filled or deleted.`);
    return;
  }
  const { maxOrderQuantity } = usePreferences.getState().document.defaults;
  const { terms: contractTerms } = rulesOf(row, maxOrderQuantity);
  const { tick, decimals, mayBeNegative } = contractTerms;
  const { limitLow, limitHigh } = row;
  const { remaining, capacity, principal } = order;
  const change = readChange(
    'amend',
    {
      qtyText: String(remaining),
      priceText: formatPrice(asked.price, decimals),
      capacity,
      principal,
      holdOver: order.holdOverUntil ?? '',
    },
    order,
    { tick, decimals, mayBeNegative, limitLow, limitHigh, maxQty: maxOrderQuantity },
  );
  if (change.kind === 'unchanged') return;
  if (change.kind === 'errors') {
    warn(`Order ${activeOrderSeq} was not amended. ${Object.values(change.errors).join(' ')}`);
    return;
  }
  const ready: ReadyChange = { kind: 'amend', order, change, contractTerms };
  if (!(await confirmChange(ready, row))) return;
  const reason = reasonAgainst(openEditForm, { order: orderNow() ?? order, anchor: null }, contextNow());
  if (reason !== null) {
    warn(reason);
    return;
  }
  setOrderPending(activeOrderSeq, true);
  const sent = await sendChange(ready, newRequestId());
  setOrderPending(activeOrderSeq, false);
  showOutcome(sent, sent.answer.kind === 'accepted' ? [activeOrderSeq] : []);
}
