// The state and the operations of the order form: its fields for one side or both, the order that they make, the steps of
// quantity and price, the principal, the reference that counts up, and sending. The component only shows them.

import type { Capacity, DoubleOrderReply, MarketRow, OrderReply } from '@openpit/wire';
import { useMemo, useRef } from 'react';
import { may, useActionContext } from '../../actions/action.ts';
import type { EntryRequest } from '../../actions/dialogs.ts';
import { orderSentence, outcomeSentence, sideVerb } from '../../actions/order-actions.ts';
import { entryPermission, insertDoubleOrder, insertOrder, mayEnter } from '../../actions/order-entry.ts';
import { contractStep, steppedPrice, steppedQty, tidiedPrice } from '../../market/contract-terms.ts';
import { priceNow, usePrice } from '../../panels/sources/prices.ts';
import { useTypedForm } from '../../stores/kept-work.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { formatPrice } from '../../ui/format.ts';
import { confirmOrder } from './confirm-order.ts';
import { firstFields } from './first-fields.ts';
import {
  type EntryMode,
  type FieldName,
  type OrderFields,
  principalChoices,
  principalFor,
} from './order-draft.ts';
import { countUp, refNote } from './own-refs.ts';
import { readTicket } from './read-ticket.ts';
import { type ReadyOrder, sentenceOf } from './ready-order.ts';
import { confirmRepeat } from './repeat-guard.ts';
import { ticketRulesOf } from './ticket-rules.ts';
import { useSentForm } from './use-sent-form.ts';

/** The names of the quantity and price fields. */
export type QtyField = 'qtyText' | 'offerQtyText';
export type PriceField = 'priceText' | 'offerPriceText';
/** Of the premium of a delta, or the volatility of an option, beside each price. */
const otherFields = { priceText: 'otherText', offerPriceText: 'offerOtherText' } as const;

