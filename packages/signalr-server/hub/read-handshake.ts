// Reads the handshake request of a client and selects the protocol, or rejects the handshake.
import {
  findHandshakeEnd,
  type HandshakeRequest,
  handshakeRejections,
  parseHandshake,
} from '../protocol/handshake.ts';
import type { Protocols } from '../protocol/hub-message.ts';
import { type HubProtocol, type ProtocolName, supportsVersion } from '../protocol/hub-protocol.ts';
import type { Transport } from '../transport.ts';

/** `size`: the number of bytes that the request takes. */
type HandshakeResult =
  | { readonly outcome: 'incomplete' }
  | { readonly outcome: 'accepted'; readonly protocol: HubProtocol; readonly size: number }
  | { readonly outcome: 'rejected'; readonly error: string; readonly size: number };

interface HandshakeOptions {
  readonly maxBytes: number;
  readonly protocols: Protocols;
  /** The protocols that the hub accepts. */
  readonly accepted: ReadonlySet<ProtocolName>;
  readonly transport: Pick<Transport, 'carriesBinary'>;
}

/** Throws ProtocolError when the bytes are not a handshake request. */
export function readHandshake(bytes: Buffer, options: HandshakeOptions): HandshakeResult {
  const end = findHandshakeEnd(bytes, options.maxBytes);
  if (end < 0) return { outcome: 'incomplete' };
  return { ...selectProtocol(parseHandshake(bytes.subarray(0, end)), options), size: end + 1 };
}

function selectProtocol(
  { protocol: name, version }: HandshakeRequest,
  { protocols, accepted, transport }: HandshakeOptions,
): { outcome: 'accepted'; protocol: HubProtocol } | { outcome: 'rejected'; error: string } {
  const protocol = protocolCalled(name, protocols);
  if (protocol === undefined || !accepted.has(protocol.name)) {
    return { outcome: 'rejected', error: handshakeRejections.unknownProtocol(name) };
  }
  if (!supportsVersion(version)) {
    return { outcome: 'rejected', error: handshakeRejections.unsupportedVersion(name, version) };
  }
  if (protocol.isBinary && !transport.carriesBinary) {
    return { outcome: 'rejected', error: handshakeRejections.binaryOverText(name) };
  }
  return { outcome: 'accepted', protocol };
}

/** Upper and lower case are the same, as in ASP.NET Core. */
function protocolCalled(name: string, protocols: Protocols): HubProtocol | undefined {
  const protocolName = name.toLowerCase();
  return Object.values(protocols).find((protocol) => protocol.name === protocolName);
}
