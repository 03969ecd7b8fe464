// What is said on a connection after the handshake: messages, answers and streams to the client, its calls and its
// answers to us; and whether both sides still keep up with it.

import type { HubMessage } from '../protocol/hub-message.ts';
import type { HubProtocol } from '../protocol/hub-protocol.ts';
import { type CompletionMessage, MessageType, type ProtocolMessage } from '../protocol/messages.ts';
import type { HubMethod } from './call.ts';
import type { ConflatedChange } from './conflated-change.ts';
import { type CallLine, Dispatcher } from './dispatcher.ts';
import { Outgoing } from './outgoing.ts';
import { Questions } from './questions.ts';
import type { HubRuntime } from './runtime.ts';
import type { Transport } from './transport.ts';

export interface ConversationParts<Caller> {
  readonly caller: Caller;
  readonly transport: Transport;
  readonly protocol: HubProtocol;
  readonly methodNamed: (name: string) => HubMethod<Caller> | null;
  /** Stops and restarts the reading of what the client sends. */
  readonly setReading: (isReading: boolean) => void;
  /** The client goes on calling although every call is refused. */
  readonly onFlood: () => void;
  /** More waits for the client than `maxOrderedBytes`. */
  readonly onTooMuch: () => void;
  /** Application code failed; `method` null when it was not a call. */
  readonly onFault: (fault: { message: string; method: string | null; error: unknown }) => void;
}

/** Why a conversation cannot go on. */
export interface Silence {
  readonly reason: 'clientTimeout' | 'slowClient';
  readonly sentence: string;
}

export class Conversation<Caller> implements CallLine {
  readonly protocol: HubProtocol;
  readonly #runtime: HubRuntime;
  readonly #parts: ConversationParts<Caller>;
  readonly #outgoing: Outgoing;
  readonly #dispatcher: Dispatcher<Caller>;
  readonly #questions = new Questions();
  /** How many want nothing more to be read. */
  #holds = 0;
  #hasHeard = true;
  #heardMs: number;

  constructor(runtime: HubRuntime, parts: ConversationParts<Caller>) {
    this.#runtime = runtime;
    this.#parts = parts;
    this.protocol = parts.protocol;
    this.#heardMs = runtime.clock.monotonicMs();
    this.#outgoing = new Outgoing(runtime, {
      transport: parts.transport,
      protocol: parts.protocol,
      onTooMuch: parts.onTooMuch,
      onLost: ({ topic }, error) => {
        const message = `The whole state of '${topic.key}' in group '${topic.groupName}' could not be made.`;
        parts.onFault({ message, method: null, error });
      },
    });
    this.#dispatcher = new Dispatcher<Caller>(runtime, {
      caller: parts.caller,
      line: this,
      methodNamed: parts.methodNamed,
    });
  }

  // — To the client —

  send(message: HubMessage, isUrgent: boolean): void {
    this.#outgoing.add(message.bytes(this.protocol.name), isUrgent);
  }

  sendConflated(change: ConflatedChange): void {
    this.#outgoing.addConflated(change);
  }

  dropGroup(groupName: string): void {
    this.#outgoing.dropGroup(groupName);
  }

  complete(message: CompletionMessage): void {
    this.#outgoing.add(this.protocol.encode(message), true);
  }

  get hasRoom(): boolean {
    return this.#outgoing.hasRoom;
  }

  whenRoom(): Promise<void> {
    return this.#outgoing.whenRoom();
  }

  sendItem(invocationId: string, item: unknown): void {
    this.#outgoing.add(this.protocol.encode({ type: MessageType.streamItem, invocationId, item }), false);
  }

  /** Rejects with a ClientAnswerError when there will be no answer. */
  ask(target: string, args: readonly unknown[]): Promise<unknown> {
    return this.#questions.ask(this.#runtime.clock.monotonicMs(), (invocationId) => {
      const question = { type: MessageType.invocation, target, args, invocationId, streamIds: [] };
      this.#outgoing.add(this.protocol.encode(question), true);
    });
  }

  drained(): void {
    this.#outgoing.drained();
  }

  // — From the client —

  /** Bytes have come. */
  heard(): void {
    this.#hasHeard = true;
  }

  /** Throws a ProtocolError for a message that cannot be meant. */
  handle(message: ProtocolMessage): void {
    if (message.type === MessageType.completion && this.#questions.answer(message)) return;
    this.#dispatcher.dispatch(message);
  }

  hold(): void {
    if (this.#holds++ === 0) this.#parts.setReading(false);
  }

  release(): void {
    if (--this.#holds === 0) this.#parts.setReading(true);
  }

  flooded(): void {
    this.#parts.onFlood();
  }

  failed(method: string, error: unknown): void {
    this.#parts.onFault({ message: 'A hub method failed.', method, error });
  }

  // — Both —

  /** Looks at every deadline; sends a ping when it is time for one. */
  tick(nowMs: number): Silence | null {
    const { answerTimeoutMs, clientTimeoutMs, stallTimeoutMs } = this.#runtime.settings;
    this.#questions.tick(nowMs, answerTimeoutMs);
    if (this.#isClientSilent(nowMs)) {
      const sentence = `The client sent nothing for ${clientTimeoutMs / 1000} seconds.`;
      return { reason: 'clientTimeout', sentence };
    }
    if (this.#outgoing.isStalled(nowMs)) {
      this.#runtime.counters.breaches.stall++;
      const sentence = `The client took nothing of what was sent to it for ${stallTimeoutMs / 1000} seconds.`;
      return { reason: 'slowClient', sentence };
    }
    // Polls keep themselves alive.
    if (!this.#parts.transport.keepsItselfAlive) this.#outgoing.keepAlive(nowMs);
    return null;
  }

  /** Sends what waits, if the client takes it, and a Close message. */
  finish(close: { readonly error: string | null; readonly allowReconnect: boolean }): void {
    this.#outgoing.finish(this.protocol.encode({ type: MessageType.close, ...close }));
  }

  /** Ends everything that runs; nothing more is sent. */
  stop(): void {
    this.#dispatcher.stop();
    this.#questions.stop();
    this.#outgoing.stop();
  }

  #isClientSilent(nowMs: number): boolean {
    // A client of which nothing is read cannot be heard.
    if (this.#hasHeard || this.#holds > 0 || this.#dispatcher.isBusy) {
      this.#hasHeard = false;
      this.#heardMs = nowMs;
      return false;
    }
    if (this.#parts.transport.keepsItselfAlive) return false;
    return nowMs - this.#heardMs >= this.#runtime.settings.clientTimeoutMs;
  }
}
