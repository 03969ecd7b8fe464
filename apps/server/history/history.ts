// The server's side of history: notifies the history thread of new outcomes, reads pages from it, and starts a rebuild. If the
// thread dies or the file is damaged, only history is unavailable, until the thread runs again or the file is rebuilt. The error
// states the reason.
import { keepThread, type Thread, type ThreadWatch } from '@openpit/storage';
import { realClock } from '../schedule/real-clock.ts';
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
  /** When it was noticed that history cannot be read; null while it only catches up. */
  readonly since: number | null;

  constructor(
    message: string,
    { gap = null, since = null }: { readonly gap?: HistoryGap | null; readonly since?: number | null } = {},
  ) {
    super(message);
    this.gap = gap;
    this.since = since;
  }
}

/** History cannot be read until it has been rebuilt, or until its thread runs again. */
export interface HistoryOutage {
  readonly since: number;
  readonly isDamaged: boolean;
  /** The cause and, if the operator can do something, the advice. */
  readonly why: string;
}

/** For messages: `2026-11-27 14:03 UTC`. */
export const utcMinute = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

interface HistoryOptions extends HistoryStart {
  readonly watch?: ThreadWatch;
  /** Called once for each outage. */
  readonly onOutage?: (outage: HistoryOutage) => void;
  /** By default the real clock. */
  readonly now?: () => number;
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
  #outage: HistoryOutage | null = null;
  readonly #now: () => number;
  readonly #onOutage: (outage: HistoryOutage) => void;

  constructor({ watch, onOutage, now = () => realClock.now(), ...start }: HistoryOptions) {
    this.#now = now;
    this.#onOutage = onOutage ?? (() => undefined);
    this.#thread = keepThread<HistoryProtocol>({
      name: 'history',
      file: new URL('./history-worker.ts', import.meta.url),
      start: () => start,
      callError: ({ message, details: { gap } }) => {
        if (gap === 'damaged') this.#begin({ isDamaged: true, why: message });
        return new HistoryUnavailable(`History cannot answer: ${message}`, {
          gap: gap === 'damaged' || gap === 'rebuilding' ? gap : null,
          since: this.#outage?.since ?? null,
        });
      },
      endError: (why) => {
        this.#begin({ isDamaged: false, why });
        return new HistoryUnavailable(`History has stopped: ${why}`, { since: this.#outage?.since ?? null });
      },
      onNotice: (progress) => {
        const { damage } = progress;
        if (damage === null) this.#outage = null;
        else this.#begin({ isDamaged: true, why: damage });
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

  /** Null while history can be read, or is only behind. */
  get outage(): HistoryOutage | null {
    return this.#outage;
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

  /** The first cause counts: a thread that dies again has the same one. */
  #begin(outage: Omit<HistoryOutage, 'since'>): void {
    if (this.#isClosing || this.#outage?.isDamaged === outage.isDamaged) return;
    this.#outage = { ...outage, since: this.#outage?.since ?? this.#now() };
    this.#onOutage(this.#outage);
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
