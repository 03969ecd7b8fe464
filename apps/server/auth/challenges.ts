// Sign-ins that wait for their second step. Each is known to one browser by a random id, and valid for five minutes and five
// tries. A restart forgets them: the user enters the password again.
import { randomBytes } from 'node:crypto';
import type { TrustedClock } from '../clock/trusted-clock.ts';

export const challengeMs = 5 * 60_000;
const mostTries = 5;
/** The most open challenges. Only right passwords open one; the oldest make room. */
const mostOpen = 10_000;

export class Challenges {
  readonly #clock: TrustedClock;
  readonly #open = new Map<string, { readonly userId: string; expiresAt: number; tries: number }>();

  constructor(clock: TrustedClock) {
    this.#clock = clock;
  }

  open(userId: string): string {
    if (this.#open.size >= mostOpen) this.#open.delete(this.#open.keys().next().value ?? '');
    const id = randomBytes(32).toString('base64url');
    this.#open.set(id, { userId, expiresAt: this.#clock.earliest() + challengeMs, tries: 0 });
    return id;
  }

  /** Counts a try. The user, or null if there is no such challenge, or no longer. */
  userOf(id: string | null): string | null {
    const found = this.#open.get(id ?? '');
    if (found === undefined || id === null) return null;
    found.tries += 1;
    const now = this.#clock.earliest();
    // A challenge stays open for no longer than its time after the clock was set back.
    found.expiresAt = Math.min(found.expiresAt, now + challengeMs);
    if (found.tries <= mostTries && found.expiresAt > now) return found.userId;
    this.#open.delete(id);
    return null;
  }

  /** The user of the challenge, without counting a try; null if there is no such challenge. */
  peek(id: string | null): string | null {
    return this.#open.get(id ?? '')?.userId ?? null;
  }

  close(id: string | null): void {
    this.#open.delete(id ?? '');
  }
}
