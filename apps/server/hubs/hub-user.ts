// The user of a hub connection, by its token, and what that user may see.
import type { MarketView, Viewer } from '@openpit/projections';
import type { Accounts } from '../auth/accounts.ts';

export interface HubUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Epoch milliseconds at which the token expires and the connection closes. */
  readonly expiresAt: number;
}

/** What this user may see by the present rights; nothing of any member where the market does not know the user. */
export function viewerOf(userId: string, { rights }: Pick<MarketView, 'rights'>): Viewer {
  const { member = '', onlyDealer = null } = rights.of(userId) ?? {};
  return { userId, member, onlyDealer };
}

/** The user of a token with an open session, else null. */
export async function hubUserOf(token: string | null, accounts: Accounts): Promise<HubUser | null> {
  const account = await accounts.ofToken(token);
  if (account === null) return null;
  const { userId, sessionId, expiresAt } = account;
  return { userId, sessionId, expiresAt };
}
