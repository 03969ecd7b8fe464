// The results in the JSON reports of Vitest and Playwright, and second attempts. A test that fails is run a second time, after all others
// and alone: the machine may have been busy. If it passes then, the last lines of the command name it, with its first failure.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { StepFailure } from './step-failure.mjs';

/**
 * The unit of a second attempt: a file of unit tests, or a journey.
 * @typedef {object} Tried
 * @property {string} id
 * @property {string} target for the command line: `packages/a.test.ts`, `journeys/a.spec.ts:12`
 * @property {string} what the failed tests, as text
 * @property {string} repeat the command that runs it alone
 * @property {'passed' | 'failed' | 'skipped' | 'not run'} state
 * @property {string} message of the first failure
 * @property {readonly { readonly title: string, readonly seconds: number }[]} passed
 * @property {number} skipped
 */
/** @typedef {{ readonly tried: readonly Tried[], readonly hasOtherErrors: boolean }} Report hasOtherErrors: outside of tests */
/** @typedef {import('./progress.mjs').List} List */

/** The most failures that are tried again: if more tests have failed, the load of the machine is not the cause. */
const maxRepeated = 10;
const slowestCount = 10;
const messageLines = 12;
/** @type {Report} */
const noReport = { tried: [], hasOtherErrors: true };

/**
 * @typedef {object} VitestReport
 * @property {readonly { readonly name: string, readonly status: string, readonly message?: string, readonly assertionResults: readonly { readonly status: string, readonly fullName: string, readonly duration?: number | null, readonly failureMessages?: readonly string[] }[] }[]} testResults
 */

/**
 * @typedef {{ readonly annotations?: readonly { readonly type: string }[], readonly results: readonly { readonly duration: number, readonly errors: readonly { readonly message?: string }[], readonly stdout: readonly { readonly text?: string }[] }[] }} PlaywrightTest
 * @typedef {{ readonly id: string, readonly title: string, readonly file: string, readonly line: number, readonly ok: boolean, readonly tests: readonly PlaywrightTest[] }} Spec
 * @typedef {{ readonly suites?: readonly Suite[], readonly specs: readonly Spec[] }} Suite
 * @typedef {{ readonly suites: readonly Suite[], readonly errors: readonly unknown[] }} PlaywrightReport
 */

/**
 * @param {string} file the report of Vitest; it is missing when Vitest itself has crashed
 * @param {string} root the folder that paths are relative to
 * @param {string} [output] of Vitest, which alone tells errors outside of tests
 * @returns {Report} one entry for each file
 */
export function unitTestReport(file, root, output = '') {
  if (!existsSync(file)) return noReport;
  /** @type {VitestReport} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const tried = testResults.map(({ name, status, message = '', assertionResults }) => {
    const path = isAbsolute(name) ? relative(root, name) : name;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const titles = failed.map(({ fullName }) => fullName);
    return /** @type {Tried} */ ({
      id: path,
      target: path,
      what: `${path}: ${titles.length === 0 ? 'the file itself' : titles.join('; ')}`,
      repeat: `npx vitest run ${path}`,
      state: status === 'failed' ? 'failed' : 'passed',
      message: failed[0]?.failureMessages?.[0] ?? message,
      passed: assertionResults
        .filter((test) => test.status === 'passed')
        .map(({ fullName, duration }) => ({
          title: `${path}: ${fullName}`,
          seconds: (duration ?? 0) / 1000,
        })),
      skipped: assertionResults.filter((test) => ['pending', 'skipped', 'todo'].includes(test.status)).length,
    });
  });
  return { tried, hasOtherErrors: stripVTControlCharacters(output).includes('Unhandled Error') };
}

/**
 * @param {string} file the report of Playwright; it is missing when Playwright itself has crashed
 * @param {string} [variables] of the environment, which precede the commands that repeat a journey
 * @returns {Report} one entry for each journey
 */
