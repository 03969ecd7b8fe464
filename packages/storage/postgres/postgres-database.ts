// The relational database of a market in PostgreSQL: users, sessions, preferences, layouts and settings, next to the journal. The tables,
// migrations and queries are the same as for the file in the data folder.
import { Kysely, PostgresDialect } from 'kysely';
import { acceptableLossError, continueWithoutLogins } from '../data-folder.ts';
import type { OpenedDatabase } from '../database/database.ts';
import { migrate, missingMigrations, requireKnownMigrations } from '../database/migrations.ts';
import { type Schema, SchemaNames } from '../database/schema.ts';
import { describeDatabase } from './addresses.ts';
import { type ConnectionOptions, OneConnection, schemas } from './connection.ts';
import { DatabaseError, databaseError } from './postgres-errors.ts';

/**
 * Opens the tables in the schema that the journal has created, and migrates them. Only the owner of
 * the journal may call it. It rejects with DatabaseError if the database cannot be used, or if the
 * tables are expected and missing; with DataFolderError if a newer build wrote them. `expectedBy`
 * is the data folder of a market with a journal, and therefore with users.
 */
export async function openPostgresDatabase(
  url: string,
  { expectedBy = null }: { readonly expectedBy?: string | null } = {},
): Promise<OpenedDatabase> {
  return await openTables(url, { expectedBy, readsOnly: false });
}

/**
 * Opens the tables while another process may own the journal, and changes nothing. Rejects as `openPostgresDatabase` does, and with
 * DatabaseError when an older build wrote them, whose server would not know them after a migration.
 */
export async function openPostgresTables(url: string, dataFolder: string): Promise<OpenedDatabase> {
  return await openTables(url, { expectedBy: dataFolder, readsOnly: true });
}

async function openTables(
  url: string,
  { expectedBy, readsOnly }: { readonly expectedBy: string | null; readonly readsOnly: boolean },
): Promise<OpenedDatabase> {
  const { db, lack, close } = openPool<Schema>(url, { schema: schemas.market, readsOnly });
  const place = { file: describeDatabase(url), schema: schemas.market };
  try {
    await requireKnownMigrations(db, place);
    if (expectedBy !== null && !(await hasUsers(db)))
      throw acceptableLossError(
        {
          loss: `${place.file} has a journal and no table of users`,
          remedy: 'restore it from a backup',
          to: continueWithoutLogins(expectedBy),
        },
        (message) => new DatabaseError('unusable', message),
      );
    if (!readsOnly) await migrate(db, place);
    else if ((await missingMigrations(db)).length > 0)
      throw new DatabaseError(
        'unusable',
        `${place.file} has the tables of an older Openpit, whose server may be running: use the command of that version, or start a server of this one first`,
      );
    return { db: db.withPlugin(new SchemaNames()).withSchema(schemas.market), lack, close };
  } catch (error) {
    await close();
    throw databaseError(error, url);
  }
}

async function hasUsers(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ schema, name }) => schema === schemas.market && name === 'user');
}

/** Kysely on one connection. Rejected queries reject with the errors of pg. */
export function openPool<Tables>(
  url: string,
  options: ConnectionOptions,
): { readonly db: Kysely<Tables>; lack(): 'connection' | null; close(): Promise<void> } {
  const pool = new OneConnection(url, options);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;
  return {
    db,
    lack: () => (pool.isReachable ? null : 'connection'),
    close: () => {
      closed ??= db.destroy();
      return closed;
    },
  };
}
