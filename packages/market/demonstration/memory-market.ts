// A market in memory, without a record: for a page, and for tests. It handles each command immediately.
import { type OutcomeChanges, Projections } from '@openpit/projections';
import {
  type Clock,
  epochMs,
  type Floor,
  type Outcome,
  type Submission,
  sequenced,
  Venue,
} from '@openpit/venue';
import type { PastFloor, TimedSubmission } from './play-past.ts';

export interface MemoryMarketParts {
  readonly clock: Clock;
  /** Draws the seeds of random decisions. */
  readonly drawSeed: () => number;
  /** Called with each outcome after the projections have it, before its sender and other listeners. */
  readonly onChanges?: (outcome: Outcome, changes: OutcomeChanges) => void;
}

export class MemoryMarket implements Floor, PastFloor {
  readonly venue = new Venue();
  readonly view = new Projections();
  readonly #parts: MemoryMarketParts;
  readonly #listeners = new Set<(outcome: Outcome) => void>();

  constructor(parts: MemoryMarketParts) {
    this.#parts = parts;
  }

  async submit(submission: Submission): Promise<Outcome> {
    return this.#handle({ submission, at: this.#parts.clock.now() });
  }

  async play(commands: readonly TimedSubmission[]): Promise<Outcome[]> {
    return commands.map((command) => this.#handle(command));
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Long work of the venue is done whole. */
  #handle({ submission, at }: TimedSubmission): Outcome {
    const { drawSeed, onChanges } = this.#parts;
    for (let next: Submission | null = submission; ; ) {
      const place = { seq: this.venue.lastSeq + 1, at: epochMs(Math.max(at, this.venue.lastAt)) };
      const outcome = this.venue.handle(sequenced(next, { ...place, drawSeed }));
      const changes = this.view.apply(outcome);
      onChanges?.(outcome, changes);
      for (const listener of this.#listeners) listener(outcome);
      next = this.venue.continuation;
      if (next === null) return outcome;
    }
  }
}
