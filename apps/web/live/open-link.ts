// Opens the hub connections of this page and keeps their list: each is signed in as the user and reports its state. When a
// connection is lost and no try is left, one toast says so and offers to connect again (HUB-7).
import type { ConnectionComponent, MarketHubEvent } from '@openpit/wire';
import { getHqAccess } from '../http/hq-access.ts';
import { dismissToast, showToast } from '../notices/toasts.ts';
import { isLeaving, logout, tokenExpiredToast } from '../session/logout.ts';
import { useSession } from '../stores/session.ts';
import { useSettings } from '../stores/settings.ts';
import { type LinkKind, reportClosed, reportMessage, reportProgress } from './connection-status.ts';
import { type HubLink, openHub } from './hub-connection.ts';
import { type HubTransport, hubRoutes, isTokenRejected } from './transports.ts';

export interface LinkOptions {
  /** Identifies the connection; one that is opened again keeps its name. */
  readonly name: string;
  readonly kind: LinkKind;
  /** The screen that the connection is for; the market connection has none. */
  readonly component?: ConnectionComponent;
  /** The same where WebSockets are blocked; without it there is no connection then (HUB-8). */
  readonly fallbackComponent?: ConnectionComponent;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  /** Called each time the connection is made. */
  readonly onConnected: (transport: HubTransport) => void;
  readonly onGaveUp?: () => void;
}

const openLinks = new Map<string, HubLink>();
let lostToastId: number | null = null;

export function openLink({
  name,
  kind,
  component,
  fallbackComponent,
  onEvent,
  onConnected,
  onGaveUp,
}: LinkOptions): HubLink {
  const { fallbackTransport } = useSettings.getState();
  let isStopping = false;
  const link = openHub({
    routes: hubRoutes({ component, fallbackComponent, fallbackTransport }),
    token: () => useSession.getState().token ?? '',
    onEvent: (event, payload) => {
      reportMessage(name);
      onEvent(event, payload);
    },
    // While it is being stopped it reports nothing more under its name, which another may have taken over.
    onProgress: (progress) => {
      if (!isStopping) reportProgress(name, kind, progress);
    },
    onConnected,
    onGaveUp: (error) => {
      console.error(`The ${name} connection is lost.`, error);
      onGaveUp?.();
      if (isTokenRejected(error)) logout({ toast: tokenExpiredToast, notifyServer: false });
      else void reportLost();
    },
  });
  openLinks.set(name, link);
  return {
    ...link,
    stop() {
      isStopping = true;
      if (openLinks.get(name) === link) {
        openLinks.delete(name);
        reportClosed(name);
      }
      return link.stop();
    },
  };
}

/** Tries every lost connection at once: for “Connect again”, and when the browser is online again. */
export function connectAgain(): void {
  if (lostToastId !== null) dismissToast(lostToastId);
  lostToastId = null;
  for (const link of openLinks.values()) link.tryNow();
}

/**
 * Shows one toast, however many connections are lost. The server may have ended the session: a call with the same token
 * finds out, and its 401 logs out.
 */
async function reportLost(): Promise<void> {
  await getHqAccess();
  if (isLeaving()) return;
  lostToastId ??= showToast({
    type: 'error',
    message: 'The connection to the market is lost, and reconnecting has failed.',
    action: { label: 'Connect again', run: connectAgain },
  });
}
