// The best bid and offer in the order form, live, each a button that takes its price over. While prices are stale they are grey.
import type { MarketRow, Side } from '@openpit/wire';
import { lotsOrNone, priceDecimals } from '../../market/market-text.ts';
import { useIsOld } from '../../panels/market/contract-heading.tsx';
import { formatPrice } from '../../ui/format.ts';
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
  const isStale = useIsOld(row.contract);
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
        {side === 'B' ? 'Bid' : 'Offer'} <span className={styles.bestQty}>{lotsOrNone(qty)}</span>
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
