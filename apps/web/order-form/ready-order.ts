// An order that can be sent: the command's body made of what was typed, and its words for the button and the toasts.
import type { AnyInsertDoubleOrderBody, AnyInsertOrderBody } from '@openpit/wire';
import { doubleSentence, type OrderWords, orderSentence, typeWords } from '../actions/order-sentences.ts';
import { readDecimal } from '../ui/decimal-input.ts';
import { type PriceMeaning, priceSuffix } from './contract-terms.ts';
import { holdOverOf, type OrderFields, type ReadDraft } from './order-draft.ts';

export type ReadyOrder =
  | {
      readonly kind: 'order';
      readonly body: AnyInsertOrderBody;
      /** The number in the price field: a price, a premium, a volatility or a difference. */
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

/** The body and the words of a draft without errors, under this request id. */
export function readyOrder(
  draft: Exclude<ReadDraft, { kind: 'errors' }>,
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
      words: { side, qty, contract, priceText: priceText + suffix, averageSuffix: suffix },
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
    bid: { side: 'B', qty: bid.qty, contract, priceText: bid.priceText + suffix, averageSuffix: suffix },
    offer: {
      side: 'S',
      qty: offer.qty,
      contract,
      priceText: offer.priceText + suffix,
      averageSuffix: suffix,
    },
  };
}

/** "Buy 10 DEC26 WMAZ at 4 035.20, take or kill". */
export function sentenceOf(order: ReadyOrder): string {
  const heldOver = holdOverWords(order.body.holdOverUntil);
  if (order.kind === 'double') return doubleSentence(order.bid, order.offer) + heldOver;
  const type = typeWords(order.body.type);
  return `${orderSentence(order.words)}${type === null ? '' : `, ${type}`}${heldOver}`;
}

const holdOverWords = (until: string | null | undefined) => (until ? `, held over to ${until}` : '');
