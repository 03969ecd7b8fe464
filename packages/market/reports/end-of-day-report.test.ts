import { Projections, type SavedProjections } from '@openpit/projections';
import type { IsoDate } from '@openpit/venue';
import { dealMarket, openDealMarket } from '@openpit/venue/testing';
import { expect, it } from 'vitest';
import { reportText } from './end-of-day-report.ts';

it.each([
  [120, '2026-11-19 08:50'],
  [0, '2026-11-19 06:50'],
  [-300, '2026-11-19 01:50'],
])('gives the times of a market that is %i minutes ahead of UTC', async (offsetMinutes, time) => {
  const none = () => Promise.resolve([]);
  const deal = { businessDay: '2026-11-19', dealSeq: 1, matchSeq: 1, time: Date.UTC(2026, 10, 19, 6, 50) };
  const reads = { dealsOfDay: () => Promise.resolve([deal]), setOfDay: none, candlesOfDay: none };
  const sources = { reads, offsetMinutes, view: new Projections() };
  const lines: string[] = [];
  for await (const part of reportText(sources, 'deals', { member: 'KAND', day: '2026-11-19' }))
    lines.push(part);
  expect(lines.join('').split('\r\n')[1]?.split(',').slice(0, 4)).toEqual(['2026-11-19', '1', 'M1', time]);
});

it('keeps the last trading day that a contract had on the day, although files move it later', async () => {
  const market = openDealMarket(dealMarket);
  const contract = 'DEC26 WMAZ';
  const none = () => Promise.resolve([]);
  const expiryOn = async (day: string) => {
    const projections = new Projections();
    for (const outcome of market.outcomes) projections.apply(outcome);
    const view = Projections.from(JSON.parse(JSON.stringify(projections.save())) as SavedProjections);
    const row = { businessDay: day, contract, open: null, high: null, low: null, volume: 0 };
    const days = [{ ...row, openInterest: 100, mtm: 4035, previous: 4035 }];
    const reads = { dealsOfDay: none, setOfDay: none, candlesOfDay: () => Promise.resolve(days) };
    const lines: string[] = [];
    const report = reportText({ reads, view, offsetMinutes: 120 }, 'mtm', { member: 'KAND', day });
    for await (const part of report) lines.push(part);
    const [captions = [], cells = []] = lines
      .join('')
      .split('\r\n')
      .map((line) => line.split(','));
    return cells[captions.indexOf('Expiry date')];
  };
  const moveTo = (lastTradingDay: IsoDate) => {
    const futures = dealMarket.futures.map((future) =>
      future.month === 12 ? { ...future, lastTradingDay } : future,
    );
    const referenceData = { ...dealMarket, futures };
    market.operate({ kind: 'applyReferenceData', effectiveFrom: null, referenceData });
    market.operate({ kind: 'endDay' });
  };
  moveTo('2026-12-21');
  moveTo('2026-12-18');
  expect(await Promise.all(['2026-11-18', '2026-11-19', '2026-11-20'].map(expiryOn))).toEqual([
    '2026-12-23',
    '2026-12-21',
    '2026-12-18',
  ]);
});

it('keeps the times of the day, although a file changes the hours to summer time later', async () => {
  const none = () => Promise.resolve([]);
  const inHours = (utcOffset: string) => ({
    ...dealMarket,
    market: {
      ...dealMarket.market,
      hours: { name: 'day', utcOffset, steps: [{ at: '17:00', endDay: true as const }] },
    },
  });
  const market = openDealMarket(inHours('-05:00'));
  market.operate({ kind: 'applyReferenceData', effectiveFrom: null, referenceData: inHours('-04:00') });
  market.operate({ kind: 'endDay' });
  const projections = new Projections();
  for (const outcome of market.outcomes) projections.apply(outcome);
  const view = Projections.from(JSON.parse(JSON.stringify(projections.save())) as SavedProjections);
  const timeOn = async (day: string) => {
    const deal = { businessDay: day, dealSeq: 1, matchSeq: 1, time: Date.parse(`${day}T14:30:00Z`) };
    const reads = { dealsOfDay: () => Promise.resolve([deal]), setOfDay: none, candlesOfDay: none };
    const lines: string[] = [];
    for await (const part of reportText({ reads, view, offsetMinutes: -240 }, 'deals', {
      member: 'KAND',
      day,
    }))
      lines.push(part);
    return lines.join('').split('\r\n')[1]?.split(',')[3];
  };
  expect(await Promise.all(['2026-11-18', '2026-11-19'].map(timeOn))).toEqual([
    '2026-11-18 09:30',
    '2026-11-19 10:30',
  ]);
});
