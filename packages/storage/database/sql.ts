// The interface of the embedded SQL database that the journal and Kysely use, so that the engine (libsql
// today, node:sqlite later) can be changed in one file. Everything is synchronous: code that must not wait
// for the disk calls it on a worker thread.

/**
 * A value for a `?`. Integers must be safe; a bigint must fit in 64 bits; text must be well-formed and
 * contain no NUL.
 */
export type SqlInput = string | number | bigint | null | Uint8Array;

/** A value of a row: integers as numbers, blobs as plain Uint8Array. */
export type SqlOutput = string | number | null | Uint8Array;

export type SqlRow = Record<string, SqlOutput>;

export interface SqlStatement {
  /** True if running it yields rows (select, pragma, returning). */
  readonly reader: boolean;
  all(parameters: readonly SqlInput[]): SqlRow[];
  get(parameters: readonly SqlInput[]): SqlRow | undefined;
  run(parameters: readonly SqlInput[]): { changes: number; lastInsertRowid: number };
  /**
   * The same rows as `all`, all read before the first is returned: no cursor stays open when a loop ends
   * early.
   */
  iterate(parameters: readonly SqlInput[]): IterableIterator<SqlRow>;
}

export interface SqlDatabase {
  readonly file: string;
  readonly inTransaction: boolean;
  /** One statement; throws SqlUsageError for none, several, or named parameters. */
  prepare(sql: string): SqlStatement;
  all(sql: string, parameters?: readonly SqlInput[]): SqlRow[];
  get(sql: string, parameters?: readonly SqlInput[]): SqlRow | undefined;
  run(sql: string, parameters?: readonly SqlInput[]): { changes: number; lastInsertRowid: number };
  /** Runs every statement of a script, in order, without parameters. It is not atomic: wrap it in `transaction`. */
  execScript(sql: string): void;
  /**
   * Runs `work` inside BEGIN IMMEDIATE … COMMIT; rolls back and rethrows when it throws. `work` must be
   * synchronous.
   */
  transaction<T>(work: () => T): T;
  /** Rolls back an open transaction. A second call does nothing; any other later use throws. */
  close(): void;
}

/** The part of a database that Kysely uses. */
export type KyselyDatabase = Pick<SqlDatabase, 'prepare' | 'close' | 'inTransaction'>;

/** The caller used the database wrongly; nothing was executed. */
export class SqlUsageError extends Error {
  override readonly name = 'SqlUsageError';
}

/**
 * The database failed. `code` is the name of SQLite's extended result code, such as
 * `SQLITE_CONSTRAINT_UNIQUE`.
 */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
