// Inserts rows of number, bytes and digest into one table, several per statement: a call into libsql costs
// more than the row itself, and batches of 512 become twice as fast.
import type { SqlDatabase, SqlInput } from '../database/sql.ts';

export interface DigestedRow {
  readonly seq: number;
  readonly bytes: Uint8Array;
  /** A checksum or a hash, which detects damage on reading. */
  readonly digest: number | Uint8Array;
}

/** The largest first; few sizes, so that there are few statements. */
const rowsPerStatement = [16, 4, 1];

/** Returns the insert of a table with exactly three columns in this order. Call it inside a transaction. */
export function rowInserts(database: SqlDatabase, table: string): (rows: readonly DigestedRow[]) => void {
  const inserts = rowsPerStatement.map((size) => ({
    size,
    statement: database.prepare(`insert into ${table} values ${Array(size).fill('(?, ?, ?)').join(', ')}`),
  }));
  return (rows) => {
    let start = 0;
    for (const { size, statement } of inserts)
      for (; start + size <= rows.length; start += size)
        statement.run(rows.slice(start, start + size).flatMap(values));
  };
}

function values({ seq, bytes, digest }: DigestedRow): SqlInput[] {
  return [seq, bytes, digest];
}
