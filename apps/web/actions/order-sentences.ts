// Orders and their outcomes in words, for the form's button, confirmations and toasts.
import type { OrderReply, OrderTypeCode, Side } from '@openpit/wire';

export interface OrderWords {
  readonly side: Side;
  readonly qty: number;
  readonly contract: string;
  /** The price as the locale writes it, with all decimals of its tick. */
  readonly priceText: string;
}

export const sideVerb = (side: Side) => (side === 'B' ? 'Buy' : 'Sell');
const sidePast = (side: Side) => (side === 'B' ? 'Bought' : 'Sold');
export const lotsText = (lots: number) => (lots === 1 ? '1 lot' : `${lots} lots`);

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

/** The outcome of an accepted order, in one sentence. */
export function outcomeSentence(
  order: OrderWords,
  { state, dealt, remaining, activeOrderSeq }: Omit<OrderReply, 'seq' | 'repeated'>,
): string {
  const { side, contract, priceText } = order;
  const bought = `${sidePast(side)} ${dealt} ${contract}`;
  const at = `${priceText} or better`;
  if (state === 'Filled') return `Order ${activeOrderSeq}: ${bought} at ${at}, all dealt.`;
  if (state === 'Active')
    return dealt === 0
      ? `Order ${activeOrderSeq} rests in the market: ${orderSentence({ ...order, qty: remaining })}.`
      : `Order ${activeOrderSeq}: ${bought} at ${at}, ${lotsText(remaining)} rest at ${priceText}.`;
  if (state === 'Killed')
    return dealt === 0
      ? `Order ${activeOrderSeq} was killed: nothing could be dealt at ${at}.`
      : `Order ${activeOrderSeq}: ${bought} at ${at}, the rest was killed.`;
  if (state === 'Suspended') return `Order ${activeOrderSeq} is suspended with ${lotsText(remaining)}.`;
  return `Order ${activeOrderSeq} is ${state.toLowerCase()}.`;
}
