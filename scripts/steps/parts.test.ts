// All parts of a command run, and all failures are listed at its end.
import { describe, expect, it } from 'vitest';
import { type Part, runParts } from './parts.mjs';
import { createProgress } from './progress.mjs';
import { StepFailure } from './step-failure.mjs';

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
  it('all run, even after failures, which are listed together with the commands that repeat them', async () => {
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

  it('do not run and say so when they need a failed part, directly or through other parts', async () => {
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

  it('are failures as well when they end with an unexpected error', async () => {
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
