// One client of a hub from its open line to its end: handshake, onConnected, calls, keep-alive and time-outs, Close.
// It owns the two ways, incoming-reader and outgoing, and says nothing of groups or users: those are the hub's.
import type { HubLogEntry } from '../logger.ts';
import type { CloseReason } from '../metrics.ts';
import {
  findHandshakeEnd,
  handshakeRefusals,
  handshakeReply,
  parseHandshake,
} from '../protocol/handshake.ts';
import { type HubProtocol, type ProtocolName, supportsVersion } from '../protocol/hub-protocol.ts';
import { type CompletionMessage, MessageType, type ProtocolMessage } from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { ConnectionRequest } from '../transports/hub-request.ts';
import type { Transport, TransportListener } from '../transports/transport.ts';
import type { ConflatedChange } from './conflated-change.ts';
import { type CallLine, Dispatcher, type HubMethod } from './dispatcher.ts';
import { closeErrorText } from './hub-error.ts';
import type { HubMessage } from './hub-message.ts';
import { IncomingReader } from './incoming-reader.ts';
import { Outgoing } from './outgoing.ts';
import type { HubRuntime } from './runtime.ts';

export interface CloseOptions {
  /** Whether a client with automatic reconnect may come back at once; without it that client stays away. */
  readonly allowReconnect?: boolean;
  /** Why, in words for the user. */
  readonly error?: string;
}

/** The hub that a connection belongs to. */
export interface ConnectionOwner {
  readonly path: string;
  methodNamed(name: string): HubMethod<HubConnection> | null;
  /** Runs the application's onConnected. */
  connected(connection: HubConnection): unknown;
  /** The connection is no longer to be reached by any sender. */
  left(connection: HubConnection): void;
  /** The line is gone. */
  gone(connection: HubConnection): void;
  /** Runs the application's onDisconnected: once, after the line is gone, if its onConnected had succeeded. */
  disconnected(connection: HubConnection, error: Error | null): void;
}

export interface ConnectionIdentity {
  readonly connectionId: string;
  readonly userId: string | null;
  /** When the user's right to be here ends, epoch ms; null never. */
  readonly expiresAtMs: number | null;
  readonly request: ConnectionRequest;
}

type State = 'handshake' | 'connecting' | 'open' | 'closing' | 'closed';

export class HubConnection implements TransportListener, CallLine {
  readonly identity: ConnectionIdentity;
  readonly transport: Transport;
  /** Names of the groups it is in; kept by the hub. */
  readonly groupNames = new Set<string>();
  readonly #runtime: HubRuntime;
  readonly #owner: ConnectionOwner;
  readonly #reader: IncomingReader;
  readonly #dispatcher: Dispatcher<HubConnection>;
  #protocol: HubProtocol | null = null;
  #outgoing: Outgoing | null = null;
  #state: State = 'handshake';
  #wasConnected = false;
  #reason: CloseReason | null = null;
  #error: Error | null = null;
  #abort: AbortController | null = null;
  /** Since when the present state's time-out runs: the handshake, the client's silence, the closing. */
  #sinceMs: number;
  #hasHeard = false;

