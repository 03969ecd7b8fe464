// Asks before an order whose price is far beyond the last deal, or beyond the MTM while nothing has dealt: a wrong digit is the most
// expensive mistake on a trading screen. The distance is measured as a share of the price itself, of an option's future or of a
// pair's leg; for volatilities in points. The question repeats the order with its value, and what of it would deal now.

import { classifyContract, type MarketRow, type Side } from '@openpit/wire';
import Big from 'big.js';
import { askConfirmation } from '../../actions/dialogs.ts';
import { priceText } from '../../market/market-text.ts';
import { priceNow } from '../../panels/sources/prices.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';

/** From here on the form asks before it sends. */
export const shareThatAsks = 0.03;

type Market = Pick<
  MarketRow,
  'contract' | 'instrument' | 'contractDisplay' | 'last' | 'mtm' | 'reference' | 'near' | 'nearLots'
>;
interface Intent {
  readonly side: Side;
  readonly price: number;
}

interface FarOrder extends Intent {
  /** "Buy 500 DEC26 WMAZ at 4 220,00". */
  readonly words: string;
  readonly qty: number;
  /** Of a delta, whose price is a volatility. */
  readonly premium: number | null;
  /** What of it would deal now, as a sentence; null when that is not known. */
  readonly dealsNow: string | null;
}

/** Null when the price is near enough. */
function distanceOf(intent: Intent, row: Market) {
  const from = row.last ?? row.mtm;
  const through = amountThrough(intent, from);
  const base = baseOf(row, priceNow);
  return from === null || base === null || through / base <= shareThatAsks ? null : { from, through, base };
}

export const isFarPrice = (intent: Intent, row: Market): boolean => distanceOf(intent, row) !== null;

/** True when the price is near enough, or the user confirms it. */
export async function confirmFarPrice(intent: FarOrder, row: Market): Promise<boolean> {
  const distance = distanceOf(intent, row);
  if (distance === null) return true;
  const { from, through, base } = distance;
  const isPrice = base === from;
  const far = isPrice ? `${formatPrice((through / base) * 100, 1)} %` : priceText(through, row);
  const direction = intent.side === 'B' ? 'above' : 'below';
  const name = row.last === null ? 'the MTM' : 'the last price';
  const rand = orderValue(intent, row);
  const value = rand === null ? '' : `, worth R\u00a0${formatPrice(rand, 0)}`;
  return askConfirmation({
    title: 'The price is far from the market',
    sentence: [
      `${intent.words}${value}.`,
      `${priceText(intent.price, row)} is ${far} ${direction} ${priceText(from, row)}, ${name} of ${row.contract}.`,
      ...(intent.dealsNow === null ? [] : [intent.dealsNow]),
      'Send it all the same?',
    ].join(' '),
    confirmLabel: 'Send it',
    isDestructive: true,
  });
}

/** What the order is worth at its price, in rand; null while the size of its contract is not known. */
export function orderValue(
  { qty, price, premium }: Pick<FarOrder, 'qty' | 'price' | 'premium'>,
  row: Pick<Market, 'contractDisplay' | 'instrument' | 'near' | 'nearLots'>,
  tonsOf: (instrument: string) => number | undefined = (code) =>
    dataSetStores.instruments.get(code)?.tonsPerContract,
): number | null {
  const kind = classifyContract(row.contractDisplay);
  const perTon = kind === 'deltas' ? premium : Math.abs(price);
  const tons = tonsOf(row.near === undefined ? row.instrument : (row.near.split(' ')[1] ?? ''));
  if (perTon === null || tons === undefined) return null;
  return new Big(perTon)
    .times(tons)
    .times(row.nearLots ?? 1)
    .times(qty)
    .toNumber();
}

/** How far the price is beyond another one on the costly side; 0 when it is not. */
export function amountThrough({ side, price }: Intent, from: number | null): number {
  if (from === null) return 0;
  const beyond = side === 'B' ? new Big(price).minus(from) : new Big(from).minus(price);
  return beyond.lte(0) ? 0 : beyond.toNumber();
}

/** What a distance is a share of; null where nothing says how large prices are. */
export function baseOf(
  row: Market,
  marketOf: (contract: string) => Pick<MarketRow, 'last' | 'mtm'> | undefined,
): number | null {
  const positive = (value: number | null | undefined) => (value != null && value > 0 ? value : null);
  switch (classifyContract(row.contractDisplay)) {
    case 'options':
      return positive(row.reference);
    case 'deltas':
      return 100;
    case 'splits':
    case 'spreads': {
      const leg = row.near === undefined ? undefined : marketOf(row.near);
      return positive(leg?.last ?? leg?.mtm);
    }
    default:
      return positive(row.last ?? row.mtm);
  }
}
