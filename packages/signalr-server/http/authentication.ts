// Authentication: asks the application who sent a request, and keeps the token out of its errors.
import { HubError } from '../errors.ts';
import type { HubRequest } from '../hub-request.ts';
import { withoutSecret } from '../logger.ts';

/**
 * Returns the user of a request. Called at negotiate, when the transport opens, and for every request of
 * server-sent events and long polling. Null means not signed in: the client gets 401. A thrown HubError means
 * not allowed: the client gets 403 with its message, or 429 for a TooManyRequestsError. Any other error is logged, without the token, and the
 * client gets 500.
 */
export type Authenticate<User> = (request: HubRequest) => Promise<User | null> | User | null;

/** Returns null for a request that is not signed in. Without a function everybody is admitted, as a client without a user. */
export async function authenticateRequest<User>(
  authenticate: Authenticate<User> | undefined,
  request: HubRequest,
): Promise<{ readonly user: User | null } | null> {
  if (authenticate === undefined) return { user: null };
  try {
    const user = await authenticate(request);
    return user === null ? null : { user };
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw withoutSecret(error, request.token);
  }
}
