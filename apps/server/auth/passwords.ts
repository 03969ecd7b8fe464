// Passwords are kept as argon2id hashes (19 MiB, two passes) and compared a few at a time, so that a flood of sign-ins
// cannot take all memory. An unknown e-mail costs the same hash as a wrong password: timing tells nothing.
import { hash, verify } from '@node-rs/argon2';

/** The library's own choice of algorithm is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
const atOnce = 4;

export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Hash of a password that nobody has, compared with when the e-mail is unknown. */
  #nobody: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, cost));
  }

  /** Whether the password is the one of this hash; without a hash the same work is done and the answer is no. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    if (passwordHash !== null) return this.#inTurn(() => verify(passwordHash, password));
    this.#nobody ??= hash(crypto.randomUUID(), cost);
    const nobody = await this.#nobody;
    await this.#inTurn(() => verify(nobody, password));
    return false;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
