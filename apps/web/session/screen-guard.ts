// The guard of the screens (ROUTE-2 to 4): which of them a stored token admits to.
import { logout, tokenExpiredToast } from './logout.ts';
import { storedTokenState } from './stored-session.ts';

/**
 * What the stored token is when a screen opens. One that has expired, or cannot be read, ends the session first: the page then
 * reloads, and until it does no screen may be shown.
 */
export function tokenForScreens(): 'missing' | 'valid' | 'ended' {
  const state = storedTokenState();
  if (state !== 'expired') return state;
  logout({ toast: tokenExpiredToast });
  return 'ended';
}
