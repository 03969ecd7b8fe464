// Tests that fail are run a second time, and what passes then is listed. Real Vitest and real Playwright run small tests here.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { List } from './progress.mjs';
import { installedProgram, root } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { StepFailure } from './step-failure.mjs';
import { journeyReport, type Report, runTests, type Tried, unitTestReport } from './test-reports.mjs';
import { newFolder, write } from './testing/small-copy.ts';

/** A test that passes when a file says that it has run before. */
const race = (it: 'it' | 'test', before = '') => `import { existsSync, writeFileSync } from 'node:fs';
${it}('wins', async () => { const isSecond = existsSync('raced'); writeFileSync('raced', ''); ${before} expect(isSecond).toBe(true); });`;

interface Outcome {
  readonly count: string;
  readonly failure: StepFailure | null;
  readonly lists: readonly List[];
}

async function outcomeOf(options: Parameters<typeof runTests>[0]): Promise<Outcome> {
  const lists: List[] = [];
  let failure: StepFailure | null = null;
  const count = await runTests({ ...options, list: (list) => void lists.push(list) }).catch((error) => {
    failure = error;
    return '';
  });
  return { count, failure, lists };
}

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
  it('of unit tests lists the files that pass, and leaves the rest failed, also a file that cannot be loaded', async () => {
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

  it('of journeys lists what passes and leaves the rest failed, by file and line', async () => {
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

describe('without a tool', () => {
  const tried = (id: string, state: Tried['state'], passed: Tried['passed'] = []): Tried => ({
    ...{ id, target: id, what: `${id}: a`, repeat: `run ${id}`, state, message: 'no', skipped: 0, passed },
  });
  const report = (...all: readonly Tried[]): Report => ({ tried: all, hasOtherErrors: false });
  const fails = () => Promise.reject(new StepFailure('Journeys failed.', { output: 'o', advice: 'Do.' }));

  /** The second run passes. */
  async function attemptsAt(first: Report, second: Report, more: { isOnce?: boolean } = {}) {
    const targets: (readonly string[])[] = [];
    const outcome = await outcomeOf({
      ...{ unit: 'journeys', ...more },
      read: (attempt) => (attempt === 1 ? first : second),
      run: (wanted, attempt) => {
        targets.push(wanted);
        return attempt === 1 ? fails() : Promise.resolve();
      },
    });
    return { ...outcome, targets };
  }

  it('what was not run because of a failure is run with it', async () => {
    const { failure, targets } = await attemptsAt(
      report(tried('a', 'failed'), tried('b', 'not run'), tried('c', 'passed')),
      report(tried('a', 'passed'), tried('b', 'passed')),
    );
    expect(failure).toBeNull();
    expect(targets).toEqual([[], ['a', 'b']]);
  });

  it('what the second report leaves out remains a failure', async () => {
    const { failure } = await attemptsAt(
      report(tried('a', 'failed'), tried('b', 'failed')),
      report(tried('a', 'passed')),
    );
    expect(failure).toMatchObject({ message: 'Journeys failed.', output: 'o', advice: 'Do.' });
    expect(failure?.failed).toMatchObject([{ what: 'b: a', repeat: 'run b' }]);
  });

  it('eleven failures, a failure without a failed test, and long parts are not tried again', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => tried(`t${at}`, 'failed'));
    expect((await attemptsAt(report(...eleven), report())).targets).toEqual([[]]);
    expect((await attemptsAt(report(tried('a', 'passed')), report())).targets).toEqual([[]]);
    expect((await attemptsAt(report(tried('a', 'failed')), report(), { isOnce: true })).targets).toEqual([
      [],
    ]);
    const none = unitTestReport(join(newFolder(), 'none.json'), root);
    const { failure, targets } = await attemptsAt(none, report());
    expect(targets).toEqual([[]]);
    expect(failure?.failed).toEqual([]);
    expect(journeyReport(join(newFolder(), 'none.json'))).toEqual(none);
  });

  it('all that failed passes, and is counted, as is what was skipped', async () => {
    const passed = [{ title: 'a', seconds: 1 }];
    const skipped = { ...tried('c', 'skipped'), skipped: 2 };
    const { count, failure } = await attemptsAt(
      report(tried('a', 'failed'), tried('b', 'passed', passed), skipped),
      report(tried('a', 'passed', passed)),
    );
    expect(failure).toBeNull();
    expect(count).toBe('2 journeys passed, 1 on the second attempt, 2 skipped');
  });

  it('the ten slowest tests are listed with their seconds', async () => {
    const tests = Array.from({ length: 12 }, (_, at) => ({ title: `t${at}`, seconds: at }));
    const { lists } = await outcomeOf({
      unit: 'journeys',
      read: () => report(tried('a', 'passed', tests)),
      run: () => Promise.resolve(),
    });
    expect(lists).toEqual([{ title: 'The slowest journeys', lines: expect.any(Array) }]);
    expect(lists[0]?.lines).toHaveLength(10);
    expect(lists[0]?.lines[0]).toBe('  11.0 s  t11');
  });
});
