// Asks the application who sent a request. Whatever goes wrong there, the token does not get into an error.

import type { HubRequest } from '../hub/hub-request.ts';
import { HubError } from '../hub-error.ts';
import { withoutSecret } from '../logger.ts';

/**
 * Says who is asking, at negotiate, when the transport opens, and at every request of the transports that need several.
 * Null: not signed in, the client gets 401. A thrown HubError: known and not allowed, 403 with its message.
 */
export type Authenticate<User> = (request: HubRequest) => Promise<User | null> | User | null;

export async function authenticated<User>(
  authenticate: Authenticate<User>,
  request: HubRequest,
): Promise<User | null> {
  try {
    return await authenticate(request);
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw withoutSecret(error, request.token);
  }
}
