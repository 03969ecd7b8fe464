// Installs the packages that package-lock.json names: once, and again when the lock changes.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean, peer?: boolean }} LockEntry */
/** @typedef {{ packages?: Record<string, LockEntry> }} Lock */

const stampName = '.openpit-installed-from';

const installAdvice = `npm says above what went wrong. The usual reasons:
- The package registry cannot be reached: check the network and the proxy (npm config get registry).
- The disk is full: the packages need about 500 MB.
- npm may not write here: use a folder, and an npm cache (npm config get cache), that belong to you.
- package.json and package-lock.json disagree: git checkout package.json package-lock.json
Then run the same command again.`;

/**
 * @param {string} lockText the contents of package-lock.json
 * @returns {string} the stamp of an installation made from it; native parts differ from machine to machine
 */
export function installStamp(lockText) {
  return `${createHash('sha256').update(lockText).digest('hex')}\n${machine}\n`;
}

const machine = `${process.platform} ${process.arch}`;

/**
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, npm's own record of installed packages
 * @returns {boolean} true if an `npm ci` or `npm install` outside our commands installed exactly the lock's packages
 */
export function matchesLock(lock, installed) {
  const have = installed.packages || {};
  const need = Object.entries(lock.packages || {}).filter(([path]) => path.includes('node_modules/'));
  return need.every(([path, entry]) => {
    const installed = have[path];
    if (installed === undefined) return entry.optional === true;
    return (
      installed.version === entry.version &&
      installed.integrity === entry.integrity &&
      (installed.link === true) === (entry.link === true)
    );
  });
}

/** @param {string} [folder] the repository */
export function isInstalled(folder = root) {
  const lockFile = join(folder, 'package-lock.json');
  const modules = join(folder, 'node_modules');
  if (!existsSync(lockFile)) {
    throw new StepFailure('package-lock.json is missing: this folder is not a whole copy of Openpit.', {
      advice: 'Get a fresh copy of the repository, or restore the file with: git checkout package-lock.json',
    });
  }
  const lockText = readFileSync(lockFile, 'utf8');
  const stamp = join(modules, stampName);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === installStamp(lockText)) return true;
  // npm's own record does not name the machine, so it counts only where no stamp names another one.
  if (existsSync(stamp) && !readFileSync(stamp, 'utf8').includes(machine)) return false;
  const record = join(modules, '.package-lock.json');
  return existsSync(record) && matchesLock(readLock(lockFile), readLock(record));
}

/**
 * @param {string} file
 * @returns {Lock}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StepFailure(`${file} cannot be read: ${error instanceof Error ? error.message : error}.`, {
      advice: 'Restore it with: git checkout package-lock.json   (or, if it is in node_modules: npm ci)',
    });
  }
}

/**
 * Installs with `npm ci` unless the right packages are installed. Development packages too: they build the application.
 * @param {{ progress: Progress, folder?: string, what?: string }} options what: is installed, for the step's title
 * @returns {Promise<boolean>} true if something was installed
 */
export async function ensureInstalled({ progress, folder = root, what: subject = 'the packages' }) {
  if (isInstalled(folder)) return false;
  return await oneAtATime({ lockFile: join(folder, '.build', 'lock'), onWait: progress.onWait }, async () => {
    // The process that we waited for may have installed the same.
    if (isInstalled(folder)) return false;
    const title = existsSync(join(folder, 'node_modules')) ? `Update ${subject}` : `Install ${subject}`;
    await progress.step(title, (voice) => install({ folder, onLine: voice.say }));
    return true;
  });
}

/** @param {{ folder: string, onLine: (line: string) => void }} options */
async function install({ folder, onLine }) {
  const stamp = installStamp(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const npm = npmCommand();
  await runTool({
    title: 'The packages could not be installed',
    command: npm.command,
    args: [...npm.args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    cwd: folder,
    shell: npm.shell,
    onLine,
    advice: installAdvice,
  });
  writeFileSync(join(folder, 'node_modules', stampName), stamp);
}

/** @returns {{ command: string, args: string[], shell: boolean }} the npm that started us, else the one in PATH */
export function npmCommand() {
  const npmPath = process.env.npm_execpath;
  if (npmPath !== undefined && /\.c?js$/.test(npmPath) && existsSync(npmPath)) {
    return { command: process.execPath, args: [npmPath], shell: false };
  }
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}
