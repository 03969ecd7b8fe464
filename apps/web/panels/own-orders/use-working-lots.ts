// The working lots of own orders for grid cells, which read them without a React render: a function that
// returns the current ones, and a subscription to their changes.
import { useMemo } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { type WorkingLots, workingLotsOf } from './working-lots.ts';

export interface WorkingLotsSource {
  current(): WorkingLots;
  onChange(listener: () => void): () => void;
}

export function useWorkingLots(): WorkingLotsSource {
  return useMemo(() => {
    let working: WorkingLots | null = null;
    return {
      current: () => {
        working ??= workingLotsOf(
          dataSetStores.activeOrders.keys().flatMap((key) => dataSetStores.activeOrders.get(key) ?? []),
        );
        return working;
      },
      onChange: (listener) =>
        dataSetStores.activeOrders.onFlush(() => {
          working = null;
          listener();
        }),
    };
  }, []);
}
