import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { withShortDated } from '../testing/reference-files.ts';
import { marketOfAllTypes, smallMarket } from '../testing/small-market.ts';
import { TestMarket } from '../testing/test-market.ts';

const cycled = {
  ...smallMarket,
  instruments: smallMarket.instruments.map((instrument) => ({ ...instrument, months: [3, 5, 7, 9, 12] })),
};

/** Ends days until this one is the business day; returns the contracts listed on the way. */
function until(market: TestMarket, day: string): { contract: string; on: string; mtm: number }[] {
  const listed: { contract: string; on: string; mtm: number }[] = [];
  for (let on = ''; on !== day; ) {
    const { events } = market.operate({ kind: 'endDay' });
    for (const event of events) {
      if (event.kind === 'dayEnded') on = event.nextBusinessDay;
      if (event.kind === 'contractsListed')
        listed.push(...event.contracts.map(({ contract, mtm }) => ({ contract, on, mtm })));
    }
  }
  return listed;
}

const grid = { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 1, farSteps: 1 };
const maize = (instrument: string, month: number, displaySeq: number) => ({
  instrument,
  year: month === 12 ? 2026 : 2027,
  month,
  displaySeq,
  mtm: asPrice(instrument === 'WMAZ' ? 406_000 : 388_000),
  openInterest: 0,
});
/** Two months each of white and yellow maize, options on the nearer white one. */
const maizeMarket: ReferenceData = {
  ...marketOfAllTypes,
  instruments: marketOfAllTypes.instruments
    .filter(({ code }) => code !== 'WEAT')
    .map((instrument) => ({ ...instrument, months: [3, 5, 7, 9, 12], strikes: grid })),
  futures: [maize('WMAZ', 12, 1), maize('WMAZ', 3, 2), maize('YMAZ', 12, 3), maize('YMAZ', 3, 4)],
  options: marketOfAllTypes.options?.filter(({ month }) => month === 12) ?? [],
  spreads: marketOfAllTypes.spreads?.filter(({ second }) => second === 'YMAZ') ?? [],
};
const names = (listed: ReturnType<typeof until>) => listed.map(({ contract }) => contract);

describe('new contract months', () => {
  it('are listed on the day after another has expired: the next of the cycle, at the MTM of the furthest month', () => {
    const market = TestMarket.opened(cycled);
    market.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(1), price: asPrice(406_200) });
    // NOV26 is dealt until 23 November, DEC26 until 23 December.
    expect(until(market, '2026-11-24')).toEqual([{ contract: 'MAY27 WMAZ', on: '2026-11-24', mtm: 406_200 }]);
    expect(until(market, '2026-12-24')).toEqual([{ contract: 'JUL27 WMAZ', on: '2026-12-24', mtm: 406_200 }]);
  });

  it('can be dealt immediately within their own limits, and are listed again after a restart', () => {
    const market = TestMarket.opened(cycled);
    until(market, '2026-11-24');
    const before = market.venue.stateHash();
    market.restart();
    expect(market.venue.stateHash()).toBe(before);
    const may = { contract: 'MAY27 WMAZ', lots: lots(2), price: asPrice(406_000) };
    expect(market.order('denise', { ...may, side: 'S' }).state).toBe('Active');
    expect(market.order('abdul', may).state).toBe('Filled');
    expect(
      market.by('abdul', {
        ...may,
        kind: 'insertOrder',
        side: 'B',
        type: 'Normal',
        capacity: 'P',
        principal: 'KAND',
        subAccount: null,
        ref: '',
        price: asPrice(427_000),
      }).verdict,
    ).toMatchObject({ rejection: { code: 'priceOutsideLimits' } });
    until(market, '2026-11-25');
    expect(market.reference.later).toMatchObject([
      { kind: 'future', future: { year: 2027, month: 5, displaySeq: 4 } },
    ]);
  });

  it('are not listed for an instrument without a cycle', () => {
    expect(until(TestMarket.opened(), '2026-11-24')).toEqual([]);
  });

  it('need a cycle of months of the year, and a contract to begin with', () => {
    const opened = (months: readonly number[], futures = smallMarket.futures) => {
      const instruments = smallMarket.instruments.map((instrument) => ({ ...instrument, months }));
      const referenceData = { ...smallMarket, instruments, futures };
      return new TestMarket().operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData })
        .verdict;
    };
    expect(opened([13])).toMatchObject({
      rejection: { details: { why: 'instrument WMAZ has month 13' } },
    });
    expect(opened([3], [])).toMatchObject({ rejection: { code: 'referenceDataUnusable' } });
    expect(opened([3]).kind).toBe('accepted');
  });
});

