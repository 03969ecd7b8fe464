import { describe, expect, it } from 'vitest';
import { areas, explained, faultsOf, isExplained } from './areas.mjs';
import { mutantsOf } from './mutants.mjs';

describe('the mutation test', () => {
  it('puts one fault at a time into each place that runs, and none into comments, imports and types', () => {
    const source = [
      "import { one } from './one.ts';",
      'export interface Two {',
      '  readonly three: 1 | 0;',
      '}',
      'export function four(five: number): boolean {',
      '  // 1 < 2',
      '  note(five);',
      '  if (five < six) return true;',
      '  return false;',
      '}',
    ].join('\n');
    expect(mutantsOf(source).map(({ line, to }) => `${line}: ${to}`)).toEqual([
      '7: ;',
      '8: if (five <= six) return true;',
      '8: if (five < six) return false;',
      '8: if (!(five < six)) return true;',
      '9: return true;',
    ]);
  });

  it('explains only faults that exist, each with a reason', () => {
    const faults = Object.keys(areas).flatMap(faultsOf);
    expect(faults.length).toBeGreaterThan(1_500);
    const wrong = explained.filter((mutant) => {
      const others = explained.filter((other) => other !== mutant);
      const without = faults.filter((fault) => isExplained(fault, others)).length;
      return mutant.because === '' || faults.filter((fault) => isExplained(fault)).length === without;
    });
    expect(wrong).toEqual([]);
  });
});
