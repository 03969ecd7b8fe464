// What `npm test` leaves to `npm run test:all`: the tests that cost most and guard what changes least. Whatever is not listed
// here runs in both. docs/testing.md says what each group is for.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.mjs';

/**
 * Unit tests, as patterns of files: processes that are killed, data that is damaged, PostgreSQL servers of their own, generated
 * attacks, simulated hours.
 */
export const unitTestsOfAll = [
  '**/fuzz/**',
  '**/simulation.test.ts',
  '**/damage.test.ts',
  '**/recovery-damage.test.ts',
  '**/journal/journal-damage.test.ts',
  '**/missing-files.test.ts',
  '**/journal/kill.test.ts',
  '**/signals.test.ts',
  '**/failover.test.ts',
  '**/server/postgres.test.ts',
  '**/late-start.test.ts',
  '**/file-handles.test.ts',
  '**/operations-page.test.ts',
];

/** Journeys, as files of e2e/: faults that need a product of their own, a second look at what another journey shows, long waits. */
export const journeysOfAll = [
  'journeys/kill-minus-nine.spec.ts',
  'journeys/database-lost.spec.ts',
  'journeys/connection-cuts.spec.ts',
  'journeys/panel-memory.spec.ts',
  'journeys/without-web-sockets.spec.ts',
  'journeys/real-delays.spec.ts',
  'journeys/every-button.spec.ts',
];

/** @returns {readonly string[]} the journeys of `npm test`, as files of e2e/ */
export function journeysOfTest() {
  const left = new Set(journeysOfAll);
  return ['journeys', 'gallery', 'hub'].flatMap((folder) =>
    readdirSync(join(root, 'e2e', folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !left.has(file))
      .sort(),
  );
}
