import { describe, expect, it } from 'vitest';
import { cents, lots } from '../kernel/units.ts';
import { smallMarket, Trial } from '../testing/small-market.ts';

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
    ).toMatchObject({ refusal: { code: 'priceOutsideLimits' } });
    until(trial, '2026-11-25');
    expect(trial.venue.snapshot().market?.addedFutures).toMatchObject([
      { year: 2027, month: 5, displaySeq: 4 },
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
      refusal: { details: { why: 'instrument WMAZ is dealt in month 13' } },
    });
    expect(opened([3], [])).toMatchObject({ refusal: { code: 'referenceDataUnusable' } });
    expect(opened([3]).kind).toBe('accepted');
  });
});
