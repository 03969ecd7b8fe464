// What the order form can do: its fields for one side or both, the order that they make, steps of quantity and price, for
// whom, the reference that counts on, and sending. The component only shows it.
import type {
  AnyInsertDoubleOrderBody,
  AnyInsertOrderBody,
  Capacity,
  DoubleOrderReply,
  MarketRow,
  OrderReply,
} from '@openpit/wire';
import { useMemo } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import type { EntryRequest } from '../../actions/desk.ts';
import { anyOrder, insertDoubleOrder } from '../../actions/insert-double-order.ts';
import { insertOrder } from '../../actions/insert-order.ts';
import {
  doubleSentence,
  type OrderWords,
  orderSentence,
  outcomeSentence,
  typeWords,
} from '../../actions/order-sentences.ts';
import { useActionContext } from '../../actions/use-action-context.ts';
import { doubleOrderByRequestId, orderByRequestId } from '../../http/orders.ts';
import { decimalsOf } from '../../panels/market/market-text.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { useSession } from '../../stores/session.ts';
import {
  activeOrdersStore,
  completedOrdersStore,
  instrumentsStore,
  marketStore,
} from '../../stores/stores.ts';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatPrice } from '../../ui/format.ts';
import { contractTerms, type PriceMeaning, priceSuffix } from './contract-terms.ts';
import { confirmFarPrice } from './far-price.ts';
import { holdOverWords } from './hold-over-field.tsx';
import {
  type EntryMode,
  holdOverOf,
  type OrderFields,
  principalChoices,
  principalFor,
  readDraft,
} from './order-draft.ts';
import { priceStep } from './price-steps.ts';
import { firstRef, keepLastRef, lastRef, refAfter } from './ref-numbers.ts';
import { confirmRepeat } from './repeat-guard.ts';
import { steppedPrice, steppedQty, tidiedPrice } from './stepping.ts';
import { useSentForm } from './use-sent-form.ts';

/** Until the instruments are loaded, the finest tick of the market. */
export const fallbackTick = 0.2;
/** Percent, where the user has set no step of their own. */
const usualVolStep = 0.25;

/** The two numbers of a side by the names of their fields. */
export type QtyField = 'qtyText' | 'offerQtyText';
export type PriceField = 'priceText' | 'offerPriceText';

export type ReadyOrder =
  | {
      readonly kind: 'order';
      readonly body: AnyInsertOrderBody;
      /** What the field says: a premium, a volatility, a difference, a price. */
      readonly price: number;
      readonly words: OrderWords;
    }
  | {
      readonly kind: 'double';
      readonly body: AnyInsertDoubleOrderBody;
      readonly bidPrice: number;
      readonly offerPrice: number;
      readonly bid: OrderWords;
      readonly offer: OrderWords;
    };

