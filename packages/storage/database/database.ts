// The relational database of a data folder: users, sessions, preferences, layouts and settings, which are
// looked up and not replayed. SQLite through the guarded adapter, so that no query can end the process. It
// runs on the calling thread; its transactions are small.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { DataFolderError, dataFolderError, missingAdvice, prepareFolder } from '../data-folder.ts';
import { requireDurable } from './durable-settings.ts';
import { openLibsql } from './libsql.ts';
import { migrate, requireKnownMigrations } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import type { SqlDatabase } from './sql.ts';

export interface OpenedDatabase {
  readonly db: Db;
  /** Checkpoints the write-ahead file and closes; a second call does nothing. */
  close(): Promise<void>;
}

/**
 * Opens or creates the file and migrates it. Rejects with DataFolderError when the file or the folder
 * cannot be used, or when it is expected and missing or empty.
 */
export async function openDatabase(
  file: string,
  { isExpected = false }: { readonly isExpected?: boolean } = {},
): Promise<OpenedDatabase> {
  await prepareFolder(dirname(file));
  let database: SqlDatabase | undefined;
  try {
    // Before SQLite creates it.
    if (isExpected && !statSync(file, { throwIfNoEntry: false })?.size) throw missing(file);
    database = openLibsql(file, { busyTimeoutMs: 2000 });
    if (isExpected && database.get('select count(*) as n from sqlite_schema')?.n === 0) throw missing(file);
    const db = kyselyOf<Schema>(database);
    await requireKnownMigrations(db, { file });
    requireDurable(database);
    await migrate(db, { file });
    return { db, close: closing(database, db) };
  } catch (error) {
    database?.close();
    throw dataFolderError(error, file);
  }
}

const missing = (file: string): DataFolderError =>
  new DataFolderError({
    problem: 'missing',
    path: file,
    message: `${file} is missing or empty, and with it users, passwords and preferences: ${missingAdvice('create the demonstration users again, whose password is public')}`,
  });

/** Kysely on the guarded adapter. */
export function kyselyOf<S>(database: SqlDatabase): Kysely<S> {
  return new Kysely<S>({ dialect: new GuardedSqliteDialect({ database }) });
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
