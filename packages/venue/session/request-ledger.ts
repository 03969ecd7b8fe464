// What was answered to each request id, so that a repeat does nothing and gets the first answer (design §1). Today's
// answers are kept whole; of the days before only the ids, so that a late repeat is rejected and never done twice.

import type { Command } from '../commands.ts';
import { hashText } from '../kernel/state-hash.ts';
import type { Verdict } from '../outcome.ts';

/** Days whose request ids are still recognised as too old. */
const rememberedDays = 5;

export interface FirstAnswer {
  readonly seq: number;
  readonly contents: string;
  readonly verdict: Verdict;
}

export type RequestSeen =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeat'; readonly first: FirstAnswer }
  | { readonly kind: 'reused' }
  | { readonly kind: 'tooOld' };

export interface RequestLedgerSnapshot {
  readonly today: readonly (readonly [string, FirstAnswer])[];
  readonly earlier: readonly (readonly string[])[];
}

export class RequestLedger {
  #today = new Map<string, FirstAnswer>();
  /** Ids of earlier days, the latest day first. */
  #earlier: Set<string>[] = [];

  look(userId: string, requestId: string, contents: string): RequestSeen {
    const key = keyOf(userId, requestId);
    const first = this.#today.get(key);
    if (first !== undefined)
      return first.contents === contents ? { kind: 'repeat', first } : { kind: 'reused' };
    return this.#earlier.some((day) => day.has(key)) ? { kind: 'tooOld' } : { kind: 'new' };
  }

  remember(userId: string, requestId: string, answer: FirstAnswer): void {
    this.#today.set(keyOf(userId, requestId), answer);
  }

  endDay(): void {
    this.#earlier = [new Set(this.#today.keys()), ...this.#earlier].slice(0, rememberedDays);
    this.#today = new Map();
  }

  snapshot(): RequestLedgerSnapshot {
    return { today: [...this.#today], earlier: this.#earlier.map((day) => [...day]) };
  }

  static from({ today, earlier }: RequestLedgerSnapshot): RequestLedger {
    const ledger = new RequestLedger();
    ledger.#today = new Map(today);
    ledger.#earlier = earlier.map((day) => new Set(day));
    return ledger;
  }
}

/** Tells one command from another: commands are built field by field in one place, so their text is canonical. */
export function contentsOf(command: Command): string {
  return hashText(JSON.stringify(command));
}

function keyOf(userId: string, requestId: string): string {
  return `${userId} ${requestId}`;
}
