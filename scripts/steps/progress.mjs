// The progress of steps: one line per step with its seconds. On a terminal the line moves and shows the tool's output;
// elsewhere (in a log) lines are plain, and a long step prints one every half minute. No library does this here, because the first step
// installs the packages.
import { performance } from 'node:perf_hooks';
import util from 'node:util';

/**
 * @typedef {object} Screen a stream such as process.stdout
 * @property {(text: string) => unknown} write
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 */
/**
 * @typedef {{ title: string, lines: readonly string[], isWarning?: boolean }} List
 * @typedef {{ title: string, seconds: number, note: string, failed: boolean, lists?: readonly List[] }} StepResult
 * @typedef {{ say: (line: string) => void, note: (text: string) => void, list: (list: List) => void }} StepVoice
 *   say: shown on the moving line; note: shown after the finished step; list: shown by `lists`
 * @typedef {ReturnType<typeof createProgress>} Progress
 */

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const quietMs = 2_000;
const heartbeatMs = 30_000;

/** @param {{ screen?: Screen, isQuiet?: boolean }} [options] isQuiet: only steps that are slow or fail are printed */
export function createProgress(options = {}) {
  const screen = options.screen || process.stdout;
  const moving = screen.isTTY === true;
  const coloured = moving && !process.env.NO_COLOR;
  /** @type {StepResult[]} */
  const results = [];

  /**
   * @template T
   * @param {string} title
   * @param {(voice: StepVoice) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async function step(title, work) {
    const began = performance.now();
    const line = moving ? movingLine(screen, title, began) : plainLine(screen, title, began);
    let note = '';
    /** @type {List[]} */
    const messages = [];
    /** @param {boolean} failed */
    const finish = (failed) => {
      line.stop();
      const seconds = (performance.now() - began) / 1000;
      results.push({ title, seconds, note, failed, lists: messages });
      if (!failed && options.isQuiet && seconds * 1000 < quietMs) return;
      screen.write(`${finishedLine({ title, seconds, note, failed }, coloured)}\n`);
    };
    try {
      const value = await work({
        say: line.say,
        note: (text) => {
          note = text;
        },
        list: (list) => {
          messages.push(list);
        },
      });
      finish(false);
      return value;
    } catch (error) {
      finish(true);
      throw error;
    }
  }

  /**
   * A step that cannot run.
   * @param {string} title
   * @param {string} why
   */
  function notRun(title, why) {
    const result = { title, seconds: 0, note: why, failed: true };
    results.push(result);
    screen.write(`${finishedLine(result, coloured)}\n`);
  }

  /** @param {number} holder the process that installs or builds in this folder now */
  function onWait(holder) {
    screen.write(`… Waiting for another Openpit command (process ${holder}) that installs or builds here\n`);
  }

  return { step, notRun, onWait, results };
}

/**
 * @param {StepResult} result
 * @param {boolean} [coloured]
 */
export function finishedLine({ title, seconds, note, failed }, coloured = false) {
  const mark = failed ? '✗' : '✓';
  const sign = coloured ? `\u001b[${failed ? 31 : 32}m${mark}\u001b[39m` : mark;
  return `${sign} ${title.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s${note === '' ? '' : `   ${note}`}`;
}

/**
 * @param {readonly StepResult[]} results
 * @returns {string} a table of all steps, with the sum
 */
export function table(results) {
  const width = Math.max(...results.map((result) => result.title.length), 'Total'.length);
  const total = results.reduce((sum, result) => sum + result.seconds, 0);
  const row = (/** @type {string} */ title, /** @type {number} */ seconds, /** @type {string} */ note) =>
    `  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(7)} s  ${note}`.trimEnd();
  return [
    ...results.map(({ title, seconds, note, failed }) => row(title, seconds, failed ? 'FAILED' : note)),
    `  ${'─'.repeat(width + 11)}`,
    row('Total', total, ''),
  ].join('\n');
}

/**
 * @param {readonly StepResult[]} results
 * @param {{ onlyWarnings?: boolean }} [options]
 * @returns {string} the lists of the steps, each list under its title; empty if there is none
 */
export function lists(results, { onlyWarnings = false } = {}) {
  return results
    .flatMap(({ lists: messages = [] }) => messages)
    .filter(({ isWarning = false }) => isWarning || !onlyWarnings)
    .map(({ title, lines }) => [`${title}:`, ...lines.map((line) => `  ${line}`), ''].join('\n'))
    .join('\n');
}

/**
 * @param {Screen} screen
 * @param {string} title
 * @param {number} began
 */
function movingLine(screen, title, began) {
  let frame = 0;
  let output = '';
  const draw = () => {
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const text = `${frames[frame % frames.length]} ${title}  ${seconds} s  ${output}`;
    frame += 1;
    screen.write(`\r\u001b[2K${text.slice(0, (screen.columns || 80) - 1)}`);
  };
  draw();
  const timer = setInterval(draw, frameMs);
  return {
    /** @param {string} line */
    say: (line) => {
      output = util.stripVTControlCharacters(line).trim();
    },
    stop: () => {
      clearInterval(timer);
      screen.write('\r\u001b[2K');
    },
  };
}

/**
 * @param {Screen} screen
 * @param {string} title
 * @param {number} began
 */
function plainLine(screen, title, began) {
  // The beginning of a step is printed only if it takes longer than two seconds.
  const first = setTimeout(() => screen.write(`… ${title}\n`), quietMs);
  const timer = setInterval(() => {
    screen.write(`… ${title}, ${((performance.now() - began) / 1000).toFixed(0)} s so far\n`);
  }, heartbeatMs);
  return {
    say: () => {},
    stop: () => {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
