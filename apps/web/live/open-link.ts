// Opens the hub connections of this page and keeps their list: each is signed in as the user, shows its state on the
// board, and when it is lost for good the user is told once, with a way to try again (HUB-7).
import { type ConnectionComponent, type MarketHubEvent, marketHubPath } from '@openpit/wire';
import { getHqAccess } from '../http/authenticate.ts';
import { dismissToast, showToast } from '../notices/toasts.ts';
import { isLeaving, logout, tokenExpiredToast } from '../session/logout.ts';
import { useSession } from '../stores/session.ts';
import { type LinkKind, reportClosed, reportMessage, reportProgress } from './connection-board.ts';
import { type HubLink, isTokenRejected, openHub } from './hub-connection.ts';

export interface LinkOptions {
  /** Tells it from the others; one that is opened again keeps its name. */
  readonly name: string;
  readonly kind: LinkKind;
  readonly component?: ConnectionComponent;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  /** Each time that it stands. */
  readonly onConnected: () => void;
  readonly onGaveUp?: () => void;
}

const openLinks = new Map<string, HubLink>();
let lostToastId: number | null = null;

export function openLink({ name, kind, component, onEvent, onConnected, onGaveUp }: LinkOptions): HubLink {
  let isStopping = false;
  const link = openHub({
    url: component === undefined ? marketHubPath : `${marketHubPath}?component=${component}`,
    token: () => useSession.getState().token ?? '',
    onEvent: (event, payload) => {
      reportMessage(name);
      onEvent(event, payload);
    },
    // One that is being stopped speaks no more for its name: another may have taken it over.
    onProgress: (progress) => {
      if (!isStopping) reportProgress(name, kind, progress);
    },
    onConnected,
    onGaveUp: (error) => {
      console.error(`The ${name} connection is lost.`, error);
      onGaveUp?.();
      if (isTokenRejected(error)) logout({ toast: tokenExpiredToast, tellServer: false });
      else void tellLost();
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

/** Tries every lost connection at once: what “Connect again” does, and a browser that is online again. */
export function connectAgain(): void {
  if (lostToastId !== null) dismissToast(lostToastId);
  lostToastId = null;
  for (const link of openLinks.values()) link.tryNow();
}

/**
 * One toast, however many connections are lost. A server that closes a connection for good may have ended the session: any
 * call tells, and its 401 logs out.
 */
async function tellLost(): Promise<void> {
  await getHqAccess();
  if (isLeaving()) return;
  lostToastId ??= showToast({
    type: 'error',
    message: 'The connection to the market is lost, and trying again did not help.',
    action: { label: 'Connect again', run: connectAgain },
  });
}
