// The line of the day's profit, and that it ends where the panel's sums are.
import { describe, expect, it } from 'vitest';
import { dealRow, positionRow } from '../../testing/rows.ts';
import { profitLine } from './day-profit.tsx';

const minute = 60_000;
const start = 9 * 60 * minute;
const at = (minutes: number) => start + minutes * minute;
const candle = (minutes: number, close: number | null) => ({ time: at(minutes), close });

const contract = 'DEC26 WMAZ';
const account = { contract, principal: 'KAND', subAccount: null, tons: 100 };
const line = (
  positions: Parameters<typeof profitLine>[0],
  deals: Parameters<typeof profitLine>[1],
  market: Partial<Parameters<typeof profitLine>[2]>,
) => profitLine(positions, deals, { candlesOf: () => [], mtmOf: () => 4000, now: at(60), ...market });

describe('[PANEL-8] the line of the day’s profit', () => {
  it('moves positions that were carried at the MTM with the closes of the candles', () => {
    const carried = positionRow({ ...account, opening: 10, net: 10 });
    const points = line([carried], [], {
      candlesOf: () => [candle(0, 4001), candle(5, null), candle(10, 3998.2)],
    });
    expect(points).toEqual([
      { time: at(5), profit: 1000 },
      { time: at(15), profit: -1800 },
    ]);
  });

  it('counts each deal from its own price, separately for each account, and leaves out cancelled deals', () => {
    const dealt = positionRow({ ...account, opening: 0, bought: 4, net: 4 });
    const other = positionRow({ ...account, positionSeq: 2, subAccount: 'EAST', opening: -1, net: -1 });
    const deal = dealRow({ ...account, side: 'B', qty: 4, price: 3990.05, time: at(7), state: 'Open' });
    const points = line([dealt, other], [deal, { ...deal, dealSeq: 9, state: 'Cancelled' }], {
      candlesOf: () => [candle(0, 4000), candle(10, 4010)],
    });
    expect(points).toEqual([
      { time: at(5), profit: 0 },
      { time: at(7), profit: 3980 },
      { time: at(15), profit: 6980 },
    ]);
  });

  it('ends no candle later than now, and values a contract without an MTM at its first candle', () => {
    const carried = positionRow({ ...account, opening: 2, net: 2 });
    const points = line([carried], [], {
      candlesOf: () => [candle(0, 4000), candle(5, 4001)],
      mtmOf: () => null,
      now: at(6),
    });
    expect(points).toEqual([
      { time: at(5), profit: 0 },
      { time: at(6), profit: 200 },
    ]);
  });

  it('has lots without a deal from the beginning of the day, and leaves out a contract without any price', () => {
    const exercised = positionRow({ ...account, opening: 0, net: 3 });
    const unpriced = positionRow({ ...account, positionSeq: 2, contract: 'JUL29 WMAZ', opening: 5, net: 5 });
    const points = line([exercised, unpriced], [], {
      candlesOf: (name) => (name === contract ? [candle(0, 4002)] : []),
      mtmOf: (name) => (name === contract ? 4000 : null),
    });
    expect(points).toEqual([{ time: at(5), profit: 600 }]);
  });
});
