// The choice of tests that are run a second time, and the lists of them. second-attempts.slowest.test.ts does it with the real tools.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testing/attempts.ts';
import { newFolder } from '../testing/small-copy.ts';
import { root } from './repository.mjs';
import { StepFailure } from './step-failure.mjs';
import { journeyReport, type Report, type Tried, unitTestReport } from './test-reports.mjs';

describe('a second attempt, without a tool', () => {
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

  it('runs the tests that were not run because of a failure', async () => {
    const { failure, targets } = await attemptsAt(
      report(tried('a', 'failed'), tried('b', 'not run'), tried('c', 'passed')),
      report(tried('a', 'passed'), tried('b', 'passed')),
    );
    expect(failure).toBeNull();
    expect(targets).toEqual([[], ['a', 'b']]);
  });

  it('leaves a test failed that the second report leaves out', async () => {
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

  it('all that failed passes, and is counted, as are skipped tests', async () => {
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
