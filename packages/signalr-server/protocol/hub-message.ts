// A call of a client method, encoded at most once for each protocol however many clients get it, and not at all for a
// protocol that none of them speaks.
import type { HubProtocol, ProtocolName } from './hub-protocol.ts';
import { MessageType } from './messages.ts';

const noStreams: readonly string[] = [];

export interface EncodedMessage {
  readonly json: Buffer;
  readonly messagepack: Buffer;
}

export type Protocols = Readonly<Record<ProtocolName, HubProtocol>>;

export class HubMessage {
  readonly target: string;
  readonly #args: readonly unknown[];
  readonly #protocols: Protocols;
  #json: Buffer | null = null;
  #messagepack: Buffer | null = null;

  /** `args` must not change afterwards. */
  constructor(protocols: Protocols, target: string, args: readonly unknown[]) {
    this.#protocols = protocols;
    this.target = target;
    this.#args = args;
  }

  /** A message that another node has encoded. */
  static fromBytes(protocols: Protocols, target: string, bytes: EncodedMessage): HubMessage {
    const message = new HubMessage(protocols, target, []);
    message.#json = bytes.json;
    message.#messagepack = bytes.messagepack;
    return message;
  }

  /** The whole message with its framing; do not write to it. Throws when an argument cannot be encoded. */
  bytes(protocol: ProtocolName): Buffer {
    if (protocol === 'messagepack') {
      this.#messagepack ??= this.#encode('messagepack');
      return this.#messagepack;
    }
    this.#json ??= this.#encode('json');
    return this.#json;
  }

  #encode(protocol: ProtocolName): Buffer {
    return this.#protocols[protocol].encode({
      type: MessageType.invocation,
      target: this.target,
      args: this.#args,
      invocationId: null,
      streamIds: noStreams,
    });
  }
}
