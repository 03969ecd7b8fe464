// For tests: a floor without a journal, the venue itself behind it, on a clock that moves only when it is told to. The
// product never imports it.
import { epochMs, type Floor, type Outcome, type Submission, Venue } from '@openpit/venue';

export class StoryFloor implements Floor {
  readonly outcomes: Outcome[] = [];
  readonly #venue = new Venue();
  readonly #listeners = new Set<(outcome: Outcome) => void>();
  #now = Date.UTC(2026, 10, 18, 6, 50);

  async submit(submission: Submission): Promise<Outcome> {
    const seq = this.#venue.lastSeq + 1;
    const outcome = this.#venue.handle({ seq, at: epochMs(this.#now), ...submission });
    this.outcomes.push(outcome);
    for (const listener of this.#listeners) listener(outcome);
    return outcome;
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly pass = (durationMs: number): void => {
    this.#now += durationMs;
  };
}
