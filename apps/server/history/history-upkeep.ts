// Keeps history up to date: follows the outcome log a batch at a time, and rebuilds history when the
// operator asks. A damaged history answers nothing until it has been rebuilt.
import {
  DataFolderError,
  dataFolderError,
  type HistoryStore,
  historyStore,
  isDamage,
  type OpenedHistoryDatabase,
  type Reply,
  rebuildHistoryAdvice,
} from '@openpit/storage';
import type { HistoryGap, HistoryProgress, HistoryStart } from './history-messages.ts';
import { batchSize, LogFollower } from './log-follower.ts';

/** How long outcomes are batched, so that a busy market needs few transactions. */
const gatherMs = 50;
/**
 * The batching time in a market that writes `busyOutcomes` within `gatherMs`. Every transaction rewrites the same index pages, so
 * larger transactions write each page less often.
 */
const gatherWhenBusyMs = 500;
const busyOutcomes = 50;
const progressEveryMs = 200;

/** History has no answer for now. */
class HistoryClosed extends Error {
  override readonly name = 'HistoryClosed';
  readonly gap: HistoryGap;

  constructor(gap: HistoryGap, message: string) {
    super(message);
    this.gap = gap;
  }
}

/** The history that is in use. */
interface OpenHistory {
  readonly follower: LogFollower;
  /** Resolves when history contains everything that was in the log when it was opened, or when the log is no longer followed. */
  readonly caughtUp: Promise<void>;
  /** Whether history needs more than a moment to catch up. */
  readonly isFarBehind: boolean;
  isCaughtUp: boolean;
  resolveCaughtUp(): void;
}

export class HistoryUpkeep {
  readonly #start: HistoryStart;
  readonly #store: HistoryStore;
  readonly #notify: (progress: HistoryProgress) => void;
  readonly #reaching: { readonly reply: Reply<undefined>; readonly seq: number }[] = [];
  readonly #rebuilding: Reply<undefined>[] = [];
  /** `null` while the file is damaged. */
  #open: Promise<OpenHistory | null>;
  #damage: string | null = null;
  /** Why the file could not be checked for damage. */
  #uncheckable: unknown = null;
  #isStopping = false;
  #isWoken = true;
  #wake: (() => void) | null = null;
  /** Stops batching outcomes. */
  #hurry: (() => void) | null = null;
  #notifiedAt = 0;

  constructor(start: HistoryStart, notify: (progress: HistoryProgress) => void) {
    this.#start = start;
    this.#notify = notify;
    this.#store = historyStore(start);
    this.#open = this.#openHistory();
  }

  /**
   * Reads from the history in use; waits while it is being opened or replaced, or is only a moment behind. Rejects with
   * HistoryClosed. Damage found by the read closes history. `isChecked`: waits until the whole file has been read for
   * damage. Without it a damaged index can hide rows.
   */
  async read<Answer>(
    ask: (follower: LogFollower) => Promise<Answer>,
    { isChecked = false } = {},
  ): Promise<Answer> {
    const open = await this.#open;
    if (open === null) throw this.#damaged();
    const { follower } = open;
    if (!open.isCaughtUp) {
      if (open.isFarBehind)
        throw new HistoryClosed(
          'rebuilding',
          `it is being written from the log (outcome ${follower.seq} of ${follower.lastOfLog})`,
        );
      await open.caughtUp;
      if (!open.isCaughtUp) throw new HistoryClosed('rebuilding', 'it is being closed');
    }
    if (isChecked) await this.#check(follower);
    try {
      return await ask(follower);
    } catch (error) {
      this.#closeIfDamaged(follower, error);
      throw this.#damaged();
    }
  }

  /** Replies when history contains this outcome. */
  reach(seq: number, reply: Reply<undefined>): void {
    this.#reaching.push({ reply, seq });
    this.wake();
    this.#hurry?.();
  }

  /** Replies once history has been rebuilt from the log. The old history stays in use until the new one is complete. */
  rebuild(reply: Reply<undefined>): void {
    this.#rebuilding.push(reply);
    this.wake();
    this.#hurry?.();
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
    this.#hurry?.();
  }

