import { describe, expect, it } from 'vitest';
import { type Day, isoDate } from './kernel/civil-date.ts';
import { asMoney, asPrice, lots } from './kernel/units.ts';
import type { Future, MarketHours, ReferenceData } from './reference/reference-data.ts';
import { isRejectionCode } from './rejections.ts';
import {
  applied,
  compared,
  sorghum,
  sorghumFuture,
  until,
  withMaize,
  withShortDated,
} from './testing/reference-files.ts';
import { marketOfAllTypes, smallMarket } from './testing/small-market.ts';
import { anOrder, TestMarket } from './testing/test-market.ts';
import { Venue } from './venue.ts';

/** The reasons why the market rejects the file; throws if it accepts it, or changes something. */
function faultOf(
  market: TestMarket,
  referenceData: ReferenceData,
  effectiveFrom: string | null = null,
): string {
  const before = JSON.stringify(market.memory());
  const { verdict } = market.operate({ kind: 'applyReferenceData', referenceData, effectiveFrom });
  if (verdict.kind === 'accepted') throw new Error('the reference data were accepted');
  expect(isRejectionCode(verdict.rejection.code)).toBe(true);
  expect(JSON.stringify(market.memory())).toBe(before);
  return String((verdict.rejection.details as { why: string }).why);
}

/** The state of a venue that handles the same commands again. */
function replayed({ journal }: TestMarket): string {
  const venue = new Venue();
  for (const command of journal) venue.handle(command);
  return venue.stateHash();
}

const kinds = ({ lastEvents }: TestMarket) => lastEvents.map(({ kind }) => kind);

describe('reference data compared with the running market', () => {
  it('has nothing to change when the market was opened with it, even after contracts were listed and strikes were added', () => {
    const market = TestMarket.opened(withMaize(marketOfAllTypes, { months: [3, 5, 7, 9, 11, 12] }));
    expect(compared(market, withMaize(marketOfAllTypes, { months: [3, 5, 7, 9, 11, 12] })).changes).toEqual(
      [],
    );
    market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(402_000),
    });
    until(market, '2026-12-28');
    const later = compared(market, withMaize(marketOfAllTypes, { months: [3, 5, 7, 9, 11, 12] }));
    expect(later).toEqual({ effectiveFrom: '2026-12-29', changes: [], faults: [], planned: null });
  });

  it('names the steps of the exchange day that come and go, and their offset', () => {
    const steps = [
      { at: '08:30', phase: 'continuous', groups: ['other', 'world'] },
      { at: '10:00', valuation: true },
      { at: '15:00', endDay: true },
    ] as const;
    const hours = { name: 'chi', utcOffset: '-06:00', steps };
    const withHours = (changed: Partial<typeof hours> | { steps: MarketHours['steps'] }) => ({
      ...smallMarket,
      market: { ...smallMarket.market, hours: { ...hours, ...changed } },
    });
    const market = TestMarket.opened(withHours({}));
    const changesOf = (file: ReferenceData) => compared(market, file).changes;
    const begins = 'the hours of the exchange day change';
    expect(changesOf(withHours({ utcOffset: '-05:00' }))).toEqual([
      `${begins} from "chi" at -06:00 to "chi" at -05:00`,
    ]);
    const later = { at: '09:00', phase: 'continuous', groups: ['other'] } as const;
    const silo = { at: '09:10', silo: 'tendering', every: 30, until: '14:00' } as const;
    expect(changesOf(withHours({ steps: [later, silo, ...steps.slice(1)] }))).toEqual([
      `${begins}, without 08:30 continuous (other world), with 09:00 continuous (other), 09:10 tendering every 30 minutes until 14:00`,
    ]);
    expect(changesOf(withHours({ steps: steps.slice(0, 1) }))).toEqual([
      `${begins}, without 10:00 valuation, 15:00 end of day`,
    ]);
    expect(changesOf(smallMarket)).toEqual([
      `${begins} from "chi" at -06:00 to none, without 08:30 continuous (other world), 10:00 valuation, 15:00 end of day`,
    ]);
  });

  it('names the changes, from the next business day if no day is given', () => {
    const market = TestMarket.opened();
    const file = withMaize(
      {
        ...smallMarket,
        holidays: [
          { date: '2026-12-25', name: 'Christmas' },
          { date: '2027-01-01', name: 'New Year' },
        ],
      },
      {
        name: 'Maize, white',
        dailyLimit: asPrice(25_000),
        months: [3, 12],
        initialMargin: asMoney(2_200_000),
      },
    );
    expect(compared(market, { ...file, market: { ...file.market, vatPercent: 15 } })).toEqual({
      effectiveFrom: '2026-11-19',
      changes: [
        'the VAT on booking fees changes from none to 15',
        '2026-12-16 is no longer a holiday',
        '2026-12-25 is called Christmas',
        '2027-01-01 becomes a holiday: New Year',
        'the name of WMAZ changes from White maize to Maize, white',
        'the daily limit of WMAZ changes from 200.00 to 250.00',
        'the cycle of months of WMAZ changes from none to 3, 12',
        'initial margin of WMAZ changes from 21000.00 to 22000.00',
        'margin of a spread leg of WMAZ changes from 10500.00 to 11000.00',
      ],
      faults: [],
      planned: null,
    });
  });
});

