// The first message of a client: reads the handshake request and decides what will be spoken, or why nothing will.
import {
  findHandshakeEnd,
  type HandshakeRequest,
  handshakeRefusals,
  parseHandshake,
} from '../protocol/handshake.ts';
import type { Protocols } from '../protocol/hub-message.ts';
import { type HubProtocol, type ProtocolName, supportsVersion } from '../protocol/hub-protocol.ts';
import type { Transport } from './transport.ts';

export type Handshake =
  | { readonly outcome: 'incomplete' }
  | { readonly outcome: 'accepted'; readonly protocol: HubProtocol; readonly size: number }
  | { readonly outcome: 'refused'; readonly error: string; readonly size: number };

export interface HandshakeTerms {
  readonly maxBytes: number;
  readonly protocols: Protocols;
  /** Those that the hub speaks. */
  readonly spoken: ReadonlySet<ProtocolName>;
  readonly transport: Pick<Transport, 'carriesBinary'>;
}

/** Reads what came so far. Throws ProtocolError for bytes that are no handshake. */
export function readHandshake(bytes: Buffer, terms: HandshakeTerms): Handshake {
  const end = findHandshakeEnd(bytes, terms.maxBytes);
  if (end < 0) return { outcome: 'incomplete' };
  return { ...agree(parseHandshake(bytes.subarray(0, end)), terms), size: end + 1 };
}

function agree(
  { protocol: name, version }: HandshakeRequest,
  { protocols, spoken, transport }: HandshakeTerms,
): { outcome: 'accepted'; protocol: HubProtocol } | { outcome: 'refused'; error: string } {
  if (!isProtocolName(name, protocols) || !spoken.has(name)) {
    return { outcome: 'refused', error: handshakeRefusals.unknownProtocol(name) };
  }
  const protocol = protocols[name];
  if (!supportsVersion(version)) {
    return { outcome: 'refused', error: handshakeRefusals.unsupportedVersion(name, version) };
  }
  if (protocol.isBinary && !transport.carriesBinary) {
    return { outcome: 'refused', error: handshakeRefusals.binaryOverText(name) };
  }
  return { outcome: 'accepted', protocol };
}

function isProtocolName(name: string, protocols: Protocols): name is ProtocolName {
  return Object.hasOwn(protocols, name);
}