describe('contracts that depend on months', () => {
  it('follow: options on the next month when those on another have expired, with strikes around its MTM', () => {
    const market = TestMarket.opened(maizeMarket);
    // Options on DEC26 expire on 20 November, those on MAR27 on 19 February.
    const listed = until(market, '2026-11-23');
    expect(names(listed)).toHaveLength(5 * 4);
    expect(names(listed).slice(0, 8)).toEqual(
      ['4000 C', '4000 P', '4000 C D', '4000 P D', '4040 C', '4040 P', '4040 C D', '4040 P D'].map(
        (option) => `MAR27 WMAZ ${option}`,
      ),
    );
    const at = { contract: 'MAR27 WMAZ 4060 C', lots: lots(1), price: asPrice(20_000) };
    market.order('denise', { ...at, side: 'S' });
    expect(market.order('abdul', at).state).toBe('Filled');
    expect(names(until(market, '2026-11-24'))).toEqual([]);
    const asked = { kind: 'addStrike', instrument: 'WMAZ', contractDate: 'MAR27' } as const;
    const strike = asPrice(430_000);
    expect(market.by('abdul', { ...asked, strike }).verdict.kind).toBe('accepted');
    const after = until(market, '2027-02-22');
    expect(names(after).filter((name) => name.startsWith('MAY27 WMAZ '))).toHaveLength(5 * 4);
  });

  it('follow on as many months as on the first day, however many series those have', () => {
    const options = maizeMarket.options?.map((series) => ({ ...series, year: 2027, month: 3 })) ?? [];
    const futures = [...maizeMarket.futures, maize('WMAZ', 5, 5)];
    const market = TestMarket.opened(withShortDated({ ...maizeMarket, futures, options }));
    expect(names(until(market, '2026-11-24'))).toEqual([]);
    expect(names(until(market, '2027-02-22'))).toContain('MAY27 WMAZ 4060 C');
  });

  it('follow: a split and a spread of the months at the same places as on the first day', () => {
    const market = TestMarket.opened(maizeMarket);
    until(market, '2026-12-23');
    const listed = until(market, '2026-12-24');
    expect(names(listed)).toEqual(['MAY27 WMAZ', 'MAY27 YMAZ', 'MAR27-MAY27 WMAZ', 'MAR27 WMAZ-YMAZ']);
    expect(listed.map(({ mtm }) => mtm)).toEqual([406_000, 388_000, 0, 18_000]);
    const at = { contract: 'MAR27 WMAZ-YMAZ', lots: lots(1), price: asPrice(18_000) };
    market.order('denise', { ...at, side: 'S' });
    expect(market.order('abdul', at).state).toBe('Filled');
    const seqs = market.reference.later;
    expect(seqs.map(({ kind }) => kind)).toEqual(['options', 'future', 'future', 'split', 'spread']);
  });

  it('are listed again after a restart in the same order, with months and strikes in between', () => {
    const market = TestMarket.opened(maizeMarket);
    until(market, '2026-11-23');
    market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(430_000),
    });
    until(market, '2026-12-24');
    const before = market.venue.stateHash();
    const listed = market.listings.map(({ contract }) => contract);
    market.restart();
    expect(market.venue.stateHash()).toBe(before);
    expect([...market.reference.contracts.keys()]).toEqual(listed);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('do not follow for an instrument without a cycle', () => {
    const instruments = maizeMarket.instruments.map(({ months: _none, ...instrument }) => instrument);
    expect(until(TestMarket.opened({ ...maizeMarket, instruments }), '2026-12-24')).toEqual([]);
  });

  it('are not marked any more when they have expired', () => {
    const market = TestMarket.opened(maizeMarket);
    const marked = (outcome: ReturnType<TestMarket['operate']>) =>
      outcome.events.flatMap((event) =>
        event.kind === 'dayEnded' ? event.marks.map(({ contract }) => contract) : [],
      );
    until(market, '2026-11-20');
    expect(marked(market.operate({ kind: 'endDay' }))).toContain('DEC26 WMAZ 4040 C');
    const next = marked(market.operate({ kind: 'endDay' }));
    expect(next).not.toContain('DEC26 WMAZ 4040 C');
    expect(next).toContain('DEC26 WMAZ');
  });
});
