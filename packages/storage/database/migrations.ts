// The migrations of the relational database, in order, for every engine. A released migration is never
// changed. There is no downgrade: a database with migrations that this build does not know is rejected.
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { DataFolderError, damageAdvice, dataFolderError, messageOf } from '../data-folder.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { checksums } from './migrations/0002-checksums.ts';
import { signInCounts } from './migrations/0003-sign-in-counts.ts';
import { twoFactor } from './migrations/0004-two-factor.ts';
import { sessionUses } from './migrations/0005-session-uses.ts';
import { layoutOrder } from './migrations/0006-layout-order.ts';

type MigrationSet = Readonly<Record<string, Migration>>;

export const migrations: MigrationSet = {
  '0001-accounts': accounts,
  '0002-checksums': checksums,
  '0003-sign-in-counts': signInCounts,
  '0004-two-factor': twoFactor,
  '0005-session-uses': sessionUses,
  '0006-layout-order': layoutOrder,
};

interface Place {
  /** The file or the database, for messages. */
  readonly file: string;
  readonly set?: MigrationSet;
  /** The schema in PostgreSQL. */
  readonly schema?: string;
}

/** The names of the migrations that the database lacks. Call requireKnownMigrations before. */
export async function missingMigrations<S>(
  db: Kysely<S>,
  set: MigrationSet = migrations,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return Object.keys(set).filter((name) => !applied.has(name));
}

/** Applies the missing migrations, each completely or not at all. Call requireKnownMigrations before. */
export async function migrate<S>(db: Kysely<S>, { file, set = migrations, schema }: Place): Promise<void> {
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...set }) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const explained = dataFolderError(error, file);
  if (explained !== error) throw explained;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'before the first';
  const why = messageOf(error);
  throw new Error(`${file} could not be brought up to date (migration ${failed}): ${why}`, { cause: error });
}

/**
 * Throws DataFolderError: newerFormat when a newer build wrote the database, notADatabase when its tables
 * belong to another program. Changes nothing.
 */
export async function requireKnownMigrations<S>(
  db: Kysely<S>,
  { file, set = migrations, schema }: Place,
): Promise<void> {
  const existing = await db.introspection.getTables({ withInternalKyselyTables: true });
  const tables = existing.filter((table) => table.schema === schema).map(({ name }) => name);
  // In PostgreSQL the journal is in the same schema.
  if (tables.every((name) => name.startsWith('journal_'))) return;
  if (!tables.includes('kysely_migration')) {
    throw new DataFolderError({
      problem: 'notADatabase',
      path: file,
      message: `${file} is a database of another program (it has the table ${tables[0]}): choose another data folder`,
    });
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const applied = rows.map(({ name }) => name);
  const unknown = applied.filter((name) => !(name in set));
  if (unknown.length === 0) return;
  // A newer build has applied all migrations that this one contains.
  const missing = Object.keys(set).find((name) => !applied.includes(name));
  if (missing !== undefined)
    throw new DataFolderError({
      problem: 'damaged',
      path: file,
      message: `${file} is damaged (its list of migrations has ${unknown.join(', ')} and lacks ${missing}): ${damageAdvice}`,
    });
  throw new DataFolderError({
    problem: 'newerFormat',
    path: file,
    message: `${file} was written by a newer Openpit (it has the migrations ${unknown.join(', ')}, which this one does not know): start the newer one, or choose another data folder`,
  });
}
