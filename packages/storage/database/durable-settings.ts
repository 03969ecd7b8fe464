// The settings with which a commit is on the disk when it returns: a journal of transactions, and an fsync for each
// of them. Some disks (network folders) silently ignore them; the program does not start there.
import { type SqlDatabase, SqlError } from './sql.ts';

/**
 * `wal`: one fsync for each transaction, which is in the write-ahead file until that is checkpointed. `truncate`: all
 * that is committed is in the database file itself.
 */
export type JournalMode = 'wal' | 'truncate';

const settings = (journalMode: JournalMode) => [
  { name: 'journal_mode', text: journalMode, expected: journalMode },
  { name: 'synchronous', text: 'full', expected: 2 },
  { name: 'foreign_keys', text: 'on', expected: 1 },
];

/** Throws SqlError (SQLITE_IOERR) when a setting has no effect. */
export function requireDurable(database: SqlDatabase, journalMode: JournalMode): void {
  for (const { name, text, expected } of settings(journalMode)) {
    database.all(`pragma ${name} = ${text}`);
    const found = database.get(`pragma ${name}`)?.[name];
    if (found !== expected) {
      throw new SqlError(`the disk does not allow ${name} = ${text} (it stayed ${found})`, 'SQLITE_IOERR');
    }
  }
}
