// Inserts rows of number, bytes and digest into one table, several per statement: a call into libsql costs
// more than the row itself, and batches of 512 become twice as fast.
import type { SqlDatabase, SqlInput } from '../database/sql.ts';

export interface DigestedRow {
  readonly seq: number;
  readonly bytes: Uint8Array;
  /** A checksum or a hash, which detects damage on reading. */
  readonly digest: number | Uint8Array;
}

const rowsPerStatement = 16;

/** Returns the insert of a table with exactly three columns in this order. Call it inside a transaction. */
export function rowInserts(database: SqlDatabase, table: string): (rows: readonly DigestedRow[]) => void {
  const one = database.prepare(`insert into ${table} values (?, ?, ?)`);
  const many = database.prepare(
    `insert into ${table} values ${Array(rowsPerStatement).fill('(?, ?, ?)').join(', ')}`,
  );
  return (rows) => {
    let start = 0;
    for (; start + rowsPerStatement <= rows.length; start += rowsPerStatement) {
      many.run(rows.slice(start, start + rowsPerStatement).flatMap(values));
    }
    for (const row of rows.slice(start)) one.run(values(row));
  };
}

function values({ seq, bytes, digest }: DigestedRow): SqlInput[] {
  return [seq, bytes, digest];
}
