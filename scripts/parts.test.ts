// All parts of a command run, and all failures are listed at its end.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failedJourneys, failedUnitTests } from './failed-tests.mjs';
import { type Part, runParts } from './parts.mjs';
import { createProgress } from './progress.mjs';
import { installedProgram, root } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';
import { newFolder, write } from './testing/small-copy.ts';

const silent = { write: () => undefined };

async function outcomeOf(parts: readonly Omit<Part, 'repeat'>[]) {
  const written: string[] = [];
  const progress = createProgress({ screen: silent });
  const failure = await runParts(
    parts.map((part) => ({ ...part, repeat: `npm run ${part.title.toLowerCase()}` })),
    { progress, write: (text) => void written.push(text) },
  ).catch((error: StepFailure) => error);
  return { failure, output: written.join(''), results: progress.results };
}

const failing = (title: string, message: string, output = '') => ({
  title,
  run: () => Promise.reject(new StepFailure(message, { output })),
});

describe('the parts of a command', () => {
  it('all run, also after failures, which are listed together with the commands that repeat them', async () => {
    const ran: string[] = [];
    const good = (title: string) => ({ title, run: async () => ran.push(title) });
    const { failure, output } = await outcomeOf([
      failing('Types', 'The types do not check.', 'a.ts(1,1): error'),
      good('Lint'),
      failing('Unit', 'Unit tests failed.', 'AssertionError'),
      good('Journeys'),
    ]);
    expect(ran).toEqual(['Lint', 'Journeys']);
    expect(output).toMatch(/a\.ts\(1,1\): error[\s\S]*AssertionError/);
    expect(failure).toMatchObject({ exitCode: 1 });
    expect((failure as StepFailure).message.split('\n')).toEqual([
      '2 of 4 parts failed or could not run:',
      '',
      '✗ Types: The types do not check.',
      '    npm run types',
      '✗ Unit: Unit tests failed.',
      '    npm run unit',
    ]);
  });

  it('that need a failed part do not run, and say so, as do those that need them', async () => {
    const { failure, results } = await outcomeOf([
      failing('Build', 'The build has failed.'),
      { title: 'Journeys', needs: ['Build'], run: () => expect.fail('it ran') },
      { title: 'Pictures', needs: ['Journeys'], run: () => expect.fail('it ran') },
    ]);
    expect((failure as StepFailure).message).toContain(
      '✗ Journeys: not run, because this failed: Build\n    npm run journeys\n✗ Pictures: not run, because this failed: Journeys',
    );
    expect(results.map(({ title, failed }) => [title, failed])).toEqual([
      ['Journeys', true],
      ['Pictures', true],
    ]);
  });

  it('list each failed test with the command that repeats it alone', async () => {
    const failed = [{ what: 'a.test.ts: adds', repeat: 'npx vitest run a.test.ts' }];
    const { failure } = await outcomeOf([
      { title: 'Unit', run: () => Promise.reject(new StepFailure('Unit tests failed.', { failed })) },
    ]);
    expect((failure as StepFailure).message).toMatch(
      / {2}a\.test\.ts: adds\n {4}npx vitest run a\.test\.ts$/,
    );
  });

  it('that fail by an error of their own are failures as well', async () => {
    const { failure, output } = await outcomeOf([
      { title: 'Types', run: () => Promise.reject(new TypeError('x is not a function')) },
    ]);
    expect(output).toContain('TypeError: x is not a function');
    expect((failure as StepFailure).message).toContain('✗ Types: x is not a function');
  });

  it('end without a word when all are good', async () => {
    expect((await outcomeOf([{ title: 'Types', run: async () => undefined }])).failure).toBeUndefined();
  });
});

describe('the failed tests of a report', () => {
  it('of Vitest are named by file, also when a file cannot be loaded', async () => {
    const folder = newFolder();
    write(folder, 'bad.test.ts', `it('adds', () => expect(1 + 1).toBe(3)); it('holds', () => {});`);
    write(folder, 'broken.test.ts', `import './missing.ts';`);
    write(folder, 'good.test.ts', `it('holds', () => {});`);
    write(folder, 'vitest.config.mjs', 'export default { test: { globals: true } };');
    const report = join(folder, 'report.json');
    const args = [installedProgram('vitest', 'vitest'), 'run', '--reporter=json', `--outputFile=${report}`];
    const run = { title: 'Unit tests failed', command: process.execPath, args, cwd: folder };
    const failed = () => failedUnitTests(report, folder);
    await expect(runTool({ ...run, failed })).rejects.toMatchObject({
      failed: [
        { what: 'bad.test.ts: adds', repeat: 'npx vitest run bad.test.ts' },
        { what: 'broken.test.ts: the file itself', repeat: 'npx vitest run broken.test.ts' },
      ],
    });
  });

  it('of Playwright are named by file and line', async () => {
    const folder = newFolder();
    const library = pathToFileURL(join(root, 'node_modules/@playwright/test/index.mjs')).href;
    const text = `import { expect, test } from ${JSON.stringify(library)};\n`;
    write(
      folder,
      'one.spec.mjs',
      `${text}test('adds', () => expect(1 + 1).toBe(3));\ntest.describe('a', () => { test('b', () => expect(1).toBe(2)); });\ntest('holds', () => {});`,
    );
    const report = join(folder, 'report.json');
    const program = installedProgram('@playwright/test', 'playwright', join(root, 'e2e'));
    const args = [program, 'test', '--reporter=json'];
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const run = { title: 'Journeys failed', command: process.execPath, args, cwd: folder, env };
    await expect(runTool({ ...run, failed: () => failedJourneys(report) })).rejects.toMatchObject({
      failed: [
        { what: 'one.spec.mjs:2: adds', repeat: 'npm run journeys -- one.spec.mjs:2' },
        { what: 'one.spec.mjs:3: b', repeat: 'npm run journeys -- one.spec.mjs:3' },
      ],
    });
  });

  it('are none when the tool has written no report', () => {
    expect(failedUnitTests(join(newFolder(), 'none.json'), root)).toEqual([]);
    expect(failedJourneys(join(newFolder(), 'none.json'))).toEqual([]);
  });
});