export function useOrderForm(request: EntryRequest, row: MarketRow, kept?: object) {
  const { contract } = row;
  const { defaults, profile } = usePreferences((preferences) => preferences.document);
  const hqAccess = useSession((session) => session.hqAccess);
  const context = useActionContext();
  const maxQty = defaults.maxOrderQuantity;
  const rules = ticketRulesOf(row, { maxQty, future: usePrice(row.underlying ?? null) });
  const { terms, premium } = rules;
  const { tick, decimals, mayBeNegative } = terms;
  const step = contractStep(terms, defaults);
  const choices = useMemo(() => principalChoices(hqAccess), [hqAccess]);

  const sent = useSentForm<OrderFields>(
    () => firstFields(request, row, { terms, premium, choices, hqAccess, defaults, profile }),
    kept,
  );
  const { form, edit } = sent;
  const { phase } = form;
  const { fields, entry, draft, order, wanted } = readTicket(form.fields, row, rules, form.requestId);
  const sendLabel = order === null ? unfinished(fields.mode, contract) : sentenceOf(order);
  useTypedForm('ticket', sent.isTyped ? { name: sendLabel, fields: form.fields } : null);
  /** What was sent last: the same must be sent again when it did not arrive, whatever the market does meanwhile. */
  const lastSent = useRef<ReadyOrder | null>(null);

  const mayEnterNow = mayEnter(context);
  // A margin says what the account holds, which a dealer with own-only visibility must not learn.
  const showsMargin = may(entryPermission, context.flags) === true && hqAccess?.scope !== 'own';

  async function send(): Promise<void> {
    sent.attempt();
    const ready = phase.kind === 'notReceived' ? lastSent.current : order;
    if (ready === null || sent.isLocked || phase.kind === 'accepted' || mayEnterNow !== true) return;
    if (phase.kind !== 'notReceived' && !(await mayBeSent(ready))) return;
    lastSent.current = ready;
    if (ready.kind === 'order') await sendOrder(ready);
    else await sendDouble(ready);
  }

  async function sendOrder(ready: Extract<ReadyOrder, { kind: 'order' }>): Promise<void> {
    const { body } = ready;
    const words = sentenceOf(ready);
    const accepted = (reply: OrderReply) =>
      outcomeSentence(ready.words, reply) + refNote(body.ref, reply.ref);
    await sent.send<OrderReply>({
      words,
      send: (options) => insertOrder.perform({ body, words, accepted, ...options }, context),
      ordersOf: (reply) => [reply],
      nextFields: (reply) => countUp(reply.ref, fields.ref),
    });
  }

  async function sendDouble(ready: Extract<ReadyOrder, { kind: 'double' }>): Promise<void> {
    const { body } = ready;
    const words = sentenceOf(ready);
    const accepted = (reply: DoubleOrderReply) =>
      `${outcomeSentence(ready.bid, reply.bid)} ${outcomeSentence(ready.offer, reply.offer)}${refNote(body.ref, reply.bid.ref)}`;
    await sent.send<DoubleOrderReply>({
      words,
      send: (options) => insertDoubleOrder.perform({ body, words, accepted, ...options }, context),
      ordersOf: (reply) => [reply.bid, reply.offer],
      nextFields: (reply) => countUp(reply.bid.ref, fields.ref),
    });
  }

  /** Asks where the price is far from the market, a delta deals at another reference, or the same was just sent. */
  async function mayBeSent(ready: ReadyOrder): Promise<boolean> {
    const market = priceNow(contract) ?? row;
    const about = { row: market, terms, reference: entry?.option?.reference ?? null };
    const [first, second] = wanted;
    if (ready.kind === 'order') {
      const { side, qty, type } = ready.body;
      const one = { side, qty, price: ready.price, type, ownTerms: first?.ownTerms ?? null };
      if (!(await confirmOrder(one, sentenceOf(ready), about))) return false;
    } else {
      const { bidQty, offerQty } = ready.body;
      const ours = {
        side: 'B',
        qty: bidQty,
        price: ready.bidPrice,
        type: 0,
        ownTerms: first?.ownTerms ?? null,
      } as const;
      const theirs = {
        side: 'S',
        qty: offerQty,
        price: ready.offerPrice,
        type: 0,
        ownTerms: second?.ownTerms ?? null,
      } as const;
      if (!(await confirmOrder(ours, orderSentence(ready.bid), about))) return false;
      if (!(await confirmOrder(theirs, orderSentence(ready.offer), about))) return false;
    }
    return confirmRepeat(ready.body, sentenceOf(ready));
  }

  /** A typed price replaces what was typed beside it. */
  function typePrice(field: PriceField, text: string): void {
    edit({ [field]: text, [otherFields[field]]: '' });
  }

  const draftErrors = draft.kind === 'errors' ? draft.errors : {};
  const errors = sent.shownErrors(draftErrors);
  const [missing = null] = Object.values(draftErrors);
  return {
    fields,
    phase,
    wanted,
    entry,
    errors,
    /** What the order lacks, as a sentence. */
    missing,
    /** Whether its field says so already. */
    isMissingShown: Object.values(errors).some((error) => error === missing),
    leave: (field: FieldName) => sent.leave(field),
    order,
    /** What the button will do, as far as it is known. */
    sendLabel,
    /** Whether the user may see what the order does to the margin of its account. */
    showsMargin,
    isLocked: sent.isLocked,
    choices,
    maxQty,
    terms,
    stepText: formatPrice(step.toNumber(), decimals),
    /** Why no order can be sent now; the fields say what the order itself lacks. */
    closedReason: mayEnterNow === true ? null : mayEnterNow.reason,
    edit,
    send,
    /** A double begins at the best prices of both sides. */
    chooseMode(mode: EntryMode) {
      const best = (price: number | null, typed: string) =>
        price === null ? typed : formatPrice(price, decimals);
      if (mode !== 'double') edit({ mode });
      else
        edit({
          mode,
          priceText: best(row.bid, fields.priceText),
          otherText: '',
          offerPriceText: best(row.offer, fields.offerPriceText),
          offerOtherText: '',
          offerQtyText: fields.qtyText,
        });
    },
    typePrice,
    /** Of an option its volatility, of a delta its premium: the price follows. */
    typeOther(field: PriceField, text: string) {
      edit({ [otherFields[field]]: text });
    },
    takePrice(field: PriceField, price: number) {
      typePrice(field, formatPrice(price, decimals));
    },
    stepPrice(field: PriceField, steps: number) {
      const fallback = row.last ?? row.mtm;
      const text = steppedPrice(fields[field], steps, { step, tick, decimals, fallback, mayBeNegative });
      if (text !== null) typePrice(field, text);
    },
    stepQty(field: QtyField, steps: number) {
      edit({ [field]: steppedQty(fields[field], steps, maxQty) });
    },
    leavePrice(field: PriceField) {
      const tidied = { [field]: tidiedPrice(form.fields[field], decimals) };
      sent.leave(field === 'priceText' ? 'price' : 'offerPrice', tidied);
    },
    choosePrincipal(code: string) {
      const choice = choices.find((one) => one.code === code);
      if (choice !== undefined) edit({ principal: choice.code, capacity: choice.capacity });
    },
    chooseCapacity(capacity: Capacity) {
      const choice = principalFor(capacity, choices, profile.client);
      if (choice !== null) edit({ principal: choice.code, capacity });
    },
  };
}

const unfinished = (mode: EntryMode, contract: string): string =>
  mode === 'double' ? `Double ${contract}` : `${sideVerb(mode)} ${contract}`;