export function journeyReport(file, variables = '') {
  if (!existsSync(file)) return noReport;
  const { suites, errors } = playwrightReport(file);
  const tried = specsOf(suites).map(({ id, title, file: path, line, ok, tests }) => {
    const results = tests.flatMap((test) => test.results);
    const isSkipped = tests.some(({ annotations = [] }) => annotations.some(({ type }) => type === 'skip'));
    const hasRun = results.length > 0 && (ok || results.some((result) => result.errors.length > 0));
    const state = isSkipped ? 'skipped' : !hasRun ? 'not run' : ok ? 'passed' : 'failed';
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
    const what = `${path}:${line}: ${title}`;
    return /** @type {Tried} */ ({
      id,
      target: `${path}:${line}`,
      what,
      repeat: `${variables}npm run journeys -- ${path}:${line}`,
      state,
      message: results.flatMap((result) => result.errors)[0]?.message ?? '',
      passed: state === 'passed' ? [{ title: what, seconds }] : [],
      skipped: isSkipped ? 1 : 0,
    });
  });
  return { tried, hasOtherErrors: errors.length > 0 };
}

/**
 * @param {string} file the report of Playwright
 * @returns {string} the standard output of the journeys
 */
export function printedByJourneys(file) {
  const results = specsOf(playwrightReport(file).suites).flatMap(({ tests }) =>
    tests.flatMap((test) => test.results),
  );
  return results.flatMap(({ stdout }) => stdout.map(({ text = '' }) => text)).join('');
}

/**
 * @param {string} file
 * @returns {PlaywrightReport}
 */
function playwrightReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {readonly Suite[]} suites
 * @returns {readonly Spec[]}
 */
function specsOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [...specs, ...specsOf(inner)]);
}

/**
 * Runs tests, and those that fail once more. A failure of the tool itself or of more than ten tests is not tried again.
 * @param {object} options
 * @param {string} options.unit the name of the tests: `unit tests`
 * @param {(targets: readonly string[], attempt: 1 | 2) => Promise<unknown>} options.run
 *   the targets to run, all tests when empty; rejects with a StepFailure when the tool's exit code is not 0
 * @param {(attempt: 1 | 2, output: string) => Report} options.read output: the output of a failed run
 * @param {boolean} [options.isOnce] no second attempt
 * @param {((list: List) => void) | undefined} [options.list] called with the information in the last lines of the command
 * @returns {Promise<string>} the count, such as `812 passed, 2 skipped`; otherwise a StepFailure with the failed tests
 */
export async function runTests({ unit, run, read, isOnce = false, list = () => {} }) {
  const failure = await failureOf(run([], 1));
  const isGood = failure === null;
  const first = read(1, failure?.output ?? '');
  const missed = first.tried.filter(({ state }) => state === 'failed' || state === 'not run');
  const canRepeat =
    !isGood && !isOnce && !first.hasOtherErrors && missed.length > 0 && missed.length <= maxRepeated;
  const targets = [...new Set(missed.map(({ target }) => target))];
  const secondFailure = canRepeat ? await failureOf(run(targets, 2)) : null;
  const second = canRepeat ? read(2, secondFailure?.output ?? '') : noReport;
  const later = new Map(second.hasOtherErrors ? [] : second.tried.map((tried) => [tried.id, tried]));
  const last = first.tried.map((tried) => (missed.includes(tried) && later.get(tried.id)) || tried);
  const recovered = missed.filter(({ id }) => later.get(id)?.state === 'passed');
  const tests = last.flatMap(({ passed }) => passed);
  if (recovered.length > 0)
    list({
      title: `PASSED ON THE SECOND ATTEMPT (${unit}): each is a fault, see docs/testing.md`,
      lines: recovered.flatMap(({ what, repeat, message }) => [what, `  ${repeat}`, ...quote(message)]),
      isWarning: true,
    });
  list({ title: `The slowest ${unit}`, lines: slowest(tests) });
  if (!isGood && !(canRepeat && recovered.length === missed.length)) {
    const failed = last.filter(({ state }) => state === 'failed' || state === 'not run');
    const output = `${failure.output}${secondFailure?.output ?? ''}`;
    throw new StepFailure(failure.message, { ...failure, output, failed });
  }
  const skipped = last.reduce((sum, tried) => sum + tried.skipped, 0);
  return [
    `${tests.length} ${unit} passed`,
    ...(recovered.length === 0 ? [] : [`${recovered.length} on the second attempt`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ].join(', ');
}

/**
 * @param {Promise<unknown>} run
 * @returns {Promise<StepFailure | null>} null if it has succeeded
 */
async function failureOf(run) {
  try {
    await run;
    return null;
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
}

/** @param {Tried['passed']} tests */
function slowest(tests) {
  return [...tests]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowestCount)
    .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
}

/** @param {string} message */
function quote(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(0, messageLines).map((line) => `    ${line}`);
}
