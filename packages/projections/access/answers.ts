// Today's results of commands with a request id, by their number, so that a client that has lost a reply can ask for the outcome of its
// request, and the newest requests of each user as a list. The venue knows the number of each id. The results are bytes outside the heap,
// because there are as many as commands (decision 31).
import { type Outcome, PackedNumbers, PackedValues } from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { OrderTerms } from '../members/orders.ts';
import { type DealtAtOnce, dealtAtOnce } from './dealt-at-once.ts';

export interface RequestAnswer {
  readonly seq: number;
  readonly command: Outcome['command'];
  readonly verdict: Outcome['verdict'];
  /** The orders of the command that dealt immediately; left out if none did. */
  readonly dealt?: readonly DealtAtOnce[];
}

/** A request of a user, and what the market did with it. */
export interface RecentRequest {
  readonly requestId: string;
  /** When the market received it, in epoch milliseconds. */
  readonly at: number;
  readonly answer: RequestAnswer;
  /** The orders that it entered or changed, or the order that was rejected. Empty for commands on all orders and on anything else. */
  readonly orders: readonly OrderTerms[];
}

/** The requests of a user that are listed; older ones of the day can only be asked for by their id. */
const maxRecentRequests = 500;

export class Answers implements Projection {
  readonly #values = new PackedValues();
  /** By the number of the command minus the first one, the place in the values plus one; 0 for a command without an answer. */
  readonly #places = new PackedNumbers();
  #firstSeq = 0;
  /** By user, the oldest first. */
  readonly #recent = new Map<string, RecentRequest[]>();
  readonly #termsOf: (activeOrderSeq: number) => OrderTerms | null;

  constructor(termsOf: (activeOrderSeq: number) => OrderTerms | null) {
    this.#termsOf = termsOf;
  }

  readonly on: EventHandlers = {
    dayEnded: () => this.#clear(),
  };

  afterOutcome(outcome: Outcome): void {
    const { by, requestId, seq, command, verdict, repeats, at } = outcome;
    if (by.kind !== 'user' || requestId === null || repeats !== null) return;
    // What the id did first is listed.
    if (verdict.kind === 'rejected' && verdict.rejection.code === 'requestIdReused') return;
    const dealt = dealtAtOnce(outcome);
    const answer = { seq, command, verdict, ...(dealt.length > 0 && { dealt }) };
    this.#add(answer);
    const recent = this.#recent.get(by.userId) ?? [];
    if (recent.push({ requestId, at, answer, orders: this.#ordersOf(outcome) }) > maxRecentRequests)
      recent.shift();
    this.#recent.set(by.userId, recent);
  }

  /** The answer to the command with this number; undefined if it is not of today or had no request id of a user. */
  at(seq: number): RequestAnswer | undefined {
    const place = seq < this.#firstSeq ? 0 : this.#places.at(seq - this.#firstSeq);
    return place === 0 ? undefined : (this.#values.read(place - 1) as RequestAnswer);
  }

  /** The requests that the user has sent today, the oldest first, at most `maxRecentRequests`. */
  recentOf(userId: string): readonly RecentRequest[] {
    return this.#recent.get(userId) ?? [];
  }

  save() {
    const places = Array.from({ length: this.#places.length }, (_, at) => this.at(this.#firstSeq + at));
    return { today: places.filter((answer) => answer !== undefined), recent: [...this.#recent] };
  }

  load({ today, recent }: ReturnType<Answers['save']>): void {
    this.#clear();
    for (const answer of today) this.#add(answer);
    for (const [userId, requests] of recent) this.#recent.set(userId, [...requests]);
  }

  #add(answer: RequestAnswer): void {
    if (this.#places.length === 0) this.#firstSeq = answer.seq;
    this.#places.set(answer.seq - this.#firstSeq, this.#values.add(answer) + 1);
  }

  #clear(): void {
    this.#values.clear();
    this.#places.clear();
    this.#recent.clear();
  }

  #ordersOf({ verdict, rejected }: Outcome): readonly OrderTerms[] {
    if (rejected !== null) {
      const { contract, side, lots, price = 0 } = rejected;
      return [{ activeOrderSeq: null, contract, side, lots, price }];
    }
    const answer = verdict.kind === 'accepted' ? verdict.answer : null;
    const orders =
      answer?.kind === 'order' ? [answer] : answer?.kind === 'double' ? [answer.bid, answer.offer] : [];
    return orders.flatMap(({ activeOrderSeq }) => this.#termsOf(activeOrderSeq) ?? []);
  }
}
