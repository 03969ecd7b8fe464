// Copies the files of a data folder while another process may use them: databases as of one moment, including their write-ahead files, and
// snapshots. The caller decides the order of the files.
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError, dataFolderError, prepareFolder, syncFolder } from './data-folder.ts';
import { acknowledgedChanges, changeCount, requireAllChanges } from './database/change-count.ts';
import { openLibsql } from './database/libsql.ts';
import type { SqlDatabase } from './database/sql.ts';
import { JournalDamagedError } from './journal/journal-errors.ts';
import { JournalStore } from './journal/journal-store.ts';
import { openTailFile, readTail, tailFileOf } from './tail-file.ts';

/** The time that a copy waits for another connection's lock. */
const busyTimeoutMs = 10_000;

/** Creates the folder, closed to other users, or uses an empty one. Returns its absolute path; rejects with DataFolderError. */
export async function prepareBackupFolder(folder: string): Promise<string> {
  const path = await prepareFolder(folder);
  if ((await readdir(path)).length === 0) return path;
  throw new DataFolderError({
    problem: 'inUse',
    path,
    message: `${path} is not empty: name a folder that does not exist yet, so that a backup never mixes with other files`,
  });
}

/**
 * Copies a database as of one moment, which other connections continue to use; the copy has no write-ahead file and is on
 * the disk when it returns. Returns its bytes, or null if there is no such file. Throws DataFolderError.
 */
export function copyDatabase(from: string, to: string): number | null {
  if (!existsSync(from)) return null;
  let source: SqlDatabase | undefined;
  try {
    source = openLibsql(from, { busyTimeoutMs });
    source.run('vacuum into ?', [to]);
  } catch (error) {
    throw dataFolderError(error, from);
  } finally {
    source?.close();
  }
  return sync(to);
}

/**
 * Copies `openpit.db` as `copyDatabase` does, with its own tail file. Throws DataFolderError even when
 * changes are missing that were acknowledged.
 */
export function copyCountedDatabase(from: string, to: string): number {
  const before = acknowledgedChanges(from);
  const bytes = copyDatabase(from, to);
  if (bytes === null) return 0;
  const copy = openLibsql(to);
  try {
    requireAllChanges(copy, before);
    openTailFile(tailFileOf(to), changeCount(copy)).close();
  } finally {
    copy.close();
  }
  return bytes + sync(tailFileOf(to));
}

/**
 * Copies the journal of one folder into another, with its own tail file, and reads every command and outcome of the
 * copy with its checksum. `onProgress` is called with the commands read so far and all of them. Throws
 * JournalDamagedError or DataFolderError; then the copy has no tail file, and no server starts from it.
 */
export function copyJournal(
  fromFolder: string,
  toFolder: string,
  onProgress: (read: number, total: number) => void,
): { readonly lastSeq: number; readonly bytes: number } {
  const acknowledged = readTail(join(fromFolder, 'journal.tail'));
  const file = join(toFolder, 'journal.db');
  const tailFile = join(toFolder, 'journal.tail');
  copyDatabase(join(fromFolder, 'journal.db'), file);
  try {
    const lastSeq = readWhole(file, onProgress);
    if (typeof acknowledged === 'number' && acknowledged > lastSeq)
      throw new JournalDamagedError(
        `the copy of the journal ends at command ${lastSeq}, and commands up to ${acknowledged} were acknowledged before it began`,
        lastSeq + 1,
      );
    return { lastSeq, bytes: sync(file) + sync(tailFile) };
  } catch (error) {
    rmSync(tailFile, { force: true });
    throw error;
  }
}

/** Moves a copied journal, which is closed, to its place; its tail file last, without which no server starts from it. */
export async function placeJournal(fromFolder: string, toFolder: string): Promise<void> {
  for (const name of ['journal.db', 'journal.tail'])
    await rename(join(fromFolder, name), join(toFolder, name));
  await syncFolder(toFolder);
  await rm(fromFolder, { recursive: true });
}

/**
 * Copies the complete snapshots of a folder. A snapshot that is removed during the copy, because a newer one was written, is omitted.
 * Returns their bytes; rejects with DataFolderError.
 */
export async function copySnapshots(fromFolder: string, toFolder: string): Promise<number> {
  if (!existsSync(fromFolder)) return 0;
  const to = await prepareFolder(toFolder);
  let bytes = 0;
  for (const name of await readdir(fromFolder)) {
    if (!/^snapshot-\d+\.bin$/.test(name)) continue;
    try {
      await copyFile(join(fromFolder, name), join(to, name));
      bytes += sync(join(to, name));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
        throw dataFolderError(error, to);
    }
  }
  return bytes;
}

/** Opens a copied journal as a start does, which writes its tail file, and reads it to its end. Returns the last number. */
function readWhole(file: string, onProgress: (read: number, total: number) => void): number {
  const store = new JournalStore(file, { acceptsMissing: true });
  try {
    let seq = 0;
    for (let rows = store.read(1); rows.length > 0; rows = store.read(seq + 1)) {
      seq += rows.length;
      onProgress(seq, store.lastSeq);
    }
    let outcome = 0;
    for (let rows = store.readOutcomes(1); rows.length > 0; rows = store.readOutcomes(outcome + 1))
      outcome += rows.length;
    return store.lastSeq;
  } finally {
    store.close();
  }
}

/** Writes the file to the disk; returns its bytes. */
function sync(file: string): number {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return statSync(file).size;
}
