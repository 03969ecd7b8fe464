// Packs the commands of closed days in the journal, in the background, with a pause for the market after each pack.
import { setTimeout as pause } from 'node:timers/promises';
import { type Journal, JournalDamagedError } from '@openpit/storage';

/** How long after the end of a day packing begins, so that it delays neither the end itself nor the next opening. */
const packAfterMs = 60_000;
/** Between two packs of 512 commands. A day of 28 million commands takes about an hour. */
const pauseMs = 20;

export interface ClosedDaysOptions {
  readonly journal: Pick<Journal, 'pack'>;
  /** The delay before the commands of a closed day are packed; a minute by default. */
  readonly packAfterMs?: number;
  /** The rows to pack are damaged. The market continues, and packing stops until the next end of a day. */
  readonly onDamagedDay?: (cause: JournalDamagedError) => void;
}

export class ClosedDays {
  readonly #options: ClosedDaysOptions;
  readonly #stopped = new AbortController();
  #packing: Promise<void> = Promise.resolve();

  constructor(options: ClosedDaysOptions) {
    this.#options = options;
  }

  /**
   * Call this when the command `seq` has ended a day. A day that could not be packed completely is packed together with the next.
   */
  dayEnded(seq: number): void {
    this.#packing = this.#packing.then(() => this.#pack(seq));
  }

  /** Resolves when no pack is being written. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#packing;
  }

  async #pack(upTo: number): Promise<void> {
    const { journal, onDamagedDay } = this.#options;
    try {
      const { signal } = this.#stopped;
      await pause(this.#options.packAfterMs ?? packAfterMs, undefined, { signal, ref: false });
      while (await journal.pack?.(upTo)) await pause(pauseMs, undefined, { signal, ref: false });
    } catch (error) {
      // A journal that cannot be written has stopped the market, which reports it.
      if (error instanceof JournalDamagedError) onDamagedDay?.(error);
    }
  }
}
