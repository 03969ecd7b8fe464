// Programs that tests need, such as the browsers of the journeys: uses an installed program;
// otherwise, as root on Debian, installs it with apt-get.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './repository.mjs';
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
 * @property {string} [checkedWith] the argument with which it must succeed; `--version` by default
 * @property {() => readonly string[]} [otherFolders] folders that are not in PATH; the newest version first
 * @property {string} [unpackedIn] the package is only unpacked, into this folder: it would start a service
 * @property {{ readonly file: string, readonly text: string }} [beforeInstall] a file that is written before apt-get installs it
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

/** Drives Debian's WebKit. @type {Program} */
export const webkit = {
  name: 'WebKit',
  need: 'The journeys need a real browser.',
  others: 'WebKitWebDriver',
  variable: 'OPENPIT_WEBKIT',
  programs: ['WebKitWebDriver'],
  macApplications: [],
  debianPackage: 'webkit2gtk-driver',
  checkedWith: '--help',
};

/** A display without a screen, for WebKit. @type {Program} */
export const xvfb = {
  name: 'Xvfb',
  need: 'WebKit needs a display.',
  others: 'Xvfb',
  variable: 'OPENPIT_XVFB',
  programs: ['Xvfb'],
  macApplications: [],
  debianPackage: 'xvfb',
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

const postgresFolder = '/usr/lib/postgresql';

/** The program that creates the data of a server; the server is in the same folder. @type {Program} */
export const postgres = {
  name: 'PostgreSQL',
  need: 'The tests start a PostgreSQL server of their own.',
  others: 'the PostgreSQL server',
  variable: 'OPENPIT_POSTGRES',
  programs: ['initdb'],
  macApplications: [],
  debianPackage: 'postgresql',
  // Debian keeps several versions side by side, outside PATH.
  otherFolders: () =>
    (existsSync(postgresFolder) ? readdirSync(postgresFolder) : [])
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(postgresFolder, version, 'bin')),
  // The package would otherwise create a server that runs.
  beforeInstall: {
    file: '/etc/postgresql-common/createcluster.d/no-main-cluster.conf',
    text: 'create_main_cluster = false\n',
  },
};

const promtoolFolder = join(root, '.build', 'prometheus');

/** Checks metrics and alert rules. @type {Program} */
export const promtool = {
  name: 'promtool',
  need: 'The tests of metrics and alert rules need it.',
  others: 'Prometheus, which promtool is a part of,',
  variable: 'OPENPIT_PROMTOOL',
  programs: ['promtool'],
  macApplications: [],
  debianPackage: 'prometheus',
  otherFolders: () => [join(promtoolFolder, 'usr', 'bin')],
  unpackedIn: promtoolFolder,
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
function candidates({ programs, macApplications, otherFolders = () => [] }, env, platform) {
  const inEnvironment = (env.PATH || '').split(delimiter).filter((folder) => folder !== '');
  const folders = [...inEnvironment, ...otherFolders()];
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
      if (apt === undefined || !(isRoot || program.unpackedIn !== undefined))
        throw new StepFailure(noProgram(program), { advice: programAdvice(program, apt !== undefined) });
      if (program.unpackedIn !== undefined)
        await unpackWithApt(program, { apt, folder: program.unpackedIn, isRoot, onLine: voice.say });
      else await installWithApt(program, apt, voice.say);
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
  if (program.beforeInstall !== undefined) {
    mkdirSync(dirname(program.beforeInstall.file), { recursive: true });
    writeFileSync(program.beforeInstall.file, program.beforeInstall.text);
  }
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
 * Downloads a package and unpacks it, which needs no rights and starts nothing. Its list of packages may be missing or old: root
 * can bring it up to date.
 * @param {Program} program
 * @param {{ apt: string, folder: string, isRoot: boolean, onLine: (line: string) => void }} options
 */
async function unpackWithApt(program, { apt, folder, isRoot, onLine }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const advice = programAdvice(program, true);
  const step = { cwd: folder, onLine, advice };
  if (isRoot) await runTool({ ...step, title: 'apt-get update has failed', command: apt, args: ['update'] });
  await runTool({
    ...step,
    title: 'apt-get download has failed',
    command: apt,
    args: ['download', program.debianPackage],
  });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    await runTool({
      ...step,
      title: `${name} cannot be unpacked`,
      command: 'dpkg-deb',
      args: ['-x', name, '.'],
    });
    rmSync(join(folder, name));
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
    args: [program.checkedWith ?? '--version'],
    cwd: process.cwd(),
    advice: programAdvice(program, true),
  });
}
