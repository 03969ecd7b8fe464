// The sums of all positions as the market moves, for the footer of the panel and the toolbar.
import { useSyncExternalStore } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { type PositionSums, positionSums } from '../own-positions/position-values.ts';
import { ownPrices } from '../sources/prices.ts';

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
  const stops = [dataSetStores.positions.onFlush(soon), ownPrices.onChange(soon)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** As one text, so that React renders only when a sum has changed. */
function read(): string {
  const rows = dataSetStores.positions.keys().flatMap((key) => dataSetStores.positions.get(key) ?? []);
  return JSON.stringify(positionSums(rows, ownPrices));
}

export function usePositionSums(): PositionSums {
  return JSON.parse(useSyncExternalStore(subscribe, read));
}
