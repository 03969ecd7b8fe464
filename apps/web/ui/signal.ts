// Listeners outside React. State that screens render is in a store; a signal reports that something has happened.

export interface Signal<Args extends readonly unknown[] = []> {
  /** Calls the listener at each emission; the returned function stops it. */
  on(listener: (...args: Args) => void): () => void;
  /**
   * Calls every listener that was added before the emission and has not been removed since. An error in one listener does not
   * prevent the others from being called.
   */
  emit(...args: Args): void;
  /** True while there are listeners. */
  isUsed(): boolean;
}

/** `whileUsed` is called for the first listener. The function that it returns is called after the last one has stopped. */
export function createSignal<Args extends readonly unknown[] = []>(
  whileUsed: () => () => void = () => () => undefined,
): Signal<Args> {
  const listeners = new Set<(...args: Args) => void>();
  let end: () => void = () => undefined;
  return {
    on(listener) {
      const isFirst = listeners.size === 0;
      listeners.add(listener);
      if (isFirst) end = whileUsed();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end();
      };
    },
    emit(...args) {
      for (const listener of [...listeners]) {
        if (!listeners.has(listener)) continue;
        try {
          listener(...args);
        } catch (error) {
          console.error('A listener failed.', error);
        }
      }
    },
    isUsed: () => listeners.size > 0,
  };
}

interface KeyedSignal<Key, Args extends readonly unknown[]> {
  on(key: Key, listener: (...args: Args) => void): () => void;
  emit(key: Key, ...args: Args): void;
  isUsed(key: Key): boolean;
  /** The keys that have listeners. */
  usedKeys(): Iterable<Key>;
}

/** A signal for each key, as long as it has listeners. */
export function createKeyedSignal<Key, Args extends readonly unknown[] = []>(): KeyedSignal<Key, Args> {
  const signals = new Map<Key, Signal<Args>>();
  return {
    on(key, listener) {
      const signal = signals.get(key) ?? createSignal<Args>(() => () => signals.delete(key));
      signals.set(key, signal);
      return signal.on(listener);
    },
    emit: (key, ...args) => signals.get(key)?.emit(...args),
    isUsed: (key) => signals.has(key),
    usedKeys: () => signals.keys(),
  };
}

/** One function that calls all of these. */
export const joinStops =
  (...stops: readonly (() => void)[]) =>
  (): void => {
    for (const stop of stops) stop();
  };
