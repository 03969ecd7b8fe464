// Passwords are stored as argon2id hashes (19 MiB, two passes) and compared a few at a time, so that many
// sign-ins cannot take all memory. An unknown e-mail address takes the same time as a wrong password, so
// that timing reveals nothing. The library computes on Node's thread pool.
import { hash, verify } from '@node-rs/argon2';

/** The library's default algorithm is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
const atOnce = 4;

export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The hash of a random password, which is compared when the e-mail address is unknown. */
  #unknownUser: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, cost));
  }

  /** Whether the password matches this hash; without a hash it does the same work and returns false. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    if (passwordHash !== null) return this.#inTurn(() => verify(passwordHash, password));
    this.#unknownUser ??= this.hash(crypto.randomUUID());
    const unknownUser = await this.#unknownUser;
    await this.#inTurn(() => verify(unknownUser, password));
    return false;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next one; a newcomer cannot take it in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
