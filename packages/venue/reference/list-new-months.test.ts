import { describe, expect, it } from 'vitest';
import { cents, lots } from '../kernel/units.ts';
import { marketOfAllTypes, smallMarket, Trial } from '../testing/small-market.ts';
import type { ReferenceData } from './reference-data.ts';
import { strikesAround } from './strikes-around.ts';

const cycled = {
  ...smallMarket,
  instruments: smallMarket.instruments.map((instrument) => ({ ...instrument, months: [3, 5, 7, 9, 12] })),
};

/** Ends days until this one is the business day; returns what was listed on the way. */
function until(trial: Trial, day: string): { contract: string; on: string; mtm: number }[] {
  const listed: { contract: string; on: string; mtm: number }[] = [];
  for (let on = ''; on !== day; ) {
    const { events } = trial.operate({ kind: 'endDay' });
    for (const event of events) {
      if (event.kind === 'dayEnded') on = event.nextBusinessDay;
      if (event.kind === 'contractsListed')
        listed.push(...event.contracts.map(({ contract, mtm }) => ({ contract, on, mtm })));
    }
  }
  return listed;
}

describe('new contract months', () => {
  it('are listed on the day after one was dealt for the last time, the next of the cycle, at the mark of the furthest month', () => {
    const trial = Trial.opened(cycled);
    trial.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(1), price: cents(406_200) });
    // NOV26 is dealt until 23 November, DEC26 until 23 December.
    expect(until(trial, '2026-11-24')).toEqual([{ contract: 'MAY27 WMAZ', on: '2026-11-24', mtm: 406_200 }]);
    expect(until(trial, '2026-12-24')).toEqual([{ contract: 'JUL27 WMAZ', on: '2026-12-24', mtm: 406_200 }]);
  });

  it('can be dealt at once, within limits of their own, and are there after a restart with all that they have', () => {
    const trial = Trial.opened(cycled);
    until(trial, '2026-11-24');
    const before = trial.venue.stateHash();
    trial.restart();
    expect(trial.venue.stateHash()).toBe(before);
    const may = { contract: 'MAY27 WMAZ', lots: lots(2), price: cents(406_000) };
    expect(trial.order('denise', { ...may, side: 'S' }).state).toBe('Active');
    expect(trial.order('abdul', may).state).toBe('Filled');
    expect(
      trial.by('abdul', {
        ...may,
        kind: 'insertOrder',
        side: 'B',
        type: 'Normal',
        capacity: 'P',
        principal: 'KAND',
        subAccount: null,
        ref: '',
        price: cents(427_000),
      }).verdict,
    ).toMatchObject({ rejection: { code: 'priceOutsideLimits' } });
    until(trial, '2026-11-25');
    expect(trial.venue.snapshot().market?.added).toMatchObject([
      { kind: 'future', future: { year: 2027, month: 5, displaySeq: 4 } },
    ]);
  });

  it('do not come where the instrument has no cycle', () => {
    expect(until(Trial.opened(), '2026-11-24')).toEqual([]);
  });

  it('have a cycle of months of the year, and a contract to begin with', () => {
    const opened = (months: readonly number[], futures = smallMarket.futures) => {
      const instruments = smallMarket.instruments.map((instrument) => ({ ...instrument, months }));
      const referenceData = { ...smallMarket, instruments, futures };
      return new Trial().operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData }).verdict;
    };
    expect(opened([13])).toMatchObject({
      rejection: { details: { why: 'instrument WMAZ is dealt in month 13' } },
    });
    expect(opened([3], [])).toMatchObject({ rejection: { code: 'referenceDataUnusable' } });
    expect(opened([3]).kind).toBe('accepted');
  });
});

const grid = { near: cents(2_000), far: cents(10_000), nearSteps: 1, farSteps: 1 };
const maize = (instrument: string, month: number, displaySeq: number) => ({
  instrument,
  year: month === 12 ? 2026 : 2027,
  month,
  displaySeq,
  mtm: cents(instrument === 'WMAZ' ? 406_000 : 388_000),
  openInterest: 0,
});
/** Two months each of white and yellow maize, options on the nearer white one. */
const maizeBoard: ReferenceData = {
  ...marketOfAllTypes,
  instruments: marketOfAllTypes.instruments
    .filter(({ code }) => code !== 'WEAT')
    .map((instrument) => ({ ...instrument, months: [3, 5, 7, 9, 12], strikes: grid })),
  futures: [maize('WMAZ', 12, 1), maize('WMAZ', 3, 2), maize('YMAZ', 12, 3), maize('YMAZ', 3, 4)],
  options: marketOfAllTypes.options?.filter(({ month }) => month === 12) ?? [],
  spreads: marketOfAllTypes.spreads?.filter(({ second }) => second === 'YMAZ') ?? [],
};
const names = (listed: ReturnType<typeof until>) => listed.map(({ contract }) => contract);

