// Dispatches the invocations of one client. Non-streaming invocations run one at a time in order of arrival;
// streaming ones start immediately and run in parallel. An invocation and its upload streams are registered
// synchronously when its message is read, because its first stream items or its cancellation may follow in
// the same frame.
import type { DenialReason } from '../denial.ts';
import { HubError, UnauthorizedError } from '../errors.ts';
import type { HubRuntime } from '../hub-runtime.ts';
import {
  type CancelInvocationMessage,
  type CompletionMessage,
  type InvocationMessage,
  MessageType,
  type ProtocolMessage,
  type StreamInvocationMessage,
} from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { TokenBucket } from '../token-bucket.ts';
import { ActiveInvocations } from './active-invocations.ts';
import { InvalidArgumentsError, invocationErrorText, invocationRejections } from './error-texts.ts';
import { type HubMethod, Invocation } from './invocation.ts';
import { InvocationQueue } from './invocation-queue.ts';
import { type StreamChannel, sendStream } from './server-stream.ts';
import { UploadStream } from './upload-stream.ts';
import { validateArguments } from './validation.ts';

/** The part of a connection that its invocations need. */
export interface InvocationChannel extends StreamChannel {
  /** Sends a completion at the end of this turn. Throws if its result cannot be encoded. */
  complete(message: CompletionMessage): void;
  /** Stops reading from the client until `resumeReading` was called as often. */
  pauseReading(): void;
  resumeReading(): void;
  /** An invocation was denied or invalid; `method` is null if the hub has no such method. */
  denied(reason: DenialReason, method: string | null): void;
  /** The client keeps sending invocations although every one of them is rejected. */
  flooded(): void;
}

/** The number of rejected invocations in a row, as a multiple of the burst, that counts as flooding. */
const floodFactor = 10;

const noUploads: ReadonlyMap<string, UploadStream> = new Map();

type AnyInvocationMessage = InvocationMessage | StreamInvocationMessage;
type Completable = { readonly invocationId: string | null };

interface InvocationDispatcherOptions<Caller> {
  readonly caller: Caller;
  readonly channel: InvocationChannel;
  readonly findMethod: (name: string) => HubMethod<Caller> | null;
}

export class InvocationDispatcher<Caller> {
  readonly #runtime: HubRuntime;
  readonly #caller: Caller;
  readonly #channel: InvocationChannel;
  readonly #findMethod: (name: string) => HubMethod<Caller> | null;
  readonly #rate: TokenBucket;
  readonly #queue: InvocationQueue<Invocation<Caller>>;
  readonly #active: ActiveInvocations<Caller>;
  #rejectedInARow = 0;

