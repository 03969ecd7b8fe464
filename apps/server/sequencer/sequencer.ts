// The only writer: assigns each command its number and its time, makes it durable, passes it to the venue and publishes the
// outcome. Nothing is answered or published before the command is on disk, except the simulated past (`execute`), when nobody is
// connected. Commands that arrive during an append are batched, so that a busy market writes many with one flush. Outcomes are
// written with a later append, after their senders have been answered, so that nobody waits for them and they lag by at most two
// appends.
import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { PastCommand, PastCommandRunner } from '@openpit/market';
import type { Journal } from '@openpit/storage';
import {
  type Clock,
  type EpochMs,
  epochMs,
  GatewayUnavailable,
  type OrderGateway,
  type Outcome,
  type SequencedCommand,
  type Submission,
  sequenced,
  type Venue,
} from '@openpit/venue';
import { doneInSlices } from '../in-slices.ts';
import { encodeCommand, encodeInSteps, encodeOutcome } from './command-codec.ts';
import {
  CommandQueue,
  defaultQueueLimits,
  isRequest,
  marketBusy,
  type QueuedCommand,
  type QueueLimits,
} from './command-queue.ts';

/** A seed from the system's random source; unpredictable to users. */
export const drawSecretSeed = (): number => randomInt(2 ** 32);

/** The maximum number of commands in one append. */
const maxBatch = 512;
/**
 * After an append of this many commands, later commands are coalesced for a while, because an append costs as much as many
 * commands.
 */
const busyBatch = 6;
/** Outcomes with at least this many events are published and encoded in slices, and so are all outcomes of sliced work. */
const manyEvents = 2_000;
export const isLong = ({ command, events }: Outcome): boolean =>
  events.length >= manyEvents || (command === 'continueRun' && events.length > 0);
const gatherForAWhile = (): Promise<void> => pause(3);

/** Receives the sequencer's measurements, for monitoring. Durations are in milliseconds. */
export interface SequencerMetrics {
  /** A batch of commands is on disk. */
  appended(durationMs: number): void;
  /** An outcome's changes have been passed to the hub. The duration counts from when the command was on disk. */
  published(outcome: Outcome, sinceDurableMs: number): void;
  /** The sender of a command has the outcome. The duration counts from the submission. */
  answered(sinceSubmittedMs: number): void;
  /** A command was not accepted. */
  notAccepted(code: GatewayUnavailable['code']): void;
}

interface SequencerOptions {
  readonly journal: Journal;
  readonly venue: Venue;
  readonly clock: Clock;
  /** Measures how long commands wait; by default the process's monotonic clock. */
  readonly monotonicMs?: (() => number) | undefined;
  /** Draws the seeds of random decisions; by default from the system's source of randomness. */
  readonly drawSeed?: (() => number) | undefined;
  readonly limits?: QueueLimits | undefined;
  /**
   * Called with each outcome before its listeners. For a long outcome it returns steps. Other work runs between the steps, while
   * the next outcome and the answer wait.
   */
  readonly publish?: (outcome: Outcome) => Iterator<unknown> | undefined;
  /** Called with the commands of each batch, as they are in the journal, after they were handled. */
  readonly onHandled?: (firstSeq: number, commands: readonly Uint8Array[]) => void;
  /** Called when outcomes are on disk. */
  readonly onOutcomesWritten?: () => void;
  readonly metrics?: SequencerMetrics | undefined;
  /** The batching time in a busy market; 3 ms by default. */
  readonly gather?: () => Promise<void>;
  /** The journal is temporarily unavailable, and commands are rejected until it is back. `why` is for the operator. */
  readonly onInterrupted?: ((why: string) => void) | undefined;
  readonly onResumed?: (() => void) | undefined;
  /** The market has stopped permanently: the journal failed, or the venue found a fault in itself. */
  readonly onStopped: (cause: Error) => void;
}

interface HandledBatch {
  readonly firstSeq: number;
  /** As they are in the journal. */
  readonly commands: readonly Uint8Array[];
  readonly outcomes: readonly Outcome[];
}

