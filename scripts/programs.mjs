// Programs that tests need, such as the browsers of the journeys: one that is installed, else (as root, on Debian) one installed
// with apt-get.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} need for which tests, as a sentence
 * @property {string} others what else serves, for the advice
 * @property {string} variable of the environment, which names its file
 * @property {readonly string[]} programs in the order of preference
 * @property {readonly string[]} macApplications
 * @property {string} debianPackage
 */

/** @type {Program} */
export const chromium = {
  name: 'Chromium',
  need: 'The journeys need a real browser.',
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

/** @type {Program} */
export const firefox = {
  name: 'Firefox',
  need: 'The journeys need a real browser.',
  others: 'Firefox ESR',
  variable: 'OPENPIT_FIREFOX',
  programs: ['firefox-esr', 'firefox'],
  macApplications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  debianPackage: 'firefox-esr',
};

/** Records the system calls of a process, and lets some of them fail. @type {Program} */
export const strace = {
  name: 'strace',
  need: 'The tests of failing disks need it.',
  others: 'strace',
  variable: 'OPENPIT_STRACE',
  programs: ['strace'],
  macApplications: [],
  debianPackage: 'strace',
};

/**
 * @param {Program} program
 * @param {{ env?: Environment, platform?: string, isProgram?: (file: string) => boolean }} [machine]
 * @returns {string | undefined} its file: the variable before PATH before macOS's applications. Throws a
 *   StepFailure when the variable names something that cannot be run.
 */
export function findProgram(
  program,
  { env = process.env, platform = process.platform, isProgram = canRun } = {},
) {
  const chosen = env[program.variable];
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new StepFailure(
      `${program.variable} names ${chosen}, which is not a program that can be run here.`,
      {
        advice: `Set it to the file of ${program.others}, or unset it to have one found in PATH.`,
      },
    );
  }
  return candidates(program, env, platform).find(isProgram);
}

/**
 * @param {Program} program
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
 * @param {Program} program
 * @param {{ progress: Progress, env?: Environment, isRoot?: boolean, isProgram?: (file: string) => boolean }} options
 * @returns {Promise<string>} its file, which runs; rejects with a StepFailure that has the command to run
 */
export async function ensureProgram(
  program,
  { progress, env = process.env, isRoot = runsAsRoot(), isProgram = canRun },
) {
  return await progress.step(program.name, async (voice) => {
    let file = findProgram(program, { env, isProgram });
    if (file === undefined) {
      const apt = aptGet(env, isProgram);
      if (!isRoot || apt === undefined)
        throw new StepFailure(noProgram(program), { advice: programAdvice(program, apt !== undefined) });
      await installWithApt(program, apt, voice.say);
      file = findProgram(program, { env, isProgram });
      if (file === undefined)
        throw new StepFailure(`apt-get has installed ${program.debianPackage}, but none is in PATH.`, {
          advice: programAdvice(program, true),
        });
    }
    await requireRunning(program, file);
    voice.note(file);
    return file;
  });
}

/** @param {Program} program */
const noProgram = ({ name, need }) => `No ${name} was found. ${need}`;

/**
 * @param {Program} program
 * @param {boolean} hasApt
 */
export function programAdvice({ debianPackage, others, variable }, hasApt) {
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
 * @param {Program} program
 * @param {string} apt
 * @param {(line: string) => void} onLine
 */
async function installWithApt(program, apt, onLine) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', program.debianPackage]]) {
    await runTool({
      title: `apt-get ${args[0]} has failed`,
      command: apt,
      args,
      cwd: '/',
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      onLine,
      advice: programAdvice(program, true),
    });
  }
}

/**
 * @param {Program} program
 * @param {string} file
 */
async function requireRunning(program, file) {
  await runTool({
    title: `${file} does not run`,
    command: file,
    args: ['--version'],
    cwd: process.cwd(),
    advice: programAdvice(program, true),
  });
}
