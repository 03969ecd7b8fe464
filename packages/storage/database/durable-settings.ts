// The settings under which a commit is on the disk when it returns: a write-ahead log, and an fsync of it for each
// transaction. Some disks (network folders) silently refuse them: then we do not start.
import { type SqlDatabase, SqlError } from './sql.ts';

const settings = [
  { name: 'journal_mode', text: 'wal', wanted: 'wal' },
  { name: 'synchronous', text: 'full', wanted: 2 },
  { name: 'foreign_keys', text: 'on', wanted: 1 },
] as const;

/** Throws SqlError (SQLITE_IOERR) when a setting does not stay. */
export function requireDurable(database: SqlDatabase): void {
  for (const { name, text, wanted } of settings) {
    database.all(`pragma ${name} = ${text}`);
    const found = database.get(`pragma ${name}`)?.[name];
    if (found !== wanted) {
      throw new SqlError(`the disk does not allow ${name} = ${text} (it stayed ${found})`, 'SQLITE_IOERR');
    }
  }
}
