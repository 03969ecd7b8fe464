// Media queries, a timer that all countdowns share, and the width of a text.
import { useCallback, useSyncExternalStore } from 'react';
import { createSignal, type Signal } from './signal.ts';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const second: Signal = createSignal(() => {
  const timer = setInterval(second.emit, 1_000);
  return () => clearInterval(timer);
});

/** All countdowns share one timer. */
export const onEverySecond = second.on;

/** The text size for which the widths of columns are specified; panels with other sizes scale the columns. */
const sizePx = 12;
const weights = { strong: 650, plain: 400 } as const;

let context: CanvasRenderingContext2D | null = null;

/**
 * Returns the width of the longest of these texts in strong or plain type, in whole pixels; 0 if
 * there is no page. A column of a grid can be as wide as its longest text.
 */
export function longestTextPx(texts: readonly string[], type: 'strong' | 'plain' = 'strong'): number {
  if (typeof document === 'undefined') return 0;
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `${weights[type]} ${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  // A text with two letters fewer is never wider, so only the longest are measured.
  const max = Math.max(0, ...texts.map((text) => text.length));
  const long = texts.filter((text) => text.length >= max - 2);
  return Math.ceil(Math.max(0, ...long.map((text) => context?.measureText(text).width ?? 0)));
}

/** Calls back when fonts have been loaded, which changes the widths of texts. Returns a function that stops it. */
export function onFontsLoaded(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener);
  return () => document.fonts.removeEventListener('loadingdone', listener);
}
