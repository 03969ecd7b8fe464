// The relational database of a data folder: users, sessions, preferences, layouts and settings, which are
// looked up and not replayed. SQLite through the guarded adapter, so that no query can end the process. It
// runs on the calling thread; its transactions are small. Opening reads the entire file for damage.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type UnknownRow,
} from 'kysely';
import {
  acceptableLossError,
  continueWithoutLogins,
  DataFolderError,
  damageAdvice,
  dataFolderError,
  isDiskFull,
  prepareFolder,
} from '../data-folder.ts';
import { countChanges, requireAllChanges } from './change-count.ts';
import { requireDurable } from './durable-settings.ts';
import { requireUndamaged } from './integrity.ts';
import { openLibsql } from './libsql.ts';
import { migrate, requireKnownMigrations } from './migrations.ts';
import { type Db, type Schema, SchemaNames } from './schema.ts';
import { deleteSetting, putSetting } from './settings.ts';
import { type KyselyDatabase, type SqlDatabase, SqlError } from './sql.ts';
import { WholeRows } from './whole-rows.ts';
import { damageOfWriteAheadFile } from './write-ahead-file.ts';

export interface OpenedDatabase {
  readonly db: Db;
  /**
   * Why nothing can be stored: the server does not answer, or the last write found no space. It is
   * null if writes succeed.
   */
  lack(): 'connection' | 'space' | null;
  /** Checkpoints the write-ahead file and closes; a second call does nothing. */
  close(): Promise<void>;
}

/** In KiB. Pages in memory cannot be damaged on the disk; opening reads all of them. */
const cacheSize = 64 * 1024;

/** The time that a statement waits for the lock of another program. */
const lockWithinMs = 2_000;
const lockRetryMs = 20;

/**
 * Opens or creates the file, migrates it, and reads all of it for damage. Rejects with DataFolderError when the file or
 * the folder cannot be used, when the file is expected and missing or empty, or when changes are missing that were
 * acknowledged.
 */
export async function openDatabase(
  file: string,
  {
    isExpected = false,
    acceptsMissing = false,
  }: {
    readonly isExpected?: boolean;
    /** Opens it even when changes that were acknowledged are missing; false by default. */
    readonly acceptsMissing?: boolean;
  } = {},
): Promise<OpenedDatabase> {
  await prepareFolder(dirname(file));
  requireComplete(file);
  let database: SqlDatabase | undefined;
  try {
    // Before SQLite creates it.
    if (isExpected && !statSync(file, { throwIfNoEntry: false })?.size) throw missing(file);
    database = openLibsql(file, { busyTimeoutMs: lockWithinMs });
    if (isExpected && database.get('select count(*) as n from sqlite_schema')?.n === 0) throw missing(file);
    await requireKnownMigrations(kyselyOf<Schema>(database), { file });
    if (!acceptsMissing) requireAllChanges(database);
    database.all(`pragma cache_size = -${cacheSize}`);
    await migrated(database);
    requireDurable(database);
    await requireWhole(database);
    // SQLite also opens a database that it can only read. This fails there.
    database.all('pragma wal_checkpoint(truncate)');
    const opened = database;
    // From now on the thread serves the market: statements wait without holding it up (PatientConnection).
    waitInSqlite(opened, 0);
    const { counted, tail } = countChanges(opened);
    const space = new Space(async () => {
      await putSetting(db, { key: spaceProbe, value: 'x'.repeat(spaceProbeLength) });
      await deleteSetting(db, spaceProbe);
    });
    const db = kyselyOf<Schema>(counted, { plugins: [new SchemaNames()], space });
    const checkpoints = new Checkpoints(() => opened.all('pragma wal_checkpoint(truncate)'));
    const closeOnce = closing(opened, db);
    let closed: Promise<void> | undefined;
    return {
      db: db.withPlugin(checkpoints),
      lack: () => (space.isFull ? 'space' : null),
      close: () => {
        checkpoints.stop();
        space.stop();
        closed ??= closeOnce().finally(() => tail.close());
        return closed;
      },
    };
  } catch (error) {
    database?.close();
    throw dataFolderError(error, file);
  }
}

const missing = (file: string): Error =>
  acceptableLossError(
    {
      loss: `${file} is missing or empty, and with it users, passwords and preferences`,
      to: continueWithoutLogins(dirname(file)),
    },
    (message) => new DataFolderError({ problem: 'missing', path: file, message }),
  );

