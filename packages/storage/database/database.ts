// The relational database of a data folder: what is looked up rather than replayed (users, sessions, preferences,
// layouts, settings). SQLite through the guarded adapter, so that no query can end the process. It runs on the calling
// thread; its transactions are small.
import { dirname } from 'node:path';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { dataFolderError, prepareFolder } from '../data-folder.ts';
import { requireDurable } from './durable-settings.ts';
import { openLibsql } from './libsql.ts';
import { migrate, requireKnownMigrations } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import type { SqlDatabase } from './sql.ts';

export interface OpenedDatabase {
  readonly db: Db;
  /** Writes the write-ahead file back and closes; a second call does nothing. */
  close(): Promise<void>;
}

/** Opens or creates the file and brings it up to date. Rejects with DataFolderError when the file or folder is not well. */
export async function openDatabase(file: string): Promise<OpenedDatabase> {
  await prepareFolder(dirname(file));
  let database: SqlDatabase | undefined;
  try {
    database = openLibsql(file, { busyTimeoutMs: 2000 });
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

/** Kysely on the guarded adapter. */
export function kyselyOf<S>(database: SqlDatabase): Kysely<S> {
  return new Kysely<S>({ dialect: new GuardedSqliteDialect({ database }) });
}

// SQLite can undo a change of tables; Kysely does not use that, and a migration cut short would stay half done.
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

/** Writes the write-ahead file back, then lets go; once. */
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
