// Asks before an order whose price is far through the last deal (domain §3.4, 8), or through the MTM while nothing has
// dealt: a slip of a digit is the dearest mistake on a trading screen.
import type { MarketRow, Side } from '@openpit/wire';
import { askConfirmation } from '../../actions/confirmation.ts';
import { priceDecimals } from '../../panels/market-words.ts';
import { formatPrice } from '../../ui/format.ts';
import { shareThrough, shareThroughThatAsks } from './order-draft.ts';

/** True when the price is near enough, or the user says so. */
export async function confirmFarPrice(
  { side, price }: { readonly side: Side; readonly price: number },
  row: Pick<MarketRow, 'contract' | 'instrument' | 'last' | 'mtm'>,
): Promise<boolean> {
  const reference = row.last ?? row.mtm;
  const share = shareThrough(side, price, reference);
  if (share <= shareThroughThatAsks) return true;
  const decimals = priceDecimals(row);
  const direction = side === 'B' ? 'above' : 'below';
  const name = row.last === null ? 'the MTM' : 'the last price';
  return askConfirmation({
    title: 'The price is far from the market',
    sentence: `${formatPrice(price, decimals)} is ${formatPrice(share * 100, 1)} % ${direction} ${formatPrice(
      reference,
      decimals,
    )}, ${name} of ${row.contract}. Send it all the same?`,
    confirmLabel: 'Send it',
    isDestructive: true,
  });
}
