// Today's results by user and request id, so that a client that has lost a reply can ask for the outcome of
// its request.
import type { Outcome } from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { type DealtAtOnce, dealtAtOnce } from './dealt-at-once.ts';

export interface RequestAnswer {
  readonly seq: number;
  readonly command: Outcome['command'];
  readonly verdict: Outcome['verdict'];
  /** The orders of the command that dealt immediately; left out if none did. */
  readonly dealt?: readonly DealtAtOnce[];
}

export class Answers implements Projection {
  readonly #today = new Map<string, RequestAnswer>();

  readonly on: EventHandlers = { dayEnded: () => this.#today.clear() };

  afterOutcome(outcome: Outcome): void {
    const { by, requestId, seq, command, verdict, repeats } = outcome;
    if (by.kind !== 'user' || requestId === null || repeats !== null) return;
    const key = keyOf(by.userId, requestId);
    // The rejection of a used id must not hide what the id did first.
    if (this.#today.has(key)) return;
    const dealt = dealtAtOnce(outcome);
    this.#today.set(key, { seq, command, verdict, ...(dealt.length > 0 && { dealt }) });
  }

  of(userId: string, requestId: string): RequestAnswer | undefined {
    return this.#today.get(keyOf(userId, requestId));
  }

  save(): readonly (readonly [string, RequestAnswer])[] {
    return [...this.#today];
  }

  load(saved: readonly (readonly [string, RequestAnswer])[]): void {
    this.#today.clear();
    for (const [key, answer] of saved) this.#today.set(key, answer);
  }
}

const keyOf = (userId: string, requestId: string): string => `${userId} ${requestId}`;
