// Lets each user begin one piece of work per turn of the event loop, so that a user with many simultaneous requests delays the others by
// one piece and not by all of it.

export class UserTurns {
  /** For each user who has begun something in this turn: the work postponed to later turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves when the user may begin: immediately unless the user has begun something in this turn. */
  next(userId: string): Promise<void> {
    const waiting = this.#waiting.get(userId);
    if (waiting !== undefined) return new Promise((resolve) => waiting.push(resolve));
    if (this.#waiting.size === 0) setImmediate(this.#turn);
    this.#waiting.set(userId, []);
    return begun;
  }

  readonly #turn = (): void => {
    for (const [userId, waiting] of this.#waiting) {
      const begin = waiting.shift();
      if (begin === undefined) this.#waiting.delete(userId);
      else begin();
    }
    if (this.#waiting.size > 0) setImmediate(this.#turn);
  };
}

const begun = Promise.resolve();
