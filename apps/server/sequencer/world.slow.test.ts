// The server around the venue in worlds that a seed decides: a faulty journal, kills, and a network that loses, repeats, reorders and
// delays. A failure names its seed: OPENPIT_WORLD_SEED=n runs only that world.
import { describe, expect, it } from 'vitest';
import { runWorld } from '../testing/world/world.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const isQuick = process.env.OPENPIT_QUICK === '1' && !isLong;
const only = process.env.OPENPIT_WORLD_SEED;
const seeds =
  only === undefined
    ? Array.from({ length: isLong ? 10_000 : isQuick ? 5 : 50 }, (_, at) => at + 1)
    : [Number(only)];

describe(`a server in ${seeds.length} worlds`, () => {
  it('carries out each request once, and its clients’ state agrees with the journal', async () => {
    const seen = { kills: 0, snapshots: 0, interruptions: 0, failures: 0, gatherings: 0 };
    for (const seed of seeds) {
      const { trace, faults } = await runWorld(seed);
      expect(faults, `world ${seed}`).toEqual([]);
      const count = (word: string) => trace.filter((line) => line.includes(word)).length;
      seen.kills += count('kill -9') + count('crashes');
      seen.snapshots += count('snapshot');
      seen.interruptions += count('interrupted');
      seen.failures += count('stopped');
      seen.gatherings += count('gather');
    }
    if (only === undefined && !isQuick)
      for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(10);
  }, 3_600_000);

  it('produces the same world for the same seed', async () => {
    // A crowded world, where commands gather.
    const [first, again, other] = [await runWorld(5), await runWorld(5), await runWorld(6)];
    expect(again.trace).toEqual(first.trace);
    expect(first.trace.join()).toContain('commands gather');
    expect(other.trace).not.toEqual(first.trace);
  });
});
