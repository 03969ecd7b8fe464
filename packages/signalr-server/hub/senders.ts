// Senders: how the application addresses clients (all, a group, a user, one connection), typed by the
// contract of the hub.
import type { ConflatedUpdate } from '../outbound/conflated-change.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { ClientResults } from './client-results.ts';
import type { CloseOptions } from './connection-owner.ts';
import type { Audience } from './connection-registry.ts';
import type {
  ClientResult,
  ClientResultArgs,
  ClientResultName,
  EventArgs,
  EventName,
  HubContract,
} from './contract.ts';
import type { MessageRouter, SendOptions } from './message-router.ts';

export interface Sender<C extends HubContract> {
  /** Sends an event. Throws if an argument cannot be encoded or the contract has no such event. */
  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void;
  /** Sends a message from `hub.message`. Throws if an argument cannot be encoded. */
  sendMessage(message: HubMessage, options?: SendOptions): void;
}

export interface GroupSender<C extends HubContract> extends Sender<C> {
  /**
   * Sends a change of a state; clients need only its newest value. At most one message per key is
   * queued for a client: if an earlier change is still queued, `snapshot` replaces both.
   */
  conflate(key: string, change: ConflatedUpdate): void;
  /** The number of members. */
  readonly size: number;
}

export interface ClosableSender<C extends HubContract> extends Sender<C> {
  /** Closes the connections. */
  close(options?: CloseOptions): void;
  /** The number of connections. */
  readonly size: number;
}

export interface ConnectionSender<C extends HubContract> extends ClosableSender<C> {
  /**
   * Invokes a method of the client and returns its result, validated. Rejects with a ClientResultError when
   * the client returns no valid result within `clientResultTimeoutMs`, disconnects, or is not connected. In a
   * hub method, use `invokeCaller` of the invocation instead.
   */
  invoke<M extends ClientResultName<C>>(
    method: M,
    ...args: ClientResultArgs<C, M>
  ): Promise<ClientResult<C, M>>;
}

type MessageFactory<C extends HubContract> = <E extends EventName<C>>(
  event: E,
  ...args: EventArgs<C, E>
) => HubMessage;

/** The sender for every kind of audience. The hub exposes it by the narrower interfaces. */
export class AudienceSender<C extends HubContract> implements Sender<C> {
  readonly #router: MessageRouter;
  readonly #audience: Audience;
  readonly #makeMessage: MessageFactory<C>;

  constructor(router: MessageRouter, audience: Audience, makeMessage: MessageFactory<C>) {
    this.#router = router;
    this.#audience = audience;
    this.#makeMessage = makeMessage;
  }

  get size(): number {
    return this.#router.size(this.#audience);
  }

  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void {
    this.#router.send(this.#audience, this.#makeMessage(event, ...args));
  }

  sendMessage(message: HubMessage, options?: SendOptions): void {
    this.#router.send(this.#audience, message, options);
  }

  conflate(key: string, change: ConflatedUpdate): void {
    if (this.#audience.kind === 'group') this.#router.conflate(this.#audience.name, key, change);
  }

  close(options: CloseOptions = {}): void {
    this.#router.close(this.#audience, options);
  }
}

export class SingleConnectionSender<C extends HubContract>
  extends AudienceSender<C>
  implements ConnectionSender<C>
{
  readonly #invoke: (target: string, args: readonly unknown[]) => Promise<unknown>;
  readonly #clientResults: ClientResults<C>;

  constructor(
    router: MessageRouter,
    connectionId: string,
    makeMessage: MessageFactory<C>,
    clientResults: ClientResults<C>,
  ) {
    super(router, { kind: 'connection', connectionId }, makeMessage);
    this.#invoke = (target, args) => router.invokeClient(connectionId, target, args);
    this.#clientResults = clientResults;
  }

  invoke<M extends ClientResultName<C>>(
    method: M,
    ...args: ClientResultArgs<C, M>
  ): Promise<ClientResult<C, M>> {
    return this.#clientResults.invoke(method, args, this.#invoke);
  }
}
