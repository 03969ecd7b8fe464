// The session of this page load (AUTH-4 to 6): the stored token, its expiry, the end of the session while the page is open, and the screens
// that it admits to (ROUTE-2 to 4).

import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { hasWork } from '../stores/kept-work.ts';
import { placeholderTokenExpiration, useSession, useSettings } from '../stores/session.ts';
import { onUnauthorized } from '../transport/calls.ts';
import { logout, tokenExpiredToast } from '../transport/logout.ts';

interface TokenContents {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** The first claim whose key contains `name`; empty if there is none. */
  readonly displayName: string;
  /** The user of the token; null if the token names none. */
  readonly subject: string | null;
}

/**
 * Reads a JSON Web Token without a library (AUTH-1, AUTH-5). Only the server can check its
 * signature. Returns `null` for a token that cannot be read or has no expiry.
 */
export function readToken(token: string): TokenContents | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(textOfBase64Url(payload));
    if (typeof claims !== 'object' || claims === null) return null;
    const { exp, sub } = claims as { exp?: unknown; sub?: unknown };
    if (typeof exp !== 'number' || !Number.isFinite(exp)) return null;
    const name = Object.entries(claims).find(([key]) => key.includes('name'))?.[1];
    return {
      expiresAt: exp * 1_000,
      displayName: typeof name === 'string' ? name : '',
      subject: typeof sub === 'string' ? sub : null,
    };
  } catch {
    return null;
  }
}

/** A missing or unreadable token counts as expired, as does one whose `exp` is before now (AUTH-5). */
export function isTokenExpired(token: string | null, now: number): boolean {
  const contents = token === null ? null : readToken(token);
  return contents === null || contents.expiresAt < now;
}

function textOfBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
  );
}

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

/**
 * Stores a new token and the user's name (AUTH-1). Returns false if the token cannot be read or has
 * expired.
 */
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

/**
 * Ends the session when the token expires, the server no longer accepts it, or another tab signs
 * out or in.
 */
export function followSession(): void {
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

/** Follows another tab: when it signs out, this tab does too; when it signs in, this tab reloads with that session. */
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

/**
 * The state of the stored token when a screen opens. A token that has expired, or cannot be read, ends the session first: the page then
 * reloads, and until it does no screen may be shown.
 */
export function tokenForScreens(): 'missing' | 'valid' | 'ended' {
  const state = storedTokenState();
  if (state !== 'expired') return state;
  logout({ toast: tokenExpiredToast });
  return 'ended';
}
