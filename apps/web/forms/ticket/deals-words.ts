// What an order would deal with now, in words, for the ticket and its questions.
import { type DepthRow, type MarketRow, orderTypes } from '@openpit/wire';
import Big from 'big.js';
import { averageText } from '../../actions/order-actions.ts';
import { type PriceMeaning, priceSuffix } from '../../market/contract-terms.ts';
import { formatPrice } from '../../ui/format.ts';
import {
  type DealsNow,
  dealsNow,
  oppositeBook,
  pricesOf,
  type RestingLots,
  type WantedOrder,
} from './deals-now.ts';
import type { Leg } from './legs-now.ts';

export interface PriceWords {
  readonly decimals: number;
  readonly meaning: PriceMeaning;
}

const count = (lots: number) => formatPrice(lots, 0);

/**
 * "84 deal now at 4 167,00 to 4 220,00, average 4 190,12; 416 rest.", or why nothing deals. `entry` says whether the market
 * takes orders, and whether they wait for the call auction.
 */
export function dealsSentence(
  wanted: WantedOrder,
  deals: DealsNow,
  { best, entry, ...words }: PriceWords & { readonly best: number | null; readonly entry: EntryState },
): string {
  if (entry === 'closed') return 'The market takes no orders now.';
  if (entry === 'auction') return 'It waits for the call auction: nothing deals before the opening.';
  const { side, qty } = wanted;
  const { dealt, left, available, mayDealMore } = deals;
  const there = side === 'B' ? 'offered' : 'bid';
  if (dealt === 0) {
    if (wanted.type === orderTypes.Fok && available > 0)
      return mayDealMore
        ? `At least ${count(available)} of ${count(qty)} are ${there} within this price; fill or kill needs all.`
        : `Nothing deals: ${count(available)} of ${count(qty)} are ${there} within this price, and fill or kill needs all.`;
    return `${distance(wanted, best, words)}${deals.isLeftKilled ? ' Nothing deals: the order would be killed.' : ''}`;
  }
  const at = atPrices(deals.fills, words);
  const verb = dealt === 1 ? 'deals' : 'deal';
  if (left === 0) return `${qty === 1 ? 'It deals' : `All ${count(qty)} deal`} now ${at}.`;
  if (mayDealMore)
    return `At least ${count(dealt)} ${verb} now ${at}. What is ${there} behind that is not known yet.`;
  const rest = deals.isLeftKilled
    ? `${count(left)} ${left === 1 ? 'is' : 'are'} killed`
    : `${count(left)} ${left === 1 ? 'rests' : 'rest'}`;
  return `${count(dealt)} ${verb} now ${at}; ${rest}.`;
}

/** Whether orders deal, wait for the call auction, or are not taken. */
export type EntryState = 'open' | 'auction' | 'closed';

function distance({ side, price }: WantedOrder, best: number | null, words: PriceWords): string {
  if (best === null) return side === 'B' ? 'There is no offer now.' : 'There is no bid now.';
  const away = side === 'B' ? new Big(best).minus(price) : new Big(price).minus(best);
  const text = formatPrice(away.toNumber(), words.decimals) + priceSuffix(words.meaning);
  return side === 'B' ? `${text} below the offer.` : `${text} above the bid.`;
}

/** "at 4 167,00 to 4 220,00, average 4 190,12"; the prices of a delta with the reference at which its hedge deals. */
export function atPrices(fills: readonly RestingLots[], { decimals, meaning }: PriceWords): string {
  const prices = pricesOf(fills);
  if (prices === null) return '';
  const { best, worst, average } = prices;
  const suffix = priceSuffix(meaning);
  const range =
    best === worst
      ? formatPrice(best, decimals) + suffix
      : `${formatPrice(best, decimals)} to ${formatPrice(worst, decimals)}${suffix}, average ${averageText(average)}${suffix}`;
  return `at ${range}${referenceWords(fills, decimals)}`;
}

function referenceWords(fills: readonly RestingLots[], decimals: number): string {
  const references = fills.flatMap(({ terms }) => terms?.reference ?? []);
  if (references.length === 0) return '';
  const [low, high] = [Math.min(...references), Math.max(...references)];
  return low === high
    ? ` @ ref ${formatPrice(low, decimals)}`
    : ` @ refs ${formatPrice(low, decimals)} to ${formatPrice(high, decimals)}`;
}

/** "Buys 10 MAY27 WMAZ at 3 980,60, sells 10 MAR27 WMAZ at 4 054,60". */
export function legsSentence(legs: readonly Leg[], decimalsOf: (contract: string) => number): string {
  return legs
    .map((leg, index) => {
      const verb = leg.side === 'B' ? 'Buys' : 'Sells';
      const words = `${count(leg.qty)} ${leg.contract} ${legAt(leg, decimalsOf(leg.contract))}`;
      return `${index === 0 ? verb : verb.toLowerCase()} ${words}`;
    })
    .join(', ');
}

const legAt = ({ best, worst }: Leg, decimals: number): string =>
  best === worst
    ? `at ${formatPrice(best, decimals)}`
    : `at ${formatPrice(best, decimals)} to ${formatPrice(worst, decimals)}`;

/** The note beside the price of an order. `depth` is null until it is loaded. */
export function noteOf(
  row: Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty' | 'limitLow' | 'limitHigh'>,
  wanted: WantedOrder,
  {
    depth,
    ...words
  }: PriceWords & { readonly entry: EntryState; readonly depth: readonly DepthRow[] | null },
): { readonly text: string; readonly isDealing: boolean } {
  const { side, price } = wanted;
  const { limitLow, limitHigh } = row;
  if ((limitLow !== null && price < limitLow) || (limitHigh !== null && price > limitHigh))
    return { text: "Outside today's limits.", isDealing: false };
  const book = oppositeBook(side, row, depth);
  const deals = dealsNow(wanted, book);
  const best = book.orders[0]?.price ?? null;
  return {
    text: dealsSentence(wanted, deals, { best, ...words }),
    isDealing: words.entry === 'open' && deals.dealt > 0,
  };
}
