// One's own working orders, kept up with the active orders, in a form that grid cells can ask without a render: a place
// to read from, and a way to be told when it has changed.
import { useMemo } from 'react';
import { activeOrdersStore } from '../stores/stores.ts';
import { type OwnWorking, ownWorkingOf } from './own-working.ts';

export interface OwnWorkingSource {
  current(): OwnWorking;
  onChange(listener: () => void): () => void;
}

export function useOwnWorking(): OwnWorkingSource {
  return useMemo(() => {
    let working: OwnWorking | null = null;
    return {
      current: () => {
        working ??= ownWorkingOf(activeOrdersStore.keys().flatMap((key) => activeOrdersStore.get(key) ?? []));
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
