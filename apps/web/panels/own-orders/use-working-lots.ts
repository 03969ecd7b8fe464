// The working lots of own orders for grid cells, which read them without a React render: a function that
// returns the current ones, and a subscription to their changes.
import { useMemo } from 'react';
import { activeOrdersStore } from '../../stores/stores.ts';
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
          activeOrdersStore.keys().flatMap((key) => activeOrdersStore.get(key) ?? []),
        );
        return working;
      },
      onChange: (listener) =>
        activeOrdersStore.onFlush(() => {
          working = null;
          listener();
        }),
    };
  }, []);
}