export function useOrderForm(request: EntryRequest, row: MarketRow) {
  const { contract, instrument } = row;
  const { defaults, profile } = usePreferences((preferences) => preferences.document);
  const hqAccess = useSession((session) => session.hqAccess);
  const context = useActionContext();
  const terms = contractTerms(row, {
    tick: instrumentsStore.get(instrument)?.tick ?? fallbackTick,
    decimals: decimalsOf(instrument),
  });
  const { tick, decimals, mayBeNegative } = terms;
  const step = priceStep({
    tick,
    mop: terms.meaning === 'volatility' ? defaults.volChangeMop || usualVolStep : defaults.priceChangeMop,
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

  async function send(): Promise<void> {
    sent.attempt();
    if (order === null || sent.isLocked || phase.kind === 'accepted') return;
    const market = marketStore.get(contract) ?? row;
    const words =
      order.kind === 'order'
        ? sentenceOf(order)
        : doubleSentence(order.bid, order.offer) + holdOverWords(order.body.holdOverUntil);
    if (order.kind === 'order') {
      if (reasonAgainst(insertOrder, order.body, context) !== null) return;
      if (!(await confirmFarPrice({ side: order.body.side, price: order.price }, market))) return;
      if (phase.kind !== 'notReceived' && !(await confirmRepeat(order.body, words))) return;
      await sent.send<OrderReply>(
        {
          send: () => insertOrder.perform(order.body, context),
          ask: () => orderByRequestId(order.body.requestId),
          words,
          tell: (reply) => outcomeSentence(order.words, reply) + refNote(order.body.ref, reply.ref),
        },
        (reply) => countOn(reply.ref, fields.ref),
      );
      return;
    }
    const { body, bid, offer, bidPrice, offerPrice } = order;
    if (reasonAgainst(insertDoubleOrder, body, context) !== null) return;
    if (!(await confirmFarPrice({ side: 'B', price: bidPrice }, market))) return;
    if (!(await confirmFarPrice({ side: 'S', price: offerPrice }, market))) return;
    if (phase.kind !== 'notReceived' && !(await confirmRepeat(body, words))) return;
    await sent.send<DoubleOrderReply>(
      {
        send: () => insertDoubleOrder.perform(body, context),
        ask: () => doubleOrderByRequestId(body.requestId),
        words,
        tell: (reply) =>
          `${outcomeSentence(bid, reply.bid)} ${outcomeSentence(offer, reply.offer)}${refNote(body.ref, reply.bid.ref)}`,
      },
      (reply) => countOn(reply.bid.ref, fields.ref),
    );
  }

  return {
    fields,
    phase,
    errors: sent.shownErrors(draft.kind === 'errors' ? draft.errors : {}),
    order,
    isLocked: sent.isLocked,
    choices,
    maxQty,
    terms,
    stepText: formatPrice(step.toNumber(), decimals),
    /** Why no order at all can be sent now; what the form itself lacks is said at its fields. */
    closedReason: reasonAgainst(insertOrder, anyOrder, context),
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
    tidyPrice(field: PriceField) {
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

function readyOrder(
  draft: Exclude<ReturnType<typeof readDraft>, { kind: 'errors' }>,
  {
    fields,
    contract,
    meaning,
  }: { readonly fields: OrderFields; readonly contract: string; readonly meaning: PriceMeaning },
  requestId: string,
): ReadyOrder {
  const { capacity, principal, type, cancelsOther } = fields;
  const ref = fields.ref.trim();
  const isVolatility = meaning === 'volatility';
  const typedReference = readDecimal(fields.referenceText ?? '');
  const holdOverUntil = holdOverOf(fields);
  const ends = {
    capacity,
    principal,
    ...(holdOverUntil !== null && { holdOverUntil }),
    ...(ref !== '' && { ref }),
    ...(isVolatility && typedReference.kind === 'number' && { reference: Number(typedReference.text) }),
  };
  const suffix = priceSuffix(meaning);
  if (draft.kind === 'order') {
    const { side, qty, price, priceText } = draft;
    return {
      kind: 'order',
      body: {
        requestId,
        contract,
        side,
        type,
        qty,
        ...(isVolatility ? { volatility: price } : { price }),
        ...ends,
      },
      price,
      words: { side, qty, contract, priceText: priceText + suffix },
    };
  }
  const { bid, offer } = draft;
  return {
    kind: 'double',
    body: {
      requestId,
      contract,
      bidQty: bid.qty,
      offerQty: offer.qty,
      ...(isVolatility
        ? { bidVolatility: bid.price, offerVolatility: offer.price }
        : { bidPrice: bid.price, offerPrice: offer.price }),
      ...ends,
      cancelOther: cancelsOther,
    },
    bidPrice: bid.price,
    offerPrice: offer.price,
    bid: { side: 'B', qty: bid.qty, contract, priceText: bid.priceText + suffix },
    offer: { side: 'S', qty: offer.qty, contract, priceText: offer.priceText + suffix },
  };
}

/** "Buy 10 DEC26 WMAZ at 4 035.20, take or kill". */
export function sentenceOf({ body, words }: Extract<ReadyOrder, { kind: 'order' }>): string {
  const type = typeWords(body.type);
  return `${orderSentence(words)}${type === null ? '' : `, ${type}`}${holdOverWords(body.holdOverUntil)}`;
}

function refNote(asked: string | undefined, given: string): string {
  return asked === undefined || asked === given
    ? ''
    : ` Ref ${asked} was used today already: it became ${given}.`;
}

/** Only a reference that was given counts on; one left out stays out. */
function countOn(given: string, typed: string): Partial<OrderFields> {
  keepLastRef(given);
  return typed.trim() === '' ? {} : { ref: refAfter(given) };
}

function ownRefs(dealer: string | undefined) {
  const active = activeOrdersStore.keys().flatMap((key) => activeOrdersStore.get(key) ?? []);
  const completed = completedOrdersStore.keys().flatMap((key) => completedOrdersStore.get(key) ?? []);
  return [
    ...active.map(({ ref, time, dealer: by }) => ({ ref, time, by })),
    ...completed.map(({ ref, enteredAt, dealer: by }) => ({ ref, time: enteredAt, by })),
  ].filter(({ by }) => by === dealer);
}
