// What the live side reports to the screens at the moment it happens, also while the window is hidden and the stores
// notify nobody.
import type { FilledDataSet } from '@openpit/wire';

export interface Signal<Payload> {
  /** Calls the listener at each emission; returns the way to stop. */
  on(listener: (payload: Payload) => void): () => void;
  emit(payload: Payload): void;
}

function createSignal<Payload>(): Signal<Payload> {
  const listeners = new Set<(payload: Payload) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit(payload) {
      for (const listener of [...listeners]) listener(payload);
    },
  };
}

/** Rows of a data set have arrived, in a snapshot or in a change. */
export const rowsReceived = createSignal<FilledDataSet>();

/** The exchange has announced something about its day: a phase, a halt, its end. */
export const exchangeDayChanged = createSignal<void>();

/** An operator has changed what this user may do or see. */
export const permissionsChanged = createSignal<void>();
