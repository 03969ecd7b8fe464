// `npm run journeys`: the journeys in e2e/, in a real browser against the built application. Arguments go to Playwright,
// for example: npm run journeys -- --grep suspend. OPENPIT_JOURNEYS_IN=firefox runs them in Firefox.
import './require-node.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { failedJourneys } from './failed-tests.mjs';
import { ensureInstalled } from './install.mjs';
import { chromium, ensureProgram, firefox } from './programs.mjs';
import { createProgress } from './progress.mjs';
import { installedProgram, isCommand, root } from './repository.mjs';
import { runTool, showTool } from './run-tool.mjs';
import { runCommand } from './step-failure.mjs';

/** @typedef {import('./programs.mjs').Program} Program */

/** @param {{ browser: Program, file: string, args?: readonly string[], env?: Readonly<Record<string, string | undefined>> }} options file: of the browser */
function playwright({ browser, file, args = [], env = {} }) {
  const e2e = join(root, 'e2e');
  return {
    command: process.execPath,
    args: [installedProgram('@playwright/test', 'playwright', e2e), 'test', ...args],
    cwd: e2e,
    env: {
      [browser.variable]: file,
      OPENPIT_JOURNEYS_IN: browser === firefox ? 'firefox' : undefined,
      ...env,
    },
  };
}

/**
 * Runs journeys and shows their output when one fails; of long ones, also what they measured.
 * @param {{ browser: Program, file: string, files?: readonly string[], isLong?: boolean, onLine: (line: string) => void }} options
 *   file: of the browser; files: of e2e/, all when empty
 * @returns {Promise<string>} the count, such as `41 passed, 2 skipped`
 */
export async function runJourneys({ browser, file, files = [], isLong = false, onLine }) {
  const report = join(root, '.build', 'journeys.json');
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  await runTool({
    ...playwright({
      browser,
      file,
      args: [...files, '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, OPENPIT_LONG: isLong ? '1' : undefined },
    }),
    title: 'Journeys failed',
    onLine,
    advice:
      'To run one alone: npm run journeys -- --grep WORDS. Screenshots of failures are in test-results/; add --trace retain-on-failure for traces.',
    failed: () => failedJourneys(report),
  });
  const { suites, stats } = JSON.parse(readFileSync(report, 'utf8'));
  if (isLong) process.stdout.write(printedIn(suites));
  const { expected, skipped, flaky } = stats;
  const rest = Object.entries({ skipped, flaky }).filter(([, count]) => count > 0);
  return [`${expected} passed`, ...rest.map(([what, count]) => `${count} ${what}`)].join(', ');
}

/**
 * @typedef {{ readonly suites?: readonly Suite[], readonly specs: readonly { readonly tests: readonly { readonly results: readonly Result[] }[] }[] }} Suite
 * @typedef {{ readonly stdout: readonly { readonly text?: string }[] }} Result
 */

/**
 * @param {readonly Suite[]} suites of Playwright's report
 * @returns {string}
 */
function printedIn(suites) {
  return suites
    .map(({ suites: inner = [], specs }) => {
      const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
      return results.flatMap(({ stdout }) => stdout.map(({ text = '' }) => text)).join('') + printedIn(inner);
    })
    .join('');
}

if (isCommand(import.meta.url)) {
  runCommand(async () => {
    const progress = createProgress({ isQuiet: true });
    await ensureInstalled({ progress });
    const browser = process.env.OPENPIT_JOURNEYS_IN === 'firefox' ? firefox : chromium;
    const file = await ensureProgram(browser, { progress });
    await ensureBuilt({ progress });
    return await showTool(playwright({ browser, file, args: process.argv.slice(2) }));
  });
}
