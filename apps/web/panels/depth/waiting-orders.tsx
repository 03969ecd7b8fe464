// The own orders that wait for the call auction of a contract (set 19), above its depth, which shows no orders before the opening.
import type { ActiveOrderRow, MarketRow } from '@openpit/wire';
import { lotsText, sideVerb } from '../../actions/order-actions.ts';
import { priceText } from '../../market/market-text.ts';
import { formatLots } from '../../ui/format.ts';
import { usePrice } from '../sources/prices.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import styles from './depth.module.css';

/** What the order would do if the contract opened now. */
export function atTheOpening(
  { side, price }: Pick<ActiveOrderRow, 'side' | 'price'>,
  row: Pick<MarketRow, 'contract' | 'instrument' | 'indicative'> | undefined,
): string {
  if (typeof row?.indicative !== 'number') return 'no opening price yet';
  const better = side === 'B' ? price - row.indicative : row.indicative - price;
  const opening = priceText(row.indicative, row);
  if (better < 0) return `would rest: the opening is at ${opening}`;
  return better > 0 ? `would deal at ${opening}` : `may deal at ${opening}, oldest orders first`;
}

export function WaitingOrders({ contract }: { readonly contract: string }) {
  const { rows } = useDataSet('preMarketOrders');
  const row = usePrice(contract);
  const waiting = rows.filter((order) => order.contract === contract);
  if (waiting.length === 0) return null;
  const lots = waiting.reduce((sum, { remaining }) => sum + remaining, 0);
  return (
    <section className={styles.waiting} aria-label={`Your orders in the auction of ${contract}`}>
      <h3>
        {waiting.length === 1 ? 'Your order waits' : `Your ${waiting.length} orders wait`} for the opening,{' '}
        {lotsText(lots)}
      </h3>
      <ul>
        {waiting.map((order) => (
          <li key={order.activeOrderSeq}>
            <strong data-side={order.side}>
              {sideVerb(order.side)} {formatLots(order.remaining)} at {priceText(order.price, order)}
            </strong>{' '}
            {atTheOpening(order, row)}
          </li>
        ))}
      </ul>
    </section>
  );
}
