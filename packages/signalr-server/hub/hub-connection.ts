// One client of a hub from its open line to its end: handshake, onConnected, the conversation, Close. It is the state
// machine; what is said meanwhile is in conversation.ts, and groups and users are the hub's.

import { ClientAnswerError } from '../client-answer-error.ts';
import type { HubLogEntry } from '../logger.ts';
import type { CloseReason } from '../metrics.ts';
import { handshakeRefusals, handshakeReply } from '../protocol/handshake.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { HubProtocol, ProtocolName } from '../protocol/hub-protocol.ts';
import { MessageType, type ProtocolMessage } from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { ConflatedChange } from './conflated-change.ts';
import type { CloseOptions, ConnectionIdentity, ConnectionOwner } from './connection-owner.ts';
import { Conversation } from './conversation.ts';
import { closeErrorText } from './error-texts.ts';
import { IncomingReader } from './incoming-reader.ts';
import { readHandshake } from './read-handshake.ts';
import type { HubRuntime } from './runtime.ts';
import type { Transport, TransportListener } from './transport.ts';

type State = 'handshake' | 'connecting' | 'open' | 'closing' | 'closed';

export class HubConnection implements TransportListener {
  readonly identity: ConnectionIdentity;
  readonly transport: Transport;
  /** Names of the groups it is in; kept by the hub. */
  readonly groupNames = new Set<string>();
  readonly #runtime: HubRuntime;
  readonly #owner: ConnectionOwner<HubConnection>;
  readonly #reader: IncomingReader;
  /** From the handshake on. */
  #conversation: Conversation<HubConnection> | null = null;
  #state: State = 'handshake';
  #wasConnected = false;
  #reason: CloseReason | null = null;
  #error: Error | null = null;
  #abort: AbortController | null = null;
  /** Since when the handshake, or the closing, takes. */
  #sinceMs: number;

