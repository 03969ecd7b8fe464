// The shape of the values in a snapshot: builds of the same rules read each other's snapshots, so it may not change within a version of the
// rules. A test that fails here says that markets of the current main could no longer be opened. Then let `load` read both shapes, with
// a test, or raise the version of the rules with an upgrade step; and write the file again with `npx vitest run -u` and this file's name.
import { ruleVersion } from '@openpit/venue';
import { RandomValues } from '@openpit/venue/testing';
import { expect, it } from 'vitest';
import { WatchedRun } from './testing/watched-run.ts';

/** Runs that reach nearly all parts of the market (whole-market.check.test.ts). */
const richSeeds = [1, 18, 21, 26, 58, 75, 90];
const commands = 2_000;
const savedEvery = 100;

/** The paths of all values with their types: `#` stands for the items of a list, and for names that are data. */
function addPaths(value: unknown, path: string, paths: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) addPaths(item, `${path}.#`, paths);
  // A verdict has the details of the command's answer.
  else if (path.endsWith('.verdict')) paths.add(path);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value))
      addPaths(field, `${path}.${/^[a-z]\w*$/i.test(name) ? name : '#'}`, paths);
  else paths.add(`${path} ${value === null ? 'null' : typeof value}`);
}

it('the state that is saved has the shape of its version of the rules', async () => {
  const paths = new Set<string>();
  for (const seed of richSeeds) {
    const watched = new WatchedRun(() => undefined);
    const random = new RandomValues(seed);
    for (let at = 1; at <= commands; at += 1) {
      watched.step(random.below(2 ** 31));
      if (at % savedEvery !== 0) continue;
      addPaths(JSON.parse(JSON.stringify(watched.run.venue.snapshot())), 'venue', paths);
      addPaths(JSON.parse(JSON.stringify(watched.projections.save())), 'projections', paths);
    }
  }
  const text = [...paths].sort().join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`testing/saved-shape-${ruleVersion}.txt`);
});
