// Logout (AUTH-7): the token and the last-used layout are removed, a toast is kept for Login, and the page is reloaded. The server is
// notified, but logout never waits for it.
import { paths } from '@openpit/wire';
import type { NewToast } from '../notices/toasts.ts';
import { readKept, storageKeys, writeKept, writeStored } from '../stores/browser-storage.ts';
import { useSession } from '../stores/session.ts';
import { callMarket } from './market-in-page.ts';

type LogoutToast = Pick<NewToast, 'type' | 'message'>;

export function saveLogoutToast({ type, message }: LogoutToast): void {
  writeKept('logoutToast', JSON.stringify({ type, message }));
}

/** Returns the saved toast and removes it; null if there is none or it cannot be read. */
export function takeLogoutToast(): LogoutToast | null {
  const text = readKept('logoutToast');
  if (text === null) return null;
  writeKept('logoutToast', null);
  try {
    const saved: unknown = JSON.parse(text);
    return isLogoutToast(saved) ? { type: saved.type, message: saved.message } : null;
  } catch {
    return null;
  }
}

function isLogoutToast(value: unknown): value is LogoutToast {
  if (typeof value !== 'object' || value === null) return false;
  const { type, message } = value as { type?: unknown; message?: unknown };
  return typeof message === 'string' && ['error', 'warning', 'success', 'info'].includes(String(type));
}

export const tokenExpiredToast: LogoutToast = { type: 'warning', message: 'Token Expired' };

let leaving = false;

/** True from the start of a logout: nothing may delay the reload from now on. */
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
  callMarket(paths.logout, {
    method: 'POST',
    keepalive: true,
    headers: { authorization: `Bearer ${token}` },
  }).catch((error: unknown) => console.warn('The server was not notified of the logout.', error));
}
