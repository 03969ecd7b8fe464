// `npm run doctor`: reasons why Openpit may not install, build, start or be tested on this machine, one line each, with
// what to do. It changes nothing; only a probe file is written into the data folder and removed again.
import './steps/require-node.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { isBuilt } from './build.mjs';
import { isInstalled, npmCommand } from './steps/install.mjs';
import { warningOfNode } from './steps/node-version.mjs';
import { chromium, findProgram, postgres, programAdvice, promtool } from './steps/programs.mjs';
import { isCommand, root } from './steps/repository.mjs';
import { runCommand, StepFailure } from './steps/step-failure.mjs';

/**
 * @typedef {object} Finding
 * @property {string} subject
 * @property {'ok' | 'note' | 'bad'} state note: needed for some commands only
 * @property {string} text the finding, and what to do unless it is ok
 */

const neededMegabytes = 1_000;
const defaultPort = 4173;
const defaultData = 'data';
/** The port where Vite serves the web application in development. */
const developmentPort = 5173;

/** @returns {Finding} */
function examineNode() {
  // Older ones end at require-node.mjs.
  const version = process.versions.node;
  const warning = warningOfNode(version, new Date().toISOString().slice(0, 10));
  return warning === undefined
    ? { subject: 'Node', state: 'ok', text: `${version} at ${process.execPath}` }
    : { subject: 'Node', state: 'note', text: warning };
}

/** @returns {Finding} */
function examineNpm() {
  const npm = npmCommand();
  const npmVersion = spawnSync(npm.command, [...npm.args, '--version'], {
    encoding: 'utf8',
    shell: npm.shell,
  });
  if (npmVersion.status === 0) return { subject: 'npm', state: 'ok', text: npmVersion.stdout.trim() };
  return {
    subject: 'npm',
    state: 'bad',
    text: 'does not run: install the one that comes with Node (https://nodejs.org)',
  };
}

/**
 * @param {string} folder the repository
 * @returns {Finding}
 */
export function examinePackages(folder = root) {
  const subject = 'Packages';
  try {
    if (isInstalled(folder)) return { subject, state: 'ok', text: 'installed from package-lock.json' };
  } catch (error) {
    if (error instanceof StepFailure)
      return { subject, state: 'bad', text: `${error.message} ${error.advice}` };
    throw error;
  }
  const there = fs.existsSync(join(folder, 'node_modules'));
  const state = there ? 'different from package-lock.json' : 'not installed yet';
  return { subject, state: 'note', text: `${state}: npm start installs them, or npm ci` };
}

/** @returns {Finding} */
function examineBuild() {
  if (isBuilt()) return { subject: 'Build', state: 'ok', text: 'made from these sources' };
  return {
    subject: 'Build',
    state: 'note',
    text: 'missing, or older than the sources: npm start builds, or npm run build',
  };
}

/**
 * @param {number} port
 * @param {string} [whenTaken] what to do when it is in use
 * @returns {Promise<Finding>}
 */
export async function examinePort(
  port,
  whenTaken = `perhaps by a running Openpit: end it, or npm start -- --port ${port + 1}`,
) {
  const subject = `Port ${port}`;
  const code = await new Promise((answer) => {
    const probe = net.createServer();
    probe.once('error', (error) => answer('code' in error ? String(error.code) : error.message));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer('')));
  });
  if (code === '') return { subject, state: 'ok', text: 'free' };
  if (code === 'EADDRINUSE') return { subject, state: 'note', text: `in use, ${whenTaken}` };
  return {
    subject,
    state: 'bad',
    text: `cannot be opened (${code}): choose one above 1024 with npm start -- --port N`,
  };
}

/**
 * @param {string} folder of the journal and the databases; it need not exist yet
 * @returns {Finding}
 */
export function examineDataFolder(folder) {
  const subject = 'Data folder';
  const home = nearestExisting(folder);
  const probe = join(home, `.openpit-doctor-${process.pid}`);
  try {
    fs.writeFileSync(probe, 'x', { flag: 'wx' });
    fs.rmSync(probe);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : error;
    return {
      subject,
      state: 'bad',
      text: `${folder} cannot be written (${why}): npm start -- --data FOLDER with a folder that belongs to you`,
    };
  }
  return {
    subject,
    state: 'ok',
    text: home === folder ? `${folder} can be written` : `${folder} can be created`,
  };
}

/**
 * @param {string} folder
 * @returns {Promise<Finding>}
 */
async function examineDisk(folder) {
  const { bavail, bsize } = await fs.promises.statfs(nearestExisting(folder));
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  const subject = 'Disk space';
  const text = `${(megabytes / 1000).toFixed(1)} GB free for ${folder}`;
  if (megabytes >= neededMegabytes) return { subject, state: 'ok', text };
  return {
    subject,
    state: 'bad',
    text: `${text}: packages and a day of the demonstration market need 1 GB`,
  };
}

/**
 * @param {import('./steps/programs.mjs').Program} program
 * @returns {Finding}
 */
function examineProgram(program) {
  const subject = program.name;
  try {
    const file = findProgram(program);
    if (file !== undefined) return { subject, state: 'ok', text: file };
  } catch (error) {
    if (error instanceof StepFailure)
      return { subject, state: 'bad', text: `${error.message} ${error.advice}` };
    throw error;
  }
  return {
    subject,
    state: 'note',
    text: `none, needed for npm test only. ${programAdvice(program, process.platform === 'linux').split('\n')[0]}`,
  };
}

/**
 * @param {string} folder
 * @returns {string} the folder itself or the nearest one above it that exists
 */
function nearestExisting(folder) {
  let at = resolve(folder);
  while (!fs.existsSync(at)) at = dirname(at);
  return at;
}

/** @param {readonly Finding[]} findings */
export function report(findings) {
  const marks = { ok: 'ok ', note: '·  ', bad: 'BAD' };
  return findings
    .map(({ subject, state, text }) => `${marks[state]}  ${subject.padEnd(12)} ${text}`)
    .join('\n');
}

/**
 * @param {readonly string[]} argv
 * @returns {{ port: number, data: string }} throws a StepFailure for an unknown option
 */
export function readDoctorOptions(argv) {
  const options = { port: defaultPort, data: process.env.OPENPIT_DATA ?? defaultData };
  for (let index = 0; index < argv.length; index += 2) {
    const [name, value] = [argv[index], argv[index + 1]];
    if (name === '--port' && value !== undefined && /^\d+$/.test(value) && Number(value) < 65_536)
      options.port = Number(value);
    else if (name === '--data' && value !== undefined) options.data = value;
    else {
      throw new StepFailure(
        `npm run doctor does not understand ${[name, value].filter(Boolean).join(' ')}.`,
        {
          advice: 'Use: npm run doctor -- --port N --data FOLDER   (both as for npm start)',
          exitCode: 2,
        },
      );
    }
  }
  return options;
}

if (isCommand(import.meta.url)) {
  runCommand(async () => {
    const { port, data } = readDoctorOptions(process.argv.slice(2));
    const dataFolder = resolve(root, data);
    const findings = [
      examineNode(),
      examineNpm(),
      examinePackages(),
      examineBuild(),
      await examinePort(port),
      await examinePort(developmentPort, 'needed for npm run dev only: end the running one'),
      examineDataFolder(dataFolder),
      await examineDisk(dataFolder),
      examineProgram(chromium),
      examineProgram(postgres),
      examineProgram(promtool),
    ];
    process.stdout.write(`${report(findings)}\n`);
    return findings.some((finding) => finding.state === 'bad') ? 1 : 0;
  });
}
