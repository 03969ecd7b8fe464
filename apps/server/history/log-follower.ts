// Follows the outcome log into the history database: reads what is durable, folds it, and writes rows and position in one
// transaction, so that each outcome counts once whatever happens. Now and then it writes down what it remembers of the running
// day, from which it goes on after a restart.
import { HistoryFold, type SavedHistory } from '@openpit/projections';
import {
  clearHistory,
  findHistoryCheckpoint,
  findHistoryPosition,
  type HistoryDb,
  type OpenedHistoryDatabase,
  type OutcomeReader,
  openHistoryDatabase,
  openOutcomeReader,
  writeHistory,
} from '@openpit/storage';
import type { MarketOpened, Outcome } from '@openpit/venue';
import { illustrativeHistory } from '../genesis/illustrative-history.ts';
import { decodeOutcome } from '../sequencer/command-codec.ts';
import { dayRow, minuteRow, rowsOf } from './history-rows.ts';

/** Outcomes in one transaction, at most. */
const batchSize = 1024;
/** Outcomes that a restart folds again at most, when the day's rows are few. */
const checkpointEvery = 20_000;

interface Position {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export interface LogFollowerOptions {
  /** The folder of the journal. */
  readonly dataFolder: string;
  readonly file: string;
  readonly illustrativeSeed: number | null;
}

export class LogFollower {
  readonly #database: OpenedHistoryDatabase;
  readonly #reader: OutcomeReader;
  readonly #illustrativeSeed: number | null;
  readonly #fold = new HistoryFold();
  #position: Position;
  #checkpointSeq: number;

  private constructor(
    database: OpenedHistoryDatabase,
    reader: OutcomeReader,
    { illustrativeSeed, start }: { illustrativeSeed: number | null; start: Position },
  ) {
    this.#database = database;
    this.#reader = reader;
    this.#illustrativeSeed = illustrativeSeed;
    this.#position = start;
    this.#checkpointSeq = start.seq;
  }

  /** Opens the file, or makes it; one that does not belong to this log is emptied and made again. */
  static async open(options: LogFollowerOptions): Promise<LogFollower> {
    const { dataFolder, file, illustrativeSeed } = options;
    const reader = openOutcomeReader(dataFolder);
    let database: OpenedHistoryDatabase | undefined;
    try {
      database = await openHistoryDatabase(file);
      const known = await knownState(database.db, reader);
      if (known === null) await clearHistory(database.db);
      const start = known?.checkpoint ?? { seq: 0, hash: reader.hashOf(0) ?? new Uint8Array() };
      const follower = new LogFollower(database, reader, { illustrativeSeed, start });
      if (known !== null) follower.#remember(known);
      return follower;
    } catch (error) {
      reader.close();
      await database?.close();
      throw error;
    }
  }

  get db(): HistoryDb {
    return this.#database.db;
  }

  /** The last outcome that is in history. */
  get seq(): number {
    return this.#position.seq;
  }

  /** The last outcome of the log. */
  get lastOfLog(): number {
    return this.#reader.lastSeq();
  }

  /** Takes the next batch; resolves with whether there may be more. Rejects when the log or the disk is not well. */
  async step(): Promise<boolean> {
    const rows = this.#reader.readAfter(this.#position, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return false;
    let endsDay = false;
    let opened: { event: MarketOpened; at: number } | null = null;
    for (const { seq, bytes } of rows) {
      const outcome = decodeOutcome(seq, bytes);
      this.#fold.apply(outcome);
      endsDay ||= outcome.events.some(({ kind }) => kind === 'dayEnded');
      opened ??= openingOf(outcome);
    }
    const isDue =
      endsDay || last.seq - this.#checkpointSeq >= Math.max(checkpointEvery, 10 * this.#fold.kept);
    await this.#write({ seq: last.seq, hash: last.hash }, { isDue, opened });
    return rows.length === batchSize;
  }

  /** Writes down what it remembers, so that the next start has nothing to fold again. */
  async checkpoint(): Promise<void> {
    if (this.#position.seq > this.#checkpointSeq)
      await this.#write(this.#position, { isDue: true, opened: null });
  }

  /** Lets go of the files; without a checkpoint before, the next start folds some outcomes again. */
  async close(): Promise<void> {
    this.#reader.close();
    await this.#database.close();
  }

  /** As close, for a file that will be renamed or removed. Rejects, and can go on, while somebody else has the file open. */
  async seal(): Promise<void> {
    await this.#database.seal();
    this.#reader.close();
  }

  async #write(
    position: Position,
    { isDue, opened }: { isDue: boolean; opened: { event: MarketOpened; at: number } | null },
  ): Promise<void> {
    const rows = rowsOf(this.#fold.take());
    if (opened !== null && this.#illustrativeSeed !== null) {
      const made = illustrativeHistory(this.#illustrativeSeed, opened.event, opened.at);
      for (const candle of made.minutes) rows.candles.push({ ...minuteRow(candle), illustrative: 1 });
      for (const day of made.days) rows.dayCandles.push({ ...dayRow(day), illustrative: 1 });
    }
    await writeHistory(this.#database.db, {
      ...rows,
      position: { seq: position.seq, hash: Buffer.from(position.hash).toString('hex') },
      checkpoint: isDue ? { seq: position.seq, json: JSON.stringify(this.#fold.save()) } : null,
    });
    this.#position = position;
    if (isDue) this.#checkpointSeq = position.seq;
  }

  /** Goes back to the checkpoint and folds again, without writing, what is in the tables already. */
  #remember({ checkpoint, position }: KnownState): void {
    if (checkpoint.saved !== null) this.#fold.load(checkpoint.saved);
    let at: Position = checkpoint;
    while (at.seq < position.seq) {
      const rows = this.#reader.readAfter(at, Math.min(batchSize, position.seq - at.seq));
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

/** What the file knows; null when it is new, of another format, or not made from this log. */
async function knownState(db: HistoryDb, reader: OutcomeReader): Promise<KnownState | null> {
  const position = await findHistoryPosition(db);
  if (position === undefined) return null;
  const hash = reader.hashOf(position.seq);
  if (hash === undefined || Buffer.from(hash).toString('hex') !== position.hash) return null;
  const found = await findHistoryCheckpoint(db);
  const seq = found?.seq ?? 0;
  const checkpointHash = reader.hashOf(seq);
  if (checkpointHash === undefined) return null;
  const saved = found === undefined ? null : (JSON.parse(found.json) as SavedHistory);
  return { position: { seq: position.seq, hash }, checkpoint: { seq, hash: checkpointHash, saved } };
}

function openingOf({ events, at }: Outcome): { event: MarketOpened; at: number } | null {
  const event = events.find((one) => one.kind === 'marketOpened');
  return event === undefined ? null : { event, at };
}
