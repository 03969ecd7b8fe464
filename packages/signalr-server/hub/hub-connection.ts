// One connection of a hub, from the open transport to its end: handshake, onConnected, session, close. This
// file is the state machine; the session after the handshake is in hub-session.ts, and groups and users
// belong to the hub.

import type { DenialReason } from '../denial.ts';
import { ClientResultError } from '../errors.ts';
import type { HubRuntime } from '../hub-runtime.ts';
import { closeErrorText } from '../invocations/error-texts.ts';
import type { HubLogEntry } from '../logger.ts';
import type { CloseReason } from '../metrics.ts';
import type { ConflatedChange } from '../outbound/conflated-change.ts';
import { handshakeRejections, handshakeResponse } from '../protocol/handshake.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { HubProtocol, ProtocolName } from '../protocol/hub-protocol.ts';
import { MessageType, type ProtocolMessage } from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Transport, TransportListener } from '../transport.ts';
import type { CloseOptions, ConnectionIdentity, ConnectionOwner } from './connection-owner.ts';
import { HubSession } from './hub-session.ts';
import { MessageReader } from './message-reader.ts';
import { readHandshake } from './read-handshake.ts';

type State = 'handshake' | 'connecting' | 'open' | 'closing' | 'closed';

interface HubConnectionOptions {
  readonly owner: ConnectionOwner<HubConnection>;
  readonly transport: Transport;
  readonly identity: ConnectionIdentity;
}

export class HubConnection implements TransportListener {
  readonly identity: ConnectionIdentity;
  readonly transport: Transport;
  /** The names of its groups. Managed by the registry. */
  readonly groupNames = new Set<string>();
  readonly #runtime: HubRuntime;
  readonly #owner: ConnectionOwner<HubConnection>;
  readonly #reader: MessageReader;
  /** Null until the handshake is completed. */
  #session: HubSession<HubConnection> | null = null;
  #state: State = 'handshake';
  #wasConnected = false;
  #reason: CloseReason | null = null;
  #error: Error | null = null;
  #abort: AbortController | null = null;
  /** The start of the handshake or, later, of the closing. */
  #sinceMs: number;