/** Whether commands are accepted, and if not, why. Only a restart can leave a state other than `running` and `interrupted`. */
export type SequencerState = 'running' | 'interrupted' | 'stopping' | 'journalFailed' | 'venueFailed';

const retryAfterMs = 5_000;
const awaySentence = 'The market has paused because its database cannot be written.';
const interruptedSentence = `${awaySentence} Nothing has changed: send the same request again when it is back.`;
const stoppedSentence = 'The market has stopped because its journal cannot be written.';
const faultSentence = 'The market has stopped because of a fault in itself.';

/** The advice to the sender of a command that may have been written. An operator's command has no request id. */
const unknownAdvice = ({ submission: { requestId } }: QueuedCommand): string =>
  requestId === null
    ? 'Your command may have been written or not: when the market is back, check whether it took effect before you repeat it.'
    : 'Your command may have been written or not: ask for its outcome by its request id when the market is back.';
const nothingDone = 'Nothing has changed: send the same request again when the market is back.';

const notAnsweredYetSentence =
  'The market has paused because its database cannot be written. Whether this request was written is unknown until it is back: ask again then.';
const notAnsweredSentence =
  'The market has stopped. Whether this request was written is unknown until it has started again: ask again then.';

export class Sequencer implements OrderGateway, PastCommandRunner {
  readonly #parts: SequencerOptions;
  readonly #queue: CommandQueue;
  readonly #monotonicMs: () => number;
  readonly #listeners = new Set<(outcome: Outcome) => void>();
  /** Whether the last append had many commands. */
  #isBusy = false;
  #lastSeq: number;
  #lastAt: number;
  /** The command whose work is unfinished, and its sender. */
  #begun: QueuedCommand | null = null;
  #running: Promise<void> | null = null;
  /** The commands that are being written. */
  #appending: readonly QueuedCommand[] = [];
  /** The commands that are handled and whose outcomes are being published. */
  #publishing: readonly QueuedCommand[] = [];
  /** Batches that have been answered, but whose outcomes are not written yet. */
  #handled: HandledBatch[] = [];
  #writingHandled: Promise<void> | null = null;
  #outcomesWritten: Promise<void> = Promise.resolve();
  /** Executed commands that are not being written yet. */
  #executed: { readonly commands: SequencedCommand[]; readonly outcomes: Outcome[] } = {
    commands: [],
    outcomes: [],
  };
  #writingExecuted: Promise<void> = Promise.resolve();
  /** Called when a batch has been handled or the state has changed. */
  #wakeUps: (() => void)[] = [];
  /** The reason why the market has stopped, for senders. */
  #stopped: string | null = null;
  #state: SequencerState = 'running';

  constructor(parts: SequencerOptions) {
    this.#parts = parts;
    this.#queue = new CommandQueue(parts.limits ?? defaultQueueLimits);
    this.#monotonicMs = parts.monotonicMs ?? (() => performance.now());
    this.#lastSeq = parts.venue.lastSeq;
    this.#lastAt = parts.venue.lastAt;
    parts.journal.watch?.({
      interrupted: (why) => this.#interrupted(why),
      resumed: () => this.#resumed(),
      failed: (cause) => this.#stop('journalFailed', stoppedSentence, cause, []),
    });
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** The age of the oldest waiting command in milliseconds; 0 if there is none. */
  get oldestWaitingMs(): number {
    const { oldestSubmittedAtMs } = this.#queue;
    return oldestSubmittedAtMs === null ? 0 : this.#monotonicMs() - oldestSubmittedAtMs;
  }

  get state(): SequencerState {
    return this.#state;
  }

  submit(submission: Submission): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#stopped !== null) {
        this.#parts.metrics?.notAccepted('venueStopped');
        reject(new GatewayUnavailable('venueStopped', this.#stopped, retryAfterMs));
        return;
      }
      if (this.#state === 'interrupted') {
        this.#parts.metrics?.notAccepted('venueInterrupted');
        reject(new GatewayUnavailable('venueInterrupted', interruptedSentence, retryAfterMs));
        return;
      }
      try {
        this.#queue.add({ submission, submittedAtMs: this.#monotonicMs(), resolve, reject });
      } catch (busy) {
        this.#parts.metrics?.notAccepted('venueBusy');
        reject(busy);
        return;
      }
      this.#running ??= this.#run();
    });
  }

  /**
   * Rejects commands that have waited too long for a journal that may not have answered for seconds. None of them is being
   * written. Call it several times a second.
   */
  rejectOverdue(): void {
    const overdue = this.#queue.takeOverdue(this.#monotonicMs());
    for (const { reject } of overdue) {
      this.#parts.metrics?.notAccepted('venueBusy');
      reject(marketBusy());
    }
    if (overdue.length > 0) this.#wake();
  }

  /**
   * Handles commands of the past, each at its own time, before they are on disk: only for a market that is not in use yet, so that no
   * outcome can be mistaken for an acknowledgement. `executedWritten` waits for the disk. Throws GatewayUnavailable when the market has
   * stopped.
   */
  async execute(commands: readonly PastCommand[]): Promise<Outcome[]> {
    await this.#running;
    // Outcomes are written in the order of their commands.
    await this.#writingHandled;
    const outcomes: Outcome[] = [];
    for (const { submission, at } of commands) {
      let outcome = this.#executeOne(submission, at);
      for (let next = this.#continuation; next !== null; next = this.#continuation)
        outcome = this.#executeOne(next, at);
      outcomes.push(outcome);
      if (this.#executed.commands.length >= maxBatch) await this.#writeExecuted();
    }
    return outcomes;
  }

  /** Resolves when all that was executed is on disk. Throws GatewayUnavailable when it may not be. */
  async executedWritten(): Promise<void> {
    await this.#writeExecuted();
    await this.#writingExecuted;
    await this.outcomesWritten();
    this.#requireGoing();
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves when no command of the user with this request id is on its way to the venue, so that the venue can tell whether there was one.
   * Rejects with GatewayUnavailable while this is unknown.
   */
  async requestSettled(userId: string, requestId: string): Promise<void> {
    for (;;) {
      // The journal may contain a command that the venue has not handled.
      if (this.#state === 'journalFailed' || this.#state === 'venueFailed')
        throw new GatewayUnavailable('venueStopped', notAnsweredSentence, retryAfterMs);
      const isUnsettled =
        this.#appending.some((queued) => isRequest(queued, userId, requestId)) ||
        this.#publishing.some((queued) => isRequest(queued, userId, requestId)) ||
        this.#queue.hasRequest(userId, requestId);
      if (!isUnsettled) return;
      if (this.#state === 'interrupted')
        throw new GatewayUnavailable('outcomeUnknown', notAnsweredYetSentence, retryAfterMs);
      await new Promise<void>((resolve) => this.#wakeUps.push(resolve));
    }
  }

  /** Resolves when every outcome so far is on disk. */
  async outcomesWritten(): Promise<void> {
    await this.#writingHandled;
    await this.#outcomesWritten;
  }

  /** Rejects new commands with this sentence, handles the queued commands, and resolves when every outcome is written. */
  async drain(why: string): Promise<void> {
    this.#stopped ??= why;
    if (this.#state === 'running' || this.#state === 'interrupted') this.#state = 'stopping';
    await this.#running;
    await this.outcomesWritten();
  }

  get #continuation(): Submission | null {
    return this.#parts.venue.continuation;
  }

  #requireGoing(): void {
    if (this.#stopped !== null) throw new GatewayUnavailable('venueStopped', this.#stopped, retryAfterMs);
  }

  #executeOne(submission: Submission, at: EpochMs): Outcome {
    this.#requireGoing();
    const { venue, drawSeed = drawSecretSeed } = this.#parts;
    const seq = this.#lastSeq + 1;
    const command = sequenced(submission, { seq, at: this.#time(at), drawSeed });
    const outcome = venue.handle(command);
    this.#lastSeq = seq;
    const steps = this.#parts.publish?.(outcome);
    while (steps !== undefined && steps.next().done !== true);
    for (const listener of this.#listeners) listener(outcome);
    this.#executed.commands.push(command);
    this.#executed.outcomes.push(outcome);
    return outcome;
  }

  /** Starts writing the executed commands once the previous batch has been written. A failure stops the market. */
  async #writeExecuted(): Promise<void> {
    await this.#writingExecuted;
    const { commands, outcomes } = this.#executed;
    const firstSeq = commands[0]?.seq;
    if (firstSeq === undefined) return;
    this.#executed = { commands: [], outcomes: [] };
    this.#writingExecuted = this.#parts.journal
      .append({ firstSeq, commands: commands.map(encodeCommand) })
      .then(
        () => this.#writeOutcomes(firstSeq, outcomes.map(encodeOutcome)),
        (error) => this.#stop('journalFailed', stoppedSentence, error, []),
      );
  }

  async #run(): Promise<void> {
    const { gather = gatherForAWhile } = this.#parts;
    try {
      // Commands that follow the past are appended after it.
      if (this.#executed.commands.length > 0) await this.#writeExecuted();
      while (this.#queue.length > 0) {
        // Requests that have already arrived are read first, so that they join the append.
        await (this.#isBusy ? gather() : nextTurn());
        const batch = this.#queue.take(maxBatch);
        this.#isBusy = batch.length >= busyBatch;
        // The market may have stopped in the meantime, which empties the queue.
        if (batch.length > 0) await this.#appendAndHandle(batch);
        this.#wake();
        await this.#continueRun();
      }
    } finally {
      this.#running = null;
    }
  }

  /**
   * Lets the venue finish long work, slice by slice, before it handles anything else. Other work of the process runs between
   * slices.
   */
  async #continueRun(): Promise<void> {
    for (;;) {
      const { continuation } = this.#parts.venue;
      const begun = this.#begun;
      if (continuation === null || begun === null) return;
      await nextTurn();
      await this.#appendAndHandle([{ ...begun, submission: continuation }]);
    }
  }

  async #appendAndHandle(batch: readonly QueuedCommand[]): Promise<void> {
    const firstSeq = this.#lastSeq + 1;
    const { drawSeed = drawSecretSeed } = this.#parts;
    const at = this.#time(this.#parts.clock.now());
    const commands = batch.map(({ submission }, index) =>
      sequenced(submission, { seq: firstSeq + index, at, drawSeed }),
    );
    const encoded = commands.map(encodeCommand);
    const { metrics } = this.#parts;
    const appendsAtMs = this.#monotonicMs();
    this.#appending = batch;
    try {
      await this.#parts.journal.append({ firstSeq, commands: encoded });
    } catch (error) {
      this.#stop('journalFailed', stoppedSentence, error, batch);
      return;
    } finally {
      this.#appending = [];
    }
    const durableAtMs = this.#monotonicMs();
    metrics?.appended(durableAtMs - appendsAtMs);
    this.#lastSeq = firstSeq + batch.length - 1;
    const outcomes: Outcome[] = [];
    for (const [index, command] of commands.entries()) {
      try {
        outcomes.push(this.#parts.venue.handle(command));
      } catch (error) {
        // The commands are durable: a restart replays them.
        this.#stop('venueFailed', faultSentence, error, batch.slice(index));
        break;
      }
    }
    for (const [index, outcome] of outcomes.entries()) {
      const steps = this.#parts.publish?.(outcome);
      if (steps !== undefined) {
        this.#publishing = batch.slice(index);
        await doneInSlices(() => steps, nextTurn);
        this.#publishing = [];
      }
      for (const listener of this.#listeners) listener(outcome);
      const publishedAtMs = this.#monotonicMs();
      metrics?.published(outcome, publishedAtMs - durableAtMs);
      const queued = batch[index];
      // The sender of a command with several slices receives the outcome of the last slice.
      if (queued !== undefined && index === commands.length - 1 && this.#parts.venue.continuation !== null)
        this.#begun = queued;
      else if (queued !== undefined) {
        queued.resolve(outcome);
        metrics?.answered(publishedAtMs - queued.submittedAtMs);
      }
    }
    if (this.#parts.venue.continuation === null) this.#begun = null;
    if (outcomes.length === 0) return;
    this.#handled.push({ firstSeq, commands: encoded.slice(0, outcomes.length), outcomes });
    this.#writingHandled ??= nextTurn().then(() => this.#writeHandled());
  }

  async #writeHandled(): Promise<void> {
    for (let next = this.#handled.shift(); next !== undefined; next = this.#handled.shift()) {
      const { firstSeq, commands, outcomes } = next;
      const encoded: Uint8Array[] = [];
      for (const outcome of outcomes)
        encoded.push(isLong(outcome) ? await this.#encodeLong(outcome) : encodeOutcome(outcome));
      this.#writeOutcomes(firstSeq, encoded);
      this.#parts.onHandled?.(firstSeq, commands);
    }
    this.#writingHandled = null;
  }

  async #encodeLong(outcome: Outcome): Promise<Uint8Array> {
    let encoded: Uint8Array = new Uint8Array();
    const steps = function* () {
      encoded = yield* encodeInSteps(outcome);
    };
    await doneInSlices(steps, nextTurn);
    return encoded;
  }

  #writeOutcomes(firstSeq: number, outcomes: readonly Uint8Array[]): void {
    const written = this.#parts.journal.appendOutcomes({ firstSeq, outcomes });
    this.#outcomesWritten = written.then(this.#parts.onOutcomesWritten, (error) =>
      this.#stop(
        'journalFailed',
        'The market has stopped because its outcome log cannot be written.',
        error,
        [],
      ),
    );
  }

  /**
   * Rejects people's requests whose commands are being written. The commands themselves continue once the journal is available.
   */
  #interrupted(why: string): void {
    if (this.#state !== 'running') return;
    this.#state = 'interrupted';
    const unknown = this.#appending.filter(({ submission }) => submission.by.kind !== 'schedule');
    for (const queued of unknown)
      queued.reject(
        new GatewayUnavailable('outcomeUnknown', `${awaySentence} ${unknownAdvice(queued)}`, retryAfterMs),
      );
    for (const { reject } of this.#queue.takeAll())
      reject(new GatewayUnavailable('venueInterrupted', interruptedSentence, retryAfterMs));
    this.#wake();
    this.#parts.onInterrupted?.(why);
  }

  #wake(): void {
    for (const wake of this.#wakeUps.splice(0)) wake();
  }

  #resumed(): void {
    if (this.#state !== 'interrupted') return;
    this.#state = 'running';
    this.#parts.onResumed?.();
  }

  /** Never earlier than the last command, even if the system clock is set back. */
  #time(at: EpochMs): EpochMs {
    this.#lastAt = Math.max(this.#lastAt, at);
    return epochMs(this.#lastAt);
  }

  /** Whether the commands in `maybeWritten` took effect is unknown here. The queued commands were not written. */
  #stop(state: SequencerState, cause: string, error: unknown, maybeWritten: readonly QueuedCommand[]): void {
    const isFirst = this.#stopped === null;
    if (this.#state !== 'journalFailed' && this.#state !== 'venueFailed') this.#state = state;
    this.#begun = null;
    this.#stopped ??= `${cause} ${nothingDone}`;
    for (const queued of maybeWritten)
      queued.reject(
        new GatewayUnavailable('venueStopped', `${cause} ${unknownAdvice(queued)}`, retryAfterMs),
      );
    for (const { reject } of this.#queue.takeAll())
      reject(new GatewayUnavailable('venueStopped', `${cause} ${nothingDone}`, retryAfterMs));
    this.#wake();
    if (isFirst) this.#parts.onStopped(error instanceof Error ? error : new Error(String(error)));
  }
}
