// Rows that a server returns page by page from the newest backwards, for a query that the user chooses. They do not change after they have
// been loaded.

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createStore } from 'zustand';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import type { CallResult } from '../../transport/calls.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the earlier rows; null if there are none. */
  readonly next: string | null;
}

export interface PageRequest<Query> {
  readonly query: Query;
  /** `next` of the previous page; null for the newest rows. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

export interface PagedState<Query, Row> extends Page<Row> {
  readonly query: Query;
  readonly status: LoadStatus;
  /** The reason why the last request failed, as a sentence. */
  readonly fault: string | null;
  readonly isLoadingEarlier: boolean;
  /** The time at which the newest page was loaded, by this browser's clock; null before. */
  readonly loadedAt: number | null;
}

export interface PagedFeed<Query, Row> {
  readonly state: () => PagedState<Query, Row>;
  readonly onChange: (listener: () => void) => () => void;
  /** Loads the newest rows of the query; the answer to an older request is dropped. */
  readonly load: (query: Query) => Promise<void>;
  readonly loadEarlier: () => Promise<void>;
  /** Loads the newest rows of the same query again. */
  readonly reload: () => Promise<void>;
  readonly stop: () => void;
}

export interface PagedSource<Query, Row> {
  readonly first: Query;
  readonly getPage: (request: PageRequest<Query>) => Promise<CallResult<Page<Row>>>;
  readonly now: () => number;
}

export function createPagedFeed<Query, Row>(source: PagedSource<Query, Row>): PagedFeed<Query, Row> {
  const { first, getPage, now } = source;
  const none = { rows: [], next: null, fault: null, isLoadingEarlier: false };
  const { getState, setState, subscribe } = createStore<PagedState<Query, Row>>()(() => ({
    ...none,
    query: first,
    status: 'notStarted',
    loadedAt: null,
  }));
  let running: AbortController | null = null;
  /** Undefined when a newer request has taken its place. */
  const request = async (query: Query, cursor: string | null) => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    const answer = await getPage({ query, cursor, signal: controller.signal });
    return running === controller ? answer : undefined;
  };

  const load = async (query: Query): Promise<void> => {
    setState({ ...none, query, status: 'loading' });
    const answer = await request(query, null);
    if (answer === undefined) return;
    if (answer.kind === 'ok')
      setState({ status: 'success', rows: answer.value.rows, next: answer.value.next, loadedAt: now() });
    else setState({ status: 'error', fault: answer.message });
  };

  return {
    state: getState,
    onChange: subscribe,
    load,
    reload: () => load(getState().query),
    async loadEarlier() {
      const { query, next, isLoadingEarlier, rows } = getState();
      if (next === null || isLoadingEarlier) return;
      setState({ isLoadingEarlier: true, fault: null });
      const answer = await request(query, next);
      if (answer === undefined) return;
      if (answer.kind === 'ok')
        setState({ rows: [...rows, ...answer.value.rows], next: answer.value.next, isLoadingEarlier: false });
      else setState({ fault: answer.message, isLoadingEarlier: false });
    },
    stop: () => running?.abort(),
  };
}

/**
 * Rows that are loaded page by page, in React: the first page when the panel opens. `source` must stay the same object from render to
 * render; another one begins again.
 */
export function usePagedFeed<Query, Row>(
  source: PagedSource<Query, Row>,
): { readonly feed: PagedFeed<Query, Row>; readonly state: PagedState<Query, Row> } {
  const feed = useMemo(() => createPagedFeed(source), [source]);
  useEffect(() => {
    void feed.load(source.first);
    return feed.stop;
  }, [feed, source]);
  return { feed, state: useSyncExternalStore(feed.onChange, feed.state) };
}
