// Limits the work that each user may begin per turn of the event loop, so that the many simultaneous requests of one user delay others
// only a little.

interface Turn {
  /** The pieces that the user has begun in this turn. */
  begun: number;
  /** The pieces postponed to later turns. */
  readonly waiting: (() => void)[];
}

export class UserTurns {
  readonly #perTurn: number;
  /** Users who have begun something in this turn. */
  readonly #turns = new Map<string, Turn>();

  /** `perTurn`: how many pieces of each user may begin in a turn. */
  constructor(perTurn = 1) {
    this.#perTurn = perTurn;
  }

  /** Resolves when the user may begin: immediately unless the user has begun enough in this turn. */
  next(userId: string): Promise<void> {
    const turn = this.#turns.get(userId);
    if (turn === undefined) {
      if (this.#turns.size === 0) setImmediate(this.#turn);
      this.#turns.set(userId, { begun: 1, waiting: [] });
    } else if (turn.begun === this.#perTurn) return new Promise((resolve) => turn.waiting.push(resolve));
    else turn.begun += 1;
    return begun;
  }

  readonly #turn = (): void => {
    for (const [userId, turn] of this.#turns) {
      const begin = turn.waiting.splice(0, this.#perTurn);
      turn.begun = begin.length;
      if (begin.length === 0) this.#turns.delete(userId);
      for (const start of begin) start();
    }
    if (this.#turns.size > 0) setImmediate(this.#turn);
  };
}

const begun = Promise.resolve();
