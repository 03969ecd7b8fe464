// The server's side of history: notifies the history thread of new outcomes, reads pages from it, and starts a rebuild. If the
// thread dies or the file is damaged, only history is unavailable, until the thread runs again or the file is rebuilt. The error
// states the reason.
import { keepThread, type Thread, type ThreadWatch } from '@openpit/storage';
import type {
  HistoryGap,
  HistoryProgress,
  HistoryProtocol,
  HistoryReads,
  HistoryStart,
} from './history-messages.ts';

/**
 * How long the thread's notification is delayed at most, so that many outcomes share one message and one transaction. The
 * thread's commits use the same disk as the commits that dealers wait for.
 */
const notifyAfterMs = 250;

/** History cannot answer; the message states the reason. */
export class HistoryUnavailable extends Error {
  override name = 'HistoryUnavailable';
  /** `null` for any other reason. */
  readonly gap: HistoryGap | null;

  constructor(message: string, gap: HistoryGap | null = null) {
    super(message);
    this.gap = gap;
  }
}

export interface HistoryOptions extends HistoryStart {
  readonly watch?: ThreadWatch;
  /** Called once per damage to the history file, which answers nothing until it has been rebuilt. */
  readonly onDamaged?: (damage: string) => void;
}

/**
 * Starts immediately and catches up in the background. The journal of the folder must be open in
 * this process.
 */
export function openHistory(options: HistoryOptions): History {
  return new History(options);
}

export class History {
  readonly #thread: Thread<HistoryProtocol>;
  readonly #listeners = new Set<(progress: HistoryProgress) => void>();
  #progress: HistoryProgress | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The number of waiting calls of `reach`. If there are any, the thread is notified immediately. */
  #reaching = 0;
  #isClosing = false;

  constructor({ watch, onDamaged, ...start }: HistoryOptions) {
    this.#thread = keepThread<HistoryProtocol>({
      name: 'history',
      file: new URL('./history-worker.ts', import.meta.url),
      start: () => start,
      callError: ({ message, details: { gap } }) =>
        new HistoryUnavailable(
          `History cannot answer: ${message}`,
          gap === 'damaged' || gap === 'rebuilding' ? gap : null,
        ),
      endError: (why) => new HistoryUnavailable(`History has stopped: ${why}`),
      onNotice: (progress) => {
        const { damage } = progress;
        if (damage !== null && damage !== this.damage) onDamaged?.(damage);
        this.#progress = progress;
        for (const listener of this.#listeners) listener(progress);
      },
      watch,
    });
  }

  /** The last report; null before the first one. */
  get progress(): HistoryProgress | null {
    return this.#progress;
  }

  /** The damage and the advice, as sentences; null while no damage is known. */
  get damage(): string | null {
    return this.#progress?.damage ?? null;
  }

  get failure(): Error | null {
    return this.#isClosing ? null : (this.#thread.ended ?? null);
  }

  /** Notes that outcomes were written. Cheap enough to call for every batch. */
  outcomesWritten(): void {
    if (this.#reaching > 0) this.#notify();
    else this.#timer ??= setTimeout(() => this.#notify(), notifyAfterMs).unref();
  }

  /** Reads a page of the tables. Rejects with HistoryUnavailable. */
  ask<Name extends keyof HistoryReads>(
    name: Name,
    params: HistoryReads[Name]['params'],
  ): Promise<HistoryProtocol['calls'][Name]['result']> {
    return this.#thread.call(name, params);
  }

  /** Resolves when history contains this outcome. Rejects with HistoryUnavailable. */
  async reach(seq: number): Promise<void> {
    this.#reaching += 1;
    try {
      await this.#thread.call('reach', { seq });
    } finally {
      this.#reaching -= 1;
    }
  }

  /** Rebuilds history from the outcome log; the old one answers until the new one is complete. */
  async rebuild(onProgress?: (progress: HistoryProgress) => void): Promise<void> {
    const listener = onProgress ?? (() => undefined);
    this.#listeners.add(listener);
    try {
      await this.#thread.call('rebuild', null);
    } finally {
      this.#listeners.delete(listener);
    }
  }

  /** Resolves when the thread has ended, even if history has failed. A second call does nothing. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#clearTimer();
    // A failure now would be found again at the next start, which reads the same log.
    await this.#thread.close().catch(() => undefined);
  }

  #notify(): void {
    this.#clearTimer();
    this.#thread.notify('outcomesWritten');
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
