// The guards of the routes (ROUTE-2 to 4). They run before the code of a screen is loaded.
import { logout, tokenExpiredToast } from './logout.ts';
import { storedTokenState } from './stored-session.ts';

/** For screens that need a signed-in user. */
export async function guardSignedIn(): Promise<'stay' | 'toLogin'> {
  return (await settledTokenState()) === 'valid' ? 'stay' : 'toLogin';
}

/** For Login: a user with a valid stored token is redirected to Trading. */
export async function guardSignedOut(): Promise<'stay' | 'toTrading'> {
  return (await settledTokenState()) === 'valid' ? 'toTrading' : 'stay';
}

/** Logs out first when the stored token has expired (ROUTE-4). The page then reloads, so the promise never settles. */
async function settledTokenState(): Promise<'missing' | 'valid'> {
  const state = storedTokenState();
  if (state !== 'expired') return state;
  logout({ toast: tokenExpiredToast });
  return new Promise<never>(() => undefined);
}
