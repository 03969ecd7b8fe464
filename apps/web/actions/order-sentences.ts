// Orders and their outcomes in words, for the form's button, confirmations and toasts.
import type { OrderReply, OrderTypeCode, Side } from '@openpit/wire';
import { formatPrice } from '../ui/format.ts';

export interface OrderWords {
  readonly side: Side;
  readonly qty: number;
  readonly contract: string;
  /** The price as the locale writes it, with all decimals of its tick. */
  readonly priceText: string;
  /** What follows an average price: a percent sign for a delta. */
  readonly averageSuffix?: string;
}

export const sideVerb = (side: Side) => (side === 'B' ? 'Buy' : 'Sell');
const sidePast = (side: Side) => (side === 'B' ? 'Bought' : 'Sold');
export const lotsText = (lots: number) => (lots === 1 ? '1 lot' : `${lots} lots`);
export const restsText = (lots: number) => `${lotsText(lots)} ${lots === 1 ? 'rests' : 'rest'}`;

/** "Buy 10 DEC26 WMAZ at 4 035.20". */
export function orderSentence({ side, qty, contract, priceText }: OrderWords): string {
  return `${sideVerb(side)} ${qty} ${contract} at ${priceText}`;
}

/** "Double DEC26 WMAZ: bid 10 at 4 034.80, offer 10 at 4 035.20". */
export function doubleSentence(bid: OrderWords, offer: OrderWords): string {
  return `Double ${bid.contract}: bid ${bid.qty} at ${bid.priceText}, offer ${offer.qty} at ${offer.priceText}`;
}

/** The type in words where it is not Normal: "take or kill". */
export function typeWords(type: OrderTypeCode): string | null {
  if (type === 1) return 'take or kill';
  return type === 2 ? 'fill or kill' : null;
}

type Dealt = Pick<OrderReply, 'dealt' | 'averagePrice' | 'legs'>;

/** An average has the decimals of a cent, whatever the tick. */
export const averageText = (average: number): string => formatPrice(average, 2);

/** "4 035.36 on average"; the limit where the reply has no prices. */
export function dealtAt(
  { dealt, averagePrice }: Pick<Dealt, 'dealt' | 'averagePrice'>,
  { priceText, averageSuffix = '' }: Pick<OrderWords, 'priceText' | 'averageSuffix'>,
): string {
  if (averagePrice === undefined) return `${priceText} or better`;
  return averageText(averagePrice) + averageSuffix + (dealt === 1 ? '' : ' on average');
}

/** " Bought 10 MAY27 WMAZ at 3 980.60, sold 10 MAR27 WMAZ at 4 054.60."; empty for an order without legs. */
export function legsText(legs: Dealt['legs']): string {
  if (legs === undefined || legs.length === 0) return '';
  const parts = legs.map(({ side, qty, contract, averagePrice }, index) => {
    const verb = index === 0 ? sidePast(side) : sidePast(side).toLowerCase();
    return `${verb} ${qty} ${contract} at ${averageText(averagePrice)}`;
  });
  return ` ${parts.join(', ')}.`;
}

/** The outcome of an accepted order, with the average price of what dealt and the legs of a package. */
export function outcomeSentence(order: OrderWords, reply: Omit<OrderReply, 'seq' | 'repeated'>): string {
  return outcomeOf(order, reply) + legsText(reply.legs);
}

function outcomeOf(order: OrderWords, reply: Omit<OrderReply, 'seq' | 'repeated'>): string {
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
