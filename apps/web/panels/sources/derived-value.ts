// A value computed from all rows of a store, for grid cells, which read it without a React render: a function that returns the
// current one, and a subscription to its changes.
import type { ReadableStore, RowKey } from '../../stores/keyed-store.ts';

export interface DerivedValue<Value> {
  current(): Value;
  onChange(listener: () => void): () => void;
}

export function derivedValue<Row extends object, Key extends RowKey, Value>(
  store: Pick<ReadableStore<Row, Key>, 'keys' | 'get' | 'onFlush'>,
  compute: (rows: readonly Row[]) => Value,
): DerivedValue<Value> {
  let known: { readonly value: Value } | null = null;
  return {
    current: () => {
      known ??= { value: compute(store.keys().flatMap((key) => store.get(key) ?? [])) };
      return known.value;
    },
    onChange: (listener) =>
      store.onFlush(() => {
        known = null;
        listener();
      }),
  };
}

/** Calls back when any of these values has changed. */
export function onAnyChange(
  ...values: readonly Pick<DerivedValue<unknown>, 'onChange'>[]
): (listener: () => void) => () => void {
  return (listener) => {
    const stops = values.map((value) => value.onChange(listener));
    return () => {
      for (const stop of stops) stop();
    };
  };
}
