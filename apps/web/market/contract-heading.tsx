// The heading of a panel about one contract, and the age of the newest market data.
import { dealsInOthers } from '@openpit/wire';
import { isOld, useFeed, useFeedState } from '../stores/feed.ts';
import { useSession } from '../stores/session.ts';
import { dataSetStores } from '../stores/stores.ts';
import type { PriceLine } from '../transport/hub/screen-feeds.ts';
import { formatAge, formatLots, formatSigned } from '../ui/format.ts';
import { PinIcon } from '../ui/icons.tsx';
import { PanelTitle } from '../ui/panel-frame.tsx';
import styles from './contract-heading.module.css';
import { useOldDepthNote } from './depth.ts';
import { limitMark, priceDecimals, priceText } from './market-text.ts';
import { netLotsOf } from './own-lots.ts';
import { useIsLineLive, useIsOld, usePrice } from './prices.ts';
import { useStoreRows, useStoreStatus } from './use-store.ts';

/** The age of the newest market data: "feed 0.2 s". */
export function FeedAge() {
  const { ageMs } = useFeed();
  return <span>feed {formatAge(ageMs)}</span>;
}

/** The age of the data in the footer of a panel, once they are too old to act on. Only the toolbar shows the age of live data. */
export const StaleAge = () => (isOld(useFeedState()) ? <FeedAge /> : null);

/** The same for a panel with the depth of a contract, which can be older than the prices. */
export function DepthAge({ displaySeq }: { readonly displaySeq: number }) {
  const note = useOldDepthNote(displaySeq);
  return note === null ? <StaleAge /> : <span>{note}</span>;
}

/** The same for a panel whose prices arrive over `line`: that connection can be lost while the market connection is not. */
export function StaleLine({ line }: { readonly line: PriceLine }) {
  const isLineLive = useIsLineLive(line);
  if (isOld(useFeedState()) || isLineLive) return <StaleAge />;
  return <span>prices are old: this panel is not connected</span>;
}

/** The live values of a contract in the header of a panel. During a call auction, the indicative price is included. */
export function ContractHeading(props: ContractLineProps) {
  return (
    <PanelTitle>
      <ContractLine {...props} />
    </PanelTitle>
  );
}

interface ContractLineProps {
  readonly contract: string;
  /** True in a panel that does not follow the active contract. */
  readonly isPinned?: boolean;
}

export function ContractLine({ contract, isPinned = false }: ContractLineProps) {
  const row = usePrice(contract);
  const isStale = useIsOld(contract);
  const change = row?.change ?? null;
  const limit = row === undefined ? undefined : limitMark(row);
  const net = netLotsOf(useStoreRows(dataSetStores.positions)).get(contract) ?? 0;
  // Pairs and deltas have no positions, because they deal in other contracts. A user with own-only visibility sees no positions.
  const hasPositions = row !== undefined && !dealsInOthers(contract);
  const isLoaded = useStoreStatus(dataSetStores.positions) === 'success';
  const isFlatKnown = useSession(({ hqAccess }) => hqAccess?.scope !== 'own') && isLoaded && hasPositions;
  return (
    <span className={styles.line} data-subject="" data-stale={isStale || undefined}>
      {isPinned && (
        <span className={styles.pin}>
          <PinIcon />
          <span className="visually-hidden">Pinned: </span>
        </span>
      )}
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
          {row.last === null ? (
            <span className={styles.change} data-fact="last" data-tone="flat">
              not traded
            </span>
          ) : (
            <span className={styles.last} data-fact="last">
              {priceText(row.last, row)}
            </span>
          )}
          {change !== null && (
            <span
              className={styles.change}
              data-fact="change"
              data-tone={change === 0 ? 'flat' : change > 0 ? 'up' : 'down'}
            >
              {formatSigned(change, priceDecimals(row))}
            </span>
          )}
          {(net !== 0 || isFlatKnown) && (
            <span
              className={styles.net}
              data-fact="net"
              data-tone={net === 0 ? 'flat' : net > 0 ? 'long' : 'short'}
              title="Your net lots"
            >
              {net === 0 ? 'flat' : `net ${formatSigned(net, 0)}`}
            </span>
          )}
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
