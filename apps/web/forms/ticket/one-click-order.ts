// Sends an order or a change without the order form, for the armed price ladder. It applies the form's rules, price confirmations
// and actions. Only the confirmation of a repeated order is omitted, because each click is intended.
import type { ActiveOrderRow, MarketRow, Side, UserCommandKind } from '@openpit/wire';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { openEditForm } from '../../actions/order-actions.ts';
import { insertOrder } from '../../actions/order-entry.ts';
import { type AnyPreparedCommand, outcomeToast, sendCommand, showOutcome } from '../../actions/send.ts';
import type { OneClickOrder } from '../../actions/workspace-port.ts';
import { priceNow } from '../../market/prices.ts';
import { noteWithoutToast, showReason } from '../../notices/toasts.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { principalChoices } from '../accounts.ts';
import { attemptWhileOpen } from '../send-form.ts';
import { confirmedChange, dealtLots, parseChange, type ReadyChange } from './change.ts';
import { firstFields } from './first-fields.ts';
import { mapSides, parseTicket, prepareOrder, readyOrderSentence, ticketRulesOf } from './parse-ticket.ts';
import { confirmOrder } from './questions.ts';

type NewOneClickOrder = Extract<OneClickOrder, { readonly kind: 'order' }>;
type OneClickAmendment = Extract<OneClickOrder, { readonly kind: 'amend' }>;

/** Resolves once the outcome, or the reason why nothing was sent, is shown. `contextNow` is evaluated after the confirmations. */
export async function sendOneClickOrder(
  request: OneClickOrder,
  contextNow: () => ActionContext,
): Promise<void> {
  const contract = request.kind === 'order' ? request.contract : request.order.contract;
  const row = priceNow(contract);
  if (row === undefined) {
    showReason(`Nothing was sent: ${contract} is not listed.`);
    return;
  }
  if (request.kind === 'order') await sendOrder(request, row, contextNow);
  else await amend(request, row, contextNow);
}

const rulesOf = (row: MarketRow, maxQty: number) =>
  ticketRulesOf(row, { maxQty, future: row.underlying === undefined ? undefined : priceNow(row.underlying) });

async function sendOrder(
  requested: NewOneClickOrder,
  row: MarketRow,
  contextNow: () => ActionContext,
): Promise<void> {
  const { defaults, profile } = usePreferences.getState().document;
  const { hqAccess } = useSession.getState();
  const rules = rulesOf(row, defaults.maxOrderQuantity);
  const { terms, premium } = rules;
  const request: NewOrderRequest = { ...requested, type: 'Normal', anchor: null };
  const choices = principalChoices(hqAccess);
  const first = firstFields(request, row, { terms, premium, choices, hqAccess, defaults, profile });
  // The form would fall back to another account; here the user would not notice.
  if (requested.account !== undefined && first.principal !== requested.account.principal) {
    showReason(`The order was not sent. You cannot enter orders for ${requested.account.principal}.`);
    return;
  }
  // The form would reduce the quantity to the user's maximum; here it is an error.
  const fields = {
    ...first,
    sides: mapSides(first.sides, (side) => ({ ...side, qtyText: String(requested.qty) })),
  };
  const { errors, order, entry } = parseTicket(fields, row, rules);
  if (order === null) {
    const [error = 'it is not complete.'] = Object.values(errors);
    showReason(`The order was not sent. ${error}`);
    return;
  }
  const questionContext = { row, terms, reference: entry?.option?.reference ?? null };
  const [side] = order.sides;
  const sentence = readyOrderSentence(order);
  await sendAttempt(
    await attemptWhileOpen(
      async () =>
        (await confirmOrder({ ...side, type: 'Normal' }, sentence, questionContext))
          ? prepareOrder(order, fields.ref)
          : null,
      () => reasonAgainst(insertOrder, request, contextNow()),
    ),
    isAwayFrom(row, requested.side, requested.price),
  );
}

/**
 * An armed ladder shows by itself that an order rests, and a toast would cover prices. There is a toast if the order was to deal, as
 * Flatten's is.
 */
async function sendAttempt(attempt: AnyPreparedCommand | null, isToRest: boolean): Promise<void> {
  if (attempt === null) return;
  const sent = await sendCommand<UserCommandKind>(attempt);
  if (isToRest && sent.answer.kind === 'accepted') noteWithoutToast(outcomeToast(sent));
  else showOutcome(sent);
}

/** Whether an order at this price deals with nobody now. */
const isAwayFrom = ({ bid, offer }: MarketRow, side: Side, price: number): boolean =>
  side === 'B' ? offer === null || price < offer : bid === null || price > bid;

async function amend(
  request: OneClickAmendment,
  row: MarketRow,
  contextNow: () => ActionContext,
): Promise<void> {
  const { activeOrderSeq } = request.order;
  const orderNow = () => dataSetStores.activeOrders.get(activeOrderSeq);
  await sendAttempt(
    await attemptWhileOpen(
      () =>
        confirmedChange(
          () => readyAmendment(request, row, orderNow()),
          () => row,
        ),
      () => reasonAgainst(openEditForm, { order: orderNow() ?? request.order, anchor: null }, contextNow()),
    ),
    isAwayFrom(row, request.order.side, request.price),
  );
}

/** Returns null if nothing would change, or after the reason why the order cannot be amended has been shown. */
function readyAmendment(
  { order: { activeOrderSeq }, price }: OneClickAmendment,
  row: MarketRow,
  order: ActiveOrderRow | undefined,
): ReadyChange | null {
  if (order === undefined) {
    showReason(`Order ${activeOrderSeq} is no longer there: it has been filled or cancelled.`);
    return null;
  }
  const { maxOrderQuantity } = usePreferences.getState().document.defaults;
  const { terms: contractTerms } = rulesOf(row, maxOrderQuantity);
  const { tick, decimals, mayBeNegative } = contractTerms;
  const { limitLow, limitHigh } = row;
  const edits = { priceText: formatPrice(price, decimals), dealt: dealtLots(order) };
  const rules = { tick, decimals, mayBeNegative, limitLow, limitHigh, maxQty: maxOrderQuantity };
  const change = parseChange('amend', edits, order, rules);
  if (change.kind === 'errors')
    showReason(`Order ${activeOrderSeq} was not amended. ${Object.values(change.errors).join(' ')}`);
  return change.kind === 'change' ? { kind: 'amend', order, change, contractTerms } : null;
}
