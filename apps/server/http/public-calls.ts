// The calls that need no sign-in, all of them. Every other call under /api needs the bearer token of an open session (AUTH-8); the
// operator's calls, /metrics and /api/docs have rules of their own (operator-only.ts, local-only.ts).
import { paths } from '@openpit/wire';

export const publicCalls: readonly string[] = [
  paths.login,
  paths.demoLogin,
  paths.twoFactorConfirmation,
  paths.twoFactorReset,
  // What the page of the sign-in needs: the market's name, and the users of a demonstration.
  paths.getClientSettings,
];

const docs = '/api/docs';

/** `route`: the path of the route; undefined where there is none. */
export const needsSignIn = (route: string | undefined): boolean =>
  route?.startsWith('/api/') === true &&
  route !== docs &&
  !route.startsWith(`${docs}/`) &&
  !publicCalls.includes(route);
