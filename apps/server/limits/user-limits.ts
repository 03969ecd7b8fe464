// The limits of each signed-in user. Reads, orders and leaving have separate budgets, so that a user who has spent one can still use the
// others. Only deletes and suspends use the budget for leaving the market. The market itself and simulated participants are not limited.
// Users come from the database, so the number of buckets is bounded.

import { TokenBucket } from '@openpit/signalr-server';
import { counted } from '@openpit/wire';
import type { ServerLimits } from './limits.ts';
import { UserTurns } from './user-turns.ts';

/** Commands that remove something from the market are `leaving`, other commands are `orders`, and everything else is `reads`. */
export type Lane = 'reads' | 'orders' | 'leaving';

/** The response to an excess: answer immediately with 429, answer late, or close the connection. */
type Measure = 'reject' | 'pause' | 'close';

/** A call is beyond a limit of its user. */
export interface Excess {
  readonly lane: Lane;
  readonly limit: 'calls' | 'hubOpenings' | 'rejections' | 'unmatchedDeals';
  readonly measure: Measure;
  /** Milliseconds without reading from the connection before the answer. */
  readonly pauseMs: number;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
}

/** A limit that applies to a call, in the terms of the reply header fields RateLimit-Policy and RateLimit. */
export interface Quota {
  readonly name: string;
  /** Calls, or bytes, that a full budget allows. */
  readonly quota: number;
  /** Seconds until an empty budget is full. */
  readonly windowSeconds: number;
  readonly unit: 'requests' | 'content-bytes';
  readonly left: number;
  /** Seconds until `left` grows; null for a full budget. */
  readonly growsInSeconds: number | null;
}

/** The pause before a late answer. */
const latePauseMs = 1_000;
/** The number of calls beyond the limits that are forgiven per second: fewer than one connection makes that is paused each time. */
const forgivenPerSecond = 0.5;
/** The longest pause before an expensive call or a hub invocation; beyond it, the call is rejected. */
const longestPauseMs = 10_000;
/** The number of late commands about one order or deal that do not count as rejected, because several can be in transit. */
export const freeRacesEach = 5;
/** The number of commands of one user that may begin in a turn of the event loop; together they need about a millisecond. */
const commandsPerTurn = 16;
/** The number of orders and deals whose lost races are remembered per user. */
const rememberedRaces = 10_000;

interface LaneBuckets {
  readonly calls: TokenBucket;
  readonly bytes: TokenBucket;
  readonly rejections: TokenBucket;
  readonly excess: TokenBucket;
}

interface Buckets extends Readonly<Record<Lane, LaneBuckets>> {
  readonly expensive: TokenBucket;
  readonly hubOpenings: TokenBucket;
  readonly unmatchedDeals: Map<string, TokenBucket>;
  /** Lost races by order or deal, the oldest first. */
  readonly races: Map<string, number>;
}

export class UserLimits {
  /** Reads, invocations and slices of long answers wait here for their turn. */
  readonly turns = new UserTurns();
  /** Commands wait here: each costs much less than a turn of the event loop. */
  readonly commandTurns = new UserTurns(commandsPerTurn);
  readonly #limits: ServerLimits;
  readonly #now: () => number;
  readonly #byUser = new Map<string, Buckets>();
  #exceeded = 0;