/** SQLite would ignore the transactions after a damaged part of the write-ahead file. */
function requireComplete(file: string): void {
  const damage = damageOfWriteAheadFile(`${file}-wal`);
  if (damage === null) return;
  const lost = 'changes of users, sessions, preferences or layouts after it would be lost';
  throw new DataFolderError({
    problem: 'damaged',
    path: file,
    message: `${file}-wal is damaged at ${damage}, and ${lost}: ${damageAdvice}`,
  });
}

/** The time that SQLite itself waits for a lock, which blocks the thread. */
const waitInSqlite = (database: SqlDatabase, ms: number): void =>
  void database.all(`pragma busy_timeout = ${ms}`);

/** Kysely on the guarded adapter; it compares the checksums of the rows that it reads. */
export function kyselyOf<S>(
  database: KyselyDatabase,
  { plugins = [], space }: { readonly plugins?: readonly KyselyPlugin[]; readonly space?: Space } = {},
): Kysely<S> {
  return new Kysely<S>({ dialect: guardedDialect(database, space), plugins: [...plugins, new WholeRows()] });
}

async function migrated(database: SqlDatabase): Promise<void> {
  // Replacing a table would otherwise delete the rows that refer to it.
  database.all('pragma foreign_keys = off');
  await migrate(kyselyOf(database), { file: database.file });
}

async function requireWhole(database: SqlDatabase): Promise<void> {
  const model = openLibsql(':memory:');
  try {
    await migrated(model);
    requireUndamaged(database, { model });
  } finally {
    model.close();
  }
}

/** How long a change may be only in the write-ahead file. */
const checkpointAfterMs = 1000;

/**
 * Moves changes from the write-ahead file into the database soon after they were written, so that little is lost with that
 * file. Not at each change, which would make the calling thread wait for the disk five times longer.
 */
class Checkpoints implements KyselyPlugin {
  readonly #checkpoint: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(checkpoint: () => void) {
    this.#checkpoint = checkpoint;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (!SelectQueryNode.is(node)) this.#plan();
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      try {
        this.#checkpoint();
      } catch {
        // A transaction is in progress, or another program reads the file: later. Closing reports a lasting error.
        this.#plan();
      }
    }, checkpointAfterMs).unref();
  }
}

// SQLite can roll back changes of tables. Kysely does not rely on it, so an interrupted migration would
// stay half done.
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const guardedDialect = (database: KyselyDatabase, space: Space | undefined): Dialect => ({
  createDriver: () => new PatientDriver(database, space),
  createAdapter: () => new TransactionalAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

class PatientDriver extends SqliteDriver {
  readonly #database: KyselyDatabase;
  readonly #space: Space | undefined;

  constructor(database: KyselyDatabase, space: Space | undefined) {
    super({ database });
    this.#database = database;
    this.#space = space;
  }

  /** SQLite itself ends a transaction that finds no space. The error of another rollback would hide that. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#space);
  }
}

/** Waits for the lock of another program, such as a backup or an SQL shell, while the thread does other work. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #space: Space | undefined;

  constructor(connection: DatabaseConnection, space: Space | undefined) {
    this.#connection = connection;
    this.#space = space;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + lockWithinMs;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (isDiskFull(error)) this.#space?.wasMissing();
        // A statement that was rejected so has changed nothing.
        const isLocked = error instanceof SqlError && error.code === 'SQLITE_BUSY';
        if (!isLocked || performance.now() > until) throw error;
      }
      await pause(lockRetryMs);
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

/** Removed as soon as it is stored. */
const spaceProbe = 'spaceProbe';
/** More than a sign-in stores. */
const spaceProbeLength = 64 * 1024;
const spaceRetryMs = 1_000;

/**
 * Knows that a write found no space. It then tries a write itself: a server that is not ready receives no call that would show that
 * there is space again.
 */
class Space {
  readonly #probe: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;
  isFull = false;

  constructor(probe: () => Promise<void>) {
    this.#probe = probe;
  }

  wasMissing(): void {
    this.isFull = true;
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => void this.#try(), spaceRetryMs).unref();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #try(): Promise<void> {
    const isStored = await this.#probe().then(
      () => true,
      () => false,
    );
    this.#timer = null;
    if (isStored) this.isFull = false;
    else this.wasMissing();
  }
}

/** Returns a function that checkpoints and closes at its first call and afterwards returns the same promise. */
export function closing(
  database: SqlDatabase,
  db: { readonly destroy: () => Promise<void> },
): () => Promise<void> {
  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    try {
      waitInSqlite(database, lockWithinMs);
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
