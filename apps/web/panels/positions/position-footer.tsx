// What the positions come to, in the panel's footer: open profit as the market moves, realised profit, margin.
import { useSyncExternalStore } from 'react';
import { marketStore, positionsStore } from '../../stores/stores.ts';
import { formatPrice, formatSigned } from '../../ui/format.ts';
import { type PositionSums, positionSums } from './position-values.ts';
import styles from './positions.module.css';

/** Sums are read this often at most: nobody reads a total faster. */
const pauseMs = 250;

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, pauseMs);
  };
  const stops = [positionsStore.onFlush(soon), marketStore.onFlush(soon)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** As one text, so that nothing is rendered while no sum has changed. */
function read(): string {
  const rows = positionsStore.keys().flatMap((key) => positionsStore.get(key) ?? []);
  return JSON.stringify(positionSums(rows, marketStore.get));
}

export function PositionSumsLine({ isOld }: { readonly isOld: boolean }) {
  const sums: PositionSums = JSON.parse(useSyncExternalStore(subscribe, read));
  const { open, realised, margin, unpriced } = sums;
  return (
    <>
      <span>
        open <Rand value={open} isOld={isOld} />
        {unpriced > 0 && ` (${unpriced} without a price)`}
      </span>
      <span>
        realised <Rand value={realised} isOld={isOld} />
      </span>
      <span>margin R {formatPrice(margin, 2)}</span>
    </>
  );
}

function Rand({ value, isOld }: { readonly value: number; readonly isOld: boolean }) {
  return (
    <span className={styles.sum} data-tone={value === 0 || isOld ? undefined : value > 0 ? 'up' : 'down'}>
      R {formatSigned(value, 2)}
    </span>
  );
}
