// The times at which unmatched deals expire, in React.
import { useMemo } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { usePhases } from '../market/use-phases.ts';
import type { ExpiryTimes } from './expiry-times.ts';

export interface ExpiryClock extends ExpiryTimes {
  /** Milliseconds by which the exchange's clock is ahead of this browser's. */
  readonly offsetMs: number;
}

export function useExpiryTimes(): ExpiryClock {
  const { phases, offsetMs: exactOffsetMs } = usePhases();
  // In whole seconds: a smaller difference changes no text.
  const offsetMs = Math.round(exactOffsetMs / 1_000) * 1_000;
  return useMemo(
    () => ({
      phases,
      offsetMs,
      firstDeliveryDayOf: (future) => dataSetStores.contractDate.get(future)?.firstDeliveryDay,
    }),
    [phases, offsetMs],
  );
}
