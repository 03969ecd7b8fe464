// `npm run journeys`: the journeys in e2e/, in a real browser against the built application. Arguments go to Playwright,
// for example: npm run journeys -- --grep suspend. OPENPIT_JOURNEYS_IN=firefox runs them in Firefox,
// and OPENPIT_JOURNEYS_IN=webkit runs the journeys in e2e/webkit.
import './steps/require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { chromium, ensureProgram, findProgram, firefox, webkit, xvfb } from './steps/programs.mjs';
import { createProgress } from './steps/progress.mjs';
import { installedProgram, isCommand, root } from './steps/repository.mjs';
import { runTool, showTool } from './steps/run-tool.mjs';
import { runCommand } from './steps/step-failure.mjs';
import { journeyReport, printedByJourneys, runTests } from './steps/test-reports.mjs';
import { journeysInFirefox } from './steps/test-selection.mjs';

/** @typedef {import('./steps/programs.mjs').Program} Program */

/** The values of OPENPIT_JOURNEYS_IN. @type {ReadonlyMap<Program, string>} */
const engines = new Map([
  [firefox, 'firefox'],
  [webkit, 'webkit'],
]);

/** @param {Program} browser @returns {string} what a command that repeats its journeys begins with */
function prefixOf(browser) {
  const engine = engines.get(browser);
  return engine === undefined ? '' : `OPENPIT_JOURNEYS_IN=${engine} `;
}

/** @param {{ browser: Program, file: string, args?: readonly string[], env?: Readonly<Record<string, string | undefined>> }} options file: of the browser */
function playwright({ browser, file, args = [], env = {} }) {
  const e2e = join(root, 'e2e');
  return {
    command: process.execPath,
    args: [installedProgram('@playwright/test', 'playwright', e2e), 'test', ...args],
    cwd: e2e,
    env: {
      [browser.variable]: file,
      OPENPIT_JOURNEYS_IN: engines.get(browser),
      ...env,
    },
  };
}

/**
 * Runs journeys and shows the output of those that fail, and the measurements of long journeys.
 * @param {{ browser: Program, file: string, files?: readonly string[], leftOut?: string, only?: string, isLong?: boolean, onLine: (line:
 *   string) => void, list?: (list: import('./steps/progress.mjs').List) => void }} options file: of the browser; files: of e2e/, all when
 * empty; leftOut: the tag of journeys that do not run; only: a pattern of the titles of those that run
 * @returns {Promise<string>} the count, such as `41 journeys passed, 2 skipped`
 */
export async function runJourneys({
  browser,
  file,
  files = [],
  leftOut,
  only,
  isLong = false,
  onLine,
  list,
}) {
  const reportOf = (/** @type {number} */ attempt) => join(root, '.build', `journeys-${attempt}.json`);
  const count = await runTests({
    unit: 'journeys',
    isOnce: isLong,
    list,
    read: (attempt) => journeyReport(reportOf(attempt), prefixOf(browser)),
    run: (targets, attempt) => {
      const report = reportOf(attempt);
      mkdirSync(dirname(report), { recursive: true });
      rmSync(report, { force: true });
      const first = [
        ...files,
        ...(leftOut === undefined ? [] : [`--grep-invert=${leftOut}`]),
        ...(only === undefined ? [] : [`--grep=${only}`]),
      ];
      // The screenshots of the first attempt stay.
      const second = [...targets, '--workers=1', '--output=../test-results/second-attempt'];
      return runTool({
        ...playwright({
          browser,
          file,
          args: [...(attempt === 1 ? first : second), '--reporter=list,json'],
          env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, OPENPIT_LONG: isLong ? '1' : undefined },
        }),
        title: 'Journeys failed',
        onLine,
        advice:
          'To run one alone: npm run journeys -- --grep WORDS. Screenshots of failures are in test-results/; add --trace retain-on-failure for traces.',
      });
    },
  });
  if (isLong) process.stdout.write(printedByJourneys(reportOf(1)));
  return count;
}

/**
 * The part of `npm run test:all` that is omitted where Firefox ESR is not installed. Other versions of Firefox are not tested.
 * @param {{ needs: readonly string[], env?: Readonly<Record<string, string | undefined>> }} options needs: titles of other parts
 * @returns {import('./steps/parts.mjs').Part}
 */
export function firefoxPart({ needs, env = process.env }) {
  const title = 'Journeys in Firefox';
  const only = Object.values(journeysInFirefox).flat().join('|');
  return {
    title,
    repeat: `${prefixOf(firefox)}npm run journeys -- --grep '${only}'`,
    needs,
    run: (progress) =>
      progress.step(title, async ({ note, say: onLine, list }) => {
        const file = findProgram({ ...firefox, programs: ['firefox-esr'] }, { env });
        if (file === undefined) note('left out: Firefox ESR is not installed');
        else note(await runJourneys({ browser: firefox, file, only, onLine, list }));
      }),
  };
}

/**
 * The part of `npm run test:all` that is omitted where WebKit's driver, or a display for it, is not installed.
 * @param {{ needs: readonly string[], env?: Readonly<Record<string, string | undefined>> }} options needs: titles of other parts
 * @returns {import('./steps/parts.mjs').Part}
 */
export function webkitPart({ needs, env = process.env }) {
  const title = 'Journeys in WebKit';
  return {
    title,
    repeat: `${prefixOf(webkit)}npm run journeys`,
    needs,
    run: (progress) =>
      progress.step(title, async ({ note, say: onLine, list }) => {
        const file = findProgram(webkit, { env });
        if (file === undefined) note('left out: webkit2gtk-driver is not installed');
        else if (env.DISPLAY === undefined && findProgram(xvfb, { env }) === undefined)
          note('left out: there is no display, and Xvfb is not installed');
        else note(await runJourneys({ browser: webkit, file, onLine, list }));
      }),
  };
}

if (isCommand(import.meta.url)) {
  runCommand(async () => {
    const progress = createProgress({ isQuiet: true });
    await ensureInstalled({ progress });
    const chosen = process.env.OPENPIT_JOURNEYS_IN;
    const browser = [...engines.keys()].find((key) => engines.get(key) === chosen) ?? chromium;
    const file = await ensureProgram(browser, { progress });
    await ensureBuilt({ progress });
    return await showTool(playwright({ browser, file, args: process.argv.slice(2) }));
  });
}
