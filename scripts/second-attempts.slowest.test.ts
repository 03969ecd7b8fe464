// Tests that fail are run a second time, and those that then pass are listed. Real Vitest and real Playwright run small tests here.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installedProgram, root } from './steps/repository.mjs';
import { runTool } from './steps/run-tool.mjs';
import { journeyReport, unitTestReport } from './steps/test-reports.mjs';
import { outcomeOf } from './testing/attempts.ts';
import { newFolder, write } from './testing/small-copy.ts';

/** A test that passes when a file says that it has run before. */
const race = (it: 'it' | 'test', before = '') => `import { existsSync, writeFileSync } from 'node:fs';
${it}('wins', async () => { const isSecond = existsSync('raced'); writeFileSync('raced', ''); ${before} expect(isSecond).toBe(true); });`;

function runVitest(folder: string) {
  const reportOf = (attempt: number) => join(folder, `report-${attempt}.json`);
  write(folder, 'vitest.config.mjs', 'export default { test: { globals: true } };');
  return outcomeOf({
    unit: 'unit tests',
    read: (attempt, output) => unitTestReport(reportOf(attempt), folder, output),
    run: (targets, attempt) =>
      runTool({
        title: 'Unit tests failed',
        command: process.execPath,
        args: [
          installedProgram('vitest', 'vitest'),
          ...['run', ...targets, '--reporter=default', '--reporter=json'],
          `--outputFile.json=${reportOf(attempt)}`,
        ],
        cwd: folder,
      }),
  });
}

function runPlaywright(folder: string) {
  const program = installedProgram('@playwright/test', 'playwright', join(root, 'e2e'));
  const reportOf = (attempt: number) => join(folder, `report-${attempt}.json`);
  return outcomeOf({
    unit: 'journeys',
    read: (attempt) => journeyReport(reportOf(attempt)),
    run: (targets, attempt) =>
      runTool({
        title: 'Journeys failed',
        command: process.execPath,
        args: [program, 'test', ...targets, '--reporter=json', '--workers=1', `--output=out-${attempt}`],
        cwd: folder,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(attempt) },
      }),
  });
}

const library = pathToFileURL(join(root, 'node_modules/@playwright/test/index.mjs')).href;
const importTest = `import { expect, test } from ${JSON.stringify(library)};\n`;

describe('a second attempt', () => {
  it('lists the files of unit tests that pass, and leaves the rest failed, including a file that cannot be loaded', async () => {
    const folder = newFolder();
    write(folder, 'bad.test.ts', `it('adds', () => expect(1 + 1).toBe(3)); it('holds', () => {});`);
    write(folder, 'broken.test.ts', `import './missing.ts';`);
    write(folder, 'race.test.ts', race('it'));
    write(folder, 'good.test.ts', `it('holds', () => {}); it.skip('waits', () => {});`);
    const { failure, lists } = await runVitest(folder);
    expect(failure?.failed).toMatchObject([
      { what: 'bad.test.ts: adds', repeat: 'npx vitest run bad.test.ts' },
      { what: 'broken.test.ts: the file itself', repeat: 'npx vitest run broken.test.ts' },
    ]);
    const [again, slowest] = lists;
    expect(again).toMatchObject({ title: expect.stringMatching(/^PASSED ON THE SECOND/), isWarning: true });
    expect(again?.lines.slice(0, 3)).toEqual([
      'race.test.ts: wins',
      '  npx vitest run race.test.ts',
      expect.stringMatching(/^ {4}AssertionError: expected false to be true/),
    ]);
    expect(slowest?.lines).toHaveLength(3);
  });

  it('is not made when Vitest reports an error outside of the tests', async () => {
    const folder = newFolder();
    const reject = `Promise.reject(new Error('lost')); await new Promise(setImmediate);`;
    write(folder, 'race.test.ts', race('it', reject));
    const { failure, lists } = await runVitest(folder);
    expect(failure?.output).toContain('Unhandled');
    expect(failure?.failed).toMatchObject([{ what: 'race.test.ts: wins' }]);
    expect(lists.filter(({ isWarning }) => isWarning)).toEqual([]);
  });

  it('lists the journeys that pass and leaves the rest failed, by file and line', async () => {
    const folder = newFolder();
    write(
      folder,
      'one.spec.mjs',
      `${importTest}test('adds', () => expect(1 + 1).toBe(3));\ntest.describe('a', () => { test('b', () => expect(1).toBe(2)); });\ntest('holds', () => {}); test.skip('waits', () => {});`,
    );
    write(folder, 'race.spec.mjs', `${importTest}${race('test')}`);
    const { failure, lists } = await runPlaywright(folder);
    expect(failure?.failed).toMatchObject([
      { what: 'one.spec.mjs:2: adds', repeat: 'npm run journeys -- one.spec.mjs:2' },
      { what: 'one.spec.mjs:3: b', repeat: 'npm run journeys -- one.spec.mjs:3' },
    ]);
    expect(lists[0]?.lines.slice(0, 2)).toEqual([
      'race.spec.mjs:3: wins',
      '  npm run journeys -- race.spec.mjs:3',
    ]);
    expect(lists[0]?.lines.join('\n')).toContain('Expected: true');
  });
});
