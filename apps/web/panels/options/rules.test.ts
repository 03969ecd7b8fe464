import type { MarketRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { nearestStrike, optionSeries, seriesOf } from '../../market/market-text.ts';
import { marketRow } from '../../testing/rows.ts';
import { targetOfCell } from './columns.ts';
import { chainRows, greeksOf, hedgeOfLots, quoteOf } from './rules.ts';

const market = (change: Partial<MarketRow> & Pick<MarketRow, 'contract' | 'contractDisplay'>) =>
  marketRow(change.contract, { instrument: 'WMAZ', contractDate: 'MAR27', ...change });

const pairs = (series: Pick<MarketRow, 'underlying' | 'optionExpiry' | 'contractDate'>, strike: number) =>
  (['P', 'C'] as const).flatMap((flag) =>
    ([5, 2] as const).map((type) =>
      market({
        ...series,
        contract: `${series.underlying} ${strike} ${flag}${type === 5 ? ' D' : ''}`,
        contractDisplay: { flag, strike, CONTRACT_TYPE: type },
        reference: 4052.6,
        daysToExpiry: 93,
        mtmVol: 26,
      }),
    ),
  );
const future = market({
  contract: 'MAR27 WMAZ',
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
});
const december = { underlying: 'DEC26 WMAZ', optionExpiry: '2026-11-20', contractDate: 'DEC26' };
const ofMarch = { underlying: 'MAR27 WMAZ', optionExpiry: '2027-02-19', contractDate: 'MAR27' };
const rows = [
  future,
  ...[4100, 4000, 4060, 4040].flatMap((strike) => pairs(ofMarch, strike)),
  ...pairs(december, 4040),
];
const march = rows.filter((row) => seriesOf(row, 'options')?.id === 'MAR27 WMAZ 2027-02-19');

describe('the chain of options', () => {
  it('[PANEL-2] has a series for each future and expiry with options, in the order of the market', () => {
    expect(optionSeries(rows, 'options').map(({ id }) => id)).toEqual([
      'DEC26 WMAZ 2026-11-20',
      'MAR27 WMAZ 2027-02-19',
    ]);
    expect(optionSeries([future], 'options')).toEqual([]);
  });

  it('has one line per strike with its call and put, the lowest strike first, without deltas', () => {
    const lines = chainRows(march);
    expect(lines.map(({ strike }) => strike)).toEqual([4000, 4040, 4060, 4100]);
    for (const { strike, call, put } of lines) {
      expect(call?.contract).toBe(`MAR27 WMAZ ${strike} C`);
      expect(put?.contract).toBe(`MAR27 WMAZ ${strike} P`);
    }
  });

  it('has one strike at the money, which is nearest to the future', () => {
    const lines = chainRows(march);
    expect(lines.filter(({ isAtTheMoney }) => isAtTheMoney).map(({ strike }) => strike)).toEqual([4060]);
    expect(nearestStrike([4100, 4080, 4000], 4090)).toBe(4080);
    expect(nearestStrike([4100], undefined)).toBeNull();
  });

  it('has a line for a strike with only a call or only a put', () => {
    const [half] = march;
    if (half === undefined) throw new Error('There are no options.');
    expect(chainRows([half])).toMatchObject([{ call: null, put: { contract: half.contract } }]);
  });

  it('sells at the bid and buys at the offer of the option under the pointer', () => {
    const line = chainRows(march)[3];
    if (line === undefined) throw new Error('There are too few strikes.');
    expect(targetOfCell(line, 'call-bid')).toEqual({ row: line.call, side: 'S' });
    expect(targetOfCell(line, 'put-offerQty')).toEqual({ row: line.put, side: 'B' });
    expect(targetOfCell(line, 'put-delta')).toEqual({ row: line.put, side: null });
    expect(targetOfCell(line, 'strike')).toBeNull();
    expect(targetOfCell(line, 'call-bidOther')).toEqual({ row: line.call, side: null });
  });
});

describe('the value of an option', () => {
  const quoted: MarketRow = {
    ...future,
    contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 },
    reference: 4077,
    daysToExpiry: 84,
    mtmVol: 28,
    bid: 288.4,
    bidVol: 27.99,
  };

  it('[PANEL-2] agrees with the reference delta trade: premium 288.4989, delta −0.5612', () => {
    const greeks = greeksOf(quoted);
    expect(greeks?.premium).toBeCloseTo(288.4989, 4);
    expect(greeks?.delta).toBeCloseTo(-0.5612, 4);
  });

  it('is unknown while the price of the future is unknown', () => {
    const { reference: _unknown, ...without } = quoted;
    expect(greeksOf(without)).toBeNull();
  });

  it('is quoted as volatility or premium; the bid of a delta is the volatility', () => {
    expect(quoteOf(quoted, 'volatility', 'options').bid).toBe(27.99);
    expect(quoteOf(quoted, 'premium', 'options').bid).toBe(288.4);
    const delta = { ...quoted, bid: 27.5, bidVol: 27.5, bidPremium: 283.2 };
    expect(quoteOf(delta, 'volatility', 'deltas').bid).toBe(27.5);
    expect(quoteOf(delta, 'premium', 'deltas').bid).toBe(283.2);
  });
});

describe('the hedge of a delta', () => {
  const of = (delta?: number) =>
    market({
      contract: 'JUL27 WMAZ 4200 P D',
      contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 5 },
      ...(delta !== undefined && { delta }),
    });

  it('[PANEL-3] is the usual quantity times the hedge ratio, with half a lot rounded up, for either side', () => {
    expect(hedgeOfLots(of(-0.5612), 20)).toBe(11);
    expect(hedgeOfLots(of(0.5), 1)).toBe(1);
    expect(hedgeOfLots(of(0.49), 1)).toBe(0);
    expect(hedgeOfLots(of(), 20)).toBeNull();
  });
});
