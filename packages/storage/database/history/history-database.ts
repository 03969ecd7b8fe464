// The history database of a data folder, `history.db`. A separate file, because it is written all day: in
// the file of users and sessions each sign-in would wait for those transactions. Synchronous on the calling
// thread, which is the history's own.
import { dirname } from 'node:path';
import { DataFolderError, dataFolderError, prepareFolder } from '../../data-folder.ts';
import { rebuildHistoryAdvice } from '../../operator-command.ts';
import { startProcess } from '../../threads/thread.ts';
import { closing, kyselyOf } from '../database.ts';
import { isDamage, requireSchema, requireUndamaged } from '../integrity.ts';
import { openLibsql } from '../libsql.ts';
import type { SqlDatabase } from '../sql.ts';
import type { HistoryDb, HistorySchema } from './history-schema.ts';
import { createHistoryTables, historyFormat } from './history-tables.ts';

export interface OpenedHistoryDatabase {
  readonly db: HistoryDb;
  /**
   * Resolves when the whole file has been read for damage: to false if the database was closed before that. Until then
   * a damaged index may hide rows. Rejects with DataFolderError.
   */
  readonly checked: Promise<boolean>;
  /** Checkpoints the write-ahead file and closes; a second call does nothing. */
  close(): Promise<void>;
  /**
   * Closes a file that will be renamed or removed, without leaving a write-ahead file. libsql closes a
   * file only when it is garbage-collected, and would then remove the write-ahead file of the database that
   * has the same name at that time. Rejects, and leaves the file open, while another connection has it open
   * (SQLITE_BUSY).
   */
  seal(): Promise<void>;
  /** Like `seal`, as far as a damaged file allows it; never rejects. */
  discard(): void;
}

/** In KiB. */
const cacheSize = 256 * 1024;
/** In KiB. The check takes as long with sixteen times as much (2026-11-28). */
const cacheOfCheck = 16 * 1024;

/** Pages of 4 KiB: a checkpoint starts when the write-ahead file has about 32 MiB. */
const pagesPerCheckpoint = 8_192;

/**
 * Opens or creates the file; a file of another version is emptied. The file is then read for damage in another process.
 * Rejects with DataFolderError when the file or the folder cannot be used.
 */
export async function openHistoryDatabase(file: string): Promise<OpenedHistoryDatabase> {
  await prepareFolder(dirname(file));
  let database: SqlDatabase | undefined;
  try {
    database = openLibsql(file, { busyTimeoutMs: 2000 });
    const opened = database;
    opened.all(`pragma cache_size = -${cacheSize}`);
    const isNew = await createTables(opened);
    // A power failure may undo the last transactions, position and rows together. They are then written
    // again.
    opened.all('pragma journal_mode = wal');
    opened.all('pragma synchronous = normal');
    // A page that changed in many transactions is copied into the file once per checkpoint.
    opened.all(`pragma wal_autocheckpoint = ${pagesPerCheckpoint}`);
    await withModel((model) => requireSchema(opened, { model, advice: rebuildHistoryAdvice(dirname(file)) }));
    opened.all('pragma cell_size_check = on');
    const db = kyselyOf<HistorySchema>(opened);
    const check = isNew ? noCheck : checkFile(file);
    const closeDatabase = closing(opened, db);
    const close = async () => {
      await check.stop();
      await closeDatabase();
    };
    const seal = async () => {
      await check.stop();
      opened.all('pragma journal_mode = delete');
      await closeDatabase();
    };
    const discard = () => {
      void check.stop();
      closeDamaged(opened);
    };
    return { db, checked: check.done, close, seal, discard };
  } catch (error) {
    if (database !== undefined) closeDamaged(database);
    if (!isDamage(error) || !(error instanceof Error)) throw dataFolderError(error, file);
    const message = `${file} is damaged (${error.message}): ${rebuildHistoryAdvice(dirname(file))}`;
    throw new DataFolderError({ problem: 'damaged', path: file, message, cause: error });
  }
}

/** Creates the tables in a new file, and again in one of another version. Returns whether it did. */
async function createTables(database: SqlDatabase): Promise<boolean> {
  const tables = database
    .all("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => String(name));
  const format = Number(database.get('pragma user_version')?.user_version);
  if (tables.length > 0) requireHistory(database.file, tables, format);
  if (tables.length > 0 && format === historyFormat) return false;
  await kyselyOf<unknown>(database)
    .transaction()
    .execute(async (transaction) => {
      for (const table of tables) await transaction.schema.dropTable(table).execute();
      await createHistoryTables(transaction);
      database.all(`pragma user_version = ${historyFormat}`);
    });
  return true;
}

function requireHistory(file: string, tables: readonly string[], format: number): void {
  if (!tables.includes('history_position'))
    throw new DataFolderError({
      problem: 'notADatabase',
      path: file,
      message: `${file} is not the history of an Openpit (it has the table ${tables[0]}): choose another data folder, or ${rebuildHistoryAdvice(dirname(file))}`,
    });
  if (format > historyFormat)
    throw new DataFolderError({
      problem: 'newerFormat',
      path: file,
      message: `${file} was written by a newer Openpit (history format ${format}, this one knows up to ${historyFormat}): start the newer one, or ${rebuildHistoryAdvice(dirname(file))}`,
    });
}

/** Calls with a database that has the tables of a new history. */
async function withModel(call: (model: SqlDatabase) => void): Promise<void> {
  const model = openLibsql(':memory:');
  try {
    await createHistoryTables(kyselyOf<unknown>(model));
    call(model);
  } finally {
    model.close();
  }
}

/** Reads the whole file for damage. Resolves to the message of DataFolderError, or to null if there is none. */
export async function damageOfHistory(file: string): Promise<string | null> {
  const database = openLibsql(file, { busyTimeoutMs: 2000 });
  try {
    database.all(`pragma cache_size = -${cacheOfCheck}`);
    await withModel((model) =>
      requireUndamaged(database, { model, advice: rebuildHistoryAdvice(dirname(file)) }),
    );
    return null;
  } catch (error) {
    if (error instanceof DataFolderError) return error.message;
    throw error;
  } finally {
    database.close();
  }
}

interface FileCheck {
  /** See OpenedHistoryDatabase.checked. */
  readonly done: Promise<boolean>;
  /** Resolves when the file is not open any more. */
  stop(): Promise<void>;
}

const noCheck: FileCheck = { done: Promise.resolve(true), stop: () => Promise.resolve() };

/** Runs check-history.ts. */
function checkFile(file: string): FileCheck {
  const child = startProcess(new URL('./check-history.ts', import.meta.url));
  let isStopped = false;
  let damage: string | null | undefined;
  child.once('message', (message) => {
    damage = message as string | null;
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`its process ended with ${signal ?? code}`));
  });
  child.send(file);
  async function result(): Promise<boolean> {
    const end = await ended;
    if (isStopped) return false;
    if (damage === undefined) throw new Error(`${file} could not be checked: ${end}`);
    if (damage === null) return true;
    throw new DataFolderError({ problem: 'damaged', path: file, message: damage });
  }
  const done = result();
  done.catch(() => undefined);
  return {
    done,
    stop: async () => {
      isStopped = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Closes a damaged file, like `seal` without a write-ahead file if that is possible. */
function closeDamaged(database: SqlDatabase): void {
  try {
    database.all('pragma journal_mode = delete');
  } catch {
    // The first page of the file cannot be read, so that the file has no open write-ahead file either.
  }
  database.close();
}
