// How much each signed-in user may ask of the server. Token buckets by user: calls, bytes, expensive calls, rejected commands, and
// unmatched deals towards one member. The market itself and simulated participants are not limited. Users are those of the
// database, so that there are never more buckets than accounts and members.
import { TokenBucket } from '@openpit/signalr-server';
import type { ServerLimits } from './limits.ts';
import { UserTurns } from './user-turns.ts';

/** Beyond its limits: answer at once with 429, answer late, or close the connection. */
export type Measure = 'reject' | 'pause' | 'close';

/** A call is beyond a limit of its user. */
export interface Excess {
  readonly limit: 'calls' | 'rejections' | 'unmatchedDeals';
  readonly measure: Measure;
  /** For how long nothing is read from the connection before the answer. */
  readonly pauseMs: number;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
}

/** The pause before a late answer. */
const latePauseMs = 1_000;
/** How many calls beyond the limits are forgiven per second: fewer than one connection makes that is paused each time. */
const forgivenPerSecond = 0.5;
/** The share of rejections that is left to deletes and suspends, so that a dealer can always leave the market. */
const reservedForLeaving = 0.1;
/** The longest pause of an expensive call or a hub invocation, after which it is rejected instead. */
const longestPauseMs = 10_000;

interface Buckets {
  readonly calls: TokenBucket;
  readonly bytes: TokenBucket;
  readonly expensive: TokenBucket;
  readonly rejections: TokenBucket;
  readonly excess: TokenBucket;
  readonly unmatchedDeals: Map<string, TokenBucket>;
}

export class UserLimits {
  /** Calls, invocations and slices of long answers wait here for their turn. */
  readonly turns = new UserTurns();
  readonly #limits: ServerLimits;
  readonly #now: () => number;
  readonly #byUser = new Map<string, Buckets>();
  #exceeded = 0;

  /** `now`: milliseconds of a clock that never goes back; not the market's, which may stand still. */
  constructor(limits: ServerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** How many calls and invocations were beyond a limit. */
  get exceeded(): number {
    return this.#exceeded;
  }

  /**
   * Counts a call with its cost (call-costs.ts); returns for how many milliseconds it must wait first, or why it is rejected. Only
   * an expensive call waits: an order is sent at once or not at all.
   */
  call(userId: string, cost: number): number | Excess {
    const waitMs = this.#callsWaitMs(userId);
    const costWaitMs = this.#costWaitMs(userId, cost);
    if (waitMs > 0 || costWaitMs > longestPauseMs)
      return this.#excess(userId, 'calls', Math.max(waitMs, costWaitMs));
    this.#spendCall(userId, cost);
    return costWaitMs;
  }

  /** Counts a hub invocation; returns for how many milliseconds it must wait first, or why it is rejected. */
  invocation(userId: string, cost: number): number | Excess {
    const waitMs = Math.max(this.#callsWaitMs(userId), this.#costWaitMs(userId, cost));
    if (waitMs > longestPauseMs) return this.#excess(userId, 'calls', waitMs);
    this.#spendCall(userId, cost);
    return waitMs;
  }

  /** Counts the bytes of a call and its reply, which are known only afterwards. */
  transferred(userId: string, bytes: number): void {
    this.#bucketsOf(userId).bytes.spend(this.#now(), bytes);
  }

  /**
   * Whether the user may send a command now; null if so, and then `handled` must follow. It counts as a rejected one until then,
   * so that a user cannot exceed the limit with many at once. `isLeaving`: a delete or a suspend.
   */
  command(userId: string, { isLeaving }: { readonly isLeaving: boolean }): Excess | null {
    const reserved = isLeaving ? 0 : Math.floor(this.#limits.rejectionBurst * reservedForLeaving);
    const { rejections } = this.#bucketsOf(userId);
    const waitMs = rejections.waitMs(this.#now(), 1 + reserved);
    if (waitMs > 0) return this.#excess(userId, 'rejections', waitMs);
    rejections.spend(this.#now(), 1);
    return null;
  }

  /** A command has its outcome. `isWaste`: it is in the journal and changed nothing. */
  handled(userId: string, { isWaste }: { readonly isWaste: boolean }): void {
    if (!isWaste) this.#bucketsOf(userId).rejections.spend(this.#now(), -1);
  }

  /** Counts an unmatched deal towards a member of the market; null when it is within the limits. */
  unmatchedDeal(userId: string, member: string): Excess | null {
    const { unmatchedDeals } = this.#bucketsOf(userId);
    const { unmatchedDealsPerHour, unmatchedDealBurst } = this.#limits;
    const towards =
      unmatchedDeals.get(member) ?? this.#bucket(unmatchedDealsPerHour / 3600, unmatchedDealBurst);
    unmatchedDeals.set(member, towards);
    const now = this.#now();
    if (towards.take(now)) return null;
    return this.#excess(userId, 'unmatchedDeals', towards.waitMs(now));
  }

  #callsWaitMs(userId: string): number {
    const { calls, bytes } = this.#bucketsOf(userId);
    const now = this.#now();
    return Math.max(calls.waitMs(now), bytes.waitMs(now));
  }

  #costWaitMs(userId: string, cost: number): number {
    return cost > 0 ? this.#bucketsOf(userId).expensive.waitMs(this.#now()) : 0;
  }

  #spendCall(userId: string, cost: number): void {
    const { calls, expensive } = this.#bucketsOf(userId);
    calls.spend(this.#now(), 1);
    if (cost > 0) expensive.spend(this.#now(), cost);
  }

  #excess(userId: string, limit: Excess['limit'], waitMs: number): Excess {
    this.#exceeded += 1;
    const { excess } = this.#bucketsOf(userId);
    const now = this.#now();
    const measure =
      excess.waitMs(now) === 0
        ? 'reject'
        : excess.waitMs(now, 1 - this.#limits.excessLate) === 0
          ? 'pause'
          : 'close';
    if (measure !== 'close') excess.spend(now, 1);
    const pauseMs = { reject: 0, pause: latePauseMs, close: this.#limits.closePauseMs }[measure];
    return { limit, measure, pauseMs, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  #bucketsOf(userId: string): Buckets {
    const known = this.#byUser.get(userId);
    if (known !== undefined) return known;
    const limits = this.#limits;
    const buckets: Buckets = {
      calls: this.#bucket(limits.callsPerSecond, limits.callBurst),
      bytes: this.#bucket(limits.bytesPerSecond, limits.byteBurst),
      expensive: this.#bucket(limits.expensivePerSecond, limits.expensiveBurst),
      rejections: this.#bucket(limits.rejectionsPerMinute / 60, limits.rejectionBurst),
      excess: this.#bucket(forgivenPerSecond, limits.excessAtOnce),
      unmatchedDeals: new Map(),
    };
    this.#byUser.set(userId, buckets);
    return buckets;
  }

  #bucket(perSecond: number, burst: number): TokenBucket {
    return new TokenBucket({ perSecond, burst, nowMs: this.#now() });
  }
}

/** For people: why it was not done, and when to try again. */
export function excessSentence({ limit, retryAfterSeconds }: Excess, what: 'command' | 'call'): string {
  const undone = what === 'command' ? 'this one was not sent to the market' : 'this one was not answered';
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  const advice = limit === 'rejections' ? ' Orders can still be deleted and suspended.' : '';
  return `${excessReasons[limit]}, so ${undone}.${advice} Try again in ${seconds}.`;
}

const excessReasons: Readonly<Record<Excess['limit'], string>> = {
  calls: 'You have made too many calls in a short time',
  rejections: 'The market has rejected too many of your commands',
  unmatchedDeals: 'You have reported too many deals to this member',
};
