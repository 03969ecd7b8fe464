// The guarded adapter over libsql (SQLite inside an npm package). Bare libsql aborts the process on a boolean or a lone Buffer, Date or
// object, and on a stored text that is not UTF-8; only this file uses it, passes it only values that it accepts, and reads every text as
// bytes. libsql.slow.test.ts shows the failures without the guard.
import Libsql from 'libsql';
import { boundValues, quoted, readValue } from './bound-values.ts';
import {
  type SqlDatabase,
  SqlError,
  type SqlInput,
  type SqlRow,
  type SqlStatement,
  SqlUsageError,
} from './sql.ts';
import { statementShape } from './statement-shape.ts';
import { decodedRow, kindOfReader, type ResultColumn, withTextAsBytes } from './text-as-bytes.ts';

// libsql frees a statement only when it is garbage-collected, so statements are cached and used again.
const cachedStatements = 128;

/** After these, `select *` may have other columns than when it was prepared. */
const changesSchema = /^\s*(?:create|alter|drop)\b/im;

/**
 * Opens or creates a database file (or `:memory:`). `busyTimeoutMs` is how long a statement waits for another connection's lock,
 * 0 by default. Throws SqlError, `SQLITE_CANTOPEN` if the folder is missing or not accessible.
 */
export function openLibsql(file: string, { busyTimeoutMs = 0 } = {}): SqlDatabase {
  const native = translated(() => new Libsql(file, { timeout: busyTimeoutMs }), `opening ${file}`);
  const statements = new Map<string, SqlStatement>();
  let isOpen = true;

  function requireOpen(): void {
    if (!isOpen) throw new SqlUsageError(`the database ${file} is closed`);
  }

  function prepareNew(sql: string): SqlStatement {
    const { parameters } = singleStatement(sql);
    const { statement, reader, rowOf } = prepareReadable(sql);
    function call<T>(run: (bound: unknown[]) => T, inputs: readonly SqlInput[]): T {
      requireOpen();
      const bound = boundValues(inputs, parameters, sql);
      return translated(() => run(bound), `in ${quoted(sql)}`);
    }
    function all(inputs: readonly SqlInput[]): SqlRow[] {
      return call((bound) => statement.all(bound), inputs).map(rowOf);
    }
    return {
      reader,
      all,
      get: (inputs) => all(inputs)[0],
      iterate: (inputs) => all(inputs)[Symbol.iterator](),
      run: (inputs) => {
        if (reader) throw new SqlUsageError(`this statement yields rows: use all or get, in ${quoted(sql)}`);
        const { changes, lastInsertRowid } = call((bound) => statement.run(bound), inputs);
        if (changesSchema.test(sql)) statements.clear();
        return { changes, lastInsertRowid: Number(lastInsertRowid) };
      },
    };
  }

  function prepareReadable(sql: string) {
    const prepared = (text: string) => {
      const statement = translated(() => native.prepare<unknown[]>(text), `in ${quoted(sql)}`);
      statement.safeIntegers(true);
      return statement;
    };
    const preparedStatement = prepared(sql);
    const reader = preparedStatement.reader;
    if (!reader) return { statement: preparedStatement, reader, rowOf: () => ({}) };
    const columns: readonly ResultColumn[] = preparedStatement.columns();
    const kind = kindOfReader(sql);
    if (kind === 'other')
      throw new SqlUsageError(
        `this statement would read text as it is stored: read what was written with a select, and schema with select … from pragma_…, in ${quoted(sql)}`,
      );
    const statement = kind === 'select' ? prepared(withTextAsBytes(sql, columns.length)) : preparedStatement;
    statement.raw(true);
    const rowOf = (raw: unknown, index: number): SqlRow => {
      const values = Array.isArray(raw) ? raw : [];
      const decoded = kind === 'select' ? decodedRow(values, columns, index + 1) : values;
      const row: SqlRow = {};
      for (const [at, { name }] of columns.entries()) row[name] = readValue(decoded[at], name, sql);
      return row;
    };
    return { statement, reader, rowOf };
  }

  function prepare(sql: string): SqlStatement {
    requireOpen();
    const cached = statements.get(sql);
    if (cached !== undefined) {
      statements.delete(sql);
      statements.set(sql, cached);
      return cached;
    }
    const statement = prepareNew(sql);
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > cachedStatements && oldest !== undefined) statements.delete(oldest);
    return statement;
  }

  function execScript(sql: string): void {
    requireOpen();
    if (sql.includes('\0')) throw new SqlUsageError('a script must not contain a NUL character');
    translated(() => native.exec(sql), `in ${quoted(sql)}`);
    if (changesSchema.test(sql)) statements.clear();
  }

  return {
    file,
    get inTransaction() {
      return isOpen && native.inTransaction;
    },
    prepare,
    all: (sql, parameters = []) => prepare(sql).all(parameters),
    get: (sql, parameters = []) => prepare(sql).get(parameters),
    run: (sql, parameters = []) => prepare(sql).run(parameters),
    execScript,
    transaction: (work) => {
      execScript('begin immediate');
      try {
        const result = work();
        if (isPromise(result))
          throw new SqlUsageError('a transaction must be synchronous, and its work returned a promise');
        execScript('commit');
        return result;
      } catch (error) {
        // SQLite has already rolled back after some errors (a full disk).
        if (native.inTransaction) execScript('rollback');
        throw error;
      }
    },
    close: () => {
      if (!isOpen) return;
      if (native.inTransaction) execScript('rollback');
      isOpen = false;
      statements.clear();
      translated(() => native.close(), `closing ${file}`);
    },
  };
}

function singleStatement(sql: string): { parameters: number } {
  if (typeof sql !== 'string') throw new SqlUsageError(`a statement must be text, not a ${typeof sql}`);
  if (sql.includes('\0'))
    throw new SqlUsageError(`a statement must not contain a NUL character, in ${quoted(sql)}`);
  const { statements, parameters, named } = statementShape(sql);
  if (statements === 0) throw new SqlUsageError(`no statement in ${quoted(sql)}`);
  if (statements > 1) {
    throw new SqlUsageError(
      `${statements} statements in one text, of which only the first would run: use execScript, in ${quoted(sql)}`,
    );
  }
  if (named !== undefined)
    throw new SqlUsageError(
      `the parameter ${named} has a name: write ? and pass an array, in ${quoted(sql)}`,
    );
  return { parameters };
}

function translated<T>(work: () => T, where: string): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (code !== '') throw new SqlError(`${error.message}, ${where}`, code, error);
    // When it opens a file, and only then, libsql puts SQLite's result code into the message and sets no code.
    if (/ConnectionFailed\(.*: 14"\)/.test(error.message)) {
      throw new SqlError(`unable to open the file, ${where}`, 'SQLITE_CANTOPEN', error);
    }
    throw new SqlError(`${error.message}, ${where}`, 'SQLITE_ERROR', error);
  }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
