// The browsers of the journeys: one that is installed, else (as root, on Debian) one installed with apt-get.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * @typedef {object} Browser
 * @property {string} name
 * @property {string} others what else runs the journeys, for the advice
 * @property {string} variable of the environment, which names the file of the browser
 * @property {readonly string[]} programs in the order of preference
 * @property {readonly string[]} macApplications
 * @property {string} debianPackage
 */

/** @type {Browser} */
export const chromium = {
  name: 'Chromium',
  others: 'Chromium or Google Chrome',
  variable: 'OPENPIT_CHROMIUM',
  // The headless shell is the same engine without windows and takes a tenth less time.
  programs: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  macApplications: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  debianPackage: 'chromium-headless-shell',
};

/** @type {Browser} */
export const firefox = {
  name: 'Firefox',
  others: 'Firefox ESR',
  variable: 'OPENPIT_FIREFOX',
  programs: ['firefox-esr', 'firefox'],
  macApplications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  debianPackage: 'firefox-esr',
};

/**
 * @param {Browser} browser
 * @param {{ env?: Environment, platform?: string, isProgram?: (file: string) => boolean }} [machine]
 * @returns {string | undefined} the browser's file: its variable before PATH before macOS's applications. Throws a
 *   StepFailure when the variable names something that cannot be run.
 */
export function findBrowser(
  browser,
  { env = process.env, platform = process.platform, isProgram = canRun } = {},
) {
  const chosen = env[browser.variable];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new StepFailure(
      `${browser.variable} names ${chosen}, which is not a program that can be run here.`,
      {
        advice: `Set it to the file of ${browser.others}, or unset it to have one found in PATH.`,
      },
    );
  }
  return candidates(browser, env, platform).find(isProgram);
}

/**
 * @param {Browser} browser
 * @param {Environment} env
 * @param {string} platform
 */
function candidates({ programs, macApplications }, env, platform) {
  const folders = (env.PATH || '').split(delimiter).filter((folder) => folder !== '');
  const inPath = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
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
 * @param {Browser} browser
 * @param {{ progress: Progress, env?: Environment, isRoot?: boolean, isProgram?: (file: string) => boolean }} options
 * @returns {Promise<string>} the file of a browser that runs; rejects with a StepFailure that has the command to run
 */
export async function ensureBrowser(
  browser,
  { progress, env = process.env, isRoot = runsAsRoot(), isProgram = canRun },
) {
  return await progress.step(browser.name, async (voice) => {
    let file = findBrowser(browser, { env, isProgram });
    if (file === undefined) {
      const apt = aptGet(env, isProgram);
      if (!isRoot || apt === undefined)
        throw new StepFailure(noBrowser(browser), { advice: browserAdvice(browser, apt !== undefined) });
      await installWithApt(browser, apt, voice.say);
      file = findBrowser(browser, { env, isProgram });
      if (file === undefined)
        throw new StepFailure(`apt-get has installed ${browser.debianPackage}, but none is in PATH.`, {
          advice: browserAdvice(browser, true),
        });
    }
    await requireRunning(browser, file);
    voice.note(file);
    return file;
  });
}

/** @param {Browser} browser */
const noBrowser = ({ name }) => `No ${name} was found. The journeys need a real browser.`;

/**
 * @param {Browser} browser
 * @param {boolean} hasApt
 */
export function browserAdvice({ debianPackage, others, variable }, hasApt) {
  const install = hasApt
    ? `Install it with: sudo apt-get install --no-install-recommends ${debianPackage}`
    : `Install ${others} with the package manager of this machine`;
  return `${install}\nor name an installed one: ${variable}=/path/to/it npm test`;
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
 * @param {Browser} browser
 * @param {string} apt
 * @param {(line: string) => void} onLine
 */
async function installWithApt(browser, apt, onLine) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', browser.debianPackage]]) {
    await runTool({
      title: `apt-get ${args[0]} has failed`,
      command: apt,
      args,
      cwd: '/',
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      onLine,
      advice: browserAdvice(browser, true),
    });
  }
}

/**
 * @param {Browser} browser
 * @param {string} file
 */
async function requireRunning(browser, file) {
  await runTool({
    title: `${file} does not run`,
    command: file,
    args: ['--version'],
    cwd: process.cwd(),
    advice: browserAdvice(browser, true),
  });
}
