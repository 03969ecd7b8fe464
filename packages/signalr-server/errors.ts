// The errors that application code throws and catches.

/**
 * An error that is meant for the user: its message is sent to the client. Any other error that application
 * code throws is a server fault. The client then learns only that the call failed, unless `detailedErrors` is
 * on.
 */
export class HubError extends Error {
  override readonly name: string = 'HubError';
}

/** The user may not call this method. The client receives the text that .NET servers send; `message` is not sent. */
export class UnauthorizedError extends HubError {
  override readonly name = 'UnauthorizedError';

  constructor(message = 'The user may not call this method.') {
    super(message);
  }
}

/** Thrown by `authenticate`: the user sends too many requests. The client gets 429 with its message. */
export class TooManyRequestsError extends HubError {
  override readonly name = 'TooManyRequestsError';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * A client returned no result: its handler threw or does not exist, the result failed validation, the
 * connection ended, or the time ran out. The message may be the client's own text. It is therefore no
 * HubError, so that the text of one client is never sent to another by accident.
 */
export class ClientResultError extends Error {
  override readonly name = 'ClientResultError';
}
