// The audit log of a server. It batches entries and writes them to files (audit-folder.ts) or to PostgreSQL (audit-database.ts).
// Repeated failures are counted, so that a flood of them makes only a few entries.
import type { Clock } from '@openpit/venue';
import type { AuditFact } from './audit-entry.ts';
import { RepeatedFailures } from './repeated-failures.ts';

const writeAfterMs = 50;
const signAfterMs = 1_000;
/** The maximum number of entries buffered in memory. Further entries are only counted, and the count is recorded as an entry. */
const maxWaiting = 50_000;

export interface WaitingEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly fact: AuditFact;
}

/** The store of entries. */
export interface AuditStore {
  /** What opening the store found to be missing, and recorded. */
  readonly missing: readonly string[];
  /** Stores all or none of the entries. If it rejects, the caller passes them again. */
  write(entries: readonly WaitingEntry[]): void | Promise<void>;
  /** Makes the end of the chain durable and signs it. */
  sign(): void | Promise<void>;
  /** Deletes entries past their retention period and signs the new beginning. Deletes nothing while the clock is not trusted. */
  prune(): void | Promise<void>;
  close(): void | Promise<void>;
}

interface AuditLogOptions {
  readonly store: AuditStore;
  readonly clock: Clock;
  /** Called when the log cannot be written; the market continues. */
  readonly onFailure: (error: unknown) => void;
}

export class AuditLog {
  readonly #options: AuditLogOptions;
  #waiting: WaitingEntry[] = [];
  /** Since when, and how many were too many to wait. */
  #tooMany: { readonly since: number; count: number } | null = null;
  readonly #failures = new RepeatedFailures();
  #writeTimer: NodeJS.Timeout | null = null;
  #signTimer: NodeJS.Timeout | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /** A sentence for the operator; null if nothing was missing when the log was opened. */
  get loss(): string | null {
    const { missing } = this.#options.store;
    return missing.length === 0
      ? null
      : `A part of the audit log is missing: ${missing.join('; ')}. The log continues with an entry that says so. Find the cause, and compare the log with a backup or an export.`;
  }

  /** Never throws. Repeated failed sign-ins and denied calls are only counted. */
  add(fact: AuditFact): void {
    const at = this.#options.clock.now();
    const isFailure = fact.outcome !== 'ok' && (fact.kind === 'signIn' || fact.kind === 'denied');
    this.#wait(at, isFailure ? this.#failures.add(fact, at) : [fact]);
    if (isFailure) this.#planSign();
  }

  /** Makes the store retry, including entries added since then. */
  retry(): void {
    if (!this.#isClosed) void this.#inTurn(() => this.#write({ isRetry: true }));
  }

  /**
   * Deletes entries past their retention period. This also happens at the start of a day, and after a server start once the
   * schedule has judged the clock.
   */
  prune(): Promise<void> {
    return this.#inTurn(() => this.#options.store.prune());
  }

  #wait(at: number, facts: readonly AuditFact[]): void {
    if (facts.length === 0) return;
    for (const fact of facts) {
      if (this.#waiting.length < maxWaiting) this.#waiting.push({ at, fact });
      else {
        this.#tooMany ??= { since: at, count: 0 };
        this.#tooMany.count += 1;
      }
    }
    this.#planWrite(writeAfterMs);
  }

  /** Writes and signs the new entries, including counts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of [this.#writeTimer, this.#signTimer]) if (timer !== null) clearTimeout(timer);
    this.#wait(this.#options.clock.now(), this.#failures.over(Number.POSITIVE_INFINITY));
    await this.#inTurn(() => this.#write());
    await this.#inTurn(() => this.#options.store.close());
  }

  #planWrite(afterMs: number): void {
    if (this.#isClosed) return;
    this.#writeTimer ??= later(afterMs, () => {
      this.#writeTimer = null;
      void this.#inTurn(() => this.#write());
    });
  }

  #planSign(): void {
    if (this.#isClosed) return;
    this.#signTimer ??= later(signAfterMs, () => {
      this.#signTimer = null;
      const now = this.#options.clock.now();
      this.#wait(now, this.#failures.over(now));
      void this.#inTurn(async () => {
        await this.#write();
        await this.#options.store.sign();
      });
      if (this.#failures.size > 0) this.#planSign();
    });
  }

  async #write({ isRetry = false } = {}): Promise<void> {
    const entries = this.#waiting;
    const tooMany = this.#tooMany;
    if (entries.length === 0 && !isRetry) return;
    this.#waiting = [];
    this.#tooMany = null;
    if (tooMany !== null) entries.push(countOf(tooMany));
    try {
      const written = this.#options.store.write(entries);
      if (written !== undefined) await written;
    } catch (error) {
      this.#waiting = [...entries, ...this.#waiting];
      this.#planWrite(signAfterMs);
      throw error;
    }
    this.#planSign();
  }

  /** Runs tasks one after another, and reports each failure. */
  #inTurn(work: () => void | Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch((error: unknown) => this.#options.onFailure(error));
    return this.#turn;
  }
}

const countOf = ({ since, count }: { readonly since: number; readonly count: number }): WaitingEntry => ({
  at: since,
  fact: {
    kind: 'audit',
    what: 'tooManyToWait',
    outcome: 'dropped',
    count,
    since: new Date(since).toISOString(),
  },
});

function later(afterMs: number, work: () => void): NodeJS.Timeout {
  const timer = setTimeout(work, afterMs);
  timer.unref();
  return timer;
}