  constructor(runtime: HubRuntime, { owner, transport, identity }: HubConnectionOptions) {
    this.#runtime = runtime;
    this.#owner = owner;
    this.transport = transport;
    this.identity = identity;
    this.#sinceMs = runtime.clock.monotonicMs();
    this.#reader = new MessageReader(this.transport, {
      readHandshake: (bytes) => this.#readHandshake(bytes),
      onMessage: (message) => this.#handle(message),
    });
    this.transport.listen(this);
  }

  get protocolName(): ProtocolName | null {
    return this.#session?.protocol.name ?? null;
  }

  /** True if messages can be sent to the client. */
  get isReachable(): boolean {
    return this.#state === 'connecting' || this.#state === 'open';
  }

  /** Aborted when the connection begins to close. */
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

  /** Milliseconds since the client's last activity. */
  get silentMs(): number {
    return this.#session?.silentMs ?? 0;
  }

  send(message: HubMessage, isUrgent: boolean): void {
    this.#session?.send(message, isUrgent);
  }

  sendConflated(change: ConflatedChange): void {
    this.#session?.sendConflated(change);
  }

  /** Resolves when more can be sent, and when the connection has ended. */
  async whenWritable(): Promise<void> {
    await this.#session?.whenWritable();
  }

  dropGroup(groupName: string): void {
    this.#session?.dropGroup(groupName);
  }

  /** Invokes a client method. Rejects with a ClientResultError when there is no result. */
  async invokeClient(target: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#state === 'open' && this.#session !== null) return this.#session.invokeClient(target, args);
    throw new ClientResultError(
      this.#state === 'closing' || this.#state === 'closed'
        ? 'The connection has ended.'
        : 'A client can return results only after onConnected has completed.',
    );
  }

  received(chunk: Buffer): void {
    this.#session?.received(chunk.length);
    this.#guard(() => this.#reader.push(chunk));
  }

  framesArrived(count: number): void {
    this.#session?.spend(count);
  }

  answeredProbe(): void {
    this.#session?.received(0);
  }

  drained(): void {
    this.#session?.drained();
  }

  frameTooLong(): void {
    this.#runtime.counters.limitsExceeded.frameBytes++;
    this.#reason ??= 'limit';
  }

  #handle(message: ProtocolMessage): void {
    this.#runtime.counters.messagesIn++;
    this.#session?.spend(1);
    if (message.type === MessageType.close) {
      this.#session?.stop();
      this.#beginClosing('client');
    } else if (message.type !== MessageType.ping) {
      this.#session?.handle(message);
    }
  }

  #setReading(isReading: boolean): void {
    if (isReading) this.#guard(() => this.#reader.resume());
    else this.#reader.pause();
  }

  /** Runs a function that reads the client's bytes. A violation of the protocol closes the connection. */
  #guard(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        this.#log({ level: 'error', message: 'Reading a message failed.', error });
        this.#end('protocolError', { error: closeErrorText(error, this.#runtime), allowReconnect: true });
        return;
      }
      this.#denied('invalidMessage', null);
      const limit = error.exceededLimit;
      if (limit !== null) this.#runtime.counters.limitsExceeded[limit]++;
      if (this.#state === 'handshake') {
        this.#rejectHandshake('handshakeRejected', handshakeRejections.malformed(error.message));
      } else {
        this.#fail(limit === null ? 'protocolError' : 'limit', error.message);
      }
    }
  }

  #denied(reason: DenialReason, method: string | null): void {
    const { userId, request } = this.identity;
    const { headers, remoteAddress } = request;
    this.#runtime.denied({ hub: this.#owner.path, reason, userId, method, remoteAddress, headers });
  }

  #readHandshake(bytes: Buffer): number {
    const handshake = readHandshake(bytes, {
      maxBytes: this.#runtime.settings.maxMessageBytes,
      protocols: this.#runtime.protocols,
      accepted: this.#owner.protocolNames,
      transport: this.transport,
    });
    if (handshake.outcome === 'incomplete') return 0;
    if (handshake.outcome === 'rejected') this.#rejectHandshake('handshakeRejected', handshake.error);
    else void this.#open(handshake.protocol);
    return handshake.size;
  }

  #rejectHandshake(reason: CloseReason, error: string): void {
    if (this.#state !== 'handshake') return;
    this.transport.send(handshakeResponse(error), false);
    this.#log({ level: 'info', message: `Handshake rejected: ${error}` });
    this.#beginClosing(reason);
  }

  async #open(protocol: HubProtocol): Promise<void> {
    this.#state = 'connecting';
    this.#runtime.counters.pendingConnections--;
    this.#reader.use(protocol);
    const session = this.#createSession(protocol);
    this.#session = session;
    this.transport.send(handshakeResponse(), protocol.isBinary);
    // Nothing is read while onConnected runs.
    session.pauseReading();
    try {
      await this.#owner.onConnected(this);
    } catch (error) {
      this.#log({ level: 'error', message: 'onConnected failed. The connection is closed.', error });
      this.#end('connectFailed', { error: closeErrorText(error, this.#runtime), allowReconnect: false });
      return;
    }
    this.#wasConnected = true;
    if (this.#isClosed) {
      this.#owner.onDisconnected(this, this.#error);
    } else if (this.isReachable) {
      this.#state = 'open';
      session.resumeReading();
    }
  }

  #createSession(protocol: HubProtocol): HubSession<HubConnection> {
    return new HubSession<HubConnection>(this.#runtime, {
      caller: this,
      transport: this.transport,
      protocol,
      findMethod: (name) => this.#owner.findMethod(name),
      setReading: (isReading) => this.#setReading(isReading),
      onFlood: () => this.#fail('limit', 'Too many calls.'),
      onOverflow: () => {
        this.#runtime.counters.limitsExceeded.orderedBytes++;
        this.#fail('slowClient', 'The client is too slow for what is sent to it.');
      },
      onDenied: (reason, method) => this.#denied(reason, method),
      onFault: ({ message, method, error }) =>
        this.#log({ level: 'error', message, error, ...(method === null ? null : { method }) }),
    });
  }

  /** Checks all time-outs of this connection. */
  tick(nowMs: number, nowEpochMs: number): void {
    const { settings } = this.#runtime;
    if (this.#state === 'closing') {
      if (nowMs - this.#sinceMs >= settings.closeTimeoutMs) this.transport.destroy();
    } else if (this.#state === 'handshake') {
      if (nowMs - this.#sinceMs >= settings.handshakeTimeoutMs) {
        this.#rejectHandshake('handshakeTimeout', handshakeRejections.timedOut);
      }
    } else if (this.identity.expiresAtMs !== null && nowEpochMs >= this.identity.expiresAtMs) {
      this.#end('expired', { error: 'The session has expired.', allowReconnect: true });
    } else {
      const timeout = this.#session?.tick(nowMs) ?? null;
      if (timeout !== null) this.#fail(timeout.reason, timeout.message);
    }
  }

  /**
   * Sends the queued messages and a Close message, then closes. Does nothing if the connection is already closing.
   */
  close(options: CloseOptions = {}, reason: CloseReason = 'application'): void {
    this.#end(reason, { error: options.error ?? null, allowReconnect: options.allowReconnect ?? false });
  }

  closed(error: Error | null): void {
    if (this.#state === 'closed') return;
    const isReachable = this.isReachable;
    if (this.#state === 'handshake') this.#runtime.counters.pendingConnections--;
    this.#state = 'closed';
    this.#stop(isReachable);
    this.#reason ??= error === null ? 'client' : 'connectionLost';
    this.#error ??= error;
    const { counters } = this.#runtime;
    counters.connections--;
    counters.transports[this.transport.name]--;
    counters.closes[this.#reason]++;
    this.#owner.onClosed(this);
    if (this.#wasConnected) this.#owner.onDisconnected(this, this.#error);
  }

  /** Closes the connection because of an error of the client or the network. The client may reconnect. */
  #fail(reason: CloseReason, message: string): void {
    this.#error ??= new Error(message);
    this.#end(reason, { error: `Connection closed with an error. ${message}`, allowReconnect: true });
  }

  #end(reason: CloseReason, close: { error: string | null; allowReconnect: boolean }): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    this.#session?.finish(close);
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
    this.#stop(true);
    this.transport.close();
  }

  #stop(isReachable: boolean): void {
    this.#reader.stop();
    this.#session?.stop();
    this.#abort?.abort();
    if (isReachable) this.#owner.onClosing(this);
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
