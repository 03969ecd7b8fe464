// Today's answers by user and request id, so that a client that lost a reply can ask what became of its request
// (design §4.21).
import type { Outcome } from '@openpit/venue';

export interface RequestAnswer {
  readonly seq: number;
  readonly verdict: Outcome['verdict'];
}

export class Answers {
  readonly #today = new Map<string, RequestAnswer>();

  apply({ by, requestId, seq, verdict, repeats, events }: Outcome): void {
    if (by.kind !== 'user' && events.some(({ kind }) => kind === 'dayEnded')) this.#today.clear();
    if (by.kind !== 'user' || requestId === null || repeats !== null) return;
    const key = keyOf(by.userId, requestId);
    // A rejection of a used id must not hide what the id first did.
    if (!this.#today.has(key)) this.#today.set(key, { seq, verdict });
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
