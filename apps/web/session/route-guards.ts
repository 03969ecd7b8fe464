// Who may see what (ROUTE-2 to 4), asked before a screen's code is loaded.
import { logout, tokenExpiredToast } from './logout.ts';
import { storedTokenState } from './stored-session.ts';

/** For screens that need sign-in: go on, or go to Login. */
export async function guardSignedIn(): Promise<'stay' | 'toLogin'> {
  return (await settledTokenState()) === 'valid' ? 'stay' : 'toLogin';
}

/** For Login: a valid stored token sends the user on. */
export async function guardSignedOut(): Promise<'stay' | 'toTrading'> {
  return (await settledTokenState()) === 'valid' ? 'toTrading' : 'stay';
}

/** An expired stored token logs out first (ROUTE-4); the page is then loaded anew, so nothing more is decided here. */
async function settledTokenState(): Promise<'missing' | 'valid'> {
  const state = storedTokenState();
  if (state !== 'expired') return state;
  logout({ toast: tokenExpiredToast });
  return new Promise<never>(() => undefined);
}
