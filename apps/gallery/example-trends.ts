// The example daily trends of the gallery: forty days of every example contract, invented and the same in every run.
import type { DailyTrendRow } from '@openpit/wire';
import { arbitrary, marketRows, marketTime } from './example-rows.ts';

const dayMs = 86_400_000;
const days = 40;

export function dailyTrends(): readonly DailyTrendRow[] {
  return marketRows.flatMap(({ contract, displaySeq, last, mtm, openInterest }) => {
    let close = last ?? mtm ?? 100;
    return Array.from({ length: days }, (_, back): DailyTrendRow => {
      const seed = displaySeq * 31 + back * 7;
      const open = close + arbitrary(seed, 21) - 10;
      const date = new Date(marketTime - back * dayMs).toISOString().slice(0, 10);
      const row = {
        uniqueKey: `${date} ${contract}`,
        contract,
        date,
        open,
        high: Math.max(open, close) + arbitrary(seed + 1, 8),
        low: Math.min(open, close) - arbitrary(seed + 2, 8),
        close: back === 0 ? null : close,
        volume: 20 + arbitrary(seed + 3, 900),
        deals: 4 + arbitrary(seed + 4, 120),
        openInterest: openInterest + arbitrary(seed + 5, 400),
      };
      close = open;
      return row;
    });
  });
}
