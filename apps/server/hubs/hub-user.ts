// The user of a hub connection, by its token.
import type { Accounts } from '../auth/accounts.ts';

export interface HubUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Epoch milliseconds at which the token expires and the connection closes. */
  readonly expiresAt: number;
}

/** The user of a token with an open session, else null. */
export async function hubUserOf(token: string | null, accounts: Accounts): Promise<HubUser | null> {
  const account = await accounts.ofToken(token);
  if (account === null) return null;
  const { userId, sessionId, expiresAt } = account;
  return { userId, sessionId, expiresAt };
}
