import { describe, expect, it } from 'vitest';
import { modules, modulesWithSlice } from './modules.ts';
import { GeneratedRun } from './testing/generated-run.ts';
import { RandomValues } from './testing/random-values.ts';
import { Venue, type VenueSnapshot } from './venue.ts';

/** The names that more than one module uses, with those modules. */
function claimedTwice(namesOf: (module: (typeof modules)[number]) => readonly string[]): string[] {
  const owners = new Map<string, string[]>();
  for (const module of modules)
    for (const name of namesOf(module)) owners.set(name, [...(owners.get(name) ?? []), module.name]);
  return [...owners]
    .filter(([, names]) => names.length > 1)
    .map(([name, names]) => `${name}: ${names.join(', ')}`);
}

describe('the modules', () => {
  it('have different names', () => {
    expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
  });

  it('do not claim a kind of command twice', () => {
    expect(claimedTwice((module) => ('commands' in module ? Object.keys(module.commands) : []))).toEqual([]);
  });

  it('do not claim a rejection code twice', () => {
    expect(claimedTwice((module) => ('rejections' in module ? Object.keys(module.rejections) : []))).toEqual(
      [],
    );
  });
});

describe('the slice of a module', () => {
  const empty = new Venue().snapshot();
  /** For each module, a state of a run where it has something to save. */
  const filled = new Map<string, VenueSnapshot>();
  const note = (full: VenueSnapshot) => {
    for (const { name } of modulesWithSlice)
      if (!filled.has(name) && JSON.stringify(full[name]) !== JSON.stringify(empty[name]))
        filled.set(name, full);
  };
  // An abandoned option is in the state of few runs, and only until the end of its day.
  for (let seed = 3; filled.size < modulesWithSlice.length; seed += 1) {
    const run = new GeneratedRun().open();
    const random = new RandomValues(seed);
    while (run.sent.length < 800) {
      const { submission, afterMs } = run.generate(random.below(2 ** 31));
      run.send(submission, afterMs);
      if (run.sent.length % 20 === 0) note(run.venue.snapshot());
    }
  }

  it.each(modulesWithSlice.map(({ name }) => name))(
    '%s is the same after it was saved and loaded',
    (name) => {
      const saved = filled.get(name);
      if (saved === undefined) throw new Error(`No run has a state in which ${name} has a slice.`);
      const loaded = Venue.from(JSON.parse(JSON.stringify(saved)) as VenueSnapshot).snapshot();
      expect(loaded).toEqual(saved);
      expect(JSON.stringify(loaded[name])).toBe(JSON.stringify(saved[name]));
    },
  );
});