describe('what depends on months', () => {
  it('follows them: options on the next month when those of another have expired, with strikes around its mark', () => {
    const trial = Trial.opened(maizeBoard);
    // Options on DEC26 expire on 20 November, those on MAR27 on 19 February.
    const listed = until(trial, '2026-11-23');
    expect(names(listed)).toHaveLength(5 * 4);
    expect(names(listed).slice(0, 8)).toEqual(
      ['4000 C', '4000 P', '4000 C D', '4000 P D', '4040 C', '4040 P', '4040 C D', '4040 P D'].map(
        (option) => `MAR27 WMAZ ${option}`,
      ),
    );
    const at = { contract: 'MAR27 WMAZ 4060 C', lots: lots(1), price: cents(20_000) };
    trial.order('denise', { ...at, side: 'S' });
    expect(trial.order('abdul', at).state).toBe('Filled');
    expect(names(until(trial, '2026-11-24'))).toEqual([]);
    const asked = { kind: 'addStrike', instrument: 'WMAZ', contractDate: 'MAR27' } as const;
    const strike = cents(430_000);
    expect(trial.by('abdul', { ...asked, strike }).verdict.kind).toBe('accepted');
    const after = until(trial, '2027-02-22');
    expect(names(after).filter((name) => name.startsWith('MAY27 WMAZ '))).toHaveLength(5 * 4);
  });

  it('follows them: a split and a spread stand between the months that have the places of those of the first day', () => {
    const trial = Trial.opened(maizeBoard);
    until(trial, '2026-12-23');
    const listed = until(trial, '2026-12-24');
    expect(names(listed)).toEqual(['MAY27 WMAZ', 'MAY27 YMAZ', 'MAR27-MAY27 WMAZ', 'MAR27 WMAZ-YMAZ']);
    expect(listed.map(({ mtm }) => mtm)).toEqual([406_000, 388_000, 0, 18_000]);
    const at = { contract: 'MAR27 WMAZ-YMAZ', lots: lots(1), price: cents(18_000) };
    trial.order('denise', { ...at, side: 'S' });
    expect(trial.order('abdul', at).state).toBe('Filled');
    const seqs = trial.venue.snapshot().market?.added ?? [];
    expect(seqs.map(({ kind }) => kind)).toEqual(['options', 'future', 'future', 'split', 'spread']);
  });

  it('is there after a restart, in the order in which it came, with months and strikes in between', () => {
    const trial = Trial.opened(maizeBoard);
    until(trial, '2026-11-23');
    trial.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: cents(430_000),
    });
    until(trial, '2026-12-24');
    const [before, order] = [trial.venue.stateHash(), contractsOf(trial)];
    trial.restart();
    expect([trial.venue.stateHash(), contractsOf(trial)]).toEqual([before, order]);
    expect(new Set(order).size).toBe(order.length);
  });

  it('does not follow in an instrument without a cycle', () => {
    const instruments = maizeBoard.instruments.map(({ months: _none, ...instrument }) => instrument);
    expect(until(Trial.opened({ ...maizeBoard, instruments }), '2026-12-24')).toEqual([]);
  });

  it('is not marked any more when it has expired', () => {
    const trial = Trial.opened(maizeBoard);
    const marked = (outcome: ReturnType<Trial['operate']>) =>
      outcome.events.flatMap((event) =>
        event.kind === 'dayEnded' ? event.marks.map(({ contract }) => contract) : [],
      );
    until(trial, '2026-11-20');
    expect(marked(trial.operate({ kind: 'endDay' }))).toContain('DEC26 WMAZ 4040 C');
    const next = marked(trial.operate({ kind: 'endDay' }));
    expect(next).not.toContain('DEC26 WMAZ 4040 C');
    expect(next).toContain('DEC26 WMAZ');
  });
});

const contractsOf = (trial: Trial) =>
  trial.venue.snapshot().market?.contracts.map(({ contract }) => contract) ?? [];

describe('strikes of a new month', () => {
  it('lie close around the money and further apart further out', () => {
    const rand = (mtm: number, steps: object = {}) =>
      strikesAround(cents(mtm), { ...grid, ...steps }).map((strike) => strike / 100);
    expect(rand(405_020)).toEqual([4000, 4040, 4060, 4080, 4100]);
    expect(rand(404_980)).toEqual([4000, 4020, 4040, 4060, 4100]);
    expect(rand(410_000, { farSteps: 2 })).toEqual([3900, 4000, 4080, 4100, 4120, 4200, 4300]);
    expect(rand(406_000, { farSteps: 0 })).toEqual([4040, 4060, 4080]);
    expect(rand(2_000, { farSteps: 2 })).toEqual([20, 40, 100, 200]);
  });
});
