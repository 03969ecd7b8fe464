// What actions are asked with: flags, the feed's reason, the desk. Changes only when an answer could change, not with
// every tick of the feed's age.
import { useMemo, useSyncExternalStore } from 'react';
import { useConnection } from '../stores/connection.ts';
import { currentFeed, type Feed } from '../stores/feed.ts';
import { usePreferences } from '../stores/preferences.ts';
import type { ActionContext } from './action.ts';
import { useDesk } from './desk.ts';

const pollMs = 250;

function subscribeToFeed(listener: () => void): () => void {
  const timer = setInterval(listener, pollMs);
  const stop = useConnection.subscribe(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** The feed's state in one word; renders anew only when the word changes. */
export function useFeedState(): Feed['state'] {
  return useSyncExternalStore(subscribeToFeed, () => currentFeed().state);
}

/** The sentence with which order entry is closed, or null. */
export function useEntryClosed(): string | null {
  return useSyncExternalStore(subscribeToFeed, () => currentFeed().reason);
}

const unreachableReason =
  'The connection to the market is lost: nothing can be sent. Choose “Connect again”.';

export function useActionContext(): ActionContext {
  const flags = usePreferences((preferences) => preferences.document.flags);
  const entryClosed = useEntryClosed();
  const isDown = useFeedState() === 'down';
  const desk = useDesk();
  return useMemo(
    () => ({ flags, entryClosed, unreachable: isDown ? unreachableReason : null, desk }),
    [flags, entryClosed, isDown, desk],
  );
}
