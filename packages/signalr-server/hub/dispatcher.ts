// Runs the calls of one client: ordinary ones in the order they came and one at a time, streams at once beside them, each
// answered once if the client asked for an answer. A call is booked here in the moment its message is read, with its
// uploads; what belongs to it may follow in the same frame.
import { HubError } from '../hub-error.ts';
import type {
  CancelInvocationMessage,
  CompletionMessage,
  InvocationMessage,
  ProtocolMessage,
  StreamInvocationMessage,
} from '../protocol/messages.ts';
import { MessageType } from '../protocol/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { parseArguments } from './arguments.ts';
import { Bookings } from './bookings.ts';
import { Call, type HubMethod } from './call.ts';
import { callRefusals, invocationErrorText } from './error-texts.ts';
import type { HubRuntime } from './runtime.ts';
import { type StreamLine, sendStream } from './server-stream.ts';
import { TokenBucket } from './token-bucket.ts';
import { Turns } from './turns.ts';
import { Upload } from './upload.ts';

/** The connection, as far as its calls need it. */
export interface CallLine extends StreamLine {
  /** Sends at the end of this turn. Throws when a value in it cannot be encoded. */
  complete(message: CompletionMessage): void;
  /** Reads nothing more until `release`; as often as it was held, it must be released. */
  hold(): void;
  release(): void;
  /** The client goes on calling although every call is refused. */
  flooded(): void;
}

/** Refused calls in a row, as a multiple of the burst, after which the client is closed. */
const patience = 10;

const noUploads: ReadonlyMap<string, Upload> = new Map();

type CallMessage = InvocationMessage | StreamInvocationMessage;
type Asker = { readonly invocationId: string | null };

export class Dispatcher<Caller> {
  readonly #runtime: HubRuntime;
  readonly #caller: Caller;
  readonly #line: CallLine;
  readonly #methodNamed: (name: string) => HubMethod<Caller> | null;
  readonly #rate: TokenBucket;
  readonly #turns: Turns<Call<Caller>>;
  readonly #bookings: Bookings<Caller>;
  #refusedInARow = 0;

