// The session of a connection after the handshake: the messages, completions and streams to the client, the
// client's invocations and client results, and the time-outs of both sides.
import type { DenialReason } from '../denial.ts';
import type { HubRuntime } from '../hub-runtime.ts';
import type { HubMethod } from '../invocations/invocation.ts';
import { type InvocationChannel, InvocationDispatcher } from '../invocations/invocation-dispatcher.ts';
import { PendingClientResults } from '../invocations/pending-client-results.ts';
import type { ConflatedChange } from '../outbound/conflated-change.ts';
import { ConnectionWriter } from '../outbound/connection-writer.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { HubProtocol } from '../protocol/hub-protocol.ts';
import { type CompletionMessage, MessageType, type ProtocolMessage } from '../protocol/messages.ts';
import { TokenBucket } from '../token-bucket.ts';
import type { Transport } from '../transport.ts';

/** Bytes that cost about as much as a frame or a message, as a unit of input. */
const bytesPerUnit = 1_024;

interface HubSessionOptions<Caller> {
  readonly caller: Caller;
  readonly transport: Transport;
  readonly protocol: HubProtocol;
  readonly findMethod: (name: string) => HubMethod<Caller> | null;
  /** Pauses and resumes reading from the client. */
  readonly setReading: (isReading: boolean) => void;
  /** The client keeps sending invocations although every one of them is rejected. */
  readonly onFlood: () => void;
  /** An invocation was denied or invalid; `method` is null if the hub has no such method. */
  readonly onDenied: (reason: DenialReason, method: string | null) => void;
  /** More than `maxOrderedBytes` are queued for the client. */
  readonly onOverflow: () => void;
  /** Application code failed; `method` is null if it was not a hub method. */
  readonly onFault: (fault: { message: string; method: string | null; error: unknown }) => void;
}

/** A session must end within this time-out. */
interface SessionTimeout {
  readonly reason: 'clientTimeout' | 'slowClient';
  /** One sentence for the client. */
  readonly message: string;
}

export class HubSession<Caller> implements InvocationChannel {
  readonly protocol: HubProtocol;
  readonly #runtime: HubRuntime;
  readonly #options: HubSessionOptions<Caller>;
  readonly #writer: ConnectionWriter;
  readonly #dispatcher: InvocationDispatcher<Caller>;
  readonly #clientResults = new PendingClientResults();
  readonly #input: TokenBucket;
  /** True if reading is paused until the client's input is within its rate again. */
  #isInputPaused = false;
  /** The number of `pauseReading` calls without `resumeReading`. */
  #pauses = 0;
  #receivedMs: number;
  /** True if something has arrived since the last tick. */
  #hasReceived = true;
  /** The time-out counts from the tick after the last activity: a server that was busy reads its sockets after it has ticked. */
  #silentSinceMs: number;