  constructor(
    runtime: HubRuntime,
    parts: { owner: ConnectionOwner<HubConnection>; transport: Transport; identity: ConnectionIdentity },
  ) {
    this.#runtime = runtime;
    this.#owner = parts.owner;
    this.transport = parts.transport;
    this.identity = parts.identity;
    this.#sinceMs = runtime.clock.monotonicMs();
    this.#reader = new IncomingReader(this.transport, {
      preamble: (bytes) => this.#readHandshake(bytes),
      onMessage: (message) => this.#handle(message),
    });
    this.transport.listen(this);
  }

  get protocolName(): ProtocolName | null {
    return this.#conversation?.protocol.name ?? null;
  }

  /** Whether messages sent now can reach the client. */
  get isReachable(): boolean {
    return this.#state === 'connecting' || this.#state === 'open';
  }

  /** Aborted when the connection begins to end. */
  get signal(): AbortSignal {
    if (this.#abort === null) {
      this.#abort = new AbortController();
      if (this.#state === 'closing' || this.#state === 'closed') this.#abort.abort();
    }
    return this.#abort.signal;
  }

  get #isClosed(): boolean {
    return this.#state === 'closed';
  }

  // — What is said —

  send(message: HubMessage, isUrgent: boolean): void {
    this.#conversation?.send(message, isUrgent);
  }

  sendConflated(change: ConflatedChange): void {
    this.#conversation?.sendConflated(change);
  }

  /** Resolves when there is room for more, and when there will be none because the client is gone. */
  async whenRoom(): Promise<void> {
    await this.#conversation?.whenRoom();
  }

  dropGroup(groupName: string): void {
    this.#conversation?.dropGroup(groupName);
  }

  /** Asks the client something. Rejects with a ClientAnswerError when there will be no answer. */
  async ask(target: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#state === 'open' && this.#conversation !== null) return this.#conversation.ask(target, args);
    throw new ClientAnswerError(
      this.#state === 'closing' || this.#state === 'closed'
        ? 'The client is gone.'
        : 'A client can be asked something only when onConnected is through.',
    );
  }

  received(chunk: Buffer): void {
    this.#conversation?.heard();
    this.#guard(() => this.#reader.push(chunk));
  }

  drained(): void {
    this.#conversation?.drained();
  }

  frameTooLong(): void {
    this.#runtime.counters.breaches.frameBytes++;
    this.#reason ??= 'limit';
  }

  #handle(message: ProtocolMessage): void {
    this.#runtime.counters.messagesIn++;
    if (message.type === MessageType.close) {
      this.#conversation?.stop();
      this.#beginClosing('client');
    } else if (message.type !== MessageType.ping) {
      this.#conversation?.handle(message);
    }
  }

  #setReading(isReading: boolean): void {
    if (isReading) this.#guard(() => this.#reader.resume());
    else this.#reader.pause();
  }

  /** Runs what reads the client's bytes; bytes that break the protocol end the connection. */
  #guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        this.#log({ level: 'error', message: 'Reading a message failed.', error });
        this.#end('protocolError', { error: closeErrorText(error, this.#runtime), allowReconnect: true });
        return;
      }
      if (error.breach !== null) this.#runtime.counters.breaches[error.breach]++;
      if (this.#state === 'handshake') {
        this.#refuseHandshake('handshakeRefused', handshakeRefusals.malformed(error.message));
      } else {
        this.#fail(error.breach === null ? 'protocolError' : 'limit', error.message);
      }
    }
  }

  // — Its beginning —

  #readHandshake(bytes: Buffer): number {
    const handshake = readHandshake(bytes, {
      maxBytes: this.#runtime.settings.maxMessageBytes,
      protocols: this.#runtime.protocols,
      spoken: this.#owner.protocolNames,
      transport: this.transport,
    });
    if (handshake.outcome === 'incomplete') return 0;
    if (handshake.outcome === 'refused') this.#refuseHandshake('handshakeRefused', handshake.error);
    else void this.#begin(handshake.protocol);
    return handshake.size;
  }

  #refuseHandshake(reason: CloseReason, error: string): void {
    if (this.#state !== 'handshake') return;
    this.transport.send(handshakeReply(error), false);
    this.#log({ level: 'info', message: `Handshake refused: ${error}` });
    this.#beginClosing(reason);
  }

  async #begin(protocol: HubProtocol): Promise<void> {
    this.#state = 'connecting';
    this.#runtime.counters.pendingConnections--;
    this.#reader.use(protocol);
    const conversation = this.#converse(protocol);
    this.#conversation = conversation;
    this.transport.send(handshakeReply(), protocol.isBinary);
    // Nothing is read while onConnected runs.
    conversation.hold();
    try {
      await this.#owner.connected(this);
    } catch (error) {
      this.#log({ level: 'error', message: 'onConnected failed, the connection is closed.', error });
      this.#end('connectFailed', { error: closeErrorText(error, this.#runtime), allowReconnect: false });
      return;
    }
    this.#wasConnected = true;
    if (this.#isClosed) {
      this.#owner.disconnected(this, this.#error);
    } else if (this.isReachable) {
      this.#state = 'open';
      conversation.release();
    }
  }

  #converse(protocol: HubProtocol): Conversation<HubConnection> {
    return new Conversation<HubConnection>(this.#runtime, {
      caller: this,
      transport: this.transport,
      protocol,
      methodNamed: (name) => this.#owner.methodNamed(name),
      setReading: (isReading) => this.#setReading(isReading),
      onFlood: () => this.#fail('limit', 'Too many calls.'),
      onTooMuch: () => {
        this.#runtime.counters.breaches.orderedBytes++;
        this.#fail('slowClient', 'The client is too slow for what is sent to it.');
      },
      onFault: ({ message, method, error }) =>
        this.#log({ level: 'error', message, error, ...(method === null ? null : { method }) }),
    });
  }

  /** Looks at every deadline of this connection. */
  tick(nowMs: number, nowEpochMs: number): void {
    const { settings } = this.#runtime;
    if (this.#state === 'closing') {
      if (nowMs - this.#sinceMs >= settings.closeTimeoutMs) this.transport.destroy();
    } else if (this.#state === 'handshake') {
      if (nowMs - this.#sinceMs >= settings.handshakeTimeoutMs) {
        this.#refuseHandshake('handshakeTimeout', handshakeRefusals.timedOut);
      }
    } else if (this.identity.expiresAtMs !== null && nowEpochMs >= this.identity.expiresAtMs) {
      this.#end('expired', { error: 'The session has expired.', allowReconnect: true });
    } else {
      const silence = this.#conversation?.tick(nowMs) ?? null;
      if (silence !== null) this.#fail(silence.reason, silence.sentence);
    }
  }

  // — Its end —

  /** Sends what waits and a Close message, then closes. Does nothing on a connection that is already ending. */
  close(options: CloseOptions = {}, reason: CloseReason = 'application'): void {
    this.#end(reason, { error: options.error ?? null, allowReconnect: options.allowReconnect ?? false });
  }

  closed(error: Error | null): void {
    if (this.#state === 'closed') return;
    const isReachable = this.isReachable;
    if (this.#state === 'handshake') this.#runtime.counters.pendingConnections--;
    this.#state = 'closed';
    this.#release(isReachable);
    this.#reason ??= error === null ? 'client' : 'connectionLost';
    this.#error ??= error;
    const { counters } = this.#runtime;
    counters.connections--;
    counters.transports[this.transport.name]--;
    counters.closes[this.#reason]++;
    this.#owner.gone(this);
    if (this.#wasConnected) this.#owner.disconnected(this, this.#error);
  }

  /** Ends the connection for a fault of the client or the line, told in one sentence; it may come back. */
  #fail(reason: CloseReason, sentence: string): void {
    this.#error ??= new Error(sentence);
    this.#end(reason, { error: `Connection closed with an error. ${sentence}`, allowReconnect: true });
  }

  #end(reason: CloseReason, close: { error: string | null; allowReconnect: boolean }): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    this.#conversation?.finish(close);
    this.#log({
      level: reason === 'serverClosing' || reason === 'application' ? 'debug' : 'info',
      message: `Connection ended (${reason})${close.error === null ? '.' : `: ${close.error}`}`,
    });
    this.#beginClosing(reason);
  }

  #beginClosing(reason: CloseReason): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    if (this.#state === 'handshake') this.#runtime.counters.pendingConnections--;
    this.#reason ??= reason;
    this.#state = 'closing';
    this.#sinceMs = this.#runtime.clock.monotonicMs();
    this.#release(true);
    this.transport.close();
  }

  #release(isReachable: boolean): void {
    this.#reader.stop();
    this.#conversation?.stop();
    this.#abort?.abort();
    if (isReachable) this.#owner.left(this);
  }

  #log(entry: HubLogEntry): void {
    const { connectionId, userId } = this.identity;
    this.#runtime.log({
      ...entry,
      hub: this.#owner.path,
      connectionId,
      ...(userId === null ? null : { userId }),
    });
  }
}
