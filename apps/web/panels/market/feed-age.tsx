// The age of the newest market data, for footers and the toolbar: "feed 0.2 s".
import { type FeedState, useFeed } from '../../stores/feed.ts';
import { formatAge } from '../../ui/format.ts';

export function FeedAge() {
  const { ageMs } = useFeed();
  return <span>feed {formatAge(ageMs)}</span>;
}

/** Whether values are too old to act on. While the venue is not ready, prices are still current. */
export function isOld(state: FeedState): boolean {
  return state !== 'live' && state !== 'notReady';
}
