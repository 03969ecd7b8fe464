// The history database of a data folder, `history.db`. A separate file, because it is written all day: in
// the file of users and sessions each sign-in would wait for those transactions. Synchronous on the calling
// thread, which is the history's own.
import { dirname } from 'node:path';
import { dataFolderError, prepareFolder } from '../../data-folder.ts';
import { closing, kyselyOf } from '../database.ts';
import { openLibsql } from '../libsql.ts';
import { migrate, requireKnownMigrations } from '../migrations.ts';
import type { SqlDatabase } from '../sql.ts';
import { historyMigrations } from './history-migrations.ts';
import type { HistoryDb, HistorySchema } from './history-schema.ts';

export interface OpenedHistoryDatabase {
  readonly db: HistoryDb;
  /** Checkpoints the write-ahead file and closes; a second call does nothing. */
  close(): Promise<void>;
  /**
   * Closes a file that will be renamed or removed, without a write-ahead file beside it. libsql closes a
   * file only when it is garbage-collected, and would then remove the write-ahead file of the database that
   * has the same name at that time. Rejects, and leaves the file open, while another connection has it open
   * (SQLITE_BUSY).
   */
  seal(): Promise<void>;
}

/**
 * Opens or creates the file and migrates it. Rejects with DataFolderError when the file or the folder
 * cannot be used.
 */
export async function openHistoryDatabase(file: string): Promise<OpenedHistoryDatabase> {
  await prepareFolder(dirname(file));
  let database: SqlDatabase | undefined;
  try {
    database = openLibsql(file, { busyTimeoutMs: 2000 });
    const db = kyselyOf<HistorySchema>(database);
    const set = historyMigrations;
    await requireKnownMigrations(db, { file, set });
    // A power failure may undo the last transactions, position and rows together. They are then written
    // again.
    database.all('pragma journal_mode = wal');
    database.all('pragma synchronous = normal');
    await migrate(db, { file, set });
    const close = closing(database, db);
    const opened = database;
    const seal = async () => {
      opened.all('pragma journal_mode = delete');
      await close();
    };
    return { db, close, seal };
  } catch (error) {
    database?.close();
    throw dataFolderError(error, file);
  }
}
