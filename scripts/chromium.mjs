// The browser of the journeys: one that is installed, else (as root, on Debian) one installed with apt-get.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

// The headless shell is the same engine without windows and takes a tenth less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * @param {{ env?: Environment, platform?: string, isProgram?: (file: string) => boolean }} [machine]
 * @returns {string | undefined} the browser's file: OPENPIT_CHROMIUM before PATH before macOS's applications. Throws a
 *   StepFailure when OPENPIT_CHROMIUM names something that cannot be run.
 */
export function findChromium({ env = process.env, platform = process.platform, isProgram = canRun } = {}) {
  const chosen = env.OPENPIT_CHROMIUM;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new StepFailure(`OPENPIT_CHROMIUM names ${chosen}, which is not a program that can be run here.`, {
      advice: 'Set it to the file of a Chromium or Chrome, or unset it to have one found in PATH.',
    });
  }
  return candidates(env, platform).find(isProgram);
}

/**
 * @param {Environment} env
 * @param {string} platform
 */
function candidates(env, platform) {
  const folders = (env.PATH || '').split(delimiter).filter((folder) => folder !== '');
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return platform === 'darwin' ? [...inPath, ...macApplications] : inPath;
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {{ progress: Progress, env?: Environment, isRoot?: boolean, isProgram?: (file: string) => boolean }} options
 * @returns {Promise<string>} the file of a Chromium that runs; rejects with a StepFailure that has the command to run
 */
export async function ensureChromium({
  progress,
  env = process.env,
  isRoot = runsAsRoot(),
  isProgram = canRun,
}) {
  return await progress.step('Chromium', async (voice) => {
    let file = findChromium({ env, isProgram });
    if (file === undefined) {
      const apt = aptGet(env, isProgram);
      if (!isRoot || apt === undefined)
        throw new StepFailure(noChromium, { advice: chromiumAdvice(apt !== undefined) });
      await installWithApt(apt, voice.say);
      file = findChromium({ env, isProgram });
      if (file === undefined)
        throw new StepFailure('apt-get has installed chromium-headless-shell, but none is in PATH.', {
          advice: chromiumAdvice(true),
        });
    }
    await requireRunning(file);
    voice.note(file);
    return file;
  });
}

const noChromium = 'No Chromium was found. The journeys need a real browser.';

/** @param {boolean} hasApt */
export function chromiumAdvice(hasApt) {
  const install = hasApt
    ? 'Install it with: sudo apt-get install --no-install-recommends chromium-headless-shell'
    : 'Install Chromium or Google Chrome with the package manager of this machine';
  return `${install}\nor name an installed one: OPENPIT_CHROMIUM=/path/to/chrome npm test`;
}

function runsAsRoot() {
  return typeof process.getuid === 'function' && process.getuid() === 0;
}

/**
 * @param {Environment} env
 * @param {(file: string) => boolean} isProgram
 */
function aptGet(env, isProgram) {
  return (env.PATH || '')
    .split(delimiter)
    .map((folder) => join(folder, 'apt-get'))
    .find(isProgram);
}

/**
 * @param {string} apt
 * @param {(line: string) => void} onLine
 */
async function installWithApt(apt, onLine) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']]) {
    await runTool({
      title: `apt-get ${args[0]} has failed`,
      command: apt,
      args,
      cwd: '/',
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      onLine,
      advice: chromiumAdvice(true),
    });
  }
}

/** @param {string} file */
async function requireRunning(file) {
  await runTool({
    title: `${file} does not run`,
    command: file,
    args: ['--version'],
    cwd: process.cwd(),
    advice: chromiumAdvice(true),
  });
}
