// Who is behind a hub connection: the account of the token, and what of the market is his to see.
import type { MarketView, Viewer } from '@openpit/projections';
import type { Accounts } from '../auth/accounts.ts';

export interface HubUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Epoch milliseconds at which the token ends, and the connection with it. */
  readonly expiresAt: number;
}

/** What this user may see, by his rights as they are now; nothing of any member where the market does not know him. */
export function viewerOf(userId: string, { rights }: Pick<MarketView, 'rights'>): Viewer {
  const { member = '', onlyDealer = null } = rights.of(userId) ?? {};
  return { userId, member, onlyDealer };
}

/** The user of a token whose session stands, else null. */
export async function hubUserOf(
  token: string | null,
  accounts: Accounts,
): Promise<HubUser | null> {
  const account = await accounts.ofToken(token);
  if (account === null) return null;
  const { userId, sessionId, expiresAt } = account;
  return { userId, sessionId, expiresAt };
}
