// Runs the calls of one client: in the order they came and one ordinary call at a time, each answered once if the
// client asked for an answer. A call is booked here in the moment its message is read; what belongs to it may follow in
// the same frame.
import type {
  CompletionMessage,
  InvocationMessage,
  ProtocolMessage,
  StreamInvocationMessage,
} from '../protocol/messages.ts';
import { MessageType } from '../protocol/messages.ts';
import type { StandardSchema } from '../standard-schema.ts';
import { parseArguments } from './arguments.ts';
import { HubError, invocationErrorText } from './hub-error.ts';
import type { HubRuntime } from './runtime.ts';
import { TokenBucket } from './token-bucket.ts';

/** A method of a hub, ready to be called for one client. */
export interface HubMethod<Caller> {
  readonly name: string;
  readonly args: readonly StandardSchema[];
  call(caller: Caller, args: readonly unknown[]): unknown;
}

/** The connection, as far as its calls need it. */
export interface CallLine {
  /** Sends at the end of this turn. Throws when a value in it cannot be encoded. */
  complete(message: CompletionMessage): void;
  /** Reads nothing more until `release`. */
  hold(): void;
  release(): void;
  /** The client goes on calling although every call is refused. */
  flooded(): void;
  failed(method: string, error: unknown): void;
}

/** Refused calls in a row, as a multiple of the burst, after which the client is closed. */
const patience = 10;

export class Dispatcher<Caller> {
  readonly #runtime: HubRuntime;
  readonly #caller: Caller;
  readonly #line: CallLine;
  readonly #methodNamed: (name: string) => HubMethod<Caller> | null;
  readonly #rate: TokenBucket;
  #refusedInARow = 0;
  #isRunning = false;
  #waiting: { method: HubMethod<Caller>; message: InvocationMessage }[] = [];

  constructor(
    runtime: HubRuntime,
    parts: { caller: Caller; line: CallLine; methodNamed: (name: string) => HubMethod<Caller> | null },
  ) {
    this.#runtime = runtime;
    this.#caller = parts.caller;
    this.#line = parts.line;
    this.#methodNamed = parts.methodNamed;
    this.#rate = new TokenBucket({
      perSecond: runtime.settings.invocationsPerSecond,
      burst: runtime.settings.invocationBurst,
      nowMs: runtime.clock.monotonicMs(),
    });
  }

  /** Whether a call of the client is running. */
  get isBusy(): boolean {
    return this.#isRunning;
  }

  dispatch(message: ProtocolMessage): void {
    switch (message.type) {
      case MessageType.invocation:
        this.#invoke(message);
        break;
      case MessageType.streamInvocation:
        this.#invokeStream(message);
        break;
      case MessageType.streamItem:
      case MessageType.completion:
      case MessageType.cancelInvocation:
        // They name a call that is over, or that never was: late ones are normal, and .NET ignores them too.
        break;
      default:
        break;
    }
  }

  /** Starts nothing more. */
  stop(): void {
    this.#waiting = [];
  }

  #invoke(message: InvocationMessage): void {
    if (!this.#mayCall(message)) return;
    const method = this.#methodNamed(message.target);
    if (method === null) {
      this.#refuse(message, `Unknown hub method '${message.target}'`);
    } else if (message.streamIds.length > 0) {
      const problem = new HubError(
        `Client sent ${message.streamIds.length} stream(s), the method expects 0.`,
      );
      this.#refuse(message, invocationErrorText(message.target, problem, this.#runtime));
    } else if (this.#isRunning) {
      this.#waiting.push({ method, message });
      if (this.#waiting.length >= this.#runtime.settings.maxWaitingInvocations) this.#line.hold();
    } else {
      void this.#run(method, message);
    }
  }

  #invokeStream(message: StreamInvocationMessage): void {
    if (!this.#mayCall(message)) return;
    const isKnown = this.#methodNamed(message.target) !== null;
    this.#refuse(
      message,
      isKnown
        ? `The client attempted to invoke the non-streaming '${message.target}' method with a streaming invocation.`
        : `Unknown hub method '${message.target}'`,
    );
  }

  #mayCall(message: InvocationMessage | StreamInvocationMessage): boolean {
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
    const problem = new HubError(
      `Too many calls: at most ${settings.invocationsPerSecond} a second and ${settings.invocationBurst} at once. Wait a moment and try again.`,
    );
    this.#refuse(message, invocationErrorText(message.target, problem, this.#runtime));
    return false;
  }

  async #run(method: HubMethod<Caller>, message: InvocationMessage): Promise<void> {
    this.#isRunning = true;
    try {
      const parsed = parseArguments(method.args, message.args);
      const args = parsed instanceof Promise ? await parsed : parsed;
      const result = await method.call(this.#caller, args);
      // As .NET does, a method without a result gives null.
      this.#complete(message, { outcome: 'result', result: result ?? null });
    } catch (error) {
      if (!(error instanceof HubError)) this.#line.failed(method.name, error);
      this.#refuse(message, invocationErrorText(message.target, error, this.#runtime));
    }
    this.#isRunning = false;
    this.#next();
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) void this.#run(next.method, next.message);
    if (this.#waiting.length < this.#runtime.settings.maxWaitingInvocations) this.#line.release();
  }

  #refuse(message: InvocationMessage | StreamInvocationMessage, error: string): void {
    this.#runtime.counters.invocationsFailed++;
    this.#complete(message, { outcome: 'error', error });
  }

  #complete(
    { invocationId }: InvocationMessage | StreamInvocationMessage,
    outcome: { outcome: 'result'; result: unknown } | { outcome: 'error'; error: string },
  ): void {
    if (invocationId === null) return;
    this.#line.complete({ type: MessageType.completion, invocationId, ...outcome });
  }
}
