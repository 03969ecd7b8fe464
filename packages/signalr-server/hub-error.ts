// An error that is meant for the user: its message reaches the client. Any other error that application code throws is
// a fault of the server, of which the client learns only that it happened (unless `detailedErrors` is on).

export class HubError extends Error {
  override readonly name: string = 'HubError';
}

/** The user may not call this method: the client is told so in the words of .NET servers, and not why. */
export class UnauthorizedCallError extends HubError {
  override readonly name = 'UnauthorizedCallError';

  constructor(message = 'The user may not call this method.') {
    super(message);
  }
}
