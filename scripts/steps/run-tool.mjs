// Runs a tool as a child process. Its output is kept and shown only when it fails. When this process is ended, so is it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StepFailure } from './step-failure.mjs';

/**
 * @typedef {object} ToolRun
 * @property {string} title its task, for the failure's sentence: "The types do not check"
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {Readonly<Record<string, string | undefined>>} [env] on top of ours; undefined removes a variable
 * @property {string} [advice] what to do when it fails
 * @property {(line: string) => void} [onLine] called with each line of its output
 * @property {boolean} [shell] only for npm on Windows
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @type {readonly NodeJS.Signals[]} */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * @param {ToolRun} run
 * @returns {Promise<string>} all its output; rejects with a StepFailure that has the output when the exit code is not 0
 */
export function runTool(run) {
  return new Promise((resolve, reject) => {
    const child = spawn(run.command, [...run.args], {
      cwd: run.cwd,
      env: { ...process.env, ...colours(), ...run.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: run.shell === true,
      detached: ownGroup,
    });
    track(child);
    let output = '';
    for (const pipe of [child.stdout, child.stderr]) {
      let rest = '';
      pipe.setEncoding('utf8');
      pipe.on('data', (/** @type {string} */ text) => {
        output += text;
        const lines = (rest + text).split(/\r?\n/);
        rest = lines.pop() || '';
        if (run.onLine !== undefined) for (const line of lines) if (line.trim() !== '') run.onLine(line);
      });
    }
    child.once('error', (error) => {
      untrack(child);
      reject(
        new StepFailure(`${run.title}: ${run.command} could not be started (${error.message}).`, { output }),
      );
    });
    child.once('close', (code, signal) => {
      untrack(child);
      if (code === 0) return resolve(output);
      const how = signal === null ? '' : ` (it was ended by ${signal})`;
      const details = { output, advice: run.advice, exitCode: code || 1 };
      reject(new StepFailure(`${run.title}${how}.`, details));
    });
  });
}

/** True if a tool's output is shown on a terminal, although the tool itself writes into a pipe. */
export function isColoured() {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

function colours() {
  return isColoured() ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined };
}

/**
 * Runs a tool on our own terminal, for output that people want to watch.
 * @param {Pick<ToolRun, 'command' | 'args' | 'cwd' | 'env'>} run
 * @returns {Promise<number>} its exit code
 */
export function showTool(run) {
  return new Promise((resolve, reject) => {
    const child = spawn(run.command, [...run.args], {
      cwd: run.cwd,
      env: { ...process.env, ...run.env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: ownGroup,
    });
    track(child);
    child.once('error', reject);
    child.once('close', (code) => {
      untrack(child);
      resolve(code === null ? 1 : code);
    });
  });
}

/**
 * For a child that leads its own process group (`ownGroup`): when this process gets a signal to end, the child and its
 * children end first.
 * @param {import('node:child_process').ChildProcess} child
 */
export function track(child) {
  if (running.size === 0) for (const signal of endings) process.on(signal, endAll);
  running.add(child);
}

/** @param {import('node:child_process').ChildProcess} child */
export function untrack(child) {
  running.delete(child);
  // The server that runs in this process later has handlers of its own: ours must be removed by then.
  if (running.size === 0) for (const signal of endings) process.removeListener(signal, endAll);
}

/** Children of children (npm's scripts, Playwright's browsers) can only be reached by their group. */
export const ownGroup = process.platform !== 'win32';
const patienceMs = 3_000;
let isEnding = false;

/** @param {NodeJS.Signals} signal */
function endAll(signal) {
  const exit = () => process.exit(128 + constants.signals[signal]);
  // The second signal kills. (npm continues its work after the first one.)
  for (const child of running) endGroup(child, isEnding ? 'SIGKILL' : signal);
  if (isEnding) return exit();
  isEnding = true;
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  Promise.all(ended).then(exit);
  setTimeout(() => {
    for (const child of running) endGroup(child, 'SIGKILL');
  }, patienceMs).unref();
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function endGroup(child, signal) {
  if (child.pid === undefined) return;
  if (!ownGroup) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
