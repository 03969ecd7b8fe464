// Who is behind a hub connection: the account of the token, and the member for which it deals.
import type { Projections } from '@openpit/projections';
import type { Accounts } from '../auth/accounts.ts';

export interface HubUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Empty for a user whom the market does not know. */
  readonly member: string;
  /** Epoch milliseconds at which the token ends, and the connection with it. */
  readonly expiresAt: number;
}

/** The user of a token whose session stands, else null. */
export async function hubUserOf(
  token: string | null,
  { accounts, projections }: { readonly accounts: Accounts; readonly projections: Projections },
): Promise<HubUser | null> {
  const account = await accounts.ofToken(token);
  if (account === null) return null;
  const { userId, sessionId, expiresAt } = account;
  return { userId, sessionId, expiresAt, member: projections.rights.of(userId)?.member ?? '' };
}
