// The synchronous journal on its SQLite file, called by its worker thread. Each batch of commands is written in one transaction
// together with the pending outcomes. A failure is final, because after a failed fsync the contents of the disk are unknown.
import { DataFolderError, damageAdvice, dataFolderError } from '../data-folder.ts';
import { type SqlDatabase, SqlError, type SqlOutput, SqlUsageError } from '../database/sql.ts';
import type { TailFile } from '../tail-file.ts';
import { joined, partsOf } from './base-state.ts';
import { commandChecksum } from './command-checksum.ts';
import type {
  BaseState,
  CommandBatch,
  DamagedBaseState,
  JournalRow,
  OutcomeBatch,
  OutcomeRow,
} from './journal.ts';
import {
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  journalFailed,
  requireEpoch,
} from './journal-errors.ts';
import { type JournalFileOptions, openJournalFile, packedFormat, readState } from './journal-file.ts';
import { requireCommand, requireKept, requireNext, requireReadable } from './journal-order.ts';
import { chainStart, nextHash, verifyChain } from './outcome-chain.ts';
import { packedHash, packWith, putPack } from './pack-table.ts';
import { lastSeqOf, type PackedRowsOfDay, rowsFrom, rowsPerPack, type StoredPack } from './packs.ts';
import { type DigestedRow, rowInserts } from './row-inserts.ts';

export class JournalStore {
  readonly epoch: number;
  readonly #database: SqlDatabase;
  readonly #tail: TailFile;
  readonly #insertCommands: (rows: readonly DigestedRow[]) => void;
  readonly #insertOutcomes: (rows: readonly DigestedRow[]) => void;
  #lastSeq: number;
  #lastWrittenOutcome: number;
  /** The number of the last packed command. */
  #packedThrough: number;
  #lastOutcome: { seq: number; hash: Uint8Array };
  #waitingOutcomes: DigestedRow[] = [];
  #failure: Error | undefined;

