// How old the newest word of the market is, for footers and the toolbar: "feed 0.2 s".
import { type FeedState, useFeed } from '../../stores/feed.ts';
import { formatAge } from '../../ui/format.ts';

export function FeedAge() {
  const { ageMs } = useFeed();
  return <span>feed {formatAge(ageMs)}</span>;
}

/** Whether values must not be read as the market of now; while the venue is not ready, prices still are. */
export function isOld(state: FeedState): boolean {
  return state !== 'live' && state !== 'notReady';
}
