// Two commands that install or build in one folder would destroy each other's work: the second waits for the first.
// Whoever holds the lock touches it every two seconds, so that a lock left behind by a crash is recognised.
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

const beatMs = 2_000;
const abandonedMs = 15_000;
const askAgainMs = 250;

/**
 * @template T
 * @param {{ lockFile: string, onWait?: (holder: number) => void }} options onWait is told the other's process id, once
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime({ lockFile, onWait }, work) {
  makeFolder(dirname(lockFile));
  let told = false;
  while (!take(lockFile)) {
    const holder = holderOf(lockFile);
    if (holder === undefined) continue;
    if (isAbandoned(lockFile, holder)) {
      rmSync(lockFile, { force: true });
      continue;
    }
    if (!told && onWait !== undefined) onWait(holder);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  const beat = setInterval(() => touch(lockFile), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
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
      `Something has to be installed or built, and ${dirname(folder)} cannot be written by you.`,
      {
        advice: 'Run the same command as the owner of that folder, or in a copy that is yours.',
      },
    );
  }
}

/** @param {string} lockFile */
function touch(lockFile) {
  try {
    utimesSync(lockFile, new Date(), new Date());
  } catch (error) {
    // Somebody cleans up under us: the work goes on, and whoever comes next takes a lock of its own.
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
 * @returns {number | undefined} undefined when the lock went away meanwhile
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
  // An empty file is a lock in the moment of being written.
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
