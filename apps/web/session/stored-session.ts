// The session of this page load: the stored token, read once at the start, and its end while the page is open (AUTH-4 to 6):
// it expires, the server no longer accepts it, or another tab signs out or in.
import { onUnauthorized } from '../http/main-api.ts';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { hasWork } from '../stores/kept-work.ts';
import { placeholderTokenExpiration, useSession } from '../stores/session.ts';
import { useSettings } from '../stores/settings.ts';
import { logout, tokenExpiredToast } from './logout.ts';
import { isTokenExpired, readToken } from './token.ts';

/** Whether this browser has stored a token, and whether it is still valid at `now` (epoch milliseconds). */
export function storedTokenState(now: number = Date.now()): 'missing' | 'valid' | 'expired' {
  const token = readStored(storageKeys.token);
  if (token === null) return 'missing';
  return isTokenExpired(token, now) ? 'expired' : 'valid';
}

/** Makes the stored token, valid or not, the token of this page. */
export function adoptStoredToken(): void {
  const token = readStored(storageKeys.token);
  const contents = token === null ? null : readToken(token);
  useSession.setState({
    token,
    tokenExpiresAt: contents?.expiresAt ?? placeholderTokenExpiration,
    displayName: contents?.displayName || (readStored(storageKeys.userName) ?? ''),
  });
}

/** Stores a new token and the user's name (AUTH-1). False when the token cannot be read or has expired. */
export function storeToken(token: string): boolean {
  const contents = readToken(token);
  if (contents === null || isTokenExpired(token, Date.now())) return false;
  writeStored(storageKeys.token, token);
  if (contents.displayName !== '') writeStored(storageKeys.userName, contents.displayName);
  useSession.setState({ token, tokenExpiresAt: contents.expiresAt, displayName: contents.displayName });
  return true;
}

/** Checks the token as long as the page is open: first after 30 s, then every 120 s, or as the server configures (AUTH-6). */
export function startTokenChecks(): void {
  const { tokenFirstCheckMs, tokenCheckMs } = useSettings.getState();
  setTimeout(() => {
    checkToken();
    setInterval(checkToken, tokenCheckMs);
  }, tokenFirstCheckMs);
}

/** Ends the session when the server no longer accepts the token, and follows other tabs. */
export function watchSession(): void {
  onUnauthorized(() => logout({ toast: tokenExpiredToast, notifyServer: false }));
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) followOtherTab();
  });
}

/** Logs out, with the warning of AUTH-6, when the token has expired or is no longer stored. */
export function checkToken(): void {
  if (useSession.getState().token !== null && storedTokenState() !== 'valid')
    logout({ toast: tokenExpiredToast });
}

/** When another tab signs out, this one does too; when it signs in, this one reloads with that session. */
function followOtherTab(): void {
  const stored = readStored(storageKeys.token);
  const { token } = useSession.getState();
  if (stored === token) return;
  if (stored === null)
    logout({
      notifyServer: false,
      toast: {
        type: 'info',
        message: `You signed out in another tab, so this one did too.${hasWork() ? ' What you typed or changed here comes back when you sign in again in this tab.' : ''}`,
      },
    });
  else if (token !== null && readToken(stored)?.subject === readToken(token)?.subject) adoptStoredToken();
  else location.reload();
}
