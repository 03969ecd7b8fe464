// `npm run journeys`: the journeys in e2e/, in a real browser against the built application. Arguments go to Playwright,
// for example: npm run journeys -- --grep suspend
import './require-node.mjs';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { createProgress } from './progress.mjs';
import { installedProgram, isCommand, root } from './repository.mjs';
import { runTool, showTool } from './run-tool.mjs';
import { runCommand } from './step-failure.mjs';

/** @param {{ chromium: string, args?: readonly string[], env?: Readonly<Record<string, string | undefined>> }} options chromium: the browser's file */
function playwright({ chromium, args = [], env = {} }) {
  const e2e = join(root, 'e2e');
  return {
    command: process.execPath,
    args: [installedProgram('@playwright/test', 'playwright', e2e), 'test', ...args],
    cwd: e2e,
    env: { OPENPIT_CHROMIUM: chromium, ...env },
  };
}

/**
 * Runs journeys and shows their output only when one fails.
 * @param {{ chromium: string, files?: readonly string[], isLong?: boolean, onLine: (line: string) => void }} options
 *   files: of e2e/, all when empty
 * @returns {Promise<string>} the count, such as `41 passed, 2 skipped`
 */
export async function runJourneys({ chromium, files = [], isLong = false, onLine }) {
  const report = join(root, '.build', 'journeys.json');
  mkdirSync(dirname(report), { recursive: true });
  await runTool({
    ...playwright({
      chromium,
      args: [...files, '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, OPENPIT_LONG: isLong ? '1' : undefined },
    }),
    title: 'Journeys failed',
    onLine,
    advice:
      'To run one alone: npm run journeys -- --grep WORDS. Screenshots of failures are in test-results/; add --trace retain-on-failure for traces.',
  });
  const { expected, skipped, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats;
  const rest = Object.entries({ skipped, flaky }).filter(([, count]) => count > 0);
  return [`${expected} passed`, ...rest.map(([what, count]) => `${count} ${what}`)].join(', ');
}

if (isCommand(import.meta.url)) {
  runCommand(async () => {
    const progress = createProgress({ isQuiet: true });
    await ensureInstalled({ progress });
    const chromium = await ensureChromium({ progress });
    await ensureBuilt({ progress });
    return await showTool(playwright({ chromium, args: process.argv.slice(2) }));
  });
}
