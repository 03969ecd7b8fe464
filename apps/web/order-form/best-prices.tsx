// The live market in the order form: best bid and offer, each a button that takes its price over, and one line that says how far
// the typed price is from dealing. While prices are stale they are grey and the line says since when.
import type { MarketRow, Side } from '@openpit/wire';
import Big from 'big.js';
import { useFeedState } from '../actions/use-action-context.ts';
import { isOld } from '../panels/market/feed-age.tsx';
import { exchangeTime, priceDecimals } from '../panels/market/market-text.ts';
import { useConnection } from '../stores/connection.ts';
import { readDecimal } from '../ui/decimal-input.ts';
import { formatLots, formatPrice } from '../ui/format.ts';
import styles from './order-form.module.css';

export interface BestPricesProps {
  readonly row: MarketRow;
  readonly isLocked: boolean;
  /** Of this contract's prices; the instrument's when it is left out. */
  readonly decimals?: number;
  /** `side` is that of the pressed price. */
  readonly onTake: (side: Side, price: number) => void;
}

export function BestPrices({ row, isLocked, decimals = priceDecimals(row), onTake }: BestPricesProps) {
  const isStale = isOld(useFeedState());
  const button = (side: Side, price: number | null, qty: number) => (
    <button
      type="button"
      className={styles.best}
      data-side={side}
      disabled={isLocked || isStale || price === null}
      data-tip={isStale || price === null ? undefined : `Use ${formatPrice(price, decimals)} as the price`}
      onClick={() => price !== null && onTake(side, price)}
    >
      <span className={styles.bestName}>
        {side === 'B' ? 'Bid' : 'Offer'} <span className={styles.bestQty}>{formatLots(qty)}</span>
      </span>
      <span className={styles.bestPrice}>{formatPrice(price, decimals)}</span>
    </button>
  );
  return (
    <div className={styles.bests} data-stale={isStale || undefined}>
      {button('B', row.bid, row.bidQty)}
      {button('S', row.offer, row.offerQty)}
    </div>
  );
}

export interface PriceNoteProps {
  readonly row: MarketRow;
  /** Null in a double, which has two distances. */
  readonly side: Side | null;
  readonly priceText: string;
  readonly decimals?: number;
}

/** The distance of the typed price, and the limits of the day. */
export function PriceNote({ row, side, priceText: typed, decimals = priceDecimals(row) }: PriceNoteProps) {
  const isStale = isOld(useFeedState());
  const read = readDecimal(typed);
  const { limitLow, limitHigh } = row;
  return (
    <p className={styles.note} data-price="">
      {isStale ? (
        <StoppedPrices />
      ) : (
        <span>
          {side === null || read.kind !== 'number' ? '' : noteOf(row, side, Number(read.text), decimals)}
        </span>
      )}
      <span className={styles.limits}>
        {limitLow === null && limitHigh === null
          ? 'no daily limit'
          : `limits ${formatPrice(limitLow, decimals)} to ${formatPrice(limitHigh, decimals)}`}
      </span>
    </p>
  );
}

function StoppedPrices() {
  const lastMessageAt = useConnection((connection) => connection.lastMessageAt);
  return (
    <span className={styles.stopped}>
      {lastMessageAt === null ? 'No prices yet.' : `Prices stopped ${exchangeTime(lastMessageAt)}.`}
    </span>
  );
}

/** "Deals at once: 20 offered at 4 035.20", "0.40 below the offer", or that the price is outside the limits. */
export function noteOf(
  row: Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty' | 'limitLow' | 'limitHigh'>,
  side: Side,
  price: number,
  decimals: number,
): string {
  const { limitLow, limitHigh } = row;
  if ((limitLow !== null && price < limitLow) || (limitHigh !== null && price > limitHigh))
    return "Outside today's limits.";
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
