// The generated candles of the demonstration.

import { type IllustrativeHistory, illustrativeHistory } from '@openpit/market';
import { joinFigures } from '@openpit/projections';
import { epochMs, type MarketOpened, Venue } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { readMarketFile } from '../read-files.ts';
import { demoMarketFile } from '../server-folder.ts';

const openedAt = 1_795_239_632_616;
let opened: MarketOpened;
let made: IllustrativeHistory;

beforeAll(async () => {
  const { anchorDate, referenceData } = await readMarketFile(demoMarketFile);
  const command = { kind: 'openMarket', businessDay: anchorDate, referenceData } as const;
  const { events } = new Venue().handle({
    seq: 1,
    at: epochMs(0),
    by: testOperator,
    requestId: null,
    command,
  });
  const event = events.find((event) => event.kind === 'marketOpened');
  if (event === undefined) throw new Error('the demonstration market did not open');
  opened = event;
  made = illustrativeHistory(1, opened, openedAt);
});

describe('illustrative history', () => {
  it('has 120 business days of each future and of no other contract, and ends at the market’s opening price', () => {
    const futures = opened.contracts.filter(({ kind }) => kind === 'future');
    expect(new Set(made.days.map(({ contract }) => contract))).toEqual(
      new Set(futures.map(({ contract }) => contract)),
    );
    const holidays = new Set(opened.holidays.map(({ date }) => date));
    for (const { contract, mtm } of futures) {
      const own = made.days.filter((day) => day.contract === contract);
      expect(own).toHaveLength(120);
      expect([own.at(-1)?.figures?.close, own.at(-1)?.mtm]).toEqual([mtm, mtm]);
      const notBusinessDays = own
        .map(({ businessDay }) => businessDay)
        .filter(
          (day) =>
            day >= opened.businessDay || holidays.has(day) || [0, 6].includes(new Date(day).getUTCDay()),
        );
      expect(notBusinessDays).toEqual([]);
    }
  });

  it('is on the tick, within high and low, and from day to day within the daily limit', () => {
    const instruments = new Map(opened.instruments.map((instrument) => [instrument.code, instrument]));
    const instrumentOf = new Map(
      opened.contracts.map((contract) => [contract.contract, instruments.get(contract.instrument)]),
    );
    const before = new Map<string, number>();
    const candles = [...made.days, ...made.minutes.map(asDay)];
    expect(candles.length).toBeGreaterThan(1_000);
    const wrong = candles.filter(({ contract, figures }) => {
      const tick = instrumentOf.get(contract)?.tick;
      if (figures === null || tick === undefined) return true;
      const { open, high, low, close, volume, deals } = figures;
      const isOnTick = [open, high, low, close].every((price) => price % tick === 0);
      const isWithin = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
      return !(isOnTick && isWithin && volume >= deals);
    });
    expect(wrong).toEqual([]);
    const beyondLimit = made.days.filter(({ contract, mtm }) => {
      const limit = instrumentOf.get(contract)?.dailyLimit ?? Number.POSITIVE_INFINITY;
      const last = before.get(contract) ?? mtm ?? 0;
      before.set(contract, mtm ?? 0);
      return Math.abs((mtm ?? 0) - last) > limit;
    });
    expect(beyondLimit).toEqual([]);
  });

  it('has the sum of the intraday candles as its last day, and they end before the market opens', () => {
    const contract = 'DEC26 WMAZ';
    for (const length of [5, 15, 60]) {
      const own = made.minutes.filter((candle) => candle.contract === contract && candle.minutes === length);
      let sum: Parameters<typeof joinFigures>[0] = null;
      for (const candle of own) {
        expect(candle.start % (length * 60_000)).toBe(0);
        expect(candle.start + length * 60_000).toBeLessThanOrEqual(openedAt);
        sum = joinFigures(sum, asDay(candle).figures);
      }
      expect(sum).toEqual(made.days.filter((day) => day.contract === contract).at(-1)?.figures);
    }
    expect(made.minutes.some(({ minutes }) => minutes === 1)).toBe(false);
  });

  it('moves freely within the last day: no range clips its candles, and its steps resemble a market’s', () => {
    for (const { contract, mtm } of opened.contracts.filter(({ kind }) => kind === 'future')) {
      const own = made.minutes.filter((candle) => candle.contract === contract && candle.minutes === 5);
      const [top, bottom] = [
        Math.max(...own.map(({ high }) => high)),
        Math.min(...own.map(({ low }) => low)),
      ];
      // A walk that is cut off has many candles at its highest and lowest price.
      expect(own.filter(({ high }) => high === top).length).toBeLessThan(own.length / 10);
      expect(own.filter(({ low }) => low === bottom).length).toBeLessThan(own.length / 10);
      expect((top - bottom) / mtm).toBeGreaterThan(0.003);
      expect((top - bottom) / mtm).toBeLessThan(0.04);
      const ranges = own.map(({ high, low }) => high - low);
      expect(Math.max(...ranges)).toBeLessThan((top - bottom) / 2);
      expect(new Set(own.map(({ close }) => close)).size).toBeGreaterThan(own.length / 8);
    }
  });

  it('has days whose ranges differ and stay within a few percent, and which begin near the close before', () => {
    for (const contract of ['DEC26 WMAZ', 'MAR27 SUNS']) {
      const own = made.days
        .filter((day) => day.contract === contract)
        .flatMap(({ figures }) => figures ?? []);
      const ranges = own.map(({ high, low, close }) => (high - low) / close);
      expect(Math.max(...ranges)).toBeLessThan(0.08);
      expect(Math.max(...ranges)).toBeGreaterThan(2 * Math.min(...ranges));
      const gaps = own.slice(1).map(({ open }, at) => Math.abs(open - (own[at]?.close ?? open)) / open);
      expect(Math.max(...gaps)).toBeLessThan(0.02);
    }
  });

  it('is the same for the same seed, and different for another', () => {
    expect(illustrativeHistory(1, opened, openedAt)).toEqual(made);
    expect(illustrativeHistory(2, opened, openedAt)).not.toEqual(made);
  });
});

function asDay({ contract, open, high, low, close, volume, deals }: IllustrativeHistory['minutes'][number]) {
  return { contract, figures: { open, high, low, close, volume, deals } };
}
