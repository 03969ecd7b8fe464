// Keeps history up to date: follows the outcome log a batch at a time, and rebuilds history when the
// operator asks.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reply } from '@openpit/storage';
import type { HistoryProgress, HistoryStart } from './history-messages.ts';
import { type LogFollower, openLogFollower } from './log-follower.ts';

/** How long outcomes gather after they are written, so that a busy market costs few transactions. */
const gatherMs = 50;
const progressEveryMs = 200;

export class HistoryUpkeep {
  readonly #start: HistoryStart;
  readonly #file: string;
  readonly #rebuiltFile: string;
  readonly #notify: (progress: HistoryProgress) => void;
  readonly #reaching: { readonly reply: Reply<undefined>; readonly seq: number }[] = [];
  readonly #rebuilding: Reply<undefined>[] = [];
  #follower: Promise<LogFollower>;
  #isStopping = false;
  #isWoken = true;
  #wake: (() => void) | null = null;
  #notifiedAt = 0;

  constructor(start: HistoryStart, notify: (progress: HistoryProgress) => void) {
    this.#start = start;
    this.#notify = notify;
    this.#file = join(start.dataFolder, 'history.db');
    this.#rebuiltFile = join(start.dataFolder, 'history-rebuild.db');
    this.#follower = this.#open(this.#file);
  }

  /** The history that answers reads; while it is being opened or replaced, reads wait for it. */
  get follower(): Promise<LogFollower> {
    return this.#follower;
  }

  /** Replies when history holds this outcome. */
  reach(seq: number, reply: Reply<undefined>): void {
    this.#reaching.push({ reply, seq });
    this.wake();
  }

  /** Replies when history was rebuilt from the log; the old one answers until the new one is complete. */
  rebuild(reply: Reply<undefined>): void {
    this.#rebuilding.push(reply);
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Ends `run` after the current batch. */
  stop(): void {
    this.#isStopping = true;
    this.wake();
  }

  /** Follows the log until it is stopped, then closes the files. Rejects when the log or the disk fails. */
  async run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWoken = false;
      if (this.#rebuilding.length > 0) await this.#rebuildForAll();
      const follower = await this.#follower;
      await this.#catchUp(follower, { isRebuilding: false });
      this.#report(follower.seq, follower.seq, { isRebuilding: false });
      if (!this.#isWoken)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      this.#wake = null;
      if (this.#reaching.length === 0 && this.#rebuilding.length === 0 && !this.#isStopping)
        await pause(gatherMs);
    }
    const follower = await this.#follower;
    await follower.checkpoint();
    await follower.close();
  }

  /** Follows until the log is exhausted or `run` is to stop. */
  async #catchUp(follower: LogFollower, { isRebuilding }: { isRebuilding: boolean }): Promise<void> {
    for (;;) {
      const startedAt = Date.now();
      const hasMore = await follower.step();
      if (!isRebuilding) this.#answerReached(follower.seq);
      if (!hasMore || this.#isStopping) return;
      if (Date.now() - this.#notifiedAt >= progressEveryMs)
        this.#report(follower.seq, follower.lastOfLog, { isRebuilding });
      // Pauses as long as it worked, so that a long way to catch up leaves the processor to the market.
      await pause(this.#start.isAlone ? 0 : Date.now() - startedAt);
    }
  }

  /** An error leaves the old history as it was. */
  async #rebuildForAll(): Promise<void> {
    const replies = this.#rebuilding.splice(0);
    try {
      await this.#writeRebuilt();
      await this.#replaceByRebuilt();
      for (const reply of replies) reply.send(undefined);
    } catch (error) {
      for (const reply of replies) reply.fail(error);
    }
  }

  /** Writes history again from the log into a second file, while the old one answers reads. */
  async #writeRebuilt(): Promise<void> {
    await removeDatabase(this.#rebuiltFile);
    const fresh = await this.#open(this.#rebuiltFile);
    try {
      await this.#catchUp(fresh, { isRebuilding: true });
      if (this.#isStopping) throw new Error('history is being closed; begin again when it is back');
      this.#report(fresh.seq, fresh.lastOfLog, { isRebuilding: true });
      await fresh.checkpoint();
      await fresh.seal();
    } catch (error) {
      await fresh.close();
      await removeDatabase(this.#rebuiltFile);
      throw error;
    }
  }

  async #replaceByRebuilt(): Promise<void> {
    const old = await this.#follower;
    let sealError: unknown = null;
    const replaced = async (): Promise<LogFollower> => {
      try {
        await old.seal();
      } catch (error) {
        sealError = error;
        return old;
      }
      await removeDatabase(this.#file);
      await rename(this.#rebuiltFile, this.#file);
      return await this.#open(this.#file);
    };
    this.#follower = replaced();
    await this.#follower;
    if (sealError === null) return;
    await removeDatabase(this.#rebuiltFile);
    throw sealError;
  }

  #open(file: string): Promise<LogFollower> {
    const { dataFolder, illustrativeSeed } = this.#start;
    return openLogFollower({ dataFolder, file, illustrativeSeed });
  }

  #answerReached(seq: number): void {
    for (const waiting of this.#reaching.splice(0))
      if (waiting.seq <= seq) waiting.reply.send(undefined);
      else this.#reaching.push(waiting);
  }

  #report(seq: number, of: number, { isRebuilding }: { isRebuilding: boolean }): void {
    this.#notifiedAt = Date.now();
    this.#notify({ seq, of, isRebuilding });
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
}
