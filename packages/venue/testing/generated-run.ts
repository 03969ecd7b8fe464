// A generated run of the whole market: each number becomes a command that fits the current market; the venue handles it, and
// the reference model checks the outcome.

import { epochMs } from '../kernel/units.ts';
import { type Submission, sequenced } from '../order-gateway.ts';
import type { Outcome, SequencedCommand } from '../outcome.ts';
import { Venue, type VenueSnapshot } from '../venue.ts';
import type { CommandGenerator } from './command-generator.ts';
import { changePhaseOrHalt, isInterrupted, openingSubmissions } from './generators/operator-commands.ts';
import { loadGenerators } from './load-generators.mjs';
import { RandomValues } from './random-values.ts';
import { ReferenceMarket } from './reference-market.ts';

/** Each as often as its weight determines. */
const generators: readonly CommandGenerator[] = (await loadGenerators()).flatMap(([weight, generator]) =>
  Array.from({ length: weight }, () => generator),
);

/** Slices of runs are short, so that each has several. */
export const generatedWork = 700;

export interface GeneratedSubmission {
  /** Time since the submission before it. */
  readonly afterMs: number;
  readonly submission: Submission;
}

export class GeneratedRun {
  readonly model = new ReferenceMarket();
  readonly journal: SequencedCommand[] = [];
  readonly outcomes: Outcome[] = [];
  readonly sent: GeneratedSubmission[] = [];
  venue = new Venue(generatedWork);
  /** Called with every outcome, before the model checks it. */
  onOutcome: (outcome: Outcome) => void = () => undefined;
  #now = 1_795_000_000_000;
  /** The submissions with a request id, so that they can be sent again. */
  readonly #withRequestId: Submission[] = [];

  open(): this {
    for (const submission of openingSubmissions) this.send(submission);
    return this;
  }

  /** The submission that the number stands for in the current market. Sends nothing. */
  generate(number: number): GeneratedSubmission {
    const random = new RandomValues(number);
    // Occasionally long enough for a book to be locked at a limit.
    const afterMs = random.oneIn(100) ? 960_000 : random.oneIn(6) ? random.between(1, 60) * 1000 : 0;
    if (random.oneIn(25) && this.#withRequestId.length > 0) {
      const again = this.#withRequestId[Math.max(this.#withRequestId.length - 1 - random.below(5), 0)];
      if (again !== undefined) return { afterMs, submission: again };
    }
    const generator =
      isInterrupted(this.model) && random.oneIn(8)
        ? changePhaseOrHalt
        : (random.pick(generators) ?? changePhaseOrHalt);
    return { afterMs, submission: generator(this.model, random) };
  }

  /** Throws an error that describes how the outcome contradicts the model. */
  send(submission: Submission, afterMs = 0): Outcome {
    this.#now += afterMs;
    this.sent.push({ afterMs, submission });
    const outcome = this.#handle(submission);
    if (submission.requestId !== null && outcome.repeats === null) this.#withRequestId.push(submission);
    for (;;) {
      const { continuation } = this.venue;
      if (continuation === null) return outcome;
      // Half of the runs are saved and loaded between two slices.
      if (this.venue.lastSeq % 2 === 0)
        this.venue = Venue.from(
          JSON.parse(JSON.stringify(this.venue.snapshot())) as VenueSnapshot,
          generatedWork,
        );
      this.#handle(continuation);
    }
  }

  #handle(submission: Submission): Outcome {
    const seq = this.venue.lastSeq + 1;
    const stamped = sequenced(submission, { seq, at: epochMs(this.#now), drawSeed: () => seq });
    this.journal.push(stamped);
    const outcome = this.venue.handle(stamped);
    this.outcomes.push(outcome);
    this.onOutcome(outcome);
    this.model.apply(outcome, submission.command);
    return outcome;
  }
}
