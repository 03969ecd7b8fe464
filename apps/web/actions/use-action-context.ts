// The context of actions: permissions, the feed's reason, the workspace. It changes only when an action's answer could change, not
// with every tick of the feed's age.
import { useMemo, useSyncExternalStore } from 'react';
import { useConnection } from '../stores/connection.ts';
import { currentFeed, type Feed, type FeedState } from '../stores/feed.ts';
import { useOnline } from '../stores/online.ts';
import { usePreferences } from '../stores/preferences.ts';
import type { ActionContext } from './action.ts';
import { useWorkspacePort, type WorkspacePort } from './workspace-port.ts';

const pollMs = 250;

function subscribeToFeed(listener: () => void): () => void {
  const timer = setInterval(listener, pollMs);
  const stops = [useConnection.subscribe(listener), useOnline.subscribe(listener)];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** The feed's state in one word; renders again only when it changes. */
export function useFeedState(): Feed['state'] {
  return useSyncExternalStore(subscribeToFeed, () => currentFeed().state);
}

/** Why order entry is closed, as a sentence; null while it is open. */
export function useEntryClosed(): string | null {
  return useSyncExternalStore(subscribeToFeed, () => currentFeed().reason);
}

/** Why nothing at all can be sent, not even a deletion; null while something can. */
function unreachableReason(state: FeedState): string | null {
  if (state === 'offline') return 'This device is offline: nothing can be sent.';
  if (state === 'down')
    return 'The connection to the market is lost: nothing can be sent. Choose “Connect again”.';
  return null;
}

/** The context at this moment, for code outside React. */
export function currentContext(workspace: WorkspacePort): ActionContext {
  const { state, reason } = currentFeed();
  return {
    flags: usePreferences.getState().document.flags,
    entryClosed: reason,
    unreachable: unreachableReason(state),
    workspace,
  };
}

export function useActionContext(): ActionContext {
  const flags = usePreferences((preferences) => preferences.document.flags);
  const entryClosed = useEntryClosed();
  const unreachable = unreachableReason(useFeedState());
  const workspace = useWorkspacePort();
  return useMemo(
    () => ({ flags, entryClosed, unreachable, workspace }),
    [flags, entryClosed, unreachable, workspace],
  );
}
