// Asks before an order whose price is far beyond the last deal, or beyond the MTM while nothing has dealt: a wrong digit is the most
// expensive mistake on a trading screen. The distance is measured as a share of the price itself, of an option's future or of a
// pair's leg; for volatilities in points.
import { classifyContract, type MarketRow, type Side } from '@openpit/wire';
import Big from 'big.js';
import { askConfirmation } from '../actions/confirmation.ts';
import { priceText } from '../panels/market/market-text.ts';
import { marketStore } from '../stores/stores.ts';
import { formatPrice } from '../ui/format.ts';

/** From here on the form asks before it sends. */
export const shareThatAsks = 0.03;

type Market = Pick<
  MarketRow,
  'contract' | 'instrument' | 'contractDisplay' | 'last' | 'mtm' | 'reference' | 'near'
>;
interface Intent {
  readonly side: Side;
  readonly price: number;
}

/** True when the price is near enough, or the user confirms it. */
export async function confirmFarPrice(intent: Intent, row: Market): Promise<boolean> {
  const from = row.last ?? row.mtm;
  const through = amountThrough(intent, from);
  const base = baseOf(row, (contract) => marketStore.get(contract));
  if (from === null || base === null || through / base <= shareThatAsks) return true;
  const isPrice = base === from;
  const far = isPrice ? `${formatPrice((through / base) * 100, 1)} %` : priceText(through, row);
  const direction = intent.side === 'B' ? 'above' : 'below';
  const name = row.last === null ? 'the MTM' : 'the last price';
  return askConfirmation({
    title: 'The price is far from the market',
    sentence: `${priceText(intent.price, row)} is ${far} ${direction} ${priceText(from, row)}, ${name} of ${row.contract}. Send it all the same?`,
    confirmLabel: 'Send it',
    isDestructive: true,
  });
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
