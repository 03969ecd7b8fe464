// Derives the history database from the outcome log: reads durable outcomes, folds them, and writes rows and log position in one
// transaction, so that each outcome counts exactly once, however the process ends. It checkpoints its state of the current day
// periodically, and resumes from there after a restart.

import { illustrativeHistory } from '@openpit/market';
import { HistoryFold, type SavedHistory } from '@openpit/projections';
import {
  clearHistory,
  dataFolderError,
  findHistoryCheckpoint,
  findHistoryPosition,
  type HistoryDb,
  type HistoryStore,
  type OpenedHistoryDatabase,
  type OutcomeReader,
  writeHistory,
} from '@openpit/storage';
import { type MarketOpened, type Outcome, ruleVersion } from '@openpit/venue';
import { decodeOutcome } from '../sequencer/command-codec.ts';
import { layout, stateInText, stateText } from '../sequencer/snapshot-contents.ts';
import { dayRow, minuteRow, rowsOf } from './history-rows.ts';

/** The maximum number of outcomes per transaction. */
export const batchSize = 1024;
/** The maximum number of outcomes that a restart folds again, as long as the day has fewer deals. */
const checkpointEvery = 20_000;

interface Position {
  readonly seq: number;
  readonly hash: Uint8Array;
}

interface LogFollowerParts {
  /** Read only by the follower, which closes it. */
  readonly log: OutcomeReader;
  /** Written only by the follower, which closes it. */
  readonly database: OpenedHistoryDatabase;
  /** `null` for a market without illustrative history. */
  readonly illustrativeSeed: number | null;
}

export class LogFollower {
  readonly #parts: LogFollowerParts;
  readonly #fold = new HistoryFold();
  #position: Position;
  #checkpointSeq: number;
  /** The last outcome in the tables. */
  #writtenSeq: number;
  #lastOfLog = 0;

  private constructor(
    parts: LogFollowerParts,
    { start, writtenSeq }: { start: Position; writtenSeq: number },
  ) {
    this.#parts = parts;
    this.#position = start;
    this.#checkpointSeq = start.seq;
    this.#writtenSeq = writtenSeq;
  }

  /**
   * Opens the log of a market and continues where the history that `open` opens ends. A history that was derived from another log is
   * cleared and rebuilt.
   */
  static async open({
    store,
    open,
    illustrativeSeed,
  }: {
    readonly store: HistoryStore;
    readonly open: () => Promise<OpenedHistoryDatabase>;
    readonly illustrativeSeed: number | null;
  }): Promise<LogFollower> {
    const log = await store.openLog();
    let database: OpenedHistoryDatabase | undefined;
    try {
      database = await open();
      const state = await knownState(database.db, log);
      if (state === null) await clearHistory(database.db);
      const start = state?.checkpoint ?? { seq: 0, hash: (await log.hashOf(0)) ?? new Uint8Array() };
      const parts = { log, database, illustrativeSeed };
      const follower = new LogFollower(parts, { start, writtenSeq: state?.position.seq ?? 0 });
      if (state !== null) await follower.#restore(state);
      follower.#lastOfLog = await log.lastSeq();
      return follower;
    } catch (error) {
      await log.close();
      database?.discard();
      // Errors of the log name its own file.
      throw dataFolderError(error, store.place);
    }
  }

  get db(): HistoryDb {
    return this.#parts.database.db;
  }

  /** See OpenedHistoryDatabase. */
  get checked(): Promise<boolean> {
    return this.#parts.database.checked;
  }

  /** The last outcome that is in history. */
  get seq(): number {
    return this.#position.seq;
  }

  /** The last outcome of the log when it was last read. */
  get lastOfLog(): number {
    return this.#lastOfLog;
  }

  /**
   * Writes the next batch; resolves with whether there may be more. Rejects when the log or the disk fails.
   */
  async step(): Promise<boolean> {
    const rows = await this.#parts.log.readAfter(this.#position, batchSize);
    const last = rows.at(-1);
    this.#lastOfLog =
      rows.length === batchSize ? await this.#parts.log.lastSeq() : (last ?? this.#position).seq;
    if (last === undefined) return false;
    let endsDay = false;
    let opened: { event: MarketOpened; at: number } | null = null;
    for (const { seq, bytes } of rows) {
      const outcome = decodeOutcome(seq, bytes);
      this.#fold.apply(outcome);
      endsDay ||= outcome.events.some(({ kind }) => kind === 'dayEnded');
      opened ??= openingOf(outcome);
    }
    const isDue = endsDay || last.seq - this.#checkpointSeq >= Math.max(checkpointEvery, this.#fold.kept);
    await this.#write({ seq: last.seq, hash: last.hash }, { isDue, opened });
    return rows.length === batchSize;
  }

