// Tracks when sessions were last used, and finds sessions that have been idle for too long. An HTTP call or a hub invocation is a
// use; an open page that only receives prices does not use its session. Uses are stored once a minute in one transaction.
import { type Db, findSessionUse, putSessionUses } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { maxSessionMs } from './tokens.ts';

const storeEveryMs = 60_000;
const sweepEveryMs = 1_000;

export class SessionUses {
  readonly #db: Db;
  readonly #clock: TrustedClock;
  readonly #limitMs: number | null;
  readonly #uses = new Map<string, number>();
  readonly #unstored = new Map<string, number>();

  /** `limitMs`: how long a session may be unused before it ends; null for no limit. */
  constructor(parts: { readonly db: Db; readonly clock: TrustedClock; readonly limitMs: number | null }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#limitMs = parts.limitMs;
  }

  /** Whether idle sessions end. */
  get isLimited(): boolean {
    return this.#limitMs !== null;
  }

  used(sessionId: string): void {
    const now = this.#clock.earliest();
    this.#uses.set(sessionId, now);
    this.#unstored.set(sessionId, now);
  }

  ended(sessionId: string): void {
    this.#uses.delete(sessionId);
    this.#unstored.delete(sessionId);
  }

  /** `beganAt`: when the session began. */
  async lastUse(sessionId: string, beganAt: number): Promise<number> {
    return this.#uses.get(sessionId) ?? (await findSessionUse(this.#db, sessionId)) ?? beganAt;
  }

  /** Whether the session has been idle for too long. `beganAt` is called only if needed. */
  async isOverdue(sessionId: string, beganAt: () => Promise<number>): Promise<boolean> {
    if (this.#limitMs === null) return false;
    const use = this.#uses.get(sessionId);
    const usedAt = use ?? (await this.lastUse(sessionId, await beganAt()));
    if (use === undefined) this.#uses.set(sessionId, usedAt);
    return this.#isOver(sessionId, usedAt, this.#limitMs);
  }

  /** The sessions known to this process that have been unused for too long. */
  overdue(): readonly string[] {
    const limitMs = this.#limitMs;
    if (limitMs === null) return [];
    return [...this.#uses]
      .filter(([sessionId, usedAt]) => this.#isOver(sessionId, usedAt, limitMs))
      .map(([sessionId]) => sessionId);
  }

  #isOver(sessionId: string, usedAt: number, limitMs: number): boolean {
    const now = this.#clock.earliest();
    // Recorded by a clock that was ahead, so the idle time starts now.
    if (usedAt > now) this.#uses.set(sessionId, now);
    return usedAt + limitMs <= now;
  }

  async store(): Promise<void> {
    const uses = new Map(this.#unstored);
    this.#unstored.clear();
    const expired = this.#clock.earliest() - maxSessionMs;
    for (const [sessionId, usedAt] of this.#uses) if (usedAt < expired) this.#uses.delete(sessionId);
    await putSessionUses(this.#db, uses);
  }

  /**
   * Stores the uses regularly, and calls `onOverdue` with sessions that have been idle for too long. Returns a function that
   * stops this and resolves once the last uses are stored.
   */
  keep(parts: {
    readonly onOverdue: (sessionIds: readonly string[]) => Promise<void>;
    readonly onFailure: (error: unknown) => void;
  }): () => Promise<void> {
    const { onOverdue, onFailure } = parts;
    let cancel = () => {};
    let storedAt = this.#clock.now();
    let working: Promise<unknown> = Promise.resolve();
    const everyMs = this.#limitMs === null ? storeEveryMs : sweepEveryMs;
    const run = () => {
      const now = this.#clock.now();
      cancel = this.#clock.at(epochMs(now + everyMs), run);
      // If `now` is before `storedAt`, the clock was set back.
      const isDue = storedAt + storeEveryMs <= now || now < storedAt;
      if (isDue) storedAt = now;
      const overdue = this.overdue();
      working = working
        .then(() => (overdue.length > 0 ? onOverdue(overdue) : undefined))
        .then(() => (isDue ? this.store() : undefined))
        .catch(onFailure);
    };
    run();
    return async () => {
      cancel();
      await working;
      await this.store().catch(onFailure);
    };
  }
}
