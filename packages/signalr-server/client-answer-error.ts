// A client that was asked something and gave no answer: it threw, it has no handler, it is gone, or it took too long.
// The message may be the client's own, so it is no HubError: what one client wrote is not shown to another by accident.

export class ClientAnswerError extends Error {
  override readonly name = 'ClientAnswerError';
}
