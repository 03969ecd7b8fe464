// Whose turn it is among the ordinary calls of one client: one runs, the others wait in the order they came.

export class Turns<Turn> {
  readonly #maxWaiting: number;
  readonly #run: (turn: Turn) => void;
  readonly #onFull: () => void;
  readonly #onRoom: () => void;
  #running: Turn | null = null;
  #waiting: Turn[] = [];
  #isFull = false;

  /** `onFull` is called when `maxWaiting` wait, `onRoom` when there are fewer again. */
  constructor(parts: {
    maxWaiting: number;
    run: (turn: Turn) => void;
    onFull: () => void;
    onRoom: () => void;
  }) {
    this.#maxWaiting = parts.maxWaiting;
    this.#run = parts.run;
    this.#onFull = parts.onFull;
    this.#onRoom = parts.onRoom;
  }

  get isTaken(): boolean {
    return this.#running !== null;
  }

  /** Runs `turn` when all before it have passed. */
  take(turn: Turn): void {
    if (this.#running === null) {
      this.#begin(turn);
      return;
    }
    this.#waiting.push(turn);
    if (!this.#isFull && this.#waiting.length >= this.#maxWaiting) {
      this.#isFull = true;
      this.#onFull();
    }
  }

  /** Lets the next one run, if it is still the turn of `turn`. */
  pass(turn: Turn): void {
    if (this.#running !== turn) return;
    this.#running = null;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
    this.#makeRoom();
  }

  /** Takes out one that waits; false when it is not waiting. */
  leave(turn: Turn): boolean {
    const at = this.#waiting.indexOf(turn);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#makeRoom();
    return true;
  }

  /** Nothing more is run. */
  stop(): void {
    this.#waiting = [];
  }

  #begin(turn: Turn): void {
    this.#running = turn;
    this.#run(turn);
  }

  #makeRoom(): void {
    if (!this.#isFull || this.#waiting.length >= this.#maxWaiting) return;
    this.#isFull = false;
    this.#onRoom();
  }
}
