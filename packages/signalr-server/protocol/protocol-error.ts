// A client's bytes that break the hub protocol. The connection cannot go on: it is closed with this sentence, which
// speaks of the client's own bytes only and may therefore always be sent.

/** The limits that this layer knows. */
export type ProtocolBreach = 'messageBytes' | 'depth';

export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /** The limit that was passed; null when the bytes are malformed. */
  readonly breach: ProtocolBreach | null;

  constructor(message: string, breach: ProtocolBreach | null = null) {
    super(message);
    this.breach = breach;
  }
}
