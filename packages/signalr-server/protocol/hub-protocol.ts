// The interface of an encoding of the hub protocol: split bytes into messages, decode and encode messages.
import type { ProtocolMessage } from './messages.ts';

export type ProtocolName = 'json' | 'messagepack';

export interface MessageLimits {
  readonly maxMessageBytes: number;
  readonly maxDepth: number;
}

/** The position of a message in a buffer. `nextMessage` fills it in, to avoid an allocation per message. */
export interface MessageSpan {
  bodyStart: number;
  bodyEnd: number;
  /** The offset of the next message. */
  next: number;
}

export interface HubProtocol {
  readonly name: ProtocolName;
  /** True if messages of the protocol need a transport that carries binary data. */
  readonly isBinary: boolean;
  /** An encoded ping message. */
  readonly ping: Buffer;

  /**
   * Finds the message at `offset`; false if it is incomplete. Throws ProtocolError above the size limit.
   */
  nextMessage(bytes: Buffer, offset: number, span: MessageSpan): boolean;
  /** Decodes the body of a message; null for an unknown type, which must be skipped. Throws ProtocolError. */
  decode(body: Buffer): ProtocolMessage | null;
  /** Encodes a message with its framing. Throws if a value in it cannot be encoded. */
  encode(message: ProtocolMessage): Buffer;
}

/** Version 2 only adds stateful reconnect. */
const newestVersion = 2;

/**
 * True if a handshake may request this version of the hub protocol: any up to the newest, as in ASP.NET Core. Some clients
 * request version 0.
 */
export function supportsVersion(version: number): boolean {
  return version <= newestVersion;
}