  constructor(
    runtime: HubRuntime,
    parts: { caller: Caller; line: CallLine; methodNamed: (name: string) => HubMethod<Caller> | null },
  ) {
    this.#runtime = runtime;
    this.#caller = parts.caller;
    this.#line = parts.line;
    this.#methodNamed = parts.methodNamed;
    this.#bookings = new Bookings<Caller>(runtime.counters);
    this.#rate = new TokenBucket({
      perSecond: runtime.settings.invocationsPerSecond,
      burst: runtime.settings.invocationBurst,
      nowMs: runtime.clock.monotonicMs(),
    });
    this.#turns = new Turns({
      maxWaiting: runtime.settings.maxWaitingInvocations,
      run: (call) => void this.#run(call),
      onFull: () => this.#line.hold(),
      onRoom: () => this.#line.release(),
    });
  }

  /** Whether an ordinary call of the client is running. */
  get isBusy(): boolean {
    return this.#turns.isTaken;
  }

  /** Throws a ProtocolError for a message that cannot be meant. */
  dispatch(message: ProtocolMessage): void {
    switch (message.type) {
      case MessageType.invocation:
      case MessageType.streamInvocation:
        this.#book(message);
        break;
      // What names a call that is over, or that never was, is ignored: late ones are normal.
      case MessageType.streamItem:
        this.#bookings.upload(message.invocationId)?.push(message.item);
        break;
      case MessageType.completion: {
        const failure = message.outcome === 'error' ? new HubError(message.error) : null;
        this.#bookings.upload(message.invocationId)?.end(failure);
        break;
      }
      case MessageType.cancelInvocation:
        this.#cancel(message);
        break;
      default:
        // Ack and Sequence belong to stateful reconnect, which is never agreed on.
        break;
    }
  }

  /** Aborts what runs and starts nothing more. */
  stop(): void {
    this.#turns.stop();
    this.#bookings.abortAll();
  }

  // — Booking —

  #book(message: CallMessage): void {
    const method = this.#admit(message);
    if (method === null) return;
    const call = new Call({
      caller: this.#caller,
      method,
      target: message.target,
      given: message.args,
      invocationId: message.invocationId,
      uploads: this.#openUploads(method, message.streamIds),
      passTurn: (passing) => this.#turns.pass(passing),
    });
    this.#bookings.add(call);
    if (method.isStream) void this.#runStream(call);
    else this.#turns.take(call);
  }

  /** The method to be called; null for a call that was refused. */
  #admit(message: CallMessage): HubMethod<Caller> | null {
    if (!this.#isInTime(message)) return null;
    const { target, streamIds } = message;
    const method = this.#methodNamed(target);
    const isStreamCall = message.type === MessageType.streamInvocation;
    if (method === null) {
      this.#refuse(message, callRefusals.unknown(target));
    } else if (method.isStream !== isStreamCall) {
      const { notAStream, streamInvoked } = callRefusals;
      this.#refuse(message, (isStreamCall ? notAStream : streamInvoked)(target));
    } else if (streamIds.length !== method.uploads.length) {
      const text = `Client sent ${streamIds.length} stream(s), the method expects ${method.uploads.length}.`;
      this.#refuseFor(message, text);
    } else if (this.#hasRoomFor(message)) {
      return method;
    }
    return null;
  }

  #isInTime(message: CallMessage): boolean {
    const { settings, clock, counters } = this.#runtime;
    counters.invocations++;
    if (this.#rate.take(clock.monotonicMs())) {
      this.#refusedInARow = 0;
      return true;
    }
    counters.breaches.invocationRate++;
    if (++this.#refusedInARow > settings.invocationBurst * patience) {
      this.#line.flooded();
      return false;
    }
    this.#refuseFor(
      message,
      `Too many calls: at most ${settings.invocationsPerSecond} a second and ${settings.invocationBurst} at once. Wait a moment and try again.`,
    );
    return false;
  }

  /** Whether the streams of a call can be opened. Throws a ProtocolError for ids that are in use. */
  #hasRoomFor(message: CallMessage): boolean {
    const isStreamCall = message.type === MessageType.streamInvocation;
    const streams = message.streamIds.length + (isStreamCall ? 1 : 0);
    if (streams === 0) return true;
    // With two of one name an item, or an answer, would reach the wrong one.
    if (isStreamCall && this.#bookings.call(message.invocationId) !== null)
      throw idInUse(message.invocationId);
    for (const [at, id] of message.streamIds.entries()) {
      if (this.#bookings.upload(id) !== null || message.streamIds.indexOf(id) !== at) throw idInUse(id);
    }
    const { settings, counters } = this.#runtime;
    if (this.#bookings.streamCount + streams <= settings.streamsPerConnection) return true;
    counters.breaches.streamsPerConnection++;
    this.#refuseFor(
      message,
      `A connection can have ${settings.streamsPerConnection} streams at once. Close some and try again.`,
    );
    return false;
  }

  #openUploads(method: HubMethod<Caller>, ids: readonly string[]): ReadonlyMap<string, Upload> {
    if (ids.length === 0) return noUploads;
    const open = (schema: HubMethod<Caller>['uploads'][number], index: number) =>
      new Upload({
        index,
        schema,
        capacity: this.#runtime.settings.uploadBufferItems,
        onFull: () => this.#line.hold(),
        onRoom: () => this.#line.release(),
      });
    return new Map(method.uploads.map((schema, index) => [ids[index] ?? '', open(schema, index)]));
  }

  #cancel({ invocationId }: CancelInvocationMessage): void {
    const call = this.#bookings.call(invocationId);
    if (call === null) return;
    call.abort();
    // One that was still waiting is over now; any other says itself when it is.
    if (!this.#turns.leave(call)) return;
    this.#fail(call, null);
    this.#bookings.remove(call);
  }

  // — Running —

  async #run(call: Call<Caller>): Promise<void> {
    try {
      const parsed = parseArguments(call.method.args, call.given);
      const args = parsed instanceof Promise ? await parsed : parsed;
      const result = await call.method.run(call, args);
      // As .NET does, a method without a result gives null.
      this.#complete(call, { outcome: 'result', result: result ?? null });
    } catch (error) {
      this.#fail(call, error);
    }
    this.#bookings.remove(call);
    this.#turns.pass(call);
  }

  async #runStream(call: Call<Caller>): Promise<void> {
    try {
      const args = await parseArguments(call.method.args, call.given);
      // Also for a call that was cancelled meanwhile: the method learns it from its signal.
      await sendStream(await call.method.run(call, args), call, this.#line);
      this.#complete(call, { outcome: 'void' });
    } catch (error) {
      this.#fail(call, error);
    }
    this.#bookings.remove(call);
  }

  // — Answering —

  /** Answers a call that did not end well; `error` goes to the logger if it is a fault of the server. */
  #fail(call: Call<Caller>, error: unknown): void {
    const { method, target } = call;
    if (call.isAborted) {
      // A stream that its client has cancelled has not failed.
      if (method.isStream) this.#complete(call, { outcome: 'void' });
      else this.#refuse(call, callRefusals.cancelled(target));
      return;
    }
    if (!(error instanceof HubError)) this.#line.failed(method.name, error);
    this.#refuse(call, invocationErrorText(target, error, this.#runtime));
  }

  #refuseFor(message: CallMessage, problem: string): void {
    this.#refuse(message, invocationErrorText(message.target, new HubError(problem), this.#runtime));
  }

  #refuse(asker: Asker, error: string): void {
    this.#runtime.counters.invocationsFailed++;
    this.#complete(asker, { outcome: 'error', error });
  }

  #complete(
    { invocationId }: Asker,
    outcome:
      | { outcome: 'void' }
      | { outcome: 'result'; result: unknown }
      | { outcome: 'error'; error: string },
  ): void {
    if (invocationId === null) return;
    this.#line.complete({ type: MessageType.completion, invocationId, ...outcome });
  }
}

function idInUse(id: string): ProtocolError {
  return new ProtocolError(`There is a call or stream with the id '${id.slice(0, 50)}' already.`);
}
