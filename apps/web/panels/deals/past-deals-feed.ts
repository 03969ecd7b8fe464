// The deals of all days, page by page from the newest backwards, with filters that the server applies. They do not change while
// they are shown: they are as they were when they were loaded.
import type { DealRow, PastDealsReply } from '@openpit/wire';
import type { CallResult } from '../../http/call-result.ts';
import type { PastDealsRequest } from '../../http/history.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';

export type PastDeal = DealRow & { readonly businessDay: string };

/** Texts as the server takes them; empty for no limit. Days are `2026-11-18`. */
export interface PastDealsFilter {
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly principal: string;
}

export interface PastDealsState {
  readonly filter: PastDealsFilter;
  readonly status: LoadStatus;
  readonly deals: readonly PastDeal[];
  /** The cursor of the earlier deals; null when all are loaded. */
  readonly next: string | null;
  /** Why the last request failed, as a sentence. */
  readonly fault: string | null;
  readonly isLoadingEarlier: boolean;
  /** When the newest page was loaded, by this browser's clock; null before. */
  readonly loadedAt: number | null;
}

export interface PastDealsFeed {
  readonly state: () => PastDealsState;
  readonly onChange: (listener: () => void) => () => void;
  /** Loads the newest deals that match the filter; the answer to an older request is dropped. */
  readonly load: (filter: PastDealsFilter) => Promise<void>;
  readonly loadEarlier: () => Promise<void>;
  readonly stop: () => void;
}

export const noFilter: PastDealsFilter = { from: '', to: '', contract: '', principal: '' };

export interface PastDealsSource {
  readonly getPastDeals: (request: PastDealsRequest) => Promise<CallResult<PastDealsReply>>;
  readonly now: () => number;
}

export function createPastDealsFeed({ getPastDeals, now }: PastDealsSource): PastDealsFeed {
  let state: PastDealsState = {
    filter: noFilter,
    status: 'notStarted',
    deals: [],
    next: null,
    fault: null,
    isLoadingEarlier: false,
    loadedAt: null,
  };
  const listeners = new Set<() => void>();
  let running: AbortController | null = null;
  const change = (part: Partial<PastDealsState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  /** Undefined when a newer request has taken its place. */
  const request = async (filter: PastDealsFilter, cursor: string | null) => {
    running?.abort();
    const own = new AbortController();
    running = own;
    const answer = await getPastDeals({ filter, cursor, signal: own.signal });
    return running === own ? answer : undefined;
  };

  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async load(filter) {
      change({ filter, status: 'loading', deals: [], next: null, fault: null, isLoadingEarlier: false });
      const answer = await request(filter, null);
      if (answer === undefined) return;
      if (answer.kind === 'ok')
        change({ status: 'success', deals: dealsOf(answer.value), next: answer.value.next, loadedAt: now() });
      else change({ status: 'error', fault: answer.message });
    },
    async loadEarlier() {
      const { filter, next, isLoadingEarlier, deals } = state;
      if (next === null || isLoadingEarlier) return;
      change({ isLoadingEarlier: true, fault: null });
      const answer = await request(filter, next);
      if (answer === undefined) return;
      if (answer.kind === 'ok')
        change({
          deals: [...deals, ...dealsOf(answer.value)],
          next: answer.value.next,
          isLoadingEarlier: false,
        });
      else change({ fault: answer.message, isLoadingEarlier: false });
    },
    stop: () => running?.abort(),
  };
}

/** A row of history is the row of the deal's panel with its day. */
const dealsOf = ({ rows }: PastDealsReply): readonly PastDeal[] => rows as readonly object[] as PastDeal[];
