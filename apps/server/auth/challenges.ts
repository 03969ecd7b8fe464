// Sign-ins that await their second step. One browser holds the random id of each, which is valid for five minutes and five
// attempts. A restart discards them, and the user enters the password again.
import { randomBytes } from 'node:crypto';
import type { User } from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';

export const challengeMs = 5 * 60_000;
const maxTries = 5;
/** The maximum number of open challenges. Only a correct password opens one, and the oldest are evicted. */
const maxOpen = 10_000;

/** A user with the hash of the password that was right. */
type ConfirmedPassword = Pick<User, 'userId' | 'passwordHash'>;

interface Challenge {
  readonly opener: ConfirmedPassword;
  expiresAt: number;
  tries: number;
}

export class Challenges {
  readonly #clock: TrustedClock;
  readonly #open = new Map<string, Challenge>();

  constructor(clock: TrustedClock) {
    this.#clock = clock;
  }

  open({ userId, passwordHash }: ConfirmedPassword): string {
    if (this.#open.size >= maxOpen) this.#open.delete(this.#open.keys().next().value ?? '');
    const id = randomBytes(32).toString('base64url');
    const opener = { userId, passwordHash };
    this.#open.set(id, { opener, expiresAt: this.#clock.earliest() + challengeMs, tries: 0 });
    return id;
  }

  /** Counts an attempt and returns who opened the challenge; null if it is unknown or expired. */
  openerOf(id: string | null): ConfirmedPassword | null {
    const challenge = this.#open.get(id ?? '');
    if (challenge === undefined || id === null) return null;
    challenge.tries += 1;
    const now = this.#clock.earliest();
    // A challenge stays open for no longer than its time after the clock was set back.
    challenge.expiresAt = Math.min(challenge.expiresAt, now + challengeMs);
    if (challenge.tries <= maxTries && challenge.expiresAt > now) return challenge.opener;
    this.#open.delete(id);
    return null;
  }

  /** The user of the challenge, without counting an attempt; null if the challenge is unknown. */
  peek(id: string | null): string | null {
    return this.#open.get(id ?? '')?.opener.userId ?? null;
  }

  close(id: string | null): void {
    this.#open.delete(id ?? '');
  }
}
