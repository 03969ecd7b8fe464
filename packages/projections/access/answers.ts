// Today's results by user and request id, so that a client that has lost a reply can ask for the outcome of its request, and the newest
// requests of each user as a list.
import type { Outcome } from '@openpit/venue';
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
  readonly #today = new Map<string, RequestAnswer>();
  /** By user, the oldest first. */
  readonly #recent = new Map<string, RecentRequest[]>();
  readonly #termsOf: (activeOrderSeq: number) => OrderTerms | null;

  constructor(termsOf: (activeOrderSeq: number) => OrderTerms | null) {
    this.#termsOf = termsOf;
  }

  readonly on: EventHandlers = {
    dayEnded: () => {
      this.#today.clear();
      this.#recent.clear();
    },
  };

  afterOutcome(outcome: Outcome): void {
    const { by, requestId, seq, command, verdict, repeats, at } = outcome;
    if (by.kind !== 'user' || requestId === null || repeats !== null) return;
    const key = keyOf(by.userId, requestId);
    // The rejection of a used id must not hide what the id did first.
    if (this.#today.has(key)) return;
    const dealt = dealtAtOnce(outcome);
    const answer = { seq, command, verdict, ...(dealt.length > 0 && { dealt }) };
    this.#today.set(key, answer);
    const recent = this.#recent.get(by.userId) ?? [];
    if (recent.push({ requestId, at, answer, orders: this.#ordersOf(outcome) }) > maxRecentRequests)
      recent.shift();
    this.#recent.set(by.userId, recent);
  }

  of(userId: string, requestId: string): RequestAnswer | undefined {
    return this.#today.get(keyOf(userId, requestId));
  }

  /** The requests that the user has sent today, the oldest first, at most `maxRecentRequests`. */
  recentOf(userId: string): readonly RecentRequest[] {
    return this.#recent.get(userId) ?? [];
  }

  save() {
    return { today: [...this.#today], recent: [...this.#recent] };
  }

  load({ today, recent }: ReturnType<Answers['save']>): void {
    this.#today.clear();
    this.#recent.clear();
    for (const [key, answer] of today) this.#today.set(key, answer);
    for (const [userId, requests] of recent) this.#recent.set(userId, [...requests]);
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

const keyOf = (userId: string, requestId: string): string => `${userId} ${requestId}`;
