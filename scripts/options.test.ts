// What our commands understand, reject, and read out of what other tools print.
import { describe, expect, it } from 'vitest';
import { countOfTests } from './checks.mjs';
import { countOfJourneys } from './journeys.mjs';
import { readOptions } from './options.mjs';

describe('the options of a command', () => {
  const flags = { long: 'the tests that take minutes, too' };

  it('are off unless given', () => {
    expect(readOptions({ command: 'npm test', flags, argv: [] })).toEqual({ long: false });
    expect(readOptions({ command: 'npm test', flags, argv: ['--long'] })).toEqual({ long: true });
  });

  it.each(['--fast', 'long', '--long=yes', '-l'])(
    'that are not known are rejected with the list of those that are: %s',
    (argument) => {
      expect(() => readOptions({ command: 'npm test', flags, argv: [argument] })).toThrow(
        expect.objectContaining({
          message: `npm test knows no ${argument}.`,
          exitCode: 2,
          advice: expect.stringContaining('--long'),
        }),
      );
    },
  );
});

describe('what tools printed', () => {
  it('tells how many tests there were', () => {
    const output =
      '\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m97 passed\u001b[39m\u001b[22m\u001b[90m (97)\u001b[39m\n      Tests  812 passed | 3 skipped (815)\n';
    expect(countOfTests(output)).toBe('812 tests in 97 files, 3 skipped');
    expect(countOfTests(' Test Files  1 passed (1)\n      Tests  1 passed (1)\n')).toBe('1 test in 1 file');
    expect(countOfTests('nothing of the kind')).toBe('');
  });

  it('tells how many journeys there were, and what was left out', () => {
    expect(countOfJourneys('  ✓  1 a.spec.ts\n\n  2 skipped\n  1 flaky\n  41 passed (1.2m)\n')).toBe(
      '2 skipped, 1 flaky, 41 passed',
    );
    expect(countOfJourneys('')).toBe('');
  });
});
