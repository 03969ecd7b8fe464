// Depth for panels and forms. Its connection can be lost while prices are live, so its rows can be old. Decisions and computations use
// `depthNow`, which returns only rows that are being received.
import type { DepthRow } from '@openpit/wire';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { serverTimeOf } from '../stores/connection.ts';
import { type Depth, depthStore } from '../stores/stores.ts';
import { watchDepth } from '../transport/hub/feeds.ts';
import { joinStops } from '../ui/signal.ts';
import { exchangeTime } from './market-text.ts';

/** The rows while they are being received; otherwise null. A component must have subscribed to them, such as the open ticket. */
export function depthNow(displaySeq: number): readonly DepthRow[] | null {
  const { rows, status } = depthStore.get(displaySeq);
  return status === 'received' ? rows : null;
}

/** The depth as last received, for a screen that shows it. If its status is not `received`, the screen must say that it is old. */
export const lastDepth = (displaySeq: number): Depth => depthStore.get(displaySeq);

/** Subscribes to the depth, and calls `listener` with it now and after each change. Returns a function that stops both. */
export function followDepth(displaySeq: number, listener: (depth: Depth) => void): () => void {
  const read = () => listener(depthStore.get(displaySeq));
  read();
  return joinStops(depthStore.onDepth(displaySeq, read), watchDepth(displaySeq));
}

function useDepthValue<Value>(displaySeq: number, read: (displaySeq: number) => Value): Value {
  useEffect(() => watchDepth(displaySeq), [displaySeq]);
  const subscribe = useCallback(
    (listener: () => void) => depthStore.onDepth(displaySeq, listener),
    [displaySeq],
  );
  return useSyncExternalStore(subscribe, () => read(displaySeq));
}

/** `depthNow`, subscribed while the component is shown. */
export const useDepthNow = (displaySeq: number) => useDepthValue(displaySeq, depthNow);

/** `lastDepth`, subscribed while the component is shown. */
export const useLastDepth = (displaySeq: number) => useDepthValue(displaySeq, lastDepth);

/** True while the depth is being received, and subscribed while the component is shown. */
export const useIsDepthReceived = (displaySeq: number): boolean =>
  useDepthValue(displaySeq, (seq) => depthNow(seq) !== null);

/**
 * The note beside rows that are shown but not received; null if there is no such row, or it is current. The connection for depth can be
 * lost earlier than the prices, so the note has its own time.
 */
export const oldDepthNote = ({ rows, asOf }: Depth): string | null =>
  asOf === undefined || rows.length === 0 ? null : `depth as of ${exchangeTime(serverTimeOf(asOf))}`;

/** `oldDepthNote` of a contract, subscribed while the component is shown. */
export const useOldDepthNote = (displaySeq: number) =>
  useDepthValue(displaySeq, (seq) => oldDepthNote(depthStore.get(seq)));