  constructor(runtime: HubRuntime, options: InvocationDispatcherOptions<Caller>) {
    this.#runtime = runtime;
    this.#caller = options.caller;
    this.#channel = options.channel;
    this.#findMethod = options.findMethod;
    this.#active = new ActiveInvocations<Caller>(runtime.counters);
    this.#rate = new TokenBucket({
      perSecond: runtime.settings.invocationsPerSecond,
      burst: runtime.settings.invocationBurst,
      nowMs: runtime.clock.monotonicMs(),
    });
    this.#queue = new InvocationQueue({
      maxWaiting: runtime.settings.maxWaitingInvocations,
      run: (invocation) => void this.#run(invocation),
      onFull: () => this.#channel.pauseReading(),
      onSpace: () => this.#channel.resumeReading(),
    });
  }

  /** True if a non-streaming invocation of the client is running. */
  get isRunning(): boolean {
    return this.#queue.isRunning;
  }

  /** Throws a ProtocolError for an invocation or stream id that is in use. */
  dispatch(message: ProtocolMessage): void {
    switch (message.type) {
      case MessageType.invocation:
      case MessageType.streamInvocation:
        this.#start(message);
        break;
      // Messages for unknown or completed invocations are ignored: late ones are normal.
      case MessageType.streamItem:
        this.#active.upload(message.invocationId)?.push(message.item);
        break;
      case MessageType.completion: {
        const failure = message.outcome === 'error' ? new HubError(message.error) : null;
        this.#active.upload(message.invocationId)?.end(failure);
        break;
      }
      case MessageType.cancelInvocation:
        this.#cancel(message);
        break;
      default:
        // Ack and Sequence belong to stateful reconnect, which this server never offers.
        break;
    }
  }

  /** Aborts all running invocations and starts no more. */
  stop(): void {
    this.#queue.stop();
    this.#active.abortAll();
  }

  #start(message: AnyInvocationMessage): void {
    const method = this.#acceptedMethod(message);
    if (method === null) return;
    const invocation = new Invocation({
      caller: this.#caller,
      method,
      target: message.target,
      rawArgs: message.args,
      invocationId: message.invocationId,
      uploads: this.#openUploads(method, message.streamIds),
      releaseQueue: (released) => this.#queue.release(released),
    });
    this.#active.add(invocation);
    if (method.isStream) void this.#runStream(invocation);
    else this.#queue.enqueue(invocation);
  }

  /** The method to run; null if the invocation was rejected. */
  #acceptedMethod(message: AnyInvocationMessage): HubMethod<Caller> | null {
    if (!this.#isWithinRate(message)) return null;
    const { target, streamIds } = message;
    const method = this.#findMethod(target);
    const isStreamInvocation = message.type === MessageType.streamInvocation;
    if (method === null) {
      this.#channel.denied('unknownMethod', null);
      this.#reject(message, invocationRejections.unknownMethod(target));
    } else if (method.isStream !== isStreamInvocation) {
      const { nonStreamStreamed, streamInvoked } = invocationRejections;
      this.#channel.denied('invalidArguments', method.name);
      this.#reject(message, (isStreamInvocation ? nonStreamStreamed : streamInvoked)(target));
    } else if (streamIds.length !== method.uploads.length) {
      const text = `Client sent ${streamIds.length} stream(s), the method expects ${method.uploads.length}.`;
      this.#channel.denied('invalidArguments', method.name);
      this.#rejectWith(message, text);
    } else if (this.#isWithinStreamLimit(message)) {
      return method;
    }
    return null;
  }

  #isWithinRate(message: AnyInvocationMessage): boolean {
    const { settings, clock, counters } = this.#runtime;
    counters.invocations++;
    if (this.#rate.take(clock.monotonicMs())) {
      this.#rejectedInARow = 0;
      return true;
    }
    counters.limitsExceeded.invocationRate++;
    this.#channel.denied('tooManyInvocations', null);
    if (++this.#rejectedInARow > settings.invocationBurst * floodFactor) {
      this.#channel.flooded();
      return false;
    }
    this.#rejectWith(
      message,
      `Too many calls: at most ${settings.invocationsPerSecond} per second and ${settings.invocationBurst} at once. Wait a moment and try again.`,
    );
    return false;
  }

  /** Throws a ProtocolError for ids that are in use. */
  #isWithinStreamLimit(message: AnyInvocationMessage): boolean {
    const isStreamInvocation = message.type === MessageType.streamInvocation;
    const streams = message.streamIds.length + (isStreamInvocation ? 1 : 0);
    if (streams === 0) return true;
    // If two had the same id, an item or a completion would reach the wrong one.
    if (isStreamInvocation && this.#active.invocation(message.invocationId) !== null)
      throw idInUse(message.invocationId);
    for (const [at, id] of message.streamIds.entries()) {
      if (this.#active.upload(id) !== null || message.streamIds.indexOf(id) !== at) throw idInUse(id);
    }
    const { settings, counters } = this.#runtime;
    if (this.#active.streamCount + streams <= settings.streamsPerConnection) return true;
    counters.limitsExceeded.streamsPerConnection++;
    this.#channel.denied('tooManyInvocations', null);
    this.#rejectWith(
      message,
      `A connection can have ${settings.streamsPerConnection} streams at the same time. Close some and try again.`,
    );
    return false;
  }

  #openUploads(method: HubMethod<Caller>, ids: readonly string[]): ReadonlyMap<string, UploadStream> {
    if (ids.length === 0) return noUploads;
    const open = (schema: HubMethod<Caller>['uploads'][number], index: number) =>
      new UploadStream({
        index,
        schema,
        capacity: this.#runtime.settings.uploadBufferItems,
        onFull: () => this.#channel.pauseReading(),
        onSpace: () => this.#channel.resumeReading(),
      });
    return new Map(method.uploads.map((schema, index) => [ids[index] ?? '', open(schema, index)]));
  }

  #cancel({ invocationId }: CancelInvocationMessage): void {
    const invocation = this.#active.invocation(invocationId);
    if (invocation === null) return;
    invocation.abort();
    // A waiting invocation is completed here. A running one is completed when it returns.
    if (!this.#queue.remove(invocation)) return;
    this.#fail(invocation, null);
    this.#active.remove(invocation);
  }

  async #run(invocation: Invocation<Caller>): Promise<void> {
    try {
      const validated = validateArguments(invocation.method.args, invocation.rawArgs);
      const args = validated instanceof Promise ? await validated : validated;
      const result = await invocation.method.run(invocation, args);
      // As in .NET, a method without a result returns null.
      this.#complete(invocation, { outcome: 'result', result: result ?? null });
    } catch (error) {
      this.#fail(invocation, error);
    }
    this.#active.remove(invocation);
    this.#queue.release(invocation);
  }

  async #runStream(invocation: Invocation<Caller>): Promise<void> {
    try {
      const args = await validateArguments(invocation.method.args, invocation.rawArgs);
      // Runs even if it was cancelled in the meantime: the method sees the aborted signal.
      await sendStream(await invocation.method.run(invocation, args), invocation, this.#channel);
      this.#complete(invocation, { outcome: 'void' });
    } catch (error) {
      this.#fail(invocation, error);
    }
    this.#active.remove(invocation);
  }

  /** Completes an invocation that failed or was aborted. Server faults are reported to the logger. */
  #fail(invocation: Invocation<Caller>, error: unknown): void {
    const { method, target } = invocation;
    if (invocation.isAborted) {
      // A cancelled stream is not an error.
      if (method.isStream) this.#complete(invocation, { outcome: 'void' });
      else this.#reject(invocation, invocationRejections.cancelled(target));
      return;
    }
    if (error instanceof HubError) this.#channel.denied(denialOf(error), method.name);
    else this.#channel.reportFault(method.name, error);
    this.#reject(invocation, invocationErrorText(target, error, this.#runtime));
  }

  #rejectWith(message: AnyInvocationMessage, problem: string): void {
    this.#reject(message, invocationErrorText(message.target, new HubError(problem), this.#runtime));
  }

  #reject(completable: Completable, error: string): void {
    this.#runtime.counters.invocationsFailed++;
    this.#complete(completable, { outcome: 'error', error });
  }

  #complete(
    { invocationId }: Completable,
    outcome:
      | { outcome: 'void' }
      | { outcome: 'result'; result: unknown }
      | { outcome: 'error'; error: string },
  ): void {
    if (invocationId === null) return;
    this.#channel.complete({ type: MessageType.completion, invocationId, ...outcome });
  }
}

function denialOf(error: HubError): DenialReason {
  if (error instanceof InvalidArgumentsError) return 'invalidArguments';
  return error instanceof UnauthorizedError ? 'notAllowed' : 'rejected';
}

function idInUse(id: string): ProtocolError {
  return new ProtocolError(`There is already an invocation or stream with the id '${id.slice(0, 50)}'.`);
}
