// The demonstration's contracts on other days than the day of its file.

import { demoListing, holidaysOf, type MarketFile, marketFileOn, ScheduleCalendar } from '@openpit/market';
import {
  businessDayFrom,
  contractDates,
  type Day,
  epochMs,
  futureName,
  isoDate,
  parseIsoDate,
  referenceDataFault,
  Venue,
} from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { readMarketFile, readSchedule } from '../read-files.ts';
import { demoMarketFile, scheduleFiles } from '../server-folder.ts';

const dayOf = (text: string): Day => parseIsoDate(text) as Day;
let file: MarketFile;
beforeAll(async () => {
  file = await readMarketFile(demoMarketFile);
});

describe('the demonstration listing', () => {
  it('equals the file on the day of the file', () => {
    expect(demoListing(file.referenceData, dayOf(file.anchorDate))).toEqual(file.referenceData);
  });

  it('can open a market on any day of three years, and contains nothing that has expired', () => {
    const holidays = holidaysOf(file.referenceData);
    const last = dayOf('2028-12-31');
    let day = businessDayFrom(dayOf('2025-12-31'), holidays);
    while (day <= last) {
      const listing = demoListing(file.referenceData, day);
      expect(referenceDataFault(listing), isoDate(day)).toBeNull();
      const dates = (month: { year: number; month: number }) => contractDates(month, holidays);
      expect(listing.futures.every((future) => dates(future).lastTradingDay >= day)).toBe(true);
      expect(listing.options?.every((series) => dates(series).optionExpiry >= day)).toBe(true);
      for (const what of ['futures', 'options', 'splits', 'spreads'] as const)
        expect(listing[what], `${what} on ${isoDate(day)}`).toHaveLength(
          file.referenceData[what]?.length ?? 0,
        );
      day = businessDayFrom((day + 4) as Day, holidays);
    }
  });

  it('has the next months after an expiry, at the prices of the most similar months of the file', () => {
    const names = (day: string) => {
      const { futures, options = [] } = demoListing(file.referenceData, dayOf(day));
      const own = futures.filter(({ instrument }) => instrument === 'WMAZ');
      const series = options.filter(({ instrument }) => instrument === 'WMAZ');
      return [
        own.map((future) => `${futureName('WMAZ', future)} ${future.mtm}`),
        series.map((series) => `${series.month}/${series.year} from ${series.strikes[0]}`),
      ];
    };
    // DEC26 options expired on the 20th; its future trades on.
    expect(names('2026-11-23')).toEqual([
      [
        'DEC26 WMAZ 403500',
        'MAR27 WMAZ 406000',
        'MAY27 WMAZ 398000',
        'JUL27 WMAZ 394500',
        'SEP27 WMAZ 401000',
        'DEC27 WMAZ 408200',
      ],
      [
        '3/2027 from 386000',
        '5/2027 from 378000',
        '7/2027 from 374000',
        // JUL27's strikes, moved with the difference of the futures.
        '9/2027 from 380000',
      ],
    ]);
    expect(names('2027-12-24')[0]?.slice(0, 2)).toEqual(['MAR28 WMAZ 406000', 'MAY28 WMAZ 398000']);
  });
});

describe('a new demonstration market', () => {
  const opensOn = async (time: string, name: 'demo' | 'sast' = 'demo', wanted: Day | null = null) => {
    const hours = await readSchedule(scheduleFiles[name]);
    const current = (holidays: ReadonlySet<Day>) =>
      new ScheduleCalendar(
        () => hours,
        () => holidays,
      ).businessDayAt(Date.parse(time));
    return marketFileOn(file, { requestedDay: wanted, current });
  };

  it.each([
    ['a Wednesday morning', '2026-11-18T09:00+02:00', '2026-11-18'],
    ['an evening after the end of the day', '2026-11-18T23:45+02:00', '2026-11-19'],
    ['a Saturday', '2026-11-21T09:30+02:00', '2026-11-23'],
    ['a holiday', '2026-12-16T09:30+02:00', '2026-12-17'],
    ['a night when Johannesburg has another date than London', '2026-11-19T22:30Z', '2026-11-20'],
  ])('opens on %s with the current business day', async (_what, time, businessDay) => {
    expect((await opensOn(time)).anchorDate).toBe(businessDay);
  });

  it('opens by the hours of its schedule, or on the requested day', async () => {
    expect((await opensOn('2026-11-18T20:00+02:00', 'sast')).anchorDate).toBe('2026-11-19');
    const requested = await opensOn('2031-02-03T12:00+02:00', 'demo', dayOf('2026-11-18'));
    expect(requested).toEqual(file);
  });

  it('is accepted by the venue and has no expired contracts', async () => {
    const { anchorDate, referenceData } = await opensOn('2026-11-21T09:30+02:00');
    const venue = new Venue();
    const opened = venue.handle({
      seq: 1,
      at: epochMs(0),
      by: testOperator,
      requestId: null,
      command: { kind: 'openMarket', businessDay: anchorDate, referenceData },
    });
    expect(opened.verdict.kind).toBe('accepted');
    const listed = opened.events.find((event) => event.kind === 'marketOpened')?.contracts ?? [];
    const expired = listed.filter(
      (contract) => (contract.flag === 'F' ? contract.lastTradingDay : contract.optionExpiry) < anchorDate,
    );
    expect(expired).toEqual([]);
    expect(listed.some(({ contract }) => contract === 'MAR27 WMAZ 4060 C')).toBe(true);
  });
});
