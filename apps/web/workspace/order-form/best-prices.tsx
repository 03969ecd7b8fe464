// The market beside the order form: best bid and offer, live, each a button that takes its price over; and one line that
// says how far the typed price is from dealing.
import type { MarketRow, Side } from '@openpit/wire';
import Big from 'big.js';
import { decimalsOf, priceText } from '../../panels/market-words.ts';
import { useStoreRow } from '../../panels/use-store.ts';
import { marketStore } from '../../stores/stores.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';
import styles from './order-form.module.css';

export interface BestPricesProps {
  readonly row: MarketRow;
  readonly isLocked: boolean;
  readonly onTake: (price: number) => void;
}

export function BestPrices({ row: given, isLocked, onTake }: BestPricesProps) {
  const row = useStoreRow(marketStore, given.contract) ?? given;
  const button = (side: Side, price: number | null, qty: number) => (
    <button
      type="button"
      className={styles.best}
      data-side={side}
      disabled={isLocked || price === null}
      data-tip={price === null ? undefined : `Use ${priceText(price, row.instrument)} as the price`}
      onClick={() => price !== null && onTake(price)}
    >
      <span className={styles.bestName}>
        {side === 'B' ? 'Bid' : 'Offer'} <span className={styles.bestQty}>{formatLots(qty)}</span>
      </span>
      <span className={styles.bestPrice}>{priceText(price, row.instrument)}</span>
    </button>
  );
  return (
    <div className={styles.bests}>
      {button('B', row.bid, row.bidQty)}
      {button('S', row.offer, row.offerQty)}
    </div>
  );
}

export interface PriceNoteProps {
  readonly row: MarketRow;
  readonly side: Side;
  readonly price: number | null;
}

export function PriceNote({ row: given, side, price }: PriceNoteProps) {
  const row = useStoreRow(marketStore, given.contract) ?? given;
  return <p className={styles.note}>{price === null ? '\u00a0' : noteOf(row, side, price)}</p>;
}

/** "Deals at once: 20 offered at 4 035.20", "0.40 below the offer", or what the day's limits say. */
export function noteOf(
  row: Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty' | 'limitLow' | 'limitHigh' | 'instrument'>,
  side: Side,
  price: number,
): string {
  const decimals = decimalsOf(row.instrument);
  const { limitLow, limitHigh } = row;
  if ((limitLow !== null && price < limitLow) || (limitHigh !== null && price > limitHigh))
    return `Outside of today's limits, ${formatPrice(limitLow, decimals)} to ${formatPrice(limitHigh, decimals)}.`;
  const best = side === 'B' ? row.offer : row.bid;
  if (best === null) return side === 'B' ? 'Nobody offers now.' : 'Nobody bids now.';
  const away = side === 'B' ? new Big(best).minus(price) : new Big(price).minus(best);
  if (away.lte(0)) {
    const lots = formatLots(side === 'B' ? row.offerQty : row.bidQty);
    return `Deals at once: ${lots} ${side === 'B' ? 'offered' : 'bid'} at ${formatPrice(best, decimals)}.`;
  }
  const distance = formatPrice(away.toNumber(), decimals);
  return side === 'B' ? `${distance} below the offer.` : `${distance} above the bid.`;
}