describe('a new holiday', () => {
  const election = (date: string) => ({
    ...smallMarket,
    holidays: [...smallMarket.holidays, { date, name: 'Election' }],
  });
  // The last trading day of DEC26 WMAZ is 23 December: the fifth business day after it is 31 December.
  const moved =
    '2026-12-30 becomes a holiday: Election, which moves the last notice day of DEC26 WMAZ from 2026-12-31 to 2027-01-01, out of the delivery month';

  it('names the last notice days that it moves in the preview and in the announcement, and moves them', () => {
    const market = TestMarket.opened();
    expect(compared(market, election('2026-12-30')).changes).toEqual([moved]);
    expect(compared(market, election('2027-03-03')).changes).toEqual([
      '2027-03-03 becomes a holiday: Election',
    ]);
    applied(market, election('2026-12-30'));
    expect(market.lastEvents).toMatchObject([
      { kind: 'referenceDataPlanned', changes: [moved] },
      { kind: 'announcementMade', announcement: 'Info', message: `From 2026-11-19: ${moved}.` },
    ]);
    applied(market, smallMarket);
    expect(market.lastEvents.at(-1)).toMatchObject({
      message: 'The change of the reference data that was announced before is withdrawn.',
    });
  });
});

describe('the dates of listed contracts', () => {
  const december = 'DEC26 WMAZ';
  const withDates = (dates: Partial<Future>, more: Partial<ReferenceData> = {}): ReferenceData => ({
    ...marketOfAllTypes,
    ...more,
    futures: marketOfAllTypes.futures.map((future) =>
      future.instrument === 'WMAZ' && future.month === 12 ? { ...future, ...dates } : future,
    ),
  });
  it('move with notice, as do the dates of options, splits and spreads, even after a restart and in a replay', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const file = withDates(
      { firstDeliveryDay: '2026-12-02', lastTradingDay: '2026-12-22', optionExpiry: '2026-11-19' },
      { holidays: [...marketOfAllTypes.holidays, { date: '2026-12-28', name: 'Election' }] },
    );
    const changes = [
      '2026-12-28 becomes a holiday: Election, which moves the last notice day of DEC26 YMAZ and DEC26 WEAT from 2026-12-31 to 2027-01-01, out of the delivery month',
      'the first delivery day of DEC26 WMAZ moves from 2026-12-01 to 2026-12-02',
      'the last trading day of DEC26 WMAZ moves from 2026-12-23 to 2026-12-22',
      'the option expiry of DEC26 WMAZ moves from 2026-11-20 to 2026-11-19',
    ];
    expect(compared(market, file)).toMatchObject({ changes, faults: [] });
    applied(market, file);
    market.operate({ kind: 'endDay' });
    const moved = ['2026-12-02', '2026-12-22', '2026-11-19'];
    const call = market.listings.find(({ contract }) => contract.startsWith(`${december} 4`))?.contract ?? '';
    const events = market.lastEvents.flatMap((event) =>
      event.kind === 'referenceDataChanged' ? (event.dates ?? []) : [],
    );
    expect(events).toContainEqual({
      contract: december,
      firstDeliveryDay: moved[0],
      lastTradingDay: moved[1],
      optionExpiry: moved[2],
    });
    const hash = market.venue.stateHash();
    market.restart();
    expect(market.venue.stateHash()).toBe(hash);
    expect(replayed(market)).toBe(hash);
    expect(events.map(({ contract }) => contract)).toEqual(
      expect.arrayContaining([call, 'DEC26-MAR27 WMAZ', 'DEC26 WMAZ-YMAZ']),
    );
    expect(compared(market, file)).toMatchObject({ changes: [], faults: [] });
    // The future trades until the new last day, and the options have expired on theirs.
    market.operate({ kind: 'endDay' });
    expect(market.rejected('abdul', { ...anOrder, contract: call })).toBe('contractExpired');
    until(market, '2026-12-22');
    market.order('abdul', { contract: december, price: market.contract(december).mtm });
    market.operate({ kind: 'endDay' });
    expect(market.rejected('abdul', { ...anOrder, contract: december })).toBe('contractExpired');
  });

  it.each([
    ['later, and the day between has limits', '2026-12-01', '2026-12-02', true],
    ['earlier, and the new first day has none', '2026-11-30', '2026-11-30', false],
  ])('move the first delivery day %s', (_, firstDay, to, hasLimits) => {
    const market = TestMarket.opened(marketOfAllTypes);
    until(market, '2026-11-27');
    if (hasLimits) market.operate({ kind: 'endDay' });
    applied(market, withDates({ firstDeliveryDay: to }), firstDay);
    market.operate({ kind: 'endDay' });
    const { businessDay } = market.reference;
    expect(isoDate(businessDay)).toBe(firstDay);
    expect(market.contract(december).limits !== null).toBe(hasLimits);
    const marks = market.outcomes
      .flatMap(({ events }) => events.flatMap((event) => (event.kind === 'dayEnded' ? [event] : [])))
      .at(-1)?.marks;
    expect(marks?.find(({ contract }) => contract === december)?.limits !== null).toBe(hasLimits);
  });

  it('move the last notice day with the last trading day, and say so', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    expect(compared(market, withDates({ lastTradingDay: '2026-12-21' })).changes).toEqual([
      'the last trading day of DEC26 WMAZ moves from 2026-12-23 to 2026-12-21, and its last notice day from 2026-12-31 to 2026-12-29',
    ]);
  });

  it.each([
    [{ lastTradingDay: '2026-12-26' }, 'that is not a business day'],
    [{ lastTradingDay: '2026-11-18' }, 'the change begins on 2026-11-19, after one of these days'],
    [{ optionExpiry: '2026-12-28' }, 'options on it would expire after its last trading day'],
    [{ firstDeliveryDay: '2026-12-24' }, 'its first delivery day would be after its last trading day'],
  ])('cannot move to %j', (dates, why) => {
    expect(faultOf(TestMarket.opened(marketOfAllTypes), withDates(dates))).toContain(why);
  });

  it('avoid an announced holiday if the month is listed before the holiday takes effect', () => {
    const file = withMaize(marketOfAllTypes, { months: [3, 11, 12] });
    const market = TestMarket.opened(file);
    const listed = (by: TestMarket) => {
      until(by, '2026-11-24');
      return by.listings.filter(({ kind }) => kind === 'future').at(-1);
    };
    const { contract = '', lastTradingDay: date = '' } = listed(TestMarket.opened(file)) ?? {};
    expect(contract).toMatch(/ WMAZ$/);
    applied(market, { ...file, holidays: [...file.holidays, { date, name: 'Election' }] }, '2026-11-25');
    const { lastTradingDay = '' } = listed(market) ?? {};
    expect(lastTradingDay < date).toBe(true);
    until(market, '2026-11-25');
    expect(replayed(market)).toBe(market.venue.stateHash());
  });

  it('of a short-dated series do not change other options on its future', () => {
    const standard = 'MAR27 WMAZ 4100 C';
    const short = 'MAR27 WMAZ 4020 C';
    const expiryOf = (market: TestMarket, name: string) =>
      isoDate(market.reference.contracts.get(name)?.lastDay ?? (0 as Day));
    const file = withShortDated(marketOfAllTypes);
    const opened = TestMarket.opened(file);
    const changed = {
      ...file,
      instruments: file.instruments.map((instrument) =>
        instrument.code === 'YMAZ' ? { ...instrument, initialMargin: asMoney(2_200_000) } : instrument,
      ),
    };
    expect(compared(opened, file)).toMatchObject({ changes: [], faults: [] });
    expect(compared(opened, changed).changes.filter((change) => change.includes('WMAZ'))).toEqual([]);

    // Listed by a file, the series has its own expiry and volatility, and so have the strikes that another file adds to it.
    const market = TestMarket.opened(marketOfAllTypes);
    const listing = 'options on MAR27 WMAZ are listed at 4020.00';
    expect(compared(market, file)).toMatchObject({ changes: [listing], faults: [] });
    applied(market, file);
    market.operate({ kind: 'endDay' });
    applied(market, withShortDated(marketOfAllTypes, { strikes: [402_000, 404_000].map(asPrice) }));
    market.operate({ kind: 'endDay' });
    for (const listed of [opened, market]) {
      expect(expiryOf(listed, standard)).toBe('2027-02-19');
      expect(expiryOf(listed, short)).toBe('2026-12-18');
      const [ofStandard, ofShort] = [standard, short].map((name) => listed.contract(`${name} D`).mtm);
      expect([ofStandard, ofShort]).toEqual([2_712, 3_000]);
    }
    expect(expiryOf(market, 'MAR27 WMAZ 4040 P D')).toBe('2026-12-18');

    const moved = withShortDated(marketOfAllTypes, { expires: '2026-12-11' });
    const text = 'the expiry of the short-dated options of MAR27 WMAZ moves from 2026-12-18 to 2026-12-11';
    expect(compared(market, moved)).toMatchObject({ changes: [text], faults: [] });
    applied(market, moved);
    market.operate({ kind: 'endDay' });
    expect(expiryOf(market, 'MAR27 WMAZ 4040 C')).toBe('2026-12-11');
    expect(expiryOf(market, standard)).toBe('2027-02-19');
    expect(compared(market, moved)).toMatchObject({ changes: [], faults: [] });
    const hash = market.venue.stateHash();
    market.restart();
    expect(market.venue.stateHash()).toBe(hash);
    expect(replayed(market)).toBe(hash);
    until(market, '2026-12-14');
    expect(market.rejected('abdul', { ...anOrder, contract: short })).toBe('contractExpired');
    market.order('abdul', { contract: standard, price: asPrice(20_000) });
  });

  it('of a series do not move if a file names a part of it', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(402_000),
    });
    expect(faultOf(market, withShortDated(marketOfAllTypes))).toBe(
      'the expiry of the short-dated options of MAR27 WMAZ cannot move from 2027-02-19 to 2026-12-18, because the file has options that expire with them, without that date',
    );
  });

  it('cannot move once they are over', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    until(market, '2026-12-02');
    expect(faultOf(market, withDates({ firstDeliveryDay: '2026-12-09' }))).toContain(
      'after one of these days',
    );
  });
});

