// The server's end of history: tells its thread when outcomes were written, asks it for pages, has it made again. A history
// that fails costs the market nothing but its history; the sentence says why.
import { Worker } from 'node:worker_threads';
import type {
  FromHistory,
  HistoryCall,
  HistoryCalls,
  HistoryProgress,
  HistoryStart,
  ToHistory,
} from './history-messages.ts';

/**
 * How long outcomes may be written before the thread hears of them: one message, and one transaction, for many. Its commits go
 * to the same disk as those that dealers wait for.
 */
const tellAfterMs = 250;

/** History cannot answer; the message says why. */
export class HistoryUnavailable extends Error {
  override name = 'HistoryUnavailable';
}

export interface HistoryOptions extends HistoryStart {
  readonly onFailed?: (cause: Error) => void;
}

/** Starts at once and catches up on its own; nobody waits for it. The journal of the folder must be open in this process. */
export function openHistory({ onFailed, ...start }: HistoryOptions): History {
  return new History(startWorker(start), onFailed ?? (() => undefined));
}

export class History {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #open = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  readonly #onFailed: (cause: Error) => void;
  readonly #listeners = new Set<(progress: HistoryProgress) => void>();
  #lastId = 0;
  #progress: HistoryProgress | null = null;
  #failure: HistoryUnavailable | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;

  constructor(worker: Worker, onFailed: (cause: Error) => void) {
    this.#worker = worker;
    this.#onFailed = onFailed;
    this.#exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', (message: FromHistory) => this.#hear(message));
    worker.on('error', (error) => this.#fail(error.message));
    worker.on('exit', () => this.#fail('its thread has ended'));
  }

  /** The last thing that it said of itself; null before it has. */
  get progress(): HistoryProgress | null {
    return this.#progress;
  }

  get failure(): HistoryUnavailable | null {
    return this.#closing === null ? this.#failure : null;
  }

  /** Outcomes were written; cheap enough to be called for every batch. */
  outcomesWritten(): void {
    if (this.#failure !== null) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#failure === null) this.#say({ call: 'written' });
    }, tellAfterMs).unref();
  }

  /** Rejects with HistoryUnavailable. */
  ask<C extends HistoryCall>(
    call: C,
    question: HistoryCalls[C]['question'],
  ): Promise<HistoryCalls[C]['answer']> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve: (answer) => resolve(answer as HistoryCalls[C]['answer']), reject });
      this.#say({ id, call, question } as ToHistory);
    });
  }

  /** Resolves when history holds this outcome. */
  async reach(seq: number): Promise<void> {
    await this.ask('reach', { seq });
  }

  /** Makes it again from the outcome log; the old one answers until the new one is whole. */
  async rebuild(onProgress?: (progress: HistoryProgress) => void): Promise<void> {
    const listener = onProgress ?? (() => undefined);
    this.#listeners.add(listener);
    try {
      await this.ask('rebuild', null);
    } finally {
      this.#listeners.delete(listener);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    // What has failed has closed itself, and has nothing to say any more.
    if (this.#failure === null) await this.ask('stop', null).catch(() => undefined);
    await this.#exited;
  }

  #say(message: ToHistory): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromHistory): void {
    switch (message.kind) {
      case 'progress': {
        const { seq, of, isRebuilding } = message;
        this.#progress = { seq, of, isRebuilding };
        for (const listener of this.#listeners) listener(this.#progress);
        return;
      }
      case 'failed':
        this.#fail(message.message);
        return;
      case 'answer':
        this.#open.get(message.id)?.resolve(message.answer);
        break;
      case 'rejected':
        this.#open
          .get(message.id)
          ?.reject(new HistoryUnavailable(`History cannot answer: ${message.message}`));
        break;
    }
    this.#open.delete(message.id);
  }

  #fail(why: string): void {
    if (this.#failure !== null) return;
    this.#failure = new HistoryUnavailable(`History has stopped: ${why}`);
    for (const { reject } of this.#open.values()) reject(this.#failure);
    this.#open.clear();
    if (this.#closing === null) this.#onFailed(this.#failure);
  }
}

function startWorker(start: HistoryStart): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(`./history-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
  const first = isSource ? new URL('../sequencer/follower-source.mjs', import.meta.url) : entry;
  const execArgv = isSource ? ['--conditions=openpit-source'] : [];
  return new Worker(first, { name: 'history', execArgv, workerData: { start, entry: entry.href } });
}
