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
  // The report of deals reads no directory.
  const sources = { reads, offsetMinutes, view: {} as never };
  const lines: string[] = [];
  for await (const part of reportText(sources, 'deals', { member: 'KAND', day: '2026-11-19' }))
    lines.push(part);
  expect(lines.join('').split('\r\n')[1]?.split(',').slice(0, 4)).toEqual(['2026-11-19', '1', 'M1', time]);
});