  constructor(runtime: HubRuntime, options: HubSessionOptions<Caller>) {
    this.#runtime = runtime;
    this.#options = options;
    this.protocol = options.protocol;
    this.#receivedMs = runtime.clock.monotonicMs();
    this.#silentSinceMs = this.#receivedMs;
    this.#input = new TokenBucket({
      perSecond: runtime.settings.inputPerSecond,
      burst: runtime.settings.inputBurst,
      nowMs: this.#receivedMs,
    });
    this.#writer = new ConnectionWriter(runtime, {
      transport: options.transport,
      protocol: options.protocol,
      onOverflow: options.onOverflow,
      onLost: ({ topic }, error) => {
        const message = `The snapshot of '${topic.key}' in the group '${topic.groupName}' failed.`;
        options.onFault({ message, method: null, error });
      },
    });
    this.#dispatcher = new InvocationDispatcher<Caller>(runtime, {
      caller: options.caller,
      channel: this,
      findMethod: options.findMethod,
    });
  }

  send(message: HubMessage, isUrgent: boolean): void {
    this.#writer.add(message.bytes(this.protocol.name), isUrgent ? 'soon' : 'inSlot');
  }

  sendConflated(change: ConflatedChange): void {
    this.#writer.addConflated(change);
  }

  dropGroup(groupName: string): void {
    this.#writer.dropGroup(groupName);
  }

  complete(message: CompletionMessage): void {
    this.#writer.add(this.protocol.encode(message), 'urgently');
  }

  get isWritable(): boolean {
    return this.#writer.isWritable;
  }

  whenWritable(): Promise<void> {
    return this.#writer.whenWritable();
  }

  sendItem(invocationId: string, item: unknown): void {
    this.#writer.add(this.protocol.encode({ type: MessageType.streamItem, invocationId, item }), 'inSlot');
  }

  /** Invokes a client method. Rejects with a ClientResultError when there is no result. */
  invokeClient(target: string, args: readonly unknown[]): Promise<unknown> {
    return this.#clientResults.invoke(this.#runtime.clock.monotonicMs(), (invocationId) => {
      const invocation = { type: MessageType.invocation, target, args, invocationId, streamIds: [] };
      this.#writer.add(this.protocol.encode(invocation), 'urgently');
    });
  }

  drained(): void {
    this.#writer.drained();
  }

  /** Bytes arrived, or the answer to a probe. */
  received(bytes: number): void {
    this.#hasReceived = true;
    this.#receivedMs = this.#runtime.clock.monotonicMs();
    this.spend(bytes / bytesPerUnit);
  }

  /** Counts units of input. Above the rate, nothing is read until a tick after the debt is paid back. */
  spend(units: number): void {
    const nowMs = this.#runtime.clock.monotonicMs();
    this.#input.spend(nowMs, units);
    if (this.#isInputPaused || this.#input.left(nowMs) >= 0) return;
    this.#isInputPaused = true;
    this.#runtime.counters.limitsExceeded.inputRate++;
    this.pauseReading();
  }

  /** Milliseconds since the client's last activity; 0 while its silence is not its fault. */
  get silentMs(): number {
    return this.#isExcused ? 0 : this.#runtime.clock.monotonicMs() - this.#receivedMs;
  }

  /** Throws a ProtocolError for an invocation or stream id that is in use. */
  handle(message: ProtocolMessage): void {
    if (message.type === MessageType.completion && this.#clientResults.complete(message)) return;
    this.#dispatcher.dispatch(message);
  }

  pauseReading(): void {
    if (this.#pauses++ === 0) this.#options.setReading(false);
  }

  resumeReading(): void {
    if (--this.#pauses === 0) this.#options.setReading(true);
  }

  flooded(): void {
    this.#options.onFlood();
  }

  denied(reason: DenialReason, method: string | null): void {
    this.#options.onDenied(reason, method);
  }

  reportFault(method: string, error: unknown): void {
    this.#options.onFault({ message: 'A hub method failed.', method, error });
  }

  /** Checks all time-outs and returns the one that ends the session, if any. Sends a ping when it is due. */
  tick(nowMs: number): SessionTimeout | null {
    const { clientResultTimeoutMs, clientTimeoutMs, stallTimeoutMs } = this.#runtime.settings;
    this.#clientResults.tick(nowMs, clientResultTimeoutMs);
    if (this.#isInputPaused && this.#input.left(nowMs) >= 0) {
      this.#isInputPaused = false;
      this.resumeReading();
    }
    if (this.#isClientTimedOut(nowMs)) {
      const message = `The client sent nothing for ${clientTimeoutMs / 1000} seconds.`;
      return { reason: 'clientTimeout', message };
    }
    if (this.#writer.isStalled(nowMs)) {
      this.#runtime.counters.limitsExceeded.stall++;
      const message = `The client read nothing for ${stallTimeoutMs / 1000} seconds.`;
      return { reason: 'slowClient', message };
    }
    if (!this.#options.transport.hasInherentKeepAlive) this.#writer.keepAlive(nowMs);
    return null;
  }

  /** Sends the queued messages, unless the client is slow, and a Close message. */
  finish(close: { readonly error: string | null; readonly allowReconnect: boolean }): void {
    this.#writer.finish(this.protocol.encode({ type: MessageType.close, ...close }));
  }

  /** Aborts everything that is running. Nothing is sent afterwards. */
  stop(): void {
    this.#dispatcher.stop();
    this.#clientResults.stop();
    this.#writer.stop();
  }

  /** While reading is paused, or an invocation runs, silence is not the client's fault. */
  get #isExcused(): boolean {
    return this.#pauses > 0 || this.#dispatcher.isRunning;
  }

  #isClientTimedOut(nowMs: number): boolean {
    if (this.#isExcused) this.#receivedMs = nowMs;
    if (this.#isExcused || this.#hasReceived) {
      this.#hasReceived = false;
      this.#silentSinceMs = nowMs;
      return false;
    }
    if (this.#options.transport.hasInherentKeepAlive) return false;
    return nowMs - this.#silentSinceMs >= this.#runtime.settings.clientTimeoutMs;
  }
}
