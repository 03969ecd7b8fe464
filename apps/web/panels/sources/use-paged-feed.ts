// Rows that are loaded page by page, in React: the first page when the panel opens.
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createPagedFeed, type PagedFeed, type PagedSource, type PagedState } from './paged-feed.ts';

/** `source` must stay the same object from render to render; another one begins again. */
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
