// The handshake. The first message of a client names its protocol and version. It is always JSON, terminated
// by 0x1E. The server answers `{}`, or `{"error": …}` before it closes the connection.
import { isRecord } from './fields.ts';
import { recordSeparator } from './json.ts';
import { ProtocolError } from './protocol-error.ts';

export interface HandshakeRequest {
  readonly protocol: string;
  readonly version: number;
}

/** The index of the terminator; -1 when it is missing. Throws ProtocolError above `maxBytes`. */
export function findHandshakeEnd(bytes: Buffer, maxBytes: number): number {
  const end = bytes.indexOf(recordSeparator);
  if ((end < 0 ? bytes.length : end) > maxBytes) {
    throw new ProtocolError(`The handshake is longer than the limit of ${maxBytes} bytes.`, 'messageBytes');
  }
  return end;
}

/** Parses a request without its terminator. Throws ProtocolError. */
export function parseHandshake(body: Buffer): HandshakeRequest {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProtocolError('The handshake request is not valid JSON.');
  }
  if (!isRecord(value)) throw new ProtocolError('The handshake request must be a JSON object.');
  const { protocol, version } = value;
  if (typeof protocol !== 'string') throw new ProtocolError('The handshake request must name a protocol.');
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    throw new ProtocolError('The handshake request must have a version number.');
  }
  return { protocol, version };
}

/** The server's response. After one with an error the connection is closed. */
export function handshakeResponse(error?: string): Buffer {
  const text = JSON.stringify(error === undefined ? {} : { error });
  return Buffer.concat([Buffer.from(text), Buffer.from([recordSeparator])]);
}

/** The error texts of rejected handshakes, as .NET servers write them. */
export const handshakeRejections = {
  unknownProtocol: (name: string) => `The protocol '${name.slice(0, 100)}' is not supported.`,
  unsupportedVersion: (name: string, version: number) =>
    `The server does not support version ${version} of the '${name}' protocol.`,
  binaryOverText: (name: string) =>
    `Cannot use the '${name}' protocol on the current transport. The transport does not support 'Binary' transfer format.`,
  timedOut: 'Handshake was canceled.',
  malformed: (detail: string) => `An unexpected error occurred during connection handshake. ${detail}`,
} as const;
