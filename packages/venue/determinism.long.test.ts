// The same commands produce the same market, whether they are sent, replayed from their stored text, or replayed from a snapshot. Each
// number is a separate market; a failure names it. Only `npm run test:long -- determinism` runs this test.
import { describe, expect, it } from 'vitest';
import { GeneratedRun, generatedWork, RandomValues } from './testing/index.ts';
import { Venue, type VenueSnapshot } from './venue.ts';

const seeds = 10_000;
const commandsPerSeed = 1_000;
/** The number of commands between two comparisons of the states. */
const hashEvery = 100;

const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The first difference between a market's records, as a sentence; null if there is none. */
function differenceIn(seed: number): string | null {
  const random = new RandomValues(seed);
  const run = new GeneratedRun().open();
  const snapshotAt = random.between(2, commandsPerSeed);
  let snapshot: VenueSnapshot | null = null;
  const hashes = new Map<number, string>();
  while (run.venue.lastSeq < commandsPerSeed) {
    const { submission, afterMs } = run.generate(random.below(2 ** 31));
    run.send(submission, afterMs);
    const { lastSeq } = run.venue;
    if (snapshot === null && lastSeq >= snapshotAt) snapshot = stored(run.venue.snapshot());
    if (Math.floor(lastSeq / hashEvery) > hashes.size) hashes.set(lastSeq, run.venue.stateHash());
  }
  hashes.set(run.venue.lastSeq, run.venue.stateHash());

  const begins = [new Venue(generatedWork)];
  if (snapshot !== null) begins.push(Venue.from(snapshot, generatedWork));
  for (const venue of begins) {
    const from = venue.lastSeq === 0 ? 'the first command' : `the snapshot at ${venue.lastSeq}`;
    for (const command of run.journal.slice(venue.lastSeq)) {
      const outcome = venue.handle(stored(command));
      if (JSON.stringify(outcome) !== JSON.stringify(run.outcomes[command.seq - 1]))
        return `command ${command.seq} has a different outcome when it is replayed from ${from}`;
      const hash = hashes.get(command.seq);
      if (hash !== undefined && hash !== venue.stateHash())
        return `after command ${command.seq} the market is another one when it is replayed from ${from}`;
    }
  }
  return null;
}

describe(`${seeds} generated markets of ${commandsPerSeed} commands`, () => {
  it('are the same when they are replayed, from the beginning and from a snapshot', () => {
    for (let seed = 1; seed <= seeds; seed += 1) expect(differenceIn(seed), `market ${seed}`).toBeNull();
    // The limit is ten times the usual time: an hour was too short next to other work.
  }, 36_000_000);
});
