// An order gateway for tests, without a journal: the venue handles each command immediately.

import { epochMs } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import { type OrderGateway, type Submission, sequenced } from '../order-gateway.ts';
import type { Outcome } from '../outcome.ts';
import { Venue } from '../venue.ts';
import { testOperator } from './test-market.ts';

export class TestGateway implements OrderGateway {
  readonly venue: Venue;
  readonly outcomes: Outcome[] = [];
  readonly #now: () => number;
  readonly #listeners = new Set<(outcome: Outcome) => void>();

  /** `now`: the time of the commands, in epoch milliseconds. `work`: the work of a slice of a run. */
  constructor(now: () => number, { work }: { readonly work?: number } = {}) {
    this.venue = new Venue(work);
    this.#now = now;
  }

  submit(submission: Submission): Promise<Outcome> {
    let outcome = this.#handle(submission);
    for (;;) {
      const { continuation } = this.venue;
      if (continuation === null) return Promise.resolve(outcome);
      outcome = this.#handle(continuation);
    }
  }

  #handle(submission: Submission): Outcome {
    const seq = this.venue.lastSeq + 1;
    const outcome = this.venue.handle(
      sequenced(submission, { seq, at: epochMs(this.#now()), drawSeed: () => seq }),
    );
    this.outcomes.push(outcome);
    for (const listener of this.#listeners) listener(outcome);
    return outcome;
  }

  operate(command: Command): Promise<Outcome> {
    return this.submit({ by: testOperator, requestId: null, command });
  }

  by(userId: string, command: Command): Promise<Outcome> {
    return this.submit({ by: { kind: 'user', userId }, requestId: null, command });
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
