// The relational database of a data folder: users, sessions, preferences, layouts and settings, which are
// looked up and not replayed. SQLite through the guarded adapter, so that no query can end the process. It
// runs on the calling thread; its transactions are small. Opening reads the whole file for damage. Without a
// write-ahead file, because the loss of its end could not be noticed.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { DataFolderError, dataFolderError, prepareFolder } from '../data-folder.ts';
import { requireDurable } from './durable-settings.ts';
import { requireUndamaged } from './integrity.ts';
import { openLibsql } from './libsql.ts';
import { migrate, requireKnownMigrations } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import type { SqlDatabase } from './sql.ts';
import { WholeRows } from './whole-rows.ts';

export interface OpenedDatabase {
  readonly db: Db;
  /** Checkpoints the write-ahead file and closes; a second call does nothing. */
  close(): Promise<void>;
}

/** In KiB. Pages in memory cannot be damaged on the disk; opening reads all of them. */
const cacheSize = 64 * 1024;

/**
 * Opens or creates the file, migrates it, and reads all of it for damage. Rejects with DataFolderError when the file or
 * the folder cannot be used.
 */
export async function openDatabase(file: string): Promise<OpenedDatabase> {
  await prepareFolder(dirname(file));
  requireNotEmptied(file);
  let database: SqlDatabase | undefined;
  try {
    database = openLibsql(file, { busyTimeoutMs: 2000 });
    const db = kyselyOf<Schema>(database);
    await requireKnownMigrations(db, { file });
    database.all(`pragma cache_size = -${cacheSize}`);
    await migrated(database);
    requireDurable(database, 'truncate');
    await requireWhole(database);
    return { db, close: closing(database, db) };
  } catch (error) {
    database?.close();
    throw dataFolderError(error, file);
  }
}

/** SQLite would take an empty file for a new database, and all users would be gone. */
function requireNotEmptied(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
  throw new DataFolderError({
    problem: 'damaged',
    path: file,
    message: `${file} is damaged (it is empty): restore it from a backup, or delete it if this data folder is new`,
  });
}

/** Kysely on the guarded adapter; it compares the checksums of the rows that it reads. */
export function kyselyOf<S>(database: SqlDatabase): Kysely<S> {
  return new Kysely<S>({ dialect: new GuardedSqliteDialect({ database }), plugins: [new WholeRows()] });
}

async function migrated(database: SqlDatabase): Promise<void> {
  // Replacing a table would otherwise delete the rows that refer to it.
  database.all('pragma foreign_keys = off');
  await migrate(kyselyOf(database), { file: database.file });
}

async function requireWhole(database: SqlDatabase): Promise<void> {
  const model = openLibsql(':memory:');
  try {
    await migrated(model);
    requireUndamaged(database, { model });
  } finally {
    model.close();
  }
}

// SQLite can roll back changes of tables. Kysely does not rely on it, so an interrupted migration would
// stay half done.
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class GuardedSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Checkpoints the write-ahead file, then closes; once. */
export function closing(
  database: SqlDatabase,
  db: { readonly destroy: () => Promise<void> },
): () => Promise<void> {
  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    try {
      database.all('pragma wal_checkpoint(truncate)');
    } catch (error) {
      throw dataFolderError(error, database.file);
    } finally {
      await db.destroy();
    }
  }
  return () => {
    closed ??= close();
    return closed;
  };
}
