// The number of changes of `openpit.db`. It is in the header of the file, where every transaction that writes increments it, and in
// `openpit.tail` next to the file (tail-file.ts). A start compares the two, and so notices that the write-ahead file was lost, or that
// the database is older than the rest.
import { acceptableLossError, DataFolderError } from '../data-folder.ts';
import { openTailFile, readTail, type TailFile, tailFileOf } from '../tail-file.ts';
import type { KyselyDatabase, SqlDatabase, SqlStatement } from './sql.ts';

/** A number of 32 bits that has no other use here; `vacuum into` copies it. */
const counter = 'user_version';

export const changeCount = (database: SqlDatabase): number =>
  Number(database.get(`pragma ${counter}`)?.[counter] ?? 0);

interface AcknowledgedChanges {
  /** The tail file. */
  readonly tail: string;
  readonly acknowledged: ReturnType<typeof readTail>;
}

/** The current contents of the tail file next to a database. */
export function acknowledgedChanges(file: string): AcknowledgedChanges {
  const tail = tailFileOf(file);
  return { tail, acknowledged: readTail(tail) };
}

/**
 * Throws DataFolderError if acknowledged changes are missing, or if this cannot be determined. Versions before rules 10 did not count:
 * their databases have count 0 and no tail file.
 */
export function requireAllChanges(
  database: SqlDatabase,
  { tail, acknowledged }: AcknowledgedChanges = acknowledgedChanges(database.file),
): void {
  const count = changeCount(database);
  const reject = (loss: string) => {
    throw acceptableLossError(
      { loss, to: 'go on with the users, sessions, preferences and layouts that are there' },
      (message) => new DataFolderError({ problem: 'damaged', path: database.file, message }),
    );
  };
  if (acknowledged === 'missing' && count === 0) return;
  if (typeof acknowledged !== 'number')
    reject(
      `${tail} is ${acknowledged}, so nothing says whether ${database.file} has every change of users, sessions, preferences and layouts`,
    );
  else if (acknowledged > count)
    reject(
      `${acknowledged} changes of users, sessions, preferences or layouts were acknowledged (${tail}), and ${database.file} has ${count}, because a part of it was lost or is older`,
    );
}

/** Opens or creates the tail file. Statements prepared on the returned database are counted. */
export function countChanges(database: SqlDatabase): {
  readonly counted: KyselyDatabase;
  readonly tail: TailFile;
} {
  const tail = openTailFile(tailFileOf(database.file), changeCount(database));
  let isChanged = false;

  /** In the transaction of the change. */
  function increment(): void {
    database.execScript(`pragma ${counter} = ${changeCount(database) + 1}`);
  }

  function ran<Result>(sql: string, run: () => Result): Result {
    const [, word = ''] = /^\s*([a-z]+)/i.exec(sql) ?? [];
    switch (word.toLowerCase()) {
      case 'select':
      case 'pragma':
      case 'savepoint':
      case 'release':
        return run();
      case 'begin':
      case 'rollback':
        isChanged = false;
        return run();
      case 'commit':
      case 'end': {
        if (!isChanged) return run();
        increment();
        const result = run();
        isChanged = false;
        tail.write(changeCount(database));
        return result;
      }
      default: {
        if (database.inTransaction) {
          isChanged = true;
          return run();
        }
        const result = database.transaction(() => {
          const changed = run();
          increment();
          return changed;
        });
        tail.write(changeCount(database));
        return result;
      }
    }
  }

  const prepare = (sql: string): SqlStatement => {
    const statement = database.prepare(sql);
    return {
      reader: statement.reader,
      all: (parameters) => ran(sql, () => statement.all(parameters)),
      get: (parameters) => ran(sql, () => statement.get(parameters)),
      run: (parameters) => ran(sql, () => statement.run(parameters)),
      iterate: (parameters) => ran(sql, () => statement.iterate(parameters)),
    };
  };
  const counted = {
    prepare,
    close: () => database.close(),
    get inTransaction() {
      return database.inTransaction;
    },
  };
  return { tail, counted };
}
