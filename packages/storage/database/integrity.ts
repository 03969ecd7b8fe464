// Finds damage in a database file: in its schema, its pages, and the values of its rows.
import { DataFolderError, damageAdvice } from '../data-folder.ts';
import { checkColumns, damagedRow } from './checked-tables.ts';
import type { SqlDatabase } from './sql.ts';

/** True if an error says that stored data cannot be read as they were written. Other failures of the disk are none: it may be full. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^(?:SQLITE_(?:CORRUPT|NOTADB|IOERR(?:$|_READ|_SHORT_READ|_DATA|_CORRUPTFS))|XX00[12])/.test(
    String(error.code),
  );
}

interface Undamaged {
  /** Has the schema that the file must have. */
  readonly model: SqlDatabase;
  /** The end of the message. */
  readonly advice?: string | undefined;
}

/** Reads the schema only. Throws DataFolderError (damaged) that names the definition that has changed. */
export function requireSchema(database: SqlDatabase, { model, advice }: Undamaged): void {
  const different = differenceOfSchemas(schemaOf(database), schemaOf(model));
  if (different !== null)
    throw damageError(database.file, `the definition of ${different} has changed`, advice);
}

/**
 * Reads the entire file: schema, pages, and the checksum of each row. Throws DataFolderError (damaged) that names the
 * damaged part.
 */
export function requireUndamaged(database: SqlDatabase, { model, advice }: Undamaged): void {
  const damaged = (problem: string) => {
    throw damageError(database.file, problem, advice);
  };
  try {
    requireSchema(database, { model, advice });
    database.all('pragma cell_size_check = on');
    // The text of the result has only names of the schema, which has been compared. As a function, the pragma would keep the file locked.
    const result = database.get('pragma integrity_check(1)')?.integrity_check;
    if (result !== 'ok') damaged(String(result));
    for (const table of checkedTables(model)) {
      const row = damagedRow(database, table);
      if (row !== null) damaged(`row ${row} of ${table}: its checksum does not match`);
    }
  } catch (error) {
    if (isDamage(error) && error instanceof Error) damaged(error.message);
    throw error;
  }
}

function damageError(file: string, problem: string, advice = damageAdvice): DataFolderError {
  const message = `${file} is damaged (${problem}): ${advice}`;
  return new DataFolderError({ problem: 'damaged', path: file, message });
}

/** The tables that have a checksum for each row. */
export function checkedTables(database: SqlDatabase): string[] {
  return database
    .all("select name from sqlite_schema where type = 'table' order by name")
    .map(({ name }) => String(name))
    .filter((table) => {
      const columns = database.all(`select name from pragma_table_xinfo('${table}')`).map(({ name }) => name);
      return checkColumns.every((name) => columns.includes(name));
    });
}

/** The definitions by name, without Kysely's own tables, which may change with its version. */
function schemaOf(database: SqlDatabase): Map<string, string> {
  const rows = database.all(
    "select name, tbl_name, type, sql from sqlite_schema where name not like 'kysely%'",
  );
  return new Map(rows.map(({ name, ...definition }) => [String(name), JSON.stringify(definition)]));
}

function differenceOfSchemas(actual: Map<string, string>, expected: Map<string, string>): string | null {
  for (const [name, definition] of expected) if (actual.get(name) !== definition) return name;
  return [...actual.keys()].find((name) => !expected.has(name)) ?? null;
}
