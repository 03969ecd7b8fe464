// A client's bytes that break the hub protocol. The connection cannot go on: it is closed with this sentence, which
// speaks of the client's own bytes only and may therefore always be sent.
import type { BreachKind } from '../metrics.ts';

export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /** The limit that was passed; null when the bytes are malformed. */
  readonly breach: BreachKind | null;

  constructor(message: string, breach: BreachKind | null = null) {
    super(message);
    this.breach = breach;
  }
}
