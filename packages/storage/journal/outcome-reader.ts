// Reads the outcome log over a separate read-only connection, so that following the log costs the market nothing. It sees
// committed rows, which the journal's settings make durable.
import { join } from 'node:path';
import { dataFolderError } from '../data-folder.ts';
import { openLibsql } from '../database/libsql.ts';
import type { SqlDatabase } from '../database/sql.ts';
import type { OutcomeRow } from './journal.ts';
import { JournalDamagedError } from './journal-errors.ts';
import { chainStart, hashLength, verifyChain } from './outcome-chain.ts';
import { packedHash, packWith } from './pack-table.ts';
import { rowsFrom } from './packs.ts';

export interface OutcomeReader {
  /** The hash of this outcome in the chain, undefined if there is none; 32 zero bytes for outcome 0. */
  hashOf(seq: number): Promise<Uint8Array | undefined>;
  /** The number of the last durable outcome, 0 if there is none. */
  lastSeq(): Promise<number>;
  /**
   * The next durable outcomes after the given one, at most `limit`; fewer only at the end. Rejects with
   * JournalDamagedError with the first that does not follow from the one before it, with DataFolderError or DatabaseError.
   */
  readAfter(
    previous: { readonly seq: number; readonly hash: Uint8Array },
    limit: number,
  ): Promise<OutcomeRow[]>;
  close(): Promise<void>;
}

/**
 * Opens the log of a folder that this process owns and whose journal is open. Throws
 * DataFolderError.
 */
export function openOutcomeReader(folder: string): OutcomeReader {
  const file = join(folder, 'journal.db');
  try {
    const database = openLibsql(file, { busyTimeoutMs: 2000 });
    database.all('pragma query_only = on');
    const bytesOf = (value: unknown, seq: number): Uint8Array => {
      if (value instanceof Uint8Array) return value;
      throw new JournalDamagedError(`outcome ${seq} is damaged (its bytes or its hash are missing)`, seq);
    };
    /** Names the file, so that its damage is not attributed to another file. */
    const reading = async <Result>(read: () => Result): Promise<Result> => {
      try {
        return read();
      } catch (error) {
        throw dataFolderError(error, file);
      }
    };
    const hashOf = (seq: number): Uint8Array | undefined => {
      if (seq === 0) return chainStart;
      const row = database.get('select cast(hash as blob) as hash from outcome where seq = ?', [seq]);
      return row === undefined ? packedHash(database, seq) : bytesOf(row.hash, seq);
    };
    const lastSeq = () => Number(database.get('select max(seq) as seq from outcome')?.seq ?? 0);
    const isRow = (seq: number) =>
      database.get('select 1 as found from outcome where seq = ?', [seq]) !== undefined;
    const packedAfter = (afterSeq: number, limit: number) => {
      const packed = packWith(database, afterSeq + 1);
      return packed === undefined ? null : rowsFrom(packed.outcomes, afterSeq + 1).slice(0, limit);
    };
    /**
     * Row by row, to name the damaged row. Converted in SQL: damage can turn any value into text, and libsql aborts on text that is not
     * UTF-8.
     */
    const eachRow = (afterSeq: number, limit: number) => {
      const outcomes = database.all(
        'select seq, cast(bytes as blob) as bytes, cast(hash as blob) as hash from outcome where seq > ? order by seq limit ?',
        [afterSeq, limit],
      );
      return outcomes.map((row, index) => {
        const seq = Number(row.seq);
        const expected = afterSeq + 1 + index;
        if (seq !== expected)
          throw new JournalDamagedError(`outcome ${expected} is damaged (it is missing)`, expected);
        return { seq, bytes: bytesOf(row.bytes, seq), hash: bytesOf(row.hash, seq) };
      });
    };
    const readAfter = (previous: { readonly seq: number; readonly hash: Uint8Array }, limit: number) => {
      const read: OutcomeRow[] = [];
      for (let last = previous; read.length < limit; ) {
        const left = limit - read.length;
        // Rows can be packed between two of these statements.
        const whole = isRow(last.seq + 1) ? wholeRows(database, last.seq, left) : null;
        const packed = whole === null ? packedAfter(last.seq, left) : null;
        const rows = whole ?? packed ?? eachRow(last.seq, left);
        verifyChain(last.hash, rows);
        read.push(...rows);
        last = rows.at(-1) ?? last;
        if (packed === null) break;
      }
      return read;
    };
    return {
      hashOf: (seq) => reading(() => hashOf(seq)),
      lastSeq: () => reading(lastSeq),
      readAfter: (previous, limit) => reading(() => readAfter(previous, limit)),
      close: async () => database.close(),
    };
  } catch (error) {
    throw dataFolderError(error, file);
  }
}

/**
 * Reads the rows as a single database row, because each value that libsql returns costs more than
 * the bytes in it. Returns `null` if a row is missing or damaged.
 */
function wholeRows(database: SqlDatabase, afterSeq: number, limit: number): OutcomeRow[] | null {
  const packed = database.get(
    `select count, first, last, lengths, cast(bytes as blob) as bytes, cast(hashes as blob) as hashes
     from (
       select count(*) as count, min(seq) as first, max(seq) as last, group_concat(length) as lengths,
         group_concat(text, '') as bytes, group_concat(hash, '') as hashes
       from (
         select seq, length(bytes) as length, cast(bytes as text) as text, cast(hash as text) as hash
         from outcome where seq > ? order by seq limit ?
       )
     )`,
    [afterSeq, limit],
  );
  const count = Number(packed?.count);
  if (count === 0) return [];
  const lengths = String(packed?.lengths).split(',').map(Number);
  const { bytes, hashes } = packed ?? {};
  if (!(bytes instanceof Uint8Array) || !(hashes instanceof Uint8Array)) return null;
  const isWhole =
    packed?.first === afterSeq + 1 &&
    packed.last === afterSeq + count &&
    lengths.length === count &&
    lengths.reduce((sum, length) => sum + length, 0) === bytes.length &&
    hashes.length === count * hashLength;
  if (!isWhole) return null;
  let at = 0;
  return lengths.map((length, index) => {
    const start = at;
    at += length;
    return {
      seq: afterSeq + 1 + index,
      bytes: bytes.subarray(start, at),
      hash: hashes.subarray(index * hashLength, (index + 1) * hashLength),
    };
  });
}
