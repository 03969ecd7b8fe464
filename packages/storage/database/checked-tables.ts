// Tables whose rows have a checksum, which SQLite itself writes and compares, so that no statement can forget it:
// `checksum` is stored with each row, and `whole` is computed when a row is read. WholeRows (whole-rows.ts) reads it,
// and a trigger keeps an update from giving a damaged row a new checksum. PostgreSQL has checksums of its pages instead.
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { SqlDatabase } from './sql.ts';

export interface CheckedTable {
  readonly name: string;
  /** The definition of each column in SQL, by name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Constraints in SQL. */
  readonly constraints?: readonly string[];
  /** The columns of each index, by name. */
  readonly indices?: Readonly<Record<string, readonly string[]>>;
}

/** Columns of every checked table that belong to the check and not to its contents. */
export const checkColumns = ['checksum', 'whole'] as const;

export async function createCheckedTable(db: Kysely<unknown>, table: CheckedTable): Promise<void> {
  await createTable(db, table, table.name);
  await finish(db, table);
}

/**
 * Replaces a table of the same name and columns by a checked one with the same rows. Foreign keys must be off: they
 * would delete the rows that refer to the old table.
 */
export async function replaceByCheckedTable(db: Kysely<unknown>, table: CheckedTable): Promise<void> {
  if (isPostgres(db)) {
    await orderTextByBytes(db, table);
    return;
  }
  const newTable = `${table.name}_checked`;
  await createTable(db, table, newTable);
  const columns = sql.join(Object.keys(table.columns).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(newTable)} (${columns}) select ${columns} from ${sql.table(table.name)}`.execute(
    db,
  );
  await sql`drop table ${sql.table(table.name)}`.execute(db);
  await sql`alter table ${sql.table(newTable)} rename to ${sql.table(table.name)}`.execute(db);
  await finish(db, table);
}

/** The number of the first damaged row, or null. Reads the whole table. */
export function damagedRow(database: SqlDatabase, table: string): number | null {
  const row = database.get(`select rowid as number from "${table}" where whole is not 1 limit 1`);
  return row === undefined ? null : Number(row.number);
}

export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

const textOfPostgres = 'text collate "C"';

/** SQLite compares text by its bytes; PostgreSQL would by the language of the database. */
async function orderTextByBytes(db: Kysely<unknown>, { name, columns }: CheckedTable): Promise<void> {
  for (const [column, type] of Object.entries(columns))
    if (type.startsWith('text'))
      await sql`alter table ${sql.table(name)} alter column ${sql.ref(column)} type ${sql.raw(textOfPostgres)}`.execute(
        db,
      );
}

/** An integer of PostgreSQL has 32 bits, a key of SQLite 64. */
const typeOfPostgres = (type: string): string =>
  type.replace(/^text\b/, textOfPostgres).replace(/^integer primary key/, 'bigint primary key');

async function createTable(db: Kysely<unknown>, { columns, constraints = [] }: CheckedTable, name: string) {
  const names = Object.keys(columns);
  if (isPostgres(db)) {
    const definitions = names.map((column) => `"${column}" ${typeOfPostgres(columns[column] ?? '')}`);
    await sql`create table ${sql.table(name)} (${sql.raw([...definitions, ...constraints].join(', '))})`.execute(
      db,
    );
    return;
  }
  // quote() also writes the type of a value: 5 differs from '5', and NULL from 'NULL'.
  const values = names.map((column) => `quote("${column}")`).join(` || ',' || `);
  const checksum = `substr(sha3(${values}, 224), 1, 8)`;
  const definitions = [
    ...names.map((column) => `"${column}" ${columns[column]}`),
    `checksum blob generated always as (${checksum}) stored`,
    `whole integer generated always as (checksum is ${checksum}) virtual`,
    ...constraints,
  ];
  await sql`create table ${sql.table(name)} (${sql.raw(definitions.join(', '))})`.execute(db);
}

async function finish(db: Kysely<unknown>, { name, indices = {} }: CheckedTable) {
  for (const [index, columns] of Object.entries(indices))
    await db.schema
      .createIndex(index)
      .on(name)
      .columns([...columns])
      .execute();
  if (isPostgres(db)) return;
  await sql`create trigger ${sql.table(`${name}_whole`)} before update on ${sql.table(name)} when old.whole is not 1
    begin select raise(abort, 'its checksum does not match'); end`.execute(db);
}
