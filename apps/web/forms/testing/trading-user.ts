// A user who may do everything, in a browser that is connected to the market: what a form needs before it can send a command.
import { newPreferenceDocument, type PermissionFlags } from '@openpit/wire';
import { noConnection, useConnection } from '../../stores/connection.ts';
import { pageScheduler } from '../../stores/keyed-store.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { accountOfUser } from '../../testing/rows.ts';

const hourMs = 3_600_000;

export function connectTradingUser(): void {
  const { defaults, flags, ...rest } = newPreferenceDocument();
  const granted = Object.fromEntries(Object.keys(flags).map((flag) => [flag, true]));
  usePreferences.setState({
    document: {
      ...rest,
      flags: granted as PermissionFlags,
      defaults: { ...defaults, maxOrderQuantity: 500 },
    },
  });
  useSession.setState({
    hqAccess: accountOfUser({ scope: 'own' }),
  });
  // No message arrives, so prices must not become old.
  useConnection.setState({
    ...noConnection,
    market: 'Connected',
    venueReady: true,
    ownOrdersLoaded: true,
    lastMessageAt: Date.now() + hourMs,
  });
}

/** Resolves once the listeners of all stores have been notified of the changes so far. */
export const storesFlushed = (): Promise<void> =>
  new Promise((resolve) => {
    pageScheduler.request(resolve);
  });
