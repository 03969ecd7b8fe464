// The packages that Openpit needs, as package-lock.json names them: installed once, and again when the lock changes.
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

/**
 * @param {string} lockText the contents of package-lock.json
 * @returns {string} what the stamp of an installation made from it says; native parts differ from machine to machine
 */
export function installStamp(lockText) {
  return `${createHash('sha256').update(lockText).digest('hex')}\n${machine}\n`;
}

const machine = `${process.platform} ${process.arch}`;

/**
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, npm's own note of what it put there
 * @returns {boolean} true when somebody's own `npm ci` or `npm install` left exactly what the lock asks for
 */
export function isInStep(lock, installed) {
  const have = installed.packages || {};
  const need = Object.entries(lock.packages || {}).filter(([path]) => path.includes('node_modules/'));
  return need.every(([path, entry]) => {
    const found = have[path];
    if (found === undefined) return entry.optional === true;
    return (
      found.version === entry.version &&
      found.integrity === entry.integrity &&
      (found.link === true) === (entry.link === true)
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
  // A stamp of another lock or machine proves nothing; npm's own note is taken only where we never left a stamp of
  // another machine, because it does not say for which one it installed.
  if (existsSync(stamp) && !readFileSync(stamp, 'utf8').includes(machine)) return false;
  const note = join(modules, '.package-lock.json');
  return existsSync(note) && isInStep(readLock(lockFile), readLock(note));
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
      advice: 'Restore it with: git checkout package-lock.json   (or, if it lies in node_modules: npm ci)',
    });
  }
}

/**
 * Installs with `npm ci` unless what is there fits. Development packages too: they build the application.
 * @param {{ progress: Progress, folder?: string }} options
 * @returns {Promise<boolean>} true when something was installed
 */
export async function ensureInstalled({ progress, folder = root }) {
  if (isInstalled(folder)) return false;
  return await oneAtATime(
    { lockFile: join(folder, '.build', 'lock'), onWait: progress.tellOfWaiting },
    async () => {
      // Whom we waited for may have installed just this.
      if (isInstalled(folder)) return false;
      const title = existsSync(join(folder, 'node_modules')) ? 'Update the packages' : 'Install the packages';
      await progress.step(title, (voice) => install({ folder, onLine: voice.say }));
      return true;
    },
  );
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
    advise: installAdvice,
  });
  writeFileSync(join(folder, 'node_modules', stampName), stamp);
}

/** @returns {{ command: string, args: string[], shell: boolean }} the npm that started us, else the one in PATH */
export function npmCommand() {
  const own = process.env.npm_execpath;
  if (own !== undefined && /\.c?js$/.test(own) && existsSync(own)) {
    return { command: process.execPath, args: [own], shell: false };
  }
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/**
 * @param {string} output what npm printed
 * @returns {string} what a person can do about it
 */
export function installAdvice(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/.test(output)
  ) {
    return 'The package registry could not be reached. Check the network and the proxy (npm config get registry), then run the same command again.';
  }
  if (/ENOSPC/.test(output))
    return 'The disk is full: Openpit needs about 500 MB for its packages. Make room, then run the same command again.';
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return 'npm may not write here. Use a folder (and an npm cache: npm config get cache) that belongs to you, then run the same command again.';
  }
  if (/in sync|EUSAGE/.test(output)) {
    return 'package.json and package-lock.json disagree. Restore them (git checkout package.json package-lock.json), or after a change of your own run: npm install';
  }
  if (/EINTEGRITY/.test(output))
    return 'A package arrived damaged. Run: npm cache clean --force, then the same command again.';
  return 'Run the same command again. If it fails again: delete the folder node_modules, run "npm ci" and read its first error.';
}
