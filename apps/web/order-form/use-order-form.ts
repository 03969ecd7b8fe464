// The state and the operations of the order form: its fields for one side or both, the order that they make, the steps of
// quantity and price, the principal, the reference that counts up, and sending. The component only shows them.
import type { Capacity, DoubleOrderReply, MarketRow, OrderReply, Side } from '@openpit/wire';
import { useMemo } from 'react';
import { insertDoubleOrder } from '../actions/insert-double-order.ts';
import { insertOrder, mayEnter } from '../actions/insert-order.ts';
import type { EntryRequest } from '../actions/order-form-request.ts';
import { orderSentence, outcomeSentence } from '../actions/order-sentences.ts';
import { useActionContext } from '../actions/use-action-context.ts';
import { decimalsOf } from '../panels/market/market-text.ts';
import { usePreferences } from '../stores/preferences.ts';
import { useSession } from '../stores/session.ts';
import { dataSetStores, marketStore } from '../stores/stores.ts';
import { formatPrice } from '../ui/format.ts';
import { contractTerms, fallbackTick } from './contract-terms.ts';
import type { WantedOrder } from './deals-now.ts';
import { confirmFarPrice } from './far-price.ts';
import { noteNow } from './note-now.ts';
import {
  type EntryMode,
  lotsIn,
  type OrderFields,
  priceOnTick,
  principalChoices,
  principalFor,
  readDraft,
} from './order-draft.ts';
import type { WantedSide } from './price-note.tsx';
import { priceStep } from './price-steps.ts';
import { type ReadyOrder, readyOrder, sentenceOf } from './ready-order.ts';
import { firstRef, keepLastRef, lastRef, refAfter } from './ref-numbers.ts';
import { confirmRepeat } from './repeat-guard.ts';
import { steppedPrice, steppedQty, tidiedPrice } from './stepping.ts';
import { useSentForm } from './use-sent-form.ts';

/** Percent, where the user has set no step. */
const defaultVolStep = 0.25;

/** The names of the quantity and price fields. */
export type QtyField = 'qtyText' | 'offerQtyText';
export type PriceField = 'priceText' | 'offerPriceText';

