// Logout (AUTH-7): the token and the last-used layout are removed, the toast is saved for Login, and the page is reloaded.
// The server is notified too, but logout never waits for it.
import { paths } from '@openpit/wire';
import { storageKeys, writeStored } from '../stores/browser-storage.ts';
import { useSession } from '../stores/session.ts';
import { type LogoutToast, saveLogoutToast } from './logout-toast.ts';

export const tokenExpiredToast: LogoutToast = { type: 'warning', message: 'Token Expired' };

let leaving = false;

/** True from the start of a logout: nothing may delay the reload any more. */
export function isLeaving(): boolean {
  return leaving;
}

/** `toast` is shown once on Login. The first call wins; the page reloads soon after it. */
export function logout({
  toast,
  notifyServer = true,
}: {
  toast?: LogoutToast;
  notifyServer?: boolean;
} = {}): void {
  if (leaving) return;
  leaving = true;
  const { token } = useSession.getState();
  if (notifyServer && token !== null) sendLogout(token);
  if (toast) saveLogoutToast(toast);
  writeStored(storageKeys.token, null);
  writeStored(storageKeys.lastUsedLayout, null);
  location.reload();
}

/** `keepalive` lets the request outlive the page. */
function sendLogout(token: string): void {
  fetch(paths.logout, {
    method: 'POST',
    keepalive: true,
    headers: { authorization: `Bearer ${token}` },
  }).catch((error: unknown) => console.warn('The server was not notified of the logout.', error));
}
