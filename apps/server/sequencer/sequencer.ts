// The one writer: gives each command its number and its time, makes it durable, hands it to the venue and tells the
// outcome. Nobody is answered and nothing is shown before the command is on disk (design §1). While one append is in
// flight the next commands gather, so that a busy market writes many with one flush. What is left to do with a batch when its
// senders are answered, writing down the outcomes, is done after the answers have gone out; each append takes along the outcomes
// that wait, so that they are never more than two appends behind and nobody has to wait for them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Journal } from '@openpit/storage';
import {
  type Clock,
  epochMs,
  type Floor,
  FloorUnavailable,
  type Outcome,
  type SequencedCommand,
  type Submission,
  type Venue,
} from '@openpit/venue';
import { encodeCommand, encodeOutcome } from './command-codec.ts';
import { CommandQueue, defaultQueueLimits, type QueueLimits, type Waiting } from './command-queue.ts';

/** Most commands in one append. */
const maxBatch = 512;

export interface SequencerParts {
  readonly journal: Journal;
  readonly venue: Venue;
  readonly clock: Clock;
  readonly limits?: QueueLimits;
  /** Told of the commands of each batch once they are handled. */
  readonly onHandled?: (commands: readonly SequencedCommand[]) => void;
  /** Told when outcomes are on disk. */
  readonly onOutcomesWritten?: () => void;
  /** The market has stopped for good: the journal failed, or the venue broke a claim of its own. */
  readonly onStopped: (cause: Error) => void;
}

interface HandledBatch {
  readonly commands: readonly SequencedCommand[];
  readonly outcomes: readonly Outcome[];
}

export class Sequencer implements Floor {
  readonly #parts: SequencerParts;
  readonly #queue: CommandQueue;
  readonly #listeners = new Set<(outcome: Outcome) => void>();
  #lastSeq: number;
  #lastAt: number;
  #running: Promise<void> | null = null;
  /** Handled and answered, with outcomes that are still to be written. */
  #handled: HandledBatch[] = [];
  #afterwards: Promise<void> | null = null;
  #outcomesWritten: Promise<void> = Promise.resolve();
  #stopped: string | null = null;
  constructor(parts: SequencerParts) {
    this.#parts = parts;
    this.#queue = new CommandQueue(parts.limits ?? defaultQueueLimits);
    this.#lastSeq = parts.venue.lastSeq;
    this.#lastAt = parts.venue.lastAt;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  submit(submission: Submission): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#stopped !== null) {
        reject(new FloorUnavailable('venueStopped', this.#stopped, 5_000));
        return;
      }
      try {
        this.#queue.add({ submission, queuedAtMs: this.#parts.clock.now(), resolve, reject });
      } catch (busy) {
        reject(busy);
        return;
      }
      this.#running ??= this.#run();
    });
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when every outcome so far is on disk. */
  async outcomesWritten(): Promise<void> {
    await this.#afterwards;
    await this.#outcomesWritten;
  }

  /** Takes no more commands, finishes those that wait, and resolves when every outcome is written. */
  async drain(why: string): Promise<void> {
    this.#stopped ??= why;
    await this.#running;
    await this.outcomesWritten();
  }

  async #run(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        // Requests that have arrived already are read first and share the append.
        await nextTurn();
        const batch = this.#queue.take(maxBatch);
        // The market may have stopped meanwhile, which rejects all that waits.
        if (batch.length > 0) await this.#appendAndHandle(batch);
      }
    } finally {
      this.#running = null;
    }
  }

  async #appendAndHandle(batch: readonly Waiting[]): Promise<void> {
    const firstSeq = this.#lastSeq + 1;
    const at = this.#time();
    const commands = batch.map(({ submission }, index): SequencedCommand => {
      const { by, requestId, command } = submission;
      return { seq: firstSeq + index, at, by, requestId, command };
    });
    try {
      await this.#parts.journal.append({ firstSeq, commands: commands.map(encodeCommand) });
    } catch (error) {
      this.#stop(
        'The market has stopped because its journal cannot be written. The command may or may not have been written: ask for it by its request id when the market is back.',
        error,
        batch,
      );
      return;
    }
    this.#lastSeq = firstSeq + batch.length - 1;
    const outcomes: Outcome[] = [];
    for (const [index, command] of commands.entries()) {
      try {
        outcomes.push(this.#parts.venue.handle(command));
      } catch (error) {
        // The command is durable: a restart replays it, and its sender learns its fate by its request id.
        this.#stop(
          'The market has stopped because of a fault in itself. Your command is written; ask for it by its request id when the market is back.',
          error,
          batch.slice(index),
        );
        break;
      }
    }
    for (const [index, outcome] of outcomes.entries()) {
      for (const listener of this.#listeners) listener(outcome);
      batch[index]?.resolve(outcome);
    }
    if (outcomes.length === 0) return;
    this.#handled.push({ commands: commands.slice(0, outcomes.length), outcomes });
    this.#afterwards ??= nextTurn().then(() => this.#writeHandled());
  }

  #writeHandled(): void {
    this.#afterwards = null;
    for (const { commands, outcomes } of this.#handled.splice(0)) {
      this.#writeOutcomes(commands[0]?.seq ?? 0, outcomes);
      this.#parts.onHandled?.(commands);
    }
  }

  #writeOutcomes(firstSeq: number, outcomes: readonly Outcome[]): void {
    const written = this.#parts.journal.appendOutcomes({ firstSeq, outcomes: outcomes.map(encodeOutcome) });
    this.#outcomesWritten = written.then(this.#parts.onOutcomesWritten, (error) =>
      this.#stop('The market has stopped because its outcome log cannot be written.', error, []),
    );
  }

  /** Never runs backwards, whatever the clock of the wall does. */
  #time() {
    this.#lastAt = Math.max(this.#lastAt, this.#parts.clock.now());
    return epochMs(this.#lastAt);
  }

  #stop(sentence: string, error: unknown, unanswered: readonly Waiting[]): void {
    const first = this.#stopped === null;
    this.#stopped ??= sentence;
    for (const { reject } of [...unanswered, ...this.#queue.take(Number.POSITIVE_INFINITY)])
      reject(new FloorUnavailable('venueStopped', sentence, 5_000));
    if (first) this.#parts.onStopped(error instanceof Error ? error : new Error(String(error)));
  }
}
