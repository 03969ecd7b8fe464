// A market in memory, without a record: for a page, and for tests. It handles each command immediately.
import { type OutcomeChanges, Projections, type SavedProjections } from '@openpit/projections';
import {
  type Clock,
  epochMs,
  type OrderGateway,
  type Outcome,
  type Submission,
  sequenced,
  Venue,
  type VenueSnapshot,
} from '@openpit/venue';
import type { PastCommand, PastCommandRunner } from './simulate-past.ts';

export interface MemoryMarketParts {
  readonly clock: Clock;
  /** Draws the seeds of random decisions. */
  readonly drawSeed: () => number;
  /** Called with each outcome after the projections have it, before its sender and other listeners. */
  readonly onChanges?: (outcome: Outcome, changes: OutcomeChanges) => void;
}

/** All that a market remembers, as plain data. */
export interface SavedMarket {
  readonly venue: VenueSnapshot;
  readonly projections: SavedProjections;
}

export class MemoryMarket implements OrderGateway, PastCommandRunner {
  readonly venue: Venue;
  readonly view: Projections;
  readonly #parts: MemoryMarketParts;
  readonly #listeners = new Set<(outcome: Outcome) => void>();

  /** An empty market, unless it continues from a saved one. */
  constructor(parts: MemoryMarketParts, saved?: SavedMarket) {
    this.#parts = parts;
    this.venue = saved === undefined ? new Venue() : Venue.from(saved.venue);
    this.view = saved === undefined ? new Projections() : Projections.from(saved.projections);
  }

  save(): SavedMarket {
    return { venue: this.venue.snapshot(), projections: this.view.save() };
  }

  async submit(submission: Submission): Promise<Outcome> {
    return this.#handle({ submission, at: this.#parts.clock.now() });
  }

  async execute(commands: readonly PastCommand[]): Promise<Outcome[]> {
    return commands.map((command) => this.#handle(command));
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Long work of the venue is done without a break. */
  #handle({ submission, at }: PastCommand): Outcome {
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
