// Today's results by user and request id, so that a client that has lost a reply can ask for the outcome of
// its request.
import type { Outcome } from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

export interface RequestAnswer {
  readonly seq: number;
  readonly command: Outcome['command'];
  readonly verdict: Outcome['verdict'];
}

export class Answers implements Projection {
  readonly #today = new Map<string, RequestAnswer>();

  readonly on: EventHandlers = { dayEnded: () => this.#today.clear() };

  afterOutcome({ by, requestId, seq, command, verdict, repeats }: Outcome): void {
    if (by.kind !== 'user' || requestId === null || repeats !== null) return;
    const key = keyOf(by.userId, requestId);
    // The rejection of a used id must not hide what the id did first.
    if (!this.#today.has(key)) this.#today.set(key, { seq, command, verdict });
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
