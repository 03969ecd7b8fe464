// How the application addresses clients: everybody, a group, a user, one connection; typed by the hub's contract.

import type { HubMessage } from '../protocol/hub-message.ts';
import type { ConflatedUpdate } from './conflated-change.ts';
import type { CloseOptions } from './connection-owner.ts';
import type {
  EventArgs,
  EventName,
  HubContract,
  QuestionAnswer,
  QuestionArgs,
  QuestionName,
} from './contract.ts';
import type { QuestionDesk } from './question-desk.ts';
import type { Audience } from './registry.ts';
import type { Router, SendOptions } from './router.ts';

export interface Sender<C extends HubContract> {
  /** Calls a method of each client. Throws when an argument cannot be encoded. */
  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void;
  /** The same for a message that is made once and sent to several. */
  sendMessage(message: HubMessage, options?: SendOptions): void;
}

export interface GroupSender<C extends HubContract> extends Sender<C> {
  /**
   * Sends a change of which only the newest state matters. At most one message a key waits for a client: where one is
   * still waiting, `whole` goes instead of it and of this change.
   */
  conflate(key: string, update: ConflatedUpdate): void;
  /** Members on this node. */
  readonly size: number;
}

export interface ClosableSender<C extends HubContract> extends Sender<C> {
  /** Ends the connections, with a reason for the user if given. */
  close(options?: CloseOptions): void;
  /** Connections on this node. */
  readonly size: number;
}

export interface ConnectionSender<C extends HubContract> extends ClosableSender<C> {
  /**
   * Asks the client something and gives its answer, validated. Rejects with a ClientAnswerError when the client fails to
   * answer, is not there, or takes longer than `answerTimeoutMs`. A method asks its own caller by `call.ask`.
   */
  ask<Q extends QuestionName<C>>(question: Q, ...args: QuestionArgs<C, Q>): Promise<QuestionAnswer<C, Q>>;
}

export type MessageMaker<C extends HubContract> = <E extends EventName<C>>(
  event: E,
  ...args: EventArgs<C, E>
) => HubMessage;

/** A sender for any audience; the hub hands it out by the narrower interface that fits. */
export class AudienceSender<C extends HubContract> implements Sender<C> {
  readonly #router: Router;
  readonly #audience: Audience;
  readonly #makeMessage: MessageMaker<C>;

  constructor(router: Router, audience: Audience, makeMessage: MessageMaker<C>) {
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

  conflate(key: string, update: ConflatedUpdate): void {
    if (this.#audience.kind === 'group') this.#router.conflate(this.#audience.name, key, update);
  }

  close(options: CloseOptions = {}): void {
    this.#router.close(this.#audience, options);
  }
}

export class OneConnectionSender<C extends HubContract>
  extends AudienceSender<C>
  implements ConnectionSender<C>
{
  readonly #ask: (target: string, args: readonly unknown[]) => Promise<unknown>;
  readonly #questions: QuestionDesk<C>;

  constructor(
    router: Router,
    connectionId: string,
    makeMessage: MessageMaker<C>,
    questions: QuestionDesk<C>,
  ) {
    super(router, { kind: 'connection', connectionId }, makeMessage);
    this.#ask = (target, args) => router.ask(connectionId, { target, args });
    this.#questions = questions;
  }

  ask<Q extends QuestionName<C>>(question: Q, ...args: QuestionArgs<C, Q>): Promise<QuestionAnswer<C, Q>> {
    return this.#questions.put(question, args, this.#ask);
  }
}
