// The progress of steps, on a terminal and in a log.
import { describe, expect, it } from 'vitest';
import { createProgress, finishedLine, lists, table } from './progress.mjs';
import { explain, StepFailure } from './step-failure.mjs';

function screenOf(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 40, write: (text: string) => written.push(text), text: () => written.join('') };
}

describe('progress', () => {
  it('is one line per step in a log, with its seconds and its note', async () => {
    const screen = screenOf(false);
    const progress = createProgress({ screen });
    const value = await progress.step('Unit tests', async (voice) => {
      voice.say('not shown in a log');
      voice.note('12 tests');
      return 7;
    });
    expect(value).toBe(7);
    expect(screen.text()).toMatch(/^✓ Unit tests +0\.0 s {3}12 tests\n$/);
  });

  it('is an updated line on a terminal, cut to its width, and cleared when the step has ended', async () => {
    const screen = screenOf(true);
    await createProgress({ screen }).step(
      'A step with a name longer than the screen is wide',
      async () => {},
    );
    const [drawn, cleared] = [screen.text().split('✓')[0] ?? '', screen.text()];
    expect(drawn).toContain('A step with a name');
    expect(drawn).not.toContain('screen is wide');
    expect(cleared).toContain('\r\u001b[2K');
  });

  it('marks a failed step and passes the failure on', async () => {
    const screen = screenOf(false);
    const progress = createProgress({ screen });
    await expect(progress.step('Build', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(screen.text()).toMatch(/^✗ Build/);
    expect(progress.results).toMatchObject([{ title: 'Build', failed: true }]);
  });

  it('leaves out quick steps when it is quiet, but not a failed one', async () => {
    const screen = screenOf(false);
    const progress = createProgress({ screen, isQuiet: true });
    await progress.step('Quick', async () => {});
    expect(screen.text()).toBe('');
    await expect(progress.step('Bad', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(screen.text()).toMatch(/^✗ Bad/);
  });
});

it('the table of steps ends with their sum', () => {
  const lines = table([
    { title: 'Types', seconds: 2.04, note: '', failed: false },
    { title: 'Unit tests', seconds: 40, note: '812 tests', failed: false },
    { title: 'Journeys', seconds: 1, note: '', failed: true },
  ]).split('\n');
  expect(lines).toEqual([
    '  Types           2.0 s',
    '  Unit tests     40.0 s  812 tests',
    '  Journeys        1.0 s  FAILED',
    '  ─────────────────────',
    '  Total          43.0 s',
  ]);
  expect(finishedLine({ title: 'Types', seconds: 2, note: '', failed: false }, true)).toContain(
    '\u001b[32m✓',
  );
});

it('the lists of all steps follow each other, of a failed step as well, or the warnings alone', async () => {
  const progress = createProgress({ screen: screenOf(false) });
  await progress.step('Unit tests', async ({ list }) => list({ title: 'The slowest', lines: ['1 s  a'] }));
  const failing = progress.step('Journeys', async ({ list }) => {
    list({ title: 'AGAIN', lines: ['b', '  c'], isWarning: true });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(lists(progress.results)).toBe('The slowest:\n  1 s  a\n\nAGAIN:\n  b\n    c\n');
  expect(lists(progress.results, { onlyWarnings: true })).toBe('AGAIN:\n  b\n    c\n');
  expect(lists([])).toBe('');
});

it('a failure ends with what to do, after the output of the tool', () => {
  const failure = new StepFailure('The build failed.', { output: 'line 1\nline 2\n', advice: 'Fix it.' });
  expect(explain(failure)).toBe('\nline 1\nline 2\n\nThe build failed.\nFix it.\n');
  expect(explain(new Error('a bug'))).toContain('progress.test.ts');
});
