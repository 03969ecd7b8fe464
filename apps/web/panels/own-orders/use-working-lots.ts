// One's own working orders, kept up with the active orders, in a form that grid cells can ask without a render: a place
// to read from, and a way to be told when it has changed.
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