describe('reference data that cannot be applied', () => {
  it('are rejected with the reason, and change nothing', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const holiday = (date: string) => ({
      ...marketOfAllTypes,
      holidays: [...marketOfAllTypes.holidays, { date, name: 'Election' }],
    });
    expect(faultOf(market, marketOfAllTypes, '2026-13-01')).toBe('"2026-13-01" is not a date');
    expect(faultOf(market, marketOfAllTypes, '2026-11-18')).toContain(
      'is too early: the first day from which it can apply is 2026-11-19',
    );
    expect(faultOf(market, marketOfAllTypes, '2026-12-16')).toBe('2026-12-16 is not a business day');
    expect(faultOf(market, withMaize(marketOfAllTypes, { tick: asPrice(0) }))).toBe(
      'instrument WMAZ has a tick of 0 cents',
    );
    expect(faultOf(market, withMaize(marketOfAllTypes, { tick: asPrice(100), tonsPerContract: 50 }))).toBe(
      'the size of its contracts of WMAZ cannot change from 100 t to 50 t, because contracts are listed; the tick of WMAZ cannot change from 0.20 to 1.00, because contracts are listed',
    );
    expect(faultOf(market, smallMarket)).toContain(
      'instrument YMAZ is not in the file, but an instrument cannot be removed',
    );
    expect(faultOf(market, holiday('2026-12-23'))).toBe(
      '2026-12-23 cannot become a holiday, because it is a date of DEC26 WMAZ, DEC26 YMAZ, DEC26 WEAT, and the file does not move that date',
    );
    expect(faultOf(market, holiday('2026-11-24'), '2026-11-24')).toContain('it is not after that day');
  });

  it('are rejected from anyone but the operator', () => {
    const market = TestMarket.opened();
    const command = { kind: 'applyReferenceData', referenceData: smallMarket, effectiveFrom: null } as const;
    expect(market.rejected('abdul', command)).toBe('operatorOnly');
  });
});