export function useOrderForm(request: EntryRequest, row: MarketRow) {
  const { contract, instrument } = row;
  const { defaults, profile } = usePreferences((preferences) => preferences.document);
  const hqAccess = useSession((session) => session.hqAccess);
  const context = useActionContext();
  const terms = contractTerms(row, {
    tick: dataSetStores.instruments.get(instrument)?.tick ?? fallbackTick,
    decimals: decimalsOf(instrument),
  });
  const { tick, decimals, mayBeNegative } = terms;
  const step = priceStep({
    tick,
    mop: terms.meaning === 'volatility' ? defaults.volChangeMop || defaultVolStep : defaults.priceChangeMop,
  });
  const choices = useMemo(() => principalChoices(hqAccess), [hqAccess]);
  const maxQty = defaults.maxOrderQuantity;

  const sent = useSentForm<OrderFields>(() => {
    const asked = request.kind === 'order' ? request.principal : undefined;
    const principal =
      choices.find((choice) => choice.code === asked) ??
      principalFor(defaults.capacity, choices, profile.client) ??
      principalFor('P', choices, '');
    const qty = (request.kind === 'order' ? request.qty : null) ?? defaults.defaultOrderQuantity;
    const text = (price: number | null) => (price === null ? '' : formatPrice(price, decimals));
    return {
      mode: request.kind === 'order' ? request.side : 'double',
      qtyText: String(Math.min(qty, maxQty)),
      priceText: text(request.kind === 'order' ? request.price : row.bid),
      offerQtyText: String(Math.min(qty, maxQty)),
      offerPriceText: text(row.offer),
      type: request.kind === 'order' ? request.type : 0,
      capacity: principal?.capacity ?? 'P',
      principal: principal?.code ?? '',
      ref: firstRef(lastRef(), ownRefs(hqAccess?.dealerCode)),
      cancelsOther: false,
      referenceText:
        terms.meaning === 'volatility' && row.reference !== undefined
          ? formatPrice(row.reference, decimalsOf(instrument))
          : '',
    };
  });
  const { form, edit } = sent;
  const { fields, phase } = form;
  const { limitLow, limitHigh } = row;
  const draft = readDraft(fields, { tick, decimals, mayBeNegative, maxQty, limitLow, limitHigh });
  const order =
    draft.kind === 'errors'
      ? null
      : readyOrder(draft, { fields, contract, meaning: terms.meaning }, form.requestId);

  /** What is typed so far, also of an order that is not complete yet. */
  const wantedAt = (side: Side, qtyText: string, priceText: string): WantedSide => ({
    side,
    qty: lotsIn(qtyText),
    price: priceOnTick(priceText, tick),
  });
  const wanted =
    fields.mode === 'double'
      ? [
          wantedAt('B', fields.qtyText, fields.priceText),
          wantedAt('S', fields.offerQtyText, fields.offerPriceText),
        ]
      : [wantedAt(fields.mode, fields.qtyText, fields.priceText)];

  const mayEnterNow = mayEnter(context);

  async function send(): Promise<void> {
    sent.attempt();
    if (order === null || sent.isLocked || phase.kind === 'accepted' || mayEnterNow !== true) return;
    if (order.kind === 'order') await sendOrder(order);
    else await sendDouble(order);
  }

  async function sendOrder(ready: Extract<ReadyOrder, { kind: 'order' }>): Promise<void> {
    const { body, price } = ready;
    const words = sentenceOf(ready);
    const { side, qty, type } = body;
    if (!(await confirmFar({ side, qty, price, type }, words))) return;
    if (phase.kind !== 'notReceived' && !(await confirmRepeat(body, words))) return;
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
    const { body, bid, offer, bidPrice, offerPrice } = ready;
    const words = sentenceOf(ready);
    const { bidQty, offerQty } = body;
    if (!(await confirmFar({ side: 'B', qty: bidQty, price: bidPrice, type: 0 }, orderSentence(bid)))) return;
    if (!(await confirmFar({ side: 'S', qty: offerQty, price: offerPrice, type: 0 }, orderSentence(offer))))
      return;
    if (phase.kind !== 'notReceived' && !(await confirmRepeat(body, words))) return;
    const accepted = (reply: DoubleOrderReply) =>
      `${outcomeSentence(bid, reply.bid)} ${outcomeSentence(offer, reply.offer)}${refNote(body.ref, reply.bid.ref)}`;
    await sent.send<DoubleOrderReply>({
      words,
      send: (options) => insertDoubleOrder.perform({ body, words, accepted, ...options }, context),
      ordersOf: (reply) => [reply.bid, reply.offer],
      nextFields: (reply) => countUp(reply.bid.ref, fields.ref),
    });
  }

  /** Asks where the price is far from the market. */
  async function confirmFar(order: WantedOrder, words: string): Promise<boolean> {
    const market = marketStore.get(contract) ?? row;
    return confirmFarPrice(
      { ...order, words, premium: null, dealsNow: noteNow(market, order, terms) },
      market,
    );
  }

  const draftErrors = draft.kind === 'errors' ? draft.errors : {};
  const errors = sent.shownErrors(draftErrors);
  const [missing = null] = Object.values(draftErrors);
  return {
    fields,
    phase,
    wanted,
    errors,
    /** What the order lacks, as a sentence. */
    missing,
    /** Whether its field says so already. */
    isMissingShown: Object.values(errors).some((error) => error === missing),
    leave: sent.leave,
    order,
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
          offerPriceText: best(row.offer, fields.offerPriceText),
          offerQtyText: fields.qtyText,
        });
    },
    takePrice(field: PriceField, price: number) {
      edit({ [field]: formatPrice(price, decimals) });
    },
    stepPrice(field: PriceField, steps: number) {
      const fallback = row.last ?? row.mtm;
      const text = steppedPrice(fields[field], steps, { step, tick, decimals, fallback, mayBeNegative });
      if (text !== null) edit({ [field]: text });
    },
    stepQty(field: QtyField, steps: number) {
      edit({ [field]: steppedQty(fields[field], steps, maxQty) });
    },
    leavePrice(field: PriceField) {
      sent.leave(field === 'priceText' ? 'price' : 'offerPrice');
      const text = tidiedPrice(fields[field], decimals);
      if (text !== fields[field]) edit({ [field]: text });
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

function refNote(asked: string | undefined, given: string): string {
  return asked === undefined || asked === given
    ? ''
    : ` Ref ${asked} was used today already: it became ${given}.`;
}

/** Only a typed reference counts up; an empty one stays empty. */
function countUp(given: string, typed: string): Partial<OrderFields> {
  keepLastRef(given);
  return typed.trim() === '' ? {} : { ref: refAfter(given) };
}

function ownRefs(dealer: string | undefined) {
  const active = dataSetStores.activeOrders
    .keys()
    .flatMap((key) => dataSetStores.activeOrders.get(key) ?? []);
  const completed = dataSetStores.completedOrders
    .keys()
    .flatMap((key) => dataSetStores.completedOrders.get(key) ?? []);
  return [
    ...active.map(({ ref, time, dealer: by }) => ({ ref, time, by })),
    ...completed.map(({ ref, enteredAt, dealer: by }) => ({ ref, time: enteredAt, by })),
  ].filter(({ by }) => by === dealer);
}
