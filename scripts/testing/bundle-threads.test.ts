import { describe, expect, it } from 'vitest';
import { programsFor } from './bundle-threads.ts';

describe('the programs that are bundled before the unit tests', () => {
  it('include every program that the chosen tests can start', () => {
    const all = programsFor([]);
    expect(all.length).toBeGreaterThan(5);
    for (const pattern of [
      'apps/server/http',
      'apps/serv',
      'scripts',
      'backup',
      'cli.slow.test.ts',
      'packages',
    ])
      expect(programsFor(['packages/venue', pattern]), pattern).toEqual(all);
    expect(programsFor(['packages/venue', 'apps/web/ui'])).toEqual([]);
    expect(programsFor(['packages/pricing/cli.slow.test.ts'])).toEqual(['packages/pricing/cli.ts']);
    // Vitest runs every file whose path has the pattern in it.
    for (const pattern of ['packages/storage/journal', 'packages/stor', 'packages/s'])
      expect(programsFor([pattern]), pattern).toHaveLength(4);
  });
});
