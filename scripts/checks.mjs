// What must hold before a change is good, without a browser: types, lint, unit tests. One after the other, each with
// all of the machine; the first that fails ends it.

import util from 'node:util';
import { compileServer } from './build.mjs';
import { installedProgram, root } from './repository.mjs';
import { isColoured, runTool } from './run-tool.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * @param {{ progress: Progress, long?: boolean, quick?: boolean }} options long: also those tests that take minutes;
 *   quick: without the hub under fire and with a tenth of the plays of the whole market, which belong to the whole proof
 * @returns {Promise<void>} a StepFailure with the tool's output at the first that fails
 */
export async function runChecks({ progress, long = false, quick = false }) {
  await progress.step('Types: packages and server', (voice) => compileServer({ onLine: voice.say }));
  await progress.step('Types: tests and scripts', (voice) =>
    types('tsconfig.tests.json', 'The tests', voice.say),
  );
  await progress.step('Types: web application', (voice) =>
    types('apps/web', 'The web application', voice.say),
  );
  await progress.step('Types: gallery', (voice) => types('apps/gallery', 'The gallery', voice.say));
  await progress.step('Lint and format', async (voice) => {
    await runTool({
      title: 'The code is not as Biome wants it',
      command: process.execPath,
      args: [installedProgram('@biomejs/biome', 'biome'), 'check', '.', '--max-diagnostics=50', ...colour()],
      cwd: root,
      onLine: voice.say,
      advise: () => 'Format and mend what can be mended by itself with: npm run format',
    });
  });
  await progress.step('Unit tests', async (voice) => {
    const output = await runTool({
      title: 'Unit tests failed',
      command: process.execPath,
      args: [
        installedProgram('vitest', 'vitest'),
        'run',
        ...(quick ? ['--exclude', 'packages/signalr-server/proof/**'] : []),
      ],
      cwd: root,
      env: {
        NODE_ENV: 'test',
        ...(long ? { OPENPIT_LONG: '1' } : {}),
        ...(quick ? { OPENPIT_QUICK: '1' } : {}),
      },
      onLine: voice.say,
      advise: () => 'Run one file alone with: npx vitest run PATH',
    });
    voice.note(countOfTests(output));
  });
}

/**
 * @param {string} project
 * @param {string} who
 * @param {(line: string) => void} onLine
 */
async function types(project, who, onLine) {
  await runTool({
    title: `${who}: the types do not check`,
    command: process.execPath,
    args: [installedProgram('typescript', 'tsc'), '-p', project, ...(isColoured() ? ['--pretty'] : [])],
    cwd: root,
    onLine,
    advise: () => 'Mend what the compiler names above, then run the same command again.',
  });
}

const colour = () => [`--colors=${isColoured() ? 'force' : 'off'}`];

/**
 * @param {string} output what vitest printed
 * @returns {string} such as `812 tests in 97 files, 3 skipped`; empty when it does not say
 */
export function countOfTests(output) {
  const text = util.stripVTControlCharacters(output);
  const tests = /^\s*Tests\s+(.+)$/m.exec(text);
  const files = /^\s*Test Files\s+(.+)$/m.exec(text);
  if (tests === null || files === null) return '';
  const passed = /(\d+) passed/.exec(tests[1] || '');
  const skipped = /(\d+) skipped/.exec(tests[1] || '');
  const inFiles = /\((\d+)\)/.exec(files[1] || '');
  if (passed === null || inFiles === null) return '';
  const count = (/** @type {string | undefined} */ n, /** @type {string} */ what) =>
    `${n} ${what}${n === '1' ? '' : 's'}`;
  return `${count(passed[1], 'test')} in ${count(inFiles[1], 'file')}${skipped === null ? '' : `, ${skipped[1]} skipped`}`;
}