  /** Follows the log until it is stopped, then closes the files. Rejects when the log or the disk fails. */
  async run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWoken = false;
      if (this.#rebuilding.length > 0) await this.#rebuildForAll();
      const written = await this.#follow();
      if (!this.#isWoken)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      this.#wake = null;
      if (this.#reaching.length === 0 && this.#rebuilding.length === 0 && !this.#isStopping)
        await this.#gather(written >= busyOutcomes ? gatherWhenBusyMs : gatherMs);
    }
    const open = await this.#open;
    if (open === null) return;
    await open.follower.checkpoint();
    await open.follower.close();
  }

  /** Resolves after this time, or as soon as a caller waits for the batched outcomes. */
  #gather(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#hurry = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#hurry = end;
    });
  }

  /** Brings the history in use up to date, unless it is damaged. Resolves to the number of outcomes written. */
  async #follow(): Promise<number> {
    const open = await this.#open;
    if (open === null) {
      for (const { reply } of this.#reaching.splice(0)) reply.fail(this.#damaged());
      this.#report(0, 0, { isRebuilding: false });
      return 0;
    }
    if (this.#uncheckable !== null) throw this.#uncheckable;
    const { follower } = open;
    const { seq: before } = follower;
    try {
      await this.#catchUp(follower, { isRebuilding: false });
      if (!this.#isStopping) open.isCaughtUp = true;
      this.#report(follower.seq, follower.seq, { isRebuilding: false });
    } catch (error) {
      this.#closeIfDamaged(follower, error);
    } finally {
      open.resolveCaughtUp();
    }
    return follower.seq - before;
  }

  /** Follows until the log is exhausted or `run` is to stop. */
  async #catchUp(follower: LogFollower, { isRebuilding }: { isRebuilding: boolean }): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      const hasMore = await follower.step();
      if (!isRebuilding) this.#answerReached(follower.seq);
      if (!hasMore || this.#isStopping) return;
      if (performance.now() - this.#notifiedAt >= progressEveryMs)
        this.#report(follower.seq, follower.lastOfLog, { isRebuilding });
      // Pauses as long as it has worked, so that catching up leaves processor time to the market, unless someone is waiting for
      // it.
      const isAwaited = this.#start.isAlone || this.#reaching.length > 0;
      await pause(isAwaited ? 0 : performance.now() - startedAt);
    }
  }

  /** An error leaves the old history unchanged. */
  async #rebuildForAll(): Promise<void> {
    const replies = this.#rebuilding.splice(0);
    try {
      const last = await this.#writeRebuilt();
      await this.#replaceByRebuilt();
      this.#report(last, last, { isRebuilding: false });
      for (const reply of replies) reply.send(undefined);
    } catch (error) {
      for (const reply of replies) reply.fail(error);
    }
  }

  /** Rebuilds history from the log in a second file, while the old file answers reads. Returns the last outcome in it. */
  async #writeRebuilt(): Promise<number> {
    const fresh = await this.#follower(() => this.#store.openRebuilt());
    try {
      await this.#catchUp(fresh, { isRebuilding: true });
      if (this.#isStopping) throw new Error('history is being closed; begin again when it is back');
      this.#report(fresh.seq, fresh.lastOfLog, { isRebuilding: true });
      await fresh.checkpoint();
      await fresh.seal();
      return fresh.seq;
    } catch (error) {
      await fresh.close();
      await this.#store.removeRebuilt();
      throw error;
    }
  }

  async #replaceByRebuilt(): Promise<void> {
    const old = await this.#open;
    let sealError: unknown = null;
    const replaced = async (): Promise<OpenHistory | null> => {
      try {
        await old?.follower.seal();
      } catch (error) {
        sealError = error;
        return old;
      }
      await this.#store.replaceByRebuilt();
      return await this.#openHistory();
    };
    this.#open = replaced();
    await this.#open;
    if (sealError === null) return;
    await this.#store.removeRebuilt();
    throw sealError;
  }

  /** `null` for a file that has to be rebuilt. Rejects for any other error. */
  async #openHistory(): Promise<OpenHistory | null> {
    this.#damage = null;
    try {
      const follower = await this.#follower(() => this.#store.open());
      const isFarBehind = follower.lastOfLog - follower.seq > batchSize;
      let resolveCaughtUp = () => {};
      const caughtUp = new Promise<void>((resolve) => {
        resolveCaughtUp = resolve;
      });
      // Even if nobody reads.
      this.#check(follower).catch((error: unknown) => {
        if (!(error instanceof HistoryClosed)) this.#uncheckable = error;
        this.wake();
      });
      return { follower, caughtUp, isFarBehind, isCaughtUp: false, resolveCaughtUp };
    } catch (error) {
      if (!(error instanceof DataFolderError) || error.path !== this.#store.place) throw error;
      if (!putRightByRebuilding.includes(error.problem)) throw error;
      const advice = rebuildHistoryAdvice(this.#start.dataFolder);
      // The advice for other files is to restore the whole folder, or to choose another one.
      this.#damage = error.message.includes(advice)
        ? error.message
        : `${error.message.split(': ')[0]}: ${advice}`;
      return null;
    }
  }

  #follower(open: () => Promise<OpenedHistoryDatabase>): Promise<LogFollower> {
    const { illustrativeSeed } = this.#start;
    return LogFollower.open({ store: this.#store, open, illustrativeSeed });
  }

  /** Closes history when the error is damage of its file; rethrows any other error. */
  #closeIfDamaged(follower: LogFollower, error: unknown): void {
    if (this.#damage !== null) return;
    if (error instanceof DataFolderError && error.problem === 'damaged') this.#damage = error.message;
    else if (isDamage(error) && error instanceof Error)
      this.#damage = `${this.#store.place} is damaged (${error.message}): ${rebuildHistoryAdvice(this.#start.dataFolder)}`;
    // The name of the file belongs to a full disk.
    else throw dataFolderError(error, this.#store.place);
    this.#open = Promise.resolve(null);
    follower.discard();
    this.wake();
  }

  /** Resolves when the file of the history in use is known to be undamaged. */
  async #check(follower: LogFollower): Promise<void> {
    const isWhole = await follower.checked.catch((error: unknown) => {
      this.#closeIfDamaged(follower, error);
      return true;
    });
    if (this.#damage !== null) throw this.#damaged();
    if (!isWhole) throw new HistoryClosed('rebuilding', 'it is being closed');
  }

  #damaged(): HistoryClosed {
    return new HistoryClosed('damaged', this.#damage ?? `${this.#store.place} is damaged`);
  }

  #answerReached(seq: number): void {
    for (const waiting of this.#reaching.splice(0))
      if (waiting.seq <= seq) waiting.reply.send(undefined);
      else this.#reaching.push(waiting);
  }

  #report(seq: number, total: number, { isRebuilding }: { isRebuilding: boolean }): void {
    this.#notifiedAt = performance.now();
    this.#notify({ seq, of: total, isRebuilding, damage: this.#damage });
  }
}

/** Faults of this file that a new file would not have. */
const putRightByRebuilding = [
  'damaged',
  'notADatabase',
  'newerFormat',
  'diskFailed',
  'notWritable',
  'wrongKind',
];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
