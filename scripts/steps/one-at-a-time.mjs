// Two commands that install or build in one folder would destroy each other's work, so the second one waits for the first.
// The holder of the lock touches it every two seconds: a lock that a crash has left behind is recognised by its age.
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StepFailure } from './step-failure.mjs';

const touchEveryMs = 2_000;
const abandonedMs = 15_000;
const askAgainMs = 250;

/**
 * @template T
 * @param {{ lockFile: string, onWait?: (holder: number) => void }} options onWait: called once, with the process id of the holder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime({ lockFile, onWait }, work) {
  makeFolder(dirname(lockFile));
  let hasWaited = false;
  while (!take(lockFile)) {
    const holder = holderOf(lockFile);
    if (holder === undefined) continue;
    if (isAbandoned(lockFile, holder)) {
      rmSync(lockFile, { force: true });
      continue;
    }
    if (!hasWaited && onWait !== undefined) onWait(holder);
    hasWaited = true;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  const touching = setInterval(() => touch(lockFile), touchEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    process.removeListener('exit', release);
    release();
  }
}

/** @param {string} folder */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(error, code))) throw error;
    throw new StepFailure(
      `Something must be installed or built, but you may not write to ${dirname(folder)}.`,
      {
        advice: 'Run the same command as the owner of that folder, or in a copy that belongs to you.',
      },
    );
  }
}

/** @param {string} lockFile */
function touch(lockFile) {
  try {
    utimesSync(lockFile, new Date(), new Date());
  } catch (error) {
    // The lock was removed meanwhile: the work continues, and the next command takes its own lock.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** @param {string} lockFile */
function take(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * @param {string} lockFile
 * @returns {number | undefined} its process id; undefined if the lock was removed meanwhile
 */
function holderOf(lockFile) {
  try {
    return Number(readFileSync(lockFile, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * @param {string} lockFile
 * @param {number} holder
 */
function isAbandoned(lockFile, holder) {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > abandonedMs) return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
  // An empty file is a lock that is being written at this moment.
  return holder > 0 && !isAlive(holder);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