  /** Opens or creates the file; throws as openJournalFile does. */
  constructor(file: string, options: JournalFileOptions = {}) {
    const opened = openJournalFile(file, options);
    const { database, tail, epoch, lastSeq, lastOutcomeSeq } = opened;
    this.#database = database;
    this.#tail = tail;
    this.epoch = epoch;
    this.#lastSeq = lastSeq;
    this.#lastWrittenOutcome = lastOutcomeSeq;
    this.#packedThrough = opened.packedThrough;
    this.#lastOutcome = this.#lastStoredOutcome();
    this.#insertCommands = rowInserts(database, 'command');
    this.#insertOutcomes = rowInserts(database, 'outcome');
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get lastOutcome(): { seq: number; hash: Uint8Array } {
    return this.#lastOutcome;
  }

  /** Writes the batch and every waiting outcome in one transaction; durable when it returns. */
  append({ firstSeq, commands }: CommandBatch): void {
    this.#requireWritable();
    requireNext({ kind: 'commands', firstSeq, lastSeq: this.#lastSeq, count: commands.length });
    this.#write(
      commands.map((bytes, index) => ({
        seq: firstSeq + index,
        bytes,
        digest: commandChecksum(firstSeq + index, bytes),
      })),
    );
  }

  /** Chains outcomes to the last outcome; the next `append` or `flushOutcomes` writes them. */
  appendOutcomes({ firstSeq, outcomes }: OutcomeBatch): void {
    this.#requireWritable();
    requireNext({ kind: 'outcomes', firstSeq, lastSeq: this.#lastOutcome.seq, count: outcomes.length });
    const last = firstSeq + outcomes.length - 1;
    requireCommand({ outcomeSeq: last, lastSeq: this.#lastSeq });
    let hash = this.#lastOutcome.hash;
    for (const [index, bytes] of outcomes.entries()) {
      hash = nextHash(hash, bytes);
      this.#waitingOutcomes.push({ seq: firstSeq + index, bytes, digest: hash });
    }
    this.#lastOutcome = { seq: last, hash };
  }

  /** Makes the waiting outcomes durable. */
  flushOutcomes(): void {
    if (this.#waitingOutcomes.length === 0) return;
    this.#requireWritable();
    this.#write([]);
  }

  /** The next commands from `fromSeq` on, checked, at most 512; empty at the end. */
  read(fromSeq: number): JournalRow[] {
    requireReadable({ kind: 'commands', fromSeq, lastSeq: this.#lastSeq });
    if (fromSeq <= this.#packedThrough) return rowsFrom(this.#pack(fromSeq).commands, fromSeq);
    return this.#select('command', fromSeq, this.#lastSeq).map(({ seq, bytes, digest }) => {
      if (digest !== commandChecksum(seq, bytes))
        throw damagedRow('command', seq, 'its checksum does not match');
      return { seq, bytes };
    });
  }

  /** The next durable outcomes from `fromSeq` on, the chain verified, at most 512; empty at the end. */
  readOutcomes(fromSeq: number): OutcomeRow[] {
    requireReadable({ kind: 'outcomes', fromSeq, lastSeq: this.#lastWrittenOutcome });
    if (fromSeq <= this.#packedThrough) return rowsFrom(this.#pack(fromSeq).outcomes, fromSeq);
    const chained = this.#select('outcome', fromSeq, this.#lastWrittenOutcome).map(
      ({ seq, bytes, digest }) => {
        if (!(digest instanceof Uint8Array)) throw damagedRow('outcome', seq, 'its hash is missing');
        return { seq, bytes, hash: digest };
      },
    );
    verifyChain(this.#hashOf(fromSeq - 1), chained);
    return chained;
  }

  /**
   * Returns the oldest rows that are not packed and may be: 512 commands up to `upTo` with their
   * outcomes, which are durable and not the newest. Returns `null` if there are fewer. Throws
   * JournalDamagedError.
   */
  rowsToPack(upTo: number): PackedRowsOfDay | null {
    this.#requireWritable();
    const last = this.#packedThrough + rowsPerPack;
    if (last > upTo || last >= this.#lastWrittenOutcome) return null;
    const first = this.#packedThrough + 1;
    return { commands: this.read(first), outcomes: this.readOutcomes(first) };
  }

  /** Replaces rows by their pack. Repeating a call has no effect. Durable when it returns. */
  putPack(pack: StoredPack): void {
    this.#requireWritable();
    if (lastSeqOf(pack.number) <= this.#packedThrough) return;
    this.#commit(() => {
      this.#advance({ lastSeq: this.#lastSeq, lastOutcome: this.#lastWrittenOutcome });
      putPack(this.#database, pack, packedFormat);
    });
    this.#packedThrough = lastSeqOf(pack.number);
  }

  /** Durable when it returns. */
  putBaseState(state: BaseState): void {
    this.#requireWritable();
    requireKept({ baseSeq: state.seq, lastSeq: this.#lastSeq });
    this.#commit(() => {
      this.#advance({ lastSeq: this.#lastSeq, lastOutcome: this.#lastWrittenOutcome });
      this.#database.run('delete from base_state where seq >= ?', [state.seq]);
      for (const { part, parts, bytes, checksum } of partsOf(state))
        this.#database.run(
          'insert into base_state (seq, part, parts, bytes, checksum) values (?, ?, ?, ?, ?)',
          [state.seq, part, parts, bytes, checksum],
        );
    });
  }

  baseState(upTo: number): BaseState | DamagedBaseState | undefined {
    let seq = upTo;
    try {
      const newest = this.#database.get(
        'select max(cast(seq as integer)) as seq from base_state where seq <= ?',
        [upTo],
      )?.seq;
      if (newest === null || newest === undefined) return undefined;
      seq = Number(newest);
      const rows = this.#database.all(
        `select cast(part as integer) as part, cast(parts as integer) as parts, cast(bytes as blob) as bytes,
           cast(checksum as integer) as checksum
         from base_state where seq = ? order by part`,
        [seq],
      );
      return joined(
        seq,
        rows.map(({ part, parts, bytes, checksum }) => ({ part, parts, bytes, checksum })),
      );
    } catch (error) {
      if (!(error instanceof SqlError || error instanceof SqlUsageError)) throw error;
      const explained = dataFolderError(error, this.#database.file);
      if (explained instanceof DataFolderError && explained.problem !== 'damaged') throw explained;
      return { seq, damage: `it cannot be read: ${error.message}` };
    }
  }

  /** Writes the waiting outcomes, unless a write has failed before, and closes the file. */
  close(): void {
    try {
      if (this.#failure === undefined) {
        this.flushOutcomes();
        this.#database.all('pragma wal_checkpoint(truncate)');
      }
    } catch (error) {
      throw dataFolderError(error, this.#database.file);
    } finally {
      this.#failure ??= new JournalFailedError('the journal is closed');
      this.#tail.close();
      this.#database.close();
    }
  }

  /** Verified against the previous hash, because the chain continues from here. */
  #lastStoredOutcome(): { seq: number; hash: Uint8Array } {
    const last = this.#lastWrittenOutcome === 0 ? undefined : this.readOutcomes(this.#lastWrittenOutcome)[0];
    return last === undefined ? { seq: 0, hash: chainStart } : { seq: last.seq, hash: last.hash };
  }

  #write(commands: readonly DigestedRow[]): void {
    const outcomes = this.#waitingOutcomes;
    const lastSeq = commands.at(-1)?.seq ?? this.#lastSeq;
    const lastOutcome = outcomes.at(-1)?.seq ?? this.#lastWrittenOutcome;
    this.#commit(() => {
      this.#advance({ lastSeq, lastOutcome });
      this.#insertCommands(commands);
      this.#insertOutcomes(outcomes);
    }, lastSeq);
    this.#lastSeq = lastSeq;
    this.#lastWrittenOutcome = lastOutcome;
    this.#waitingOutcomes = [];
  }

  /** Runs the work in a transaction. A failure is final. */
  #commit(work: () => void, lastSeq = this.#lastSeq): void {
    try {
      this.#database.transaction(work);
      if (lastSeq > this.#lastSeq) this.#tail.write(lastSeq);
    } catch (error) {
      this.#failure =
        error instanceof JournalFencedError
          ? error
          : journalFailed(dataFolderError(error, this.#database.file));
      throw this.#failure;
    }
  }

  /** The fence: advances the ends if the file is still as this owner left it. */
  #advance({ lastSeq, lastOutcome }: { lastSeq: number; lastOutcome: number }): void {
    const { changes } = this.#database.run(
      `update state set last_seq = ?, last_outcome_seq = ?
       where id = 1 and epoch = ? and last_seq = ? and last_outcome_seq = ?`,
      [lastSeq, lastOutcome, this.epoch, this.#lastSeq, this.#lastWrittenOutcome],
    );
    if (changes === 1) return;
    const state = readState(this.#database);
    const journal = `the journal ${this.#database.file}`;
    requireEpoch(state.epoch, { journal, epoch: this.epoch });
    throw new JournalDamagedError(
      `${journal} was changed by another program: it ends at command ${state.lastSeq} and outcome ${state.lastOutcomeSeq}, not at ${this.#lastSeq} and ${this.#lastWrittenOutcome}`,
    );
  }

  #hashOf(seq: number): Uint8Array {
    if (seq === 0) return chainStart;
    if (seq <= this.#packedThrough) {
      const packed = packedHash(this.#database, seq);
      if (packed !== undefined) return packed;
    }
    const hash = this.#database.get('select cast(hash as blob) as hash from outcome where seq = ?', [
      seq,
    ])?.hash;
    if (hash instanceof Uint8Array && hash.length === chainStart.length) return hash;
    throw damagedRow('outcome', seq, 'its hash is missing');
  }

  #pack(seq: number): PackedRowsOfDay {
    const pack = packWith(this.#database, seq);
    if (pack !== undefined) return pack;
    throw damagedRow('command', seq, 'its pack is missing');
  }

  #select(table: 'command' | 'outcome', fromSeq: number, lastSeq: number): StoredRow[] {
    // Converted in SQL: damage can turn any value into text, and libsql aborts on text that is not UTF-8.
    const digest = table === 'command' ? 'cast(checksum as integer)' : 'cast(hash as blob)';
    const rows = this.#rowsOf(
      table,
      fromSeq,
      `select seq, cast(bytes as blob) as bytes, ${digest} as digest from ${table} where seq >= ? order by seq limit ${rowsPerPack}`,
    );
    const expected = Math.min(rowsPerPack, lastSeq - fromSeq + 1);
    for (let index = 0; index < expected; index += 1) {
      if (rows[index]?.seq !== fromSeq + index) throw damagedRow(table, fromSeq + index, 'it is missing');
    }
    return rows.slice(0, expected);
  }

  #rowsOf(table: 'command' | 'outcome', fromSeq: number, sql: string): StoredRow[] {
    try {
      return this.#database.all(sql, [fromSeq]).map(({ seq, bytes, digest }) => {
        if (!(bytes instanceof Uint8Array)) throw damagedRow(table, Number(seq), 'its bytes are missing');
        return { seq: Number(seq), bytes, digest };
      });
    } catch (error) {
      if (!(error instanceof SqlError || error instanceof SqlUsageError)) throw error;
      const explained = dataFolderError(error, this.#database.file);
      if (explained instanceof DataFolderError && explained.problem !== 'damaged') throw explained;
      throw damagedRow(
        table,
        fromSeq,
        `it or one of the ${rowsPerPack} after it cannot be read: ${error.message}`,
      );
    }
  }

  #requireWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

interface StoredRow {
  readonly seq: number;
  readonly bytes: Uint8Array;
  readonly digest: SqlOutput | undefined;
}

function damagedRow(table: 'command' | 'outcome', seq: number, why: string): JournalDamagedError {
  return new JournalDamagedError(`${table} ${seq} is damaged (${why}): ${damageAdvice}`, seq);
}
