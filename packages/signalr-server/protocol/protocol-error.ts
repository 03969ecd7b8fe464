// A violation of the hub protocol by a client. The connection is closed with the error's message. The message
// describes only the client's own bytes and is therefore always sent to it.

/** The limits that decoding enforces. */
type ProtocolLimit = 'messageBytes' | 'depth';

export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /** The limit that was exceeded; null if the bytes are malformed. */
  readonly exceededLimit: ProtocolLimit | null;

  constructor(message: string, exceededLimit: ProtocolLimit | null = null) {
    super(message);
    this.exceededLimit = exceededLimit;
  }
}
