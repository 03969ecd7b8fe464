// Ensures that exactly one process owns a data folder. The lock is an exclusive SQLite transaction on the empty file
// `owner.lock`, held as long as the process lives. The operating system releases it however the process ends, so it is never
// stale. `owner.json` next to it only describes the owner, for the error message of a second process. Nothing else may open
// `owner.lock`, because closing any descriptor of a file releases the process's POSIX locks on it.
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { dataFolderError, prepareFolder } from '../data-folder.ts';
import { openLibsql } from '../database/libsql.ts';
import { type SqlDatabase, SqlError } from '../database/sql.ts';
import { type Holder, JournalHeldError } from './journal-errors.ts';

// Kept reachable, because libsql releases the lock when the connection is garbage-collected.
const heldLocks = new Set<SqlDatabase>();

export interface Owner {
  readonly folder: string;
  /** Writes to `owner.json` where the HTTP interface listens. */
  announce(address: string): Promise<void>;
  /** Releases the folder; a second call does nothing. */
  release(): Promise<void>;
}

/**
 * Acquires the folder for this process, creating it if it is missing. Rejects immediately with JournalHeldError if another
 * process holds it.
 */
export async function takeOwnership(folder: string): Promise<Owner> {
  const path = await prepareFolder(folder);
  const description = join(path, 'owner.json');
  const lock = takeLock(path);
  const since = new Date().toISOString();
  let isOwner = true;

  async function write(newAddress: string | null): Promise<void> {
    const holder: Holder = { pid: process.pid, since, host: hostname(), address: newAddress };
    const temporary = `${description}.new`;
    await writeFile(temporary, `${JSON.stringify(holder)}\n`);
    await rename(temporary, description);
  }

  async function release(): Promise<void> {
    if (!isOwner) return;
    isOwner = false;
    try {
      await rm(description, { force: true });
    } finally {
      // Only the rollback releases the lock immediately: libsql closes a file when its statements are
      // garbage-collected.
      lock.execScript('rollback');
      lock.close();
      heldLocks.delete(lock);
    }
  }

  try {
    await write(null);
  } catch (error) {
    await release().catch(() => undefined);
    throw dataFolderError(error, description);
  }
  return {
    folder: path,
    release,
    announce: async (newAddress) => {
      if (isOwner) await write(newAddress);
    },
  };
}

function takeLock(folder: string): SqlDatabase {
  const file = join(folder, 'owner.lock');
  let lock: SqlDatabase | undefined;
  try {
    lock = openLibsql(file);
    lock.execScript('begin exclusive');
    heldLocks.add(lock);
    return lock;
  } catch (error) {
    lock?.close();
    if (!(error instanceof SqlError && error.code.startsWith('SQLITE_BUSY')))
      throw dataFolderError(error, file);
    const holder = readHolder(folder);
    throw new JournalHeldError(
      `the data folder ${folder} is in use by ${holder === undefined ? 'another process' : described(holder)}: stop it first, or choose another data folder`,
      holder,
    );
  }
}

function described({ pid, since, host, address }: Holder): string {
  const who = pid === process.pid && host === hostname() ? `this process (${pid})` : `process ${pid}`;
  const where = host === hostname() ? '' : ` on ${host}`;
  return `${who}${where} since ${since}${address === null ? '' : `, listening at ${address}`}`;
}

/** True if `owner.json` names a process of this machine that ended without releasing the folder. */
export function hasOwnerEnded(folder: string): boolean {
  const holder = readDescription(folder);
  return holder !== undefined && !isRunning(holder);
}

/** The running owner according to `owner.json`; undefined if the file is missing or unreadable, or its process has ended. */
function readHolder(folder: string): Holder | undefined {
  const holder = readDescription(folder);
  return holder !== undefined && isRunning(holder) ? holder : undefined;
}

const isRunning = ({ host, pid }: Holder): boolean => host !== hostname() || isAlive(pid);

function readDescription(folder: string): Holder | undefined {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'));
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  const { pid, since, host, address }: { pid?: unknown; since?: unknown; host?: unknown; address?: unknown } =
    content;
  if (typeof pid !== 'number' || typeof since !== 'string' || typeof host !== 'string') return undefined;
  return { pid, since, host, address: typeof address === 'string' ? address : null };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
