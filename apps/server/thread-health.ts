// The state of the server's worker threads and the count of deaths of each, for the log and for /metrics.
import type { ThreadWatch } from '@openpit/storage';

export interface ThreadState {
  readonly name: string;
  readonly isRunning: boolean;
  /** The number of times that it has ended without being closed since the server was started. */
  readonly deaths: number;
}

interface ThreadDeath {
  readonly thread: string;
  readonly err: Error;
  readonly restartInMs: number;
}

export class ThreadHealth implements ThreadWatch {
  readonly #states = new Map<string, ThreadState>();
  readonly #onDeath: (death: ThreadDeath) => void;

  constructor(onDeath: (death: ThreadDeath) => void) {
    this.#onDeath = onDeath;
  }

  get states(): Iterable<ThreadState> {
    return this.#states.values();
  }

  started(name: string): void {
    this.#states.set(name, { name, isRunning: true, deaths: this.#deathsOf(name) });
  }

  died(name: string, err: Error, restartInMs: number): void {
    this.#states.set(name, { name, isRunning: false, deaths: this.#deathsOf(name) + 1 });
    this.#onDeath({ thread: name, err, restartInMs });
  }

  #deathsOf(name: string): number {
    return this.#states.get(name)?.deaths ?? 0;
  }
}
