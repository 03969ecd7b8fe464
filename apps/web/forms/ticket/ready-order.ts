// An order that can be sent: the command's body made of what was typed, and its words for the button and the toasts.
import type { AnyInsertDoubleOrderBody, AnyInsertOrderBody, Side } from '@openpit/wire';
import { doubleSentence, type OrderWords, orderSentence, typeWords } from '../../actions/order-actions.ts';
import { type PriceMeaning, priceSuffix } from '../../market/contract-terms.ts';
import { formatDate } from '../../ui/format.ts';
import { askedPrice, entryWords, type OptionEntry } from './option-entry.ts';
import { holdOverOf, type OrderFields, type ReadDraft, type ReadSide, subAccountOf } from './order-draft.ts';

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

export interface Entered {
  readonly fields: OrderFields;
  readonly contract: string;
  readonly meaning: PriceMeaning;
  /** Null for a contract that is no option or delta. */
  readonly entry: OptionEntry | null;
  /** The number that was typed instead of the price, by side; null where the price was typed. */
  readonly other: number | null;
  readonly offerOther: number | null;
}

/** The body and the words of a draft without errors, under this request id. */
export function readyOrder(
  draft: Exclude<ReadDraft, { kind: 'errors' }>,
  { fields, contract, meaning, entry, other, offerOther }: Entered,
  requestId: string,
): ReadyOrder {
  const { capacity, principal, type, cancelsOther } = fields;
  const ref = fields.ref.trim();
  const holdOverUntil = holdOverOf(fields);
  const subAccount = subAccountOf(fields);
  const sides = draft.kind === 'double' ? [other, offerOther] : [other];
  // The reference is what the button says, also where the future has moved by the time the order arrives.
  const hasReference = meaning === 'volatility' || sides.some((typed) => typed !== null);
  const reference = hasReference ? entry?.option?.reference : undefined;
  const ends = {
    capacity,
    principal,
    ...(subAccount !== null && { subAccount }),
    ...(holdOverUntil !== null && { holdOverUntil }),
    ...(ref !== '' && { ref }),
    ...(reference !== undefined && { reference }),
  };
  const wordsOf = (side: Side, { qty, priceText }: ReadSide, typed: number | null): OrderWords => ({
    side,
    qty,
    contract,
    priceText: entryWords({ priceText, other: typed }, entry),
    averageSuffix: priceSuffix(meaning),
  });
  if (draft.kind === 'order') {
    const { side, qty, price } = draft;
    return {
      kind: 'order',
      body: { requestId, contract, side, type, qty, ...askedPrice(price, other, entry), ...ends },
      price,
      words: wordsOf(side, draft, other),
    };
  }
  const { bid, offer } = draft;
  const [asked, offered] = [askedPrice(bid.price, other, entry), askedPrice(offer.price, offerOther, entry)];
  return {
    kind: 'double',
    body: {
      requestId,
      contract,
      bidQty: bid.qty,
      offerQty: offer.qty,
      ...('price' in asked ? { bidPrice: asked.price } : { bidVolatility: asked.volatility }),
      ...('price' in offered ? { offerPrice: offered.price } : { offerVolatility: offered.volatility }),
      ...ends,
      cancelOther: cancelsOther,
    },
    bidPrice: bid.price,
    offerPrice: offer.price,
    bid: wordsOf('B', bid, other),
    offer: wordsOf('S', offer, offerOther),
  };
}

/** "Buy 10 DEC26 WMAZ at 4 035.20, take or kill". */
export function sentenceOf(order: ReadyOrder): string {
  const heldOver = holdOverWords(order.body.holdOverUntil);
  if (order.kind === 'double') return doubleSentence(order.bid, order.offer) + heldOver;
  const type = typeWords(order.body.type);
  return `${orderSentence(order.words)}${type === null ? '' : `, ${type}`}${heldOver}`;
}

const holdOverWords = (until: string | null | undefined) =>
  until ? `, held over to ${formatDate(until)}` : '';
