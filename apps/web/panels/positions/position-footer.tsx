// The sums of the positions in the panel's footer: open profit as the market moves, realised profit, margin.
import { useSyncExternalStore } from 'react';
import { useFeedState } from '../../actions/use-action-context.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { isOld } from '../market/feed-age.tsx';
import { type PositionSums, positionSums } from './position-values.ts';
import styles from './positions.module.css';

/** The sums are computed this often at most: nobody reads a total faster. */
const pauseMs = 250;

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, pauseMs);
  };
  const stops = [dataSetStores.positions.onFlush(soon), marketStore.onFlush(soon)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** As one text, so that React renders only when a sum has changed. */
function read(): string {
  const rows = dataSetStores.positions.keys().flatMap((key) => dataSetStores.positions.get(key) ?? []);
  return JSON.stringify(positionSums(rows, marketStore.get));
}

export function PositionSumsLine() {
  const isStale = isOld(useFeedState());
  const sums: PositionSums = JSON.parse(useSyncExternalStore(subscribe, read));
  const { open, realised, margin, unpriced } = sums;
  return (
    <>
      <span>
        open <Rand value={open} isStale={isStale} />
        {unpriced > 0 && ` (${unpriced} without a price)`}
      </span>
      <span>
        realised <Rand value={realised} isStale={isStale} />
      </span>
      <span>margin R {formatPrice(margin, 2)}</span>
    </>
  );
}

function Rand({ value, isStale }: { readonly value: number; readonly isStale: boolean }) {
  return (
    <span className={styles.sum} data-tone={value === 0 || isStale ? undefined : value > 0 ? 'up' : 'down'}>
      R {formatSigned(value, 2)}
    </span>
  );
}
