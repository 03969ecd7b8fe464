import { expect, it } from 'vitest';
import { GeneratedRun, generatedWork } from './testing/generated-run.ts';
import { Coverage } from './testing/coverage.ts';
import { compareWithVenue } from './testing/compare-with-venue.ts';
import { RandomValues } from './testing/random-values.ts';
import { Venue } from './venue.ts';
it('covers', () => {
  const coverage = new Coverage();
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = new RandomValues(seed * 7919);
    const run = new GeneratedRun();
    run.onOutcome = coverage.count;
    run.open();
    let last: unknown;
    try {
    for (let at = 0; at < 2000; at += 1) {
      const { submission, afterMs } = run.generate(random.below(2 ** 31));
      last = submission;
      run.send(submission, afterMs);
      if (at % 400 === 399) compareWithVenue(run.model, run.venue.snapshot());
    }
    } catch (e) { console.log(seed, run.model.businessDay, JSON.stringify(last)); throw e; }
    const again = new Venue(generatedWork);
    for (const c of run.journal) again.handle(c);
    expect(again.stateHash()).toBe(run.venue.stateHash());
    console.log(seed, run.model.businessDay);
  }
  console.log('missing', coverage.missing(1));
  console.log('few', coverage.missing(4));
}, 400_000);
