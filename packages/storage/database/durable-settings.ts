// The settings that put a commit on the disk before it returns: a write-ahead log, and an fsync of it
// for each transaction. Some disks (network folders) silently ignore them; the program does not start
// there.
import { type SqlDatabase, SqlError } from './sql.ts';

const settings = [
  { name: 'journal_mode', text: 'wal', expected: 'wal' },
  { name: 'synchronous', text: 'full', expected: 2 },
  { name: 'foreign_keys', text: 'on', expected: 1 },
] as const;

/** Throws SqlError (SQLITE_IOERR) when a setting has no effect. */
export function requireDurable(database: SqlDatabase): void {
  for (const { name, text, expected } of settings) {
    database.all(`pragma ${name} = ${text}`);
    const actual = database.get(`pragma ${name}`)?.[name];
    if (actual !== expected) {
      throw new SqlError(`the disk does not allow ${name} = ${text} (it stayed ${actual})`, 'SQLITE_IOERR');
    }
  }
}
