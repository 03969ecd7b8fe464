// What the ticket must know besides its contract's row: all levels of the book, and whether orders deal or wait for the call
// auction now.
import type { DepthRow, MarketRow, PhasesReply } from '@openpit/wire';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { usePhases } from '../../panels/market/use-phases.ts';
import { watchDepth } from '../../server/hub/subscriptions.ts';
import { depthStore } from '../../stores/stores.ts';
import type { EntryState } from './deals-words.ts';

/** The depth of the contract as long as it is shown; null until it is loaded. */
export function useDepthRows(displaySeq: number): readonly DepthRow[] | null {
  useEffect(() => watchDepth(displaySeq), [displaySeq]);
  const subscribe = useCallback(
    (listener: () => void) => depthStore.onDepth(displaySeq, listener),
    [displaySeq],
  );
  const { rows, status } = useSyncExternalStore(subscribe, () => depthStore.get(displaySeq));
  return status === 'success' ? rows : null;
}

/** Whether the market takes orders, and whether it rejects those that match an own order. */
export function useEntry({ instrument }: Pick<MarketRow, 'instrument'>): {
  readonly entry: EntryState;
  readonly rejectsOwnMatch: boolean;
} {
  const { phases } = usePhases();
  if (phases === null) return { entry: 'open', rejectsOwnMatch: true };
  return { entry: entryStateOf(instrument, phases), rejectsOwnMatch: phases.selfMatch !== 'allow' };
}

/**
 * The state of an instrument's contracts. Its delivery month may be in another phase than its other months: while that is so,
 * the venue has the last word.
 */
export function entryStateOf(
  instrument: string,
  { groups, halted }: Pick<PhasesReply, 'groups' | 'halted'>,
): EntryState {
  if (halted.some((halt) => halt.instrument === instrument)) return 'closed';
  const phases = groups
    .filter(({ instruments }) => instruments.includes(instrument))
    .map(({ phase }) => phase);
  if (phases.length === 0 || phases.includes('continuous')) return 'open';
  return phases.includes('preOpen') ? 'auction' : 'closed';
}
