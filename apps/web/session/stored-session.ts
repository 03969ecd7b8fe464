// The session of this page load: the stored token, read once at the start, and what happens to it while the page is open
// (AUTH-4 to 6): it expires, the server no longer knows it, or another tab signs out or in.
import { onUnauthorized } from '../http/main-api.ts';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { placeholderTokenExpiration, useSession } from '../stores/session.ts';
import { useSettings } from '../stores/settings.ts';
import { logout, tokenExpiredToast } from './logout.ts';
import { isTokenExpired, readToken } from './token.ts';

/** What the stored token says of the user: nobody, somebody, or somebody whose time is over. */
export function storedTokenState(now: number = Date.now()): 'missing' | 'valid' | 'expired' {
  const token = readStored(storageKeys.token);
  if (token === null) return 'missing';
  return isTokenExpired(token, now) ? 'expired' : 'valid';
}

/** Takes the stored token, valid or not, as this page's. */
export function adoptStoredToken(): void {
  const token = readStored(storageKeys.token);
  const contents = token === null ? null : readToken(token);
  useSession.setState({
    token,
    tokenExpiresAt: contents?.expiresAt ?? placeholderTokenExpiration,
    displayName: contents?.displayName || (readStored(storageKeys.userName) ?? ''),
  });
}

/** Keeps a new token and the user's name (AUTH-1). False when the token cannot be read or is over. */
export function keepToken(token: string): boolean {
  const contents = readToken(token);
  if (contents === null || isTokenExpired(token, Date.now())) return false;
  writeStored(storageKeys.token, token);
  if (contents.displayName !== '') writeStored(storageKeys.userName, contents.displayName);
  useSession.setState({ token, tokenExpiresAt: contents.expiresAt, displayName: contents.displayName });
  return true;
}

/** Looks at the clock for the life of the page: first after 30 s, then every 120 s, or as the server says (AUTH-6). */
export function startTokenChecks(): void {
  const { tokenFirstCheckMs, tokenCheckMs } = useSettings.getState();
  setTimeout(() => {
    checkToken();
    setInterval(checkToken, tokenCheckMs);
  }, tokenFirstCheckMs);
}

/** Ends the session when the server no longer knows the token, and follows other tabs. */
export function watchSession(): void {
  onUnauthorized(() => logout({ toast: tokenExpiredToast, tellServer: false }));
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) followOtherTab();
  });
}

/** A signed-in page whose token is over, or has gone from the storage, is left with the warning of AUTH-6. */
export function checkToken(): void {
  if (useSession.getState().token !== null && storedTokenState() !== 'valid')
    logout({ toast: tokenExpiredToast });
}

/** Another tab signed out: so does this one. It signed in: this one starts anew with that session. */
function followOtherTab(): void {
  const stored = readStored(storageKeys.token);
  const { token } = useSession.getState();
  if (stored === token) return;
  if (stored === null) logout({ tellServer: false });
  else if (token !== null && readToken(stored)?.subject === readToken(token)?.subject) adoptStoredToken();
  else location.reload();
}
