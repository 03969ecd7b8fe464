// Counts repeated failures, so that a flood of them makes only two entries in the audit log: the first failure, and the number of
// repetitions.
import type { AuditFact } from './audit-entry.ts';

/** Equal failures within this time are recorded as two entries: the first failure, and the number of repeats. */
const countedMs = 60_000;
/** The maximum number of separate counts. All other failures of the same kind share one count. */
const maxCounts = 5_000;

interface Count {
  readonly fact: AuditFact;
  readonly since: number;
  count: number;
}

export class RepeatedFailures {
  readonly #counts = new Map<string, Count>();

  get size(): number {
    return this.#counts.size;
  }

  /**
   * The entries to write for a failure at a time in epoch milliseconds: the count that it ends, and the failure itself unless it is
   * counted.
   */
  add(fact: AuditFact, at: number): readonly AuditFact[] {
    const { kind, what, outcome } = fact;
    const failureKey = [kind, what, outcome, fact.user, fact.from].join('\n');
    const isApart = this.#counts.has(failureKey) || this.#counts.size < maxCounts;
    const key = isApart ? failureKey : [kind, what, outcome].join('\n');
    const count = this.#counts.get(key);
    if (count !== undefined && !isOver(count, at)) {
      count.count += 1;
      return [];
    }
    this.#counts.delete(key);
    this.#counts.set(key, {
      fact: isApart ? fact : { kind, what, outcome },
      since: at,
      count: isApart ? 0 : 1,
    });
    return [...entriesOf(count), ...(isApart ? [fact] : [])];
  }

  /** The counts whose time is over, which begin again. */
  over(now: number): readonly AuditFact[] {
    const over = [...this.#counts].filter(([, count]) => isOver(count, now));
    for (const [key] of over) this.#counts.delete(key);
    return over.flatMap(([, count]) => entriesOf(count));
  }
}

/** A count ends after `countedMs`, or when the clock was set back, so that no count waits for years. */
const isOver = ({ since }: Count, now: number): boolean => now >= since + countedMs || now < since;

const entriesOf = (count: Count | undefined): AuditFact[] =>
  count === undefined || count.count === 0
    ? []
    : [{ ...count.fact, count: count.count, since: new Date(count.since).toISOString() }];
