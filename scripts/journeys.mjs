// `npm run journeys`: the stories in e2e/, walked in a real browser against the built application. Arguments go to
// Playwright: npm run journeys -- --grep suspend
import './require-node.mjs';
import { join } from 'node:path';
import util from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { createProgress } from './progress.mjs';
import { installedProgram, isCommand, root } from './repository.mjs';
import { runTool, showTool } from './run-tool.mjs';
import { runCommand } from './step-failure.mjs';

/**
 * @param {{ chromium: string, long?: boolean, args?: readonly string[] }} options chromium: the browser's file
 */
function playwright({ chromium, long = false, args = [] }) {
  const e2e = join(root, 'e2e');
  return {
    command: process.execPath,
    args: [installedProgram('@playwright/test', 'playwright', e2e), 'test', ...args],
    cwd: e2e,
    env: { OPENPIT_CHROMIUM: chromium, ...(long ? { OPENPIT_LONG: '1' } : {}) },
  };
}

/**
 * All journeys, their output shown only when one fails.
 * @param {{ chromium: string, long?: boolean, onLine: (line: string) => void, onCount: (count: string) => void }} options
 */
export async function runJourneys({ chromium, long = false, onLine, onCount }) {
  const output = await runTool({
    ...playwright({ chromium, long, args: ['--reporter=list'] }),
    title: 'Journeys failed',
    onLine,
    advise: () =>
      'Walk one alone with: npm run journeys -- --grep WORDS. Traces and screenshots are in e2e/test-results.',
  });
  onCount(countOfJourneys(output));
}

/**
 * @param {string} output what Playwright printed
 * @returns {string} such as `41 passed`, with the skipped and the flaky; empty when it does not say
 */
export function countOfJourneys(output) {
  const counts =
    util.stripVTControlCharacters(output).match(/^\s+\d+ (?:passed|skipped|flaky|did not run)\b/gm) || [];
  return counts.map((count) => count.trim()).join(', ');
}

if (isCommand(import.meta.url)) {
  runCommand(async () => {
    const progress = createProgress({ quiet: true });
    await ensureInstalled({ progress });
    const chromium = await ensureChromium({ progress });
    await ensureBuilt({ progress });
    return await showTool(playwright({ chromium, args: process.argv.slice(2) }));
  });
}