  /** `now`: milliseconds of a monotonic clock; not the market's clock, which may be stopped. */
  constructor(limits: ServerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The number of calls and invocations beyond a limit. */
  get exceeded(): number {
    return this.#exceeded;
  }

  /**
   * Counts a call with its cost (call-costs.ts); returns for how many milliseconds it must wait first, or why it is rejected. Only
   * an expensive call waits: an order is sent immediately or not at all.
   */
  call(userId: string, cost: number, lane: Lane = 'reads'): number | Excess {
    const waitMs = this.#callsWaitMs(userId, lane);
    const costWaitMs = this.#costWaitMs(userId, cost);
    if (waitMs > 0 || costWaitMs > longestPauseMs)
      return this.#excess(userId, { lane, limit: 'calls' }, Math.max(waitMs, costWaitMs));
    this.#spendCall(userId, cost, lane);
    return costWaitMs;
  }

  /** Counts further work of a call, whose cost was not known when it began; returns as `call` does. */
  work(userId: string, cost: number, lane: Lane = 'reads'): number | Excess {
    const waitMs = this.#costWaitMs(userId, cost);
    if (waitMs > longestPauseMs) return this.#excess(userId, { lane, limit: 'calls' }, waitMs);
    this.#bucketsOf(userId).expensive.spend(this.#now(), cost);
    return waitMs;
  }

  /** Counts a hub invocation; returns for how many milliseconds it must wait first, or why it is rejected. */
  invocation(userId: string, cost: number): number | Excess {
    const waitMs = Math.max(this.#callsWaitMs(userId, 'reads'), this.#costWaitMs(userId, cost));
    if (waitMs > longestPauseMs) return this.#excess(userId, { lane: 'reads', limit: 'calls' }, waitMs);
    this.#spendCall(userId, cost, 'reads');
    return waitMs;
  }

  /** Counts a request to open a connection to the hub, which costs far more than a call; null if it is within the limits. */
  hubOpening(userId: string): Excess | null {
    const { hubOpenings } = this.#bucketsOf(userId);
    const now = this.#now();
    if (hubOpenings.take(now)) return null;
    return this.#excess(userId, { lane: 'reads', limit: 'hubOpenings' }, hubOpenings.waitMs(now));
  }

  /** Counts bytes of a call or its reply; fewer than none if too many were counted before. */
  transferred(userId: string, bytes: number, lane: Lane = 'reads'): void {
    this.#bucketsOf(userId)[lane].bytes.spend(this.#now(), bytes);
  }

  /**
   * Returns null if the user may send a command now; `handled` must follow. Until then the command counts as rejected, so that a user
   * cannot exceed the limit with many simultaneous calls. `hasEffect` is called for a delete or suspend beyond the limit, which is still
   * allowed if it removes something from the market.
   */
  command(userId: string, lane: Lane, hasEffect: () => boolean = () => false): Excess | null {
    const { rejections } = this.#bucketsOf(userId)[lane];
    const waitMs = rejections.waitMs(this.#now());
    if (waitMs > 0 && !(lane === 'leaving' && hasEffect()))
      return this.#excess(userId, { lane, limit: 'rejections' }, waitMs);
    rejections.spend(this.#now(), 1);
    return null;
  }

  /** Reports the outcome of a command. `isWaste`: it is in the journal and has changed nothing. */
  handled(userId: string, lane: Lane, { isWaste }: { readonly isWaste: boolean }): void {
    if (!isWaste) this.#bucketsOf(userId)[lane].rejections.spend(this.#now(), -1);
  }

  /** Counts a command that was too late for the order or deal `about`; returns true if that is not misuse. */
  isFreeRace(userId: string, about: string): boolean {
    const { races } = this.#bucketsOf(userId);
    const before = races.get(about) ?? 0;
    races.set(about, before + 1);
    if (races.size > rememberedRaces) races.delete(races.keys().next().value ?? about);
    return before < freeRacesEach;
  }

  /** Counts an unmatched deal towards a member of the market; null if it is within the limits. */
  unmatchedDeal(userId: string, member: string): Excess | null {
    const { unmatchedDeals } = this.#bucketsOf(userId);
    const { unmatchedDealsPerHour, unmatchedDealBurst } = this.#limits;
    const towards =
      unmatchedDeals.get(member) ?? this.#bucket(unmatchedDealsPerHour / 3600, unmatchedDealBurst);
    unmatchedDeals.set(member, towards);
    const now = this.#now();
    if (towards.take(now)) return null;
    return this.#excess(userId, { lane: 'orders', limit: 'unmatchedDeals' }, towards.waitMs(now));
  }

  /** The limits that apply to a call: `cost` as in `call`, `member` the recipient of a reported deal. */
  quotas(
    userId: string,
    lane: Lane,
    { cost = 0, member }: { cost?: number; member?: string | undefined } = {},
  ): Quota[] {
    const now = this.#now();
    const buckets = this.#bucketsOf(userId);
    const { calls, bytes, rejections } = buckets[lane];
    const quotas = [quotaOf(lane, calls, now), quotaOf('bytes', bytes, now, { unit: 'content-bytes' })];
    if (cost > 0) quotas.push(quotaOf('expensive', buckets.expensive, now, { each: cost }));
    if (lane !== 'reads') quotas.push(quotaOf('rejections', rejections, now));
    const towards = member === undefined ? undefined : buckets.unmatchedDeals.get(member);
    if (towards !== undefined) quotas.push(quotaOf('unmatched-deals', towards, now));
    return quotas;
  }

  #callsWaitMs(userId: string, lane: Lane): number {
    const { calls, bytes } = this.#bucketsOf(userId)[lane];
    const now = this.#now();
    return Math.max(calls.waitMs(now), bytes.waitMs(now));
  }

  #costWaitMs(userId: string, cost: number): number {
    return cost > 0 ? this.#bucketsOf(userId).expensive.waitMs(this.#now()) : 0;
  }

  #spendCall(userId: string, cost: number, lane: Lane): void {
    const buckets = this.#bucketsOf(userId);
    buckets[lane].calls.spend(this.#now(), 1);
    if (cost > 0) buckets.expensive.spend(this.#now(), cost);
  }

  #excess(userId: string, exceeded: Pick<Excess, 'lane' | 'limit'>, waitMs: number): Excess {
    this.#exceeded += 1;
    const { excess } = this.#bucketsOf(userId)[exceeded.lane];
    const now = this.#now();
    const measure =
      excess.waitMs(now) === 0
        ? 'reject'
        : excess.waitMs(now, 1 - this.#limits.excessLate) === 0
          ? 'pause'
          : 'close';
    if (measure !== 'close') excess.spend(now, 1);
    const pauseMs = { reject: 0, pause: latePauseMs, close: this.#limits.closePauseMs }[measure];
    return { ...exceeded, measure, pauseMs, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  #bucketsOf(userId: string): Buckets {
    const userBuckets = this.#byUser.get(userId);
    if (userBuckets !== undefined) return userBuckets;
    const limits = this.#limits;
    const { callsPerSecond, callBurst, leavingPerSecond, leavingBurst } = limits;
    const buckets: Buckets = {
      reads: this.#lane(callsPerSecond, callBurst),
      orders: this.#lane(callsPerSecond, callBurst),
      leaving: this.#lane(leavingPerSecond, leavingBurst),
      expensive: this.#bucket(limits.expensivePerSecond, limits.expensiveBurst),
      hubOpenings: this.#bucket(limits.hubOpeningsPerSecond, limits.hubOpeningBurst),
      unmatchedDeals: new Map(),
      races: new Map(),
    };
    this.#byUser.set(userId, buckets);
    return buckets;
  }

  #lane(callsPerSecond: number, callBurst: number): LaneBuckets {
    const limits = this.#limits;
    return {
      calls: this.#bucket(callsPerSecond, callBurst),
      bytes: this.#bucket(limits.bytesPerSecond, limits.byteBurst),
      rejections: this.#bucket(limits.rejectionsPerMinute / 60, limits.rejectionBurst),
      excess: this.#bucket(forgivenPerSecond, limits.excessAtOnce),
    };
  }

  #bucket(perSecond: number, burst: number): TokenBucket {
    return new TokenBucket({ perSecond, burst, nowMs: this.#now() });
  }
}

/** `each`: the part of the bucket that one call uses. */
function quotaOf(
  name: string,
  bucket: TokenBucket,
  nowMs: number,
  { unit = 'requests', each = 1 }: { readonly unit?: Quota['unit']; readonly each?: number } = {},
): Quota {
  const left = Math.floor(Math.max(0, bucket.left(nowMs)) / each);
  const quota = Math.floor(bucket.burst / each);
  return {
    name,
    quota,
    windowSeconds: Math.ceil(bucket.burst / bucket.perSecond),
    unit,
    left,
    growsInSeconds:
      left >= quota ? null : Math.max(1, Math.ceil(bucket.waitMs(nowMs, (left + 1) * each) / 1000)),
  };
}

/** The sentence for the user: why the call was rejected, and when to retry. */
export function excessSentence({
  lane,
  limit,
  retryAfterSeconds,
}: Pick<Excess, 'lane' | 'limit' | 'retryAfterSeconds'>): string {
  const undone = lane === 'reads' ? 'this one was not answered' : 'this one was not sent to the market';
  const seconds = counted(retryAfterSeconds, 'second');
  const advice = limit === 'rejections' && lane === 'leaving' ? adviceToLeave : adviceByLane[lane];
  return `${excessReasons[limit]}, so ${undone}.${advice} Try again in ${seconds}.`;
}

const adviceByLane: Readonly<Record<Lane, string>> = {
  reads: '',
  orders: ' Orders can still be cancelled and suspended.',
  leaving: '',
};
const adviceToLeave = ' Orders that are still open can be cancelled and suspended.';

const excessReasons: Readonly<Record<Excess['limit'], string>> = {
  calls: 'You have made too many calls in a short time',
  hubOpenings: 'You have opened too many connections in a short time',
  rejections: 'The market has rejected too many of your commands',
  unmatchedDeals: 'You have reported too many deals to this member',
};