  /** Saves the current state, so that the next start folds nothing twice. */
  async checkpoint(): Promise<void> {
    if (this.#position.seq > this.#checkpointSeq)
      await this.#write(this.#position, { isDue: true, opened: null });
  }

  /** Closes log and database; without a checkpoint before, the next start folds some outcomes again. */
  async close(): Promise<void> {
    await this.#parts.log.close();
    await this.#parts.database.close();
  }

  /**
   * Like `close`, for a file that will be renamed or removed. Rejects, and stays open, while another connection has the file
   * open.
   */
  async seal(): Promise<void> {
    await this.#parts.database.seal();
    await this.#parts.log.close();
  }

  /** Closes a damaged database; never rejects. */
  discard(): void {
    this.#parts.database.discard();
    void this.#parts.log.close();
  }

  async #write(
    position: Position,
    { isDue, opened }: { isDue: boolean; opened: { event: MarketOpened; at: number } | null },
  ): Promise<void> {
    const rows = rowsOf(this.#fold.take());
    const { illustrativeSeed } = this.#parts;
    if (opened !== null && illustrativeSeed !== null) {
      const generated = illustrativeHistory(illustrativeSeed, opened.event, opened.at);
      for (const candle of generated.minutes) rows.candles.push({ ...minuteRow(candle), illustrative: 1 });
      for (const day of generated.days) rows.dayCandles.push({ ...dayRow(day), illustrative: 1 });
    }
    await writeHistory(this.#parts.database.db, {
      ...rows,
      after: this.#writtenSeq,
      position: { seq: position.seq, hash: Buffer.from(position.hash).toString('hex') },
      checkpoint: isDue ? { seq: position.seq, json: checkpointText(this.#fold.save()) } : null,
    });
    this.#position = position;
    this.#writtenSeq = position.seq;
    if (isDue) this.#checkpointSeq = position.seq;
  }

  /**
   * Goes back to the checkpoint and folds again, without writing, the outcomes that are in the tables
   * already.
   */
  async #restore({ checkpoint, position }: KnownState): Promise<void> {
    if (checkpoint.saved !== null) this.#fold.load(checkpoint.saved);
    let at: Position = checkpoint;
    while (at.seq < position.seq) {
      const rows = await this.#parts.log.readAfter(at, Math.min(batchSize, position.seq - at.seq));
      for (const { seq, bytes } of rows) this.#fold.apply(decodeOutcome(seq, bytes));
      this.#fold.take();
      at = rows.at(-1) ?? position;
    }
    this.#position = position;
  }
}

interface KnownState {
  readonly position: Position;
  readonly checkpoint: Position & { readonly saved: SavedHistory | null };
}

/** The state of the database; null if it is new, has another format, or was derived from another log. */
async function knownState(db: HistoryDb, log: OutcomeReader): Promise<KnownState | null> {
  const position = await findHistoryPosition(db);
  if (position === undefined) return null;
  const hash = await log.hashOf(position.seq);
  if (hash === undefined || Buffer.from(hash).toString('hex') !== position.hash) return null;
  const checkpoint = await findHistoryCheckpoint(db);
  const saved = checkpoint === undefined ? null : savedIn(checkpoint.json);
  const seq = saved === null ? 0 : (checkpoint?.seq ?? 0);
  const checkpointHash = await log.hashOf(seq);
  if (checkpointHash === undefined) return null;
  return { position: { seq: position.seq, hash }, checkpoint: { seq, hash: checkpointHash, saved } };
}

interface CheckpointText {
  readonly rules: number;
  readonly layout: number;
  readonly state: string;
}

const checkpointText = (saved: SavedHistory): string =>
  JSON.stringify({ rules: ruleVersion, layout, state: stateText('history', saved) } satisfies CheckpointText);

/** Null for a state of earlier rules or another layout, which may have another shape: everything is folded again. */
function savedIn(json: string): SavedHistory | null {
  const { rules, layout: savedLayout, state } = JSON.parse(json) as Partial<CheckpointText>;
  if (rules !== ruleVersion || savedLayout !== layout || state === undefined) return null;
  return stateInText('history', state) as SavedHistory;
}

function openingOf({ events, at }: Outcome): { event: MarketOpened; at: number } | null {
  const event = events.find((event) => event.kind === 'marketOpened');
  return event === undefined ? null : { event, at };
}