describe('a change of the reference data', () => {
  it('waits for its business day, and then applies to all that it names', () => {
    const market = TestMarket.opened();
    const file = withMaize(
      {
        ...smallMarket,
        market: { ...smallMarket.market, vatPercent: 15 },
        holidays: [...smallMarket.holidays, { date: '2026-11-30', name: 'Election' }],
      },
      {
        dailyLimit: asPrice(25_000),
        bookingFee: {
          own: { future: asPrice(20), option: asPrice(20) },
          client: { future: asPrice(25), option: asPrice(25) },
        },
      },
    );
    applied(market, file, '2026-11-20');
    expect(kinds(market)).toEqual(['referenceDataPlanned', 'announcementMade']);
    expect(compared(market, smallMarket).planned?.effectiveFrom).toBe('2026-11-20');
    market.operate({ kind: 'endDay' });
    expect(market.contract().limits).toEqual({ low: 383_500, high: 423_500 });
    expect(kinds(market)).not.toContain('referenceDataChanged');

    market.operate({ kind: 'endDay' });
    expect(kinds(market)).toEqual(
      expect.arrayContaining(['referenceDataChanged', 'ratesSet', 'ratesBegan', 'dayEnded']),
    );
    expect(market.contract().limits).toEqual({ low: 378_500, high: 428_500 });
    expect(compared(market, file)).toMatchObject({ changes: [], faults: [], planned: null });
    market.order('denise', { side: 'S', lots: lots(1) });
    market.order('abdul', { lots: lots(1) });
    // 20 cents for each of 100 t, and 15 % VAT.
    const fees = market.lastEvents.flatMap((event) => (event.kind === 'dealMade' ? [event.buy.fee] : []));
    expect(fees).toEqual([2_300]);
    until(market, '2026-11-27');
    market.operate({ kind: 'endDay' });
    expect(market.reference.businessDay).toBe(new Date('2026-12-01').getTime() / 86_400_000);
  });

  it('is the same after a restart and in a replay, before it begins and after', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const file = withMaize(
      {
        ...marketOfAllTypes,
        instruments: [...marketOfAllTypes.instruments, sorghum],
        futures: [...marketOfAllTypes.futures, sorghumFuture],
        holidays: [...marketOfAllTypes.holidays.slice(1), { date: '2027-03-22', name: 'Human Rights Day' }],
      },
      { dailyLimit: null, months: [3, 11, 12], marginGroup: 'maize' },
    );
    applied(market, file, '2026-11-23');
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-23', '2026-12-24']) {
      until(market, day);
      const hash = market.venue.stateHash();
      market.restart();
      expect(market.venue.stateHash()).toBe(hash);
      expect(replayed(market)).toBe(hash);
    }
    // Listed after the change, by the rule and the holidays of the change.
    expect(market.listings.map(({ contract }) => contract)).toEqual(
      expect.arrayContaining(['MAR27 SORG', 'DEC27 WMAZ']),
    );
    expect(market.reference.instruments.get('WMAZ')).toMatchObject({
      dailyLimit: null,
      marginGroup: 'maize',
    });
    expect(compared(market, file)).toMatchObject({ changes: [], faults: [] });
  });

  it('replaces a pending change, and withdraws it if there is nothing to change', () => {
    const market = TestMarket.opened();
    applied(market, withMaize(smallMarket, { dailyLimit: asPrice(25_000) }), '2026-12-01');
    applied(market, withMaize(smallMarket, { dailyLimit: asPrice(30_000) }), '2026-11-20');
    expect(compared(market, smallMarket).planned).toEqual({
      effectiveFrom: '2026-11-20',
      changes: ['the daily limit of WMAZ changes from 200.00 to 300.00'],
    });
    applied(market, smallMarket);
    expect(compared(market, smallMarket).planned).toBeNull();
    until(market, '2026-12-02');
    expect(market.reference.instruments.get('WMAZ')?.dailyLimit).toBe(20_000);
  });
});