  constructor(
    runtime: HubRuntime,
    parts: { owner: ConnectionOwner; transport: Transport; identity: ConnectionIdentity },
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
    this.#dispatcher = new Dispatcher<HubConnection>(runtime, {
      caller: this,
      line: this,
      methodNamed: (name) => parts.owner.methodNamed(name),
    });
    this.transport.listen(this);
  }

  get protocolName(): ProtocolName | null {
    return this.#protocol?.name ?? null;
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

  // — What goes out —

  send(message: HubMessage, isUrgent: boolean): void {
    if (this.#outgoing !== null && this.#protocol !== null) {
      this.#outgoing.add(message.bytes(this.#protocol.name), isUrgent);
    }
  }

  sendConflated(change: ConflatedChange): void {
    this.#outgoing?.addConflated(change);
  }

  dropGroup(groupName: string): void {
    this.#outgoing?.dropGroup(groupName);
  }

  complete(message: CompletionMessage): void {
    if (this.#outgoing !== null && this.#protocol !== null) {
      this.#outgoing.add(this.#protocol.encode(message), true);
    }
  }

  // — What comes in —

  received(chunk: Buffer): void {
    this.#hasHeard = true;
    this.#guard(() => this.#reader.push(chunk));
  }

  hold(): void {
    this.#reader.pause();
  }

  release(): void {
    if (this.#state === 'open') this.#guard(() => this.#reader.resume());
  }

  drained(): void {
    this.#outgoing?.drained();
  }

  frameTooLong(): void {
    this.#runtime.counters.breaches.frameBytes++;
    this.#reason ??= 'limit';
  }

  flooded(): void {
    this.#end('limit', { error: 'Connection closed with an error. Too many calls.', allowReconnect: true });
  }

  failed(method: string, error: unknown): void {
    this.#log({ level: 'error', message: 'A hub method failed.', method, error });
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
    counters.closes[this.#reason]++;
    this.#owner.gone(this);
    if (this.#wasConnected) this.#owner.disconnected(this, this.#error);
  }

  /** Looks at every deadline of this connection. */
  tick(nowMs: number, nowEpochMs: number): void {
    const { settings } = this.#runtime;
    if (this.#state === 'closing') {
      if (nowMs - this.#sinceMs >= settings.closeTimeoutMs) this.transport.destroy();
      return;
    }
    if (this.#state === 'handshake') {
      if (nowMs - this.#sinceMs >= settings.handshakeTimeoutMs) {
        this.#refuseHandshake('handshakeTimeout', handshakeRefusals.timedOut);
      }
      return;
    }
    const { expiresAtMs } = this.identity;
    if (expiresAtMs !== null && nowEpochMs >= expiresAtMs) {
      this.#end('expired', { error: 'The session has expired.', allowReconnect: true });
      return;
    }
    this.#watchClient(nowMs);
    this.#watchPace(nowMs);
  }

  #watchClient(nowMs: number): void {
    if (this.#hasHeard || this.#state !== 'open' || this.#dispatcher.isBusy) {
      this.#hasHeard = false;
      this.#sinceMs = nowMs;
    } else if (
      !this.transport.keepsItselfAlive &&
      nowMs - this.#sinceMs >= this.#runtime.settings.clientTimeoutMs
    ) {
      const seconds = this.#runtime.settings.clientTimeoutMs / 1000;
      this.#fail('clientTimeout', `The client sent nothing for ${seconds} seconds.`);
    }
  }

  #watchPace(nowMs: number): void {
    const outgoing = this.#outgoing;
    if (outgoing === null || !this.isReachable) return;
    if (outgoing.isStalled(nowMs)) {
      this.#runtime.counters.breaches.stall++;
      const seconds = this.#runtime.settings.stallTimeoutMs / 1000;
      this.#fail('slowClient', `The client took nothing of what was sent to it for ${seconds} seconds.`);
    } else if (!this.transport.keepsItselfAlive) {
      outgoing.keepAlive(nowMs);
    }
  }

  // — Handshake —

  #readHandshake(bytes: Buffer): number {
    const end = findHandshakeEnd(bytes, this.#runtime.settings.maxMessageBytes);
    if (end < 0) return 0;
    const request = parseHandshake(bytes.subarray(0, end));
    const { protocols } = this.#runtime;
    const protocol = Object.hasOwn(protocols, request.protocol)
      ? protocols[request.protocol as ProtocolName]
      : null;
    if (protocol === null) {
      this.#refuseHandshake('handshakeRefused', handshakeRefusals.unknownProtocol(request.protocol));
    } else if (!supportsVersion(request.version)) {
      this.#refuseHandshake(
        'handshakeRefused',
        handshakeRefusals.unsupportedVersion(protocol.name, request.version),
      );
    } else if (protocol.isBinary && !this.transport.carriesBinary) {
      this.#refuseHandshake('handshakeRefused', handshakeRefusals.binaryOverText(protocol.name));
    } else {
      this.#begin(protocol);
    }
    return end + 1;
  }

  #begin(protocol: HubProtocol): void {
    this.#protocol = protocol;
    this.#reader.use(protocol);
    this.#outgoing = new Outgoing(this.#runtime, {
      transport: this.transport,
      protocol,
      onTooMuch: () => this.#giveUp(),
      onLost: (change, error) =>
        this.#log({
          level: 'error',
          message: `The whole state of '${change.topic.key}' in group '${change.topic.groupName}' could not be made.`,
          error,
        }),
    });
    this.#state = 'connecting';
    this.#runtime.counters.pendingConnections--;
    this.transport.send(handshakeReply(), protocol.isBinary);
    // Nothing is read while onConnected runs.
    this.#reader.pause();
    void this.#connect();
  }

  async #connect(): Promise<void> {
    try {
      await this.#owner.connected(this);
    } catch (error) {
      this.#log({ level: 'error', message: 'onConnected failed, the connection is closed.', error });
      this.#end('connectFailed', { error: closeErrorText(error, this.#runtime), allowReconnect: false });
      return;
    }
    this.#wasConnected = true;
    if (this.#state === 'closed') {
      this.#owner.disconnected(this, this.#error);
    } else if (this.#state === 'connecting') {
      this.#state = 'open';
      this.release();
    }
  }

  #refuseHandshake(reason: CloseReason, error: string): void {
    if (this.#state !== 'handshake') return;
    this.transport.send(handshakeReply(error), false);
    this.#log({ level: 'info', message: `Handshake refused: ${error}` });
    this.#beginClosing(reason);
  }

  // — Messages —

  #handle(message: ProtocolMessage): void {
    this.#runtime.counters.messagesIn++;
    if (message.type === MessageType.close) {
      this.#outgoing?.stop();
      this.#beginClosing('client');
    } else if (message.type !== MessageType.ping) {
      this.#dispatcher.dispatch(message);
    }
  }

  /** Runs what reads the client's bytes; bytes that break the protocol end the connection. */
  #guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        this.#log({ level: 'error', message: 'Reading a message failed.', error });
        this.#end('protocolError', { error: closeErrorText(error, this.#runtime), allowReconnect: true });
      } else if (this.#state === 'handshake') {
        this.#countBreach(error);
        this.#refuseHandshake('handshakeRefused', handshakeRefusals.malformed(error.message));
      } else {
        this.#countBreach(error);
        this.#fail(error.breach === null ? 'protocolError' : 'limit', error.message);
      }
    }
  }

  #countBreach(error: ProtocolError): void {
    if (error.breach !== null) this.#runtime.counters.breaches[error.breach]++;
  }

  #giveUp(): void {
    this.#runtime.counters.breaches.orderedBytes++;
    this.#fail('slowClient', 'The client is too slow for what is sent to it.');
  }

  /** Ends the connection for a fault of the client or the line, told in one sentence; it may come back. */
  #fail(reason: CloseReason, sentence: string): void {
    this.#error ??= new Error(sentence);
    this.#end(reason, { error: `Connection closed with an error. ${sentence}`, allowReconnect: true });
  }

  #end(reason: CloseReason, close: { error: string | null; allowReconnect: boolean }): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    if (this.#protocol !== null) {
      this.#outgoing?.finish(this.#protocol.encode({ type: MessageType.close, ...close }));
    }
    const level = reason === 'serverClosing' || reason === 'application' ? 'debug' : 'info';
    this.#log({
      level,
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
    this.#dispatcher.stop();
    this.#outgoing?.stop();
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
