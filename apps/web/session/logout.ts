// Leaving: the token and the last-used layout go, what the user must be told is kept for Login, the page is loaded anew
// (AUTH-7). The server is told too, as well as can be: leaving never waits for it.
import { paths } from '@openpit/wire';
import { storageKeys, writeStored } from '../stores/browser-storage.ts';
import { useSession } from '../stores/session.ts';
import { type KeptToast, keepToast } from './kept-toast.ts';

export const tokenExpiredToast: KeptToast = { type: 'warning', message: 'Token Expired' };

let leaving = false;

/** True from the moment a logout has begun: nothing may hold up the reload any more. */
export function isLeaving(): boolean {
  return leaving;
}

/** `toast` is shown once on Login. The first call wins; the page is gone soon after it. */
export function logout({ toast, tellServer = true }: { toast?: KeptToast; tellServer?: boolean } = {}): void {
  if (leaving) return;
  leaving = true;
  const { token } = useSession.getState();
  if (tellServer && token !== null) tellServerOfLogout(token);
  if (toast) keepForLogin(toast);
  writeStored(storageKeys.token, null);
  writeStored(storageKeys.lastUsedLayout, null);
  location.reload();
}

function keepForLogin(toast: KeptToast): void {
  try {
    keepToast(sessionStorage, toast);
  } catch (error) {
    console.warn(`Not shown after the reload: ${toast.message}`, error);
  }
}

/** `keepalive` lets the request outlive the page. */
function tellServerOfLogout(token: string): void {
  fetch(paths.logout, {
    method: 'POST',
    keepalive: true,
    headers: { authorization: `Bearer ${token}` },
  }).catch((error: unknown) => console.warn('The server was not told of the logout.', error));
}
