// Plays a market by drawn numbers: each is a command of some kind, made from what the market is at that moment, handled by the venue and
// checked against the naive twin. What was sent can be told as a story. For property tests only.
import type { SequencedCommand } from '../commands.ts';
import type { Submission } from '../kernel/ports.ts';
import { epochMs } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { Venue } from '../venue.ts';
import { Draw } from './draw.ts';
import {
  acceptUnmatchedDeal,
  captureUnmatchedDeal,
  cumulateDeal,
  insertUnmatchedDeal,
  moveDeal,
  passOnDeal,
  splitDeal,
} from './housekeeping-moves.ts';
import { MarketTwin } from './market-twin.ts';
import {
  correctErrorTrade,
  endDay,
  guards,
  limitPosition,
  needsSession,
  openingMoves,
  ownSettings,
  rights,
  session,
  surveillance,
} from './operator-moves.ts';
import {
  actOnAll,
  actOnOrder,
  addStrike,
  changeOrder,
  insertAtLimit,
  insertDoubleOrder,
  insertFarPair,
  insertOrder,
  type Move,
  reduceActiveOrder,
} from './order-moves.ts';

export { Draw } from './draw.ts';
export { fewest } from './fewest.ts';
export { commandKinds, Reached } from './reached.ts';
export { tellLine, tellStory } from './tell-story.ts';
export { wholeMarket, wholeMarketGiven } from './whole-market.ts';
export { MarketTwin, openingMoves };

/** How often each is drawn. */
const weights: readonly (readonly [number, Move])[] = [
  [300, insertOrder],
  [40, insertDoubleOrder],
  [12, insertFarPair],
  [3, insertAtLimit],
  [90, actOnOrder],
  [40, reduceActiveOrder],
  [60, changeOrder],
  [8, actOnAll],
  [8, addStrike],
  [30, splitDeal],
  [30, cumulateDeal],
  [40, moveDeal],
  [40, passOnDeal],
  [60, insertUnmatchedDeal],
  [40, captureUnmatchedDeal],
  [60, acceptUnmatchedDeal],
  [14, session],
  [20, rights],
  [10, limitPosition],
  [10, ownSettings],
  [10, guards],
  [14, correctErrorTrade],
  [8, surveillance],
  [7, endDay],
];
const moves: readonly Move[] = weights.flatMap(([weight, move]) =>
  Array.from({ length: weight }, () => move),
);

/** A submission, and how long after the one before it was sent. */
export interface Sent {
  readonly afterMs: number;
  readonly submission: Submission;
}

export class MarketPlay {
  readonly twin = new MarketTwin();
  readonly journal: SequencedCommand[] = [];
  readonly outcomes: Outcome[] = [];
  readonly sent: Sent[] = [];
  venue = new Venue();
  /** Called with every outcome, before it is checked. */
  onOutcome: (outcome: Outcome) => void = () => undefined;
  #now = 1_795_000_000_000;
  /** With a request id, so that they can be sent again. */
  readonly #numbered: Submission[] = [];

  open(): this {
    for (const submission of openingMoves) this.send(submission);
    return this;
  }

  /** What this number means as things stand. */
  drawn(number: number): Sent {
    const draw = new Draw(number);
    const afterMs = draw.once(6) ? draw.between(1, 60) * 1000 : 0;
    if (draw.once(25) && this.#numbered.length > 0) {
      const again = this.#numbered[Math.max(this.#numbered.length - 1 - draw.below(5), 0)];
      if (again !== undefined) return { afterMs, submission: again };
    }
    const move = needsSession(this.twin) && draw.once(8) ? session : (draw.pick(moves) ?? insertOrder);
    return { afterMs, submission: move(this.twin, draw) };
  }

  /** Throws where what came of it contradicts what came before. */
  send(submission: Submission, afterMs = 0): Outcome {
    this.#now += afterMs;
    this.sent.push({ afterMs, submission });
    const sequenced = { seq: this.venue.lastSeq + 1, at: epochMs(this.#now), ...submission };
    this.journal.push(sequenced);
    const outcome = this.venue.handle(sequenced);
    this.outcomes.push(outcome);
    this.onOutcome(outcome);
    this.twin.fold(outcome, submission.command);
    if (submission.requestId !== null && outcome.repeats === null) this.#numbered.push(submission);
    return outcome;
  }
}
