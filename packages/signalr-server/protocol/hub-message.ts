// An invocation of a client method. It is encoded at most once per protocol, however many clients receive it,
// and only for the protocols that these clients use.
import type { HubProtocol, ProtocolName } from './hub-protocol.ts';
import { MessageType } from './messages.ts';

const noStreams: readonly string[] = [];

export type Protocols = Readonly<Record<ProtocolName, HubProtocol>>;

export class HubMessage {
  readonly target: string;
  readonly #args: readonly unknown[];
  readonly #protocols: Protocols;
  #json: Buffer | null = null;
  #messagepack: Buffer | null = null;

  /** `args` must not change after the call. */
  constructor(protocols: Protocols, target: string, args: readonly unknown[]) {
    this.#protocols = protocols;
    this.target = target;
    this.#args = args;
  }

  /**
   * The encoded message with its framing. Must not be modified. Throws if an argument cannot be encoded.
   */
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
