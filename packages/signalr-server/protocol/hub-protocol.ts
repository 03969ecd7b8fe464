// What an encoding of the hub protocol must be able to do: find whole messages in a run of bytes, read one, write one.
import type { ProtocolMessage } from './messages.ts';

export type ProtocolName = 'json' | 'messagepack';

export interface MessageLimits {
  readonly maxMessageBytes: number;
  readonly maxDepth: number;
}

/** Where a message lies in a buffer; filled by `nextMessage`, reused by its reader. */
export interface MessageSpan {
  bodyStart: number;
  bodyEnd: number;
  /** Where the message after it begins. */
  next: number;
}

export interface HubProtocol {
  readonly name: ProtocolName;
  /** Whether a transport must carry bytes as they are. */
  readonly isBinary: boolean;
  /** A whole ping message. */
  readonly ping: Buffer;

  /** Finds the whole message at `offset`; false when bytes are missing. Throws ProtocolError when it is over the limit. */
  nextMessage(bytes: Buffer, offset: number, span: MessageSpan): boolean;
  /** Reads a body; null for a type that this version does not know (to be skipped). Throws ProtocolError. */
  decode(body: Buffer): ProtocolMessage | null;
  /** The message with its framing. Throws when a value in it cannot be encoded. */
  encode(message: ProtocolMessage): Buffer;
}

/** The hub protocol versions that a handshake may ask for; 2 only adds stateful reconnect. */
export function supportsVersion(version: number): boolean {
  return version === 1 || version === 2;
}
