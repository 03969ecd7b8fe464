// The age of the newest market data, for footers and the toolbar: "feed 0.2 s".
import { useSyncExternalStore } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { isReceived, onReceived } from '../../server/hub/subscriptions.ts';
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

/** Whether a figure from the price of this contract is too old to act on: no price of it is received, or none at all. */
export function useIsOld(contract: string): boolean {
  const isMissing = useSyncExternalStore(onReceived, () => !isReceived(contract));
  return isOld(useFeedState()) || isMissing;
}
