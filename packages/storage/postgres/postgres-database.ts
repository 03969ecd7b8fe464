// The relational database of a market in PostgreSQL: users, sessions, preferences, layouts and settings, beside the journal.
// The tables, migrations and queries are those of the file in the data folder.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { OpenedDatabase } from '../database/database.ts';
import { migrate, requireKnownMigrations } from '../database/migrations.ts';
import type { Schema } from '../database/schema.ts';
import { connectionConfig, DatabaseError, databaseError, describeDatabase, schemas } from './connection.ts';

/**
 * Opens the tables in the schema that the journal has created, and migrates them. Rejects with DatabaseError when the
 * database cannot be used, or when the tables are expected and missing; with DataFolderError when a newer build wrote them.
 */
export async function openPostgresDatabase(
  url: string,
  { isExpected = false }: { readonly isExpected?: boolean } = {},
): Promise<OpenedDatabase> {
  const { db, close } = openPool<Schema>(url, schemas.market);
  const place = { file: describeDatabase(url), schema: schemas.market };
  try {
    await requireKnownMigrations(db, place);
    if (isExpected && !(await hasUsers(db)))
      throw new DatabaseError(
        'unusable',
        `${place.file} has a journal and no table of users: restore it from a backup, or start once with --accept-missing-files to create the demonstration users again, whose password is public`,
      );
    await migrate(db, place);
    return { db, close };
  } catch (error) {
    await close();
    throw databaseError(error, url);
  }
}

async function hasUsers(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ schema, name }) => schema === schemas.market && name === 'user');
}

/** Kysely on one connection, which is opened again when it was lost. One, so that queries run in turn as on a file. */
export function openPool<Tables>(
  url: string,
  schema: string,
  more: pg.PoolConfig = {},
): { readonly db: Kysely<Tables>; close(): Promise<void> } {
  const pool = new pg.Pool({ ...connectionConfig(url, schema), max: 1, idleTimeoutMillis: 0, ...more });
  // The next query reports it.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;
  return {
    db,
    close: () => {
      closed ??= db.destroy();
      return closed;
    },
  };
}
