// A contract in the header of a panel, live: name, last price, change, volume and open interest, and during a
// call auction the indicative price.

import { priceDecimals, priceText } from '../../market/market-text.ts';
import { formatLots, formatSigned } from '../../ui/format.ts';
import { PanelTitle } from '../../ui/panel-slots.tsx';
import { usePrice } from '../sources/prices.ts';
import styles from './contract-heading.module.css';
import { useIsOld } from './feed-age.tsx';
import { limitMark } from './limit-mark.ts';

export function ContractHeading({ contract }: { readonly contract: string }) {
  return (
    <PanelTitle>
      <ContractLine contract={contract} />
    </PanelTitle>
  );
}

export function ContractLine({ contract }: { readonly contract: string }) {
  const row = usePrice(contract);
  const isStale = useIsOld(contract);
  const change = row?.change ?? null;
  const limit = row === undefined ? undefined : limitMark(row);
  return (
    <span className={styles.line} data-subject="" data-stale={isStale || undefined}>
      <strong className={styles.contract}>{contract}</strong>
      {row !== undefined && (
        <span className={styles.facts}>
          {typeof row.indicative === 'number' && (
            <span
              className={styles.indicative}
              title="Indicative price and lots: what would deal if the market opened now"
            >
              opens at {priceText(row.indicative, row)}, {formatLots(row.indicativeQty ?? 0)}
            </span>
          )}
          {limit !== undefined && <span className={styles.limit}>{limit.label}</span>}
          <span className={styles.last}>{priceText(row.last, row)}</span>
          <span
            className={styles.change}
            data-tone={change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down'}
          >
            {formatSigned(change, priceDecimals(row))}
          </span>
          <span className={styles.volume} title="Volume in lots">
            V {formatLots(row.volume)}
          </span>
          <span className={styles.interest} title="Open interest">
            OI {formatLots(row.openInterest)}
          </span>
        </span>
      )}
    </span>
  );
}
