import type { Candle, CandlesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../transport/calls.ts';
import type { CandlesRequest } from '../../transport/history.ts';
import { createCandleFeed, type Figures, joinCandles, movingAverage, withMarket } from './candles.ts';

const candles = (...closes: (number | null)[]) => closes.map((close) => ({ close }));

describe('a moving average', () => {
  it('[PANEL-16] is the mean of the last closes, from the first candle that has enough before it', () => {
    expect(movingAverage(candles(4000, 4002, 4007, 4003, 4020), 3)).toEqual([null, null, 4003, 4004, 4010]);
    expect(movingAverage(candles(1, 2), 3)).toEqual([null, null]);
    expect(movingAverage(candles(-2, -4), 1)).toEqual([-2, -4]);
  });

  it('counts candles with deals only', () => {
    expect(movingAverage(candles(10, null, 20, null, 30), 2)).toEqual([null, null, 15, null, 25]);
  });
});

const at = (text: string) => Date.parse(`2026-11-18T${text}+02:00`);
const candle = (time: number, change: Partial<Candle> = {}): Candle => ({
  time,
  businessDay: '2026-11-18',
  open: 4030,
  high: 4036,
  low: 4028,
  close: 4034,
  volume: 20,
  deals: 5,
  mtm: null,
  openInterest: null,
  illustrative: false,
  ...change,
});
const figures = (change: Partial<Figures> = {}): Figures => ({
  open: 4030,
  high: 4040,
  low: 4020,
  last: 4034,
  volume: 100,
  deals: 30,
  time: at('10:31:10'),
  openInterest: 4000,
  ...change,
});

describe('the candles of a chart', () => {
  it('are joined page by page in the order of time, and the page wins where both have a candle', () => {
    const known = [candle(at('10:30:00')), candle(at('10:35:00'))];
    const joined = joinCandles(known, [candle(at('10:25:00')), candle(at('10:30:00'), { volume: 21 })]);
    expect(joined.map(({ time, volume }) => [time, volume])).toEqual([
      [at('10:25:00'), 20],
      [at('10:30:00'), 21],
      [at('10:35:00'), 20],
    ]);
    expect(joined[2]).toBe(known[1]);
    expect(joinCandles(known, [candle(at('10:35:00'))])).toBe(known);
  });

  it('[PANEL-16] continue with each deal: the newest candle adopts its price and adds its lots', () => {
    const before = figures();
    const now = figures({ last: 4037.2, volume: 104, deals: 32, time: at('10:32:00') });
    const [older, newest] = [candle(at('10:25:00')), candle(at('10:30:00'))];
    const candles = withMarket([older, newest], '5', { now, before });
    expect(candles[0]).toBe(older);
    expect(candles[1]).toMatchObject({
      open: 4030,
      high: 4037.2,
      low: 4028,
      close: 4037.2,
      volume: 24,
      deals: 7,
    });
  });

  it('begin a new candle in the next interval, and take extremes between two rows from the high and low of the day', () => {
    const before = figures();
    const now = figures({ last: 4041, high: 4043.4, volume: 109, deals: 33, time: at('10:35:00') });
    const candles = withMarket([candle(at('10:30:00'))], '5', { now, before });
    expect(candles).toHaveLength(2);
    expect(candles[1]).toMatchObject({
      time: at('10:35:00'),
      open: 4041,
      high: 4043.4,
      low: 4041,
      close: 4041,
      volume: 9,
    });
  });

  it('stay the same list until the next deal, even if other fields of the row change', () => {
    const candles = [candle(at('10:30:00'))];
    const before = figures();
    expect(withMarket(candles, '5', { now: figures({ openInterest: 4001 }), before })).toBe(candles);
    expect(withMarket(candles, '5', { now: figures({ last: null }), before })).toBe(candles);
    expect(withMarket([], '5', { now: figures({ volume: 0 }), before })).toEqual([]);
    const late = figures({ volume: 101, time: at('10:29:59') });
    expect(withMarket(candles, '5', { now: late, before })).toBe(candles);
  });

  it('have the figures of the row in the candle of the current day', () => {
    const today = candle(Date.parse('2026-11-18'), { volume: 90, mtm: null });
    const now = figures();
    const [day] = withMarket([today], 'day', { now, before: now });
    expect(day).toMatchObject({ open: 4030, high: 4040, low: 4020, close: 4034, volume: 100, deals: 30 });
    const yesterday = candle(Date.parse('2026-11-17'), { mtm: 4031 });
    const both = withMarket([yesterday], 'day', { now, before: now });
    expect(both.map(({ businessDay, mtm }) => [businessDay, mtm])).toEqual([
      ['2026-11-18', 4031],
      ['2026-11-18', null],
    ]);
  });

  it('may be negative for a split', () => {
    const before = figures({ last: -2, high: 1, low: -3 });
    const now = figures({ last: -4.2, high: 1, low: -4.2, volume: 101 });
    const candles = withMarket([candle(at('10:30:00'), { open: -2, high: -1, low: -3, close: -2 })], '5', {
      now,
      before,
    });
    expect(candles[0]).toMatchObject({ high: -1, low: -4.2, close: -4.2 });
  });
});

const start = Date.parse('2026-11-18T10:30:00+02:00');
const minute = 60_000;
const fedCandle = (minutes: number, volume = 10): Candle => ({
  time: start + minutes * minute,
  businessDay: '2026-11-18',
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume,
  deals: 1,
  mtm: null,
  openInterest: null,
  illustrative: false,
});
const fedFigures = (volume: number, minutes: number): Figures => ({
  open: 1,
  high: 1,
  low: 1,
  last: 1,
  volume,
  deals: volume,
  time: start + minutes * minute,
  openInterest: 0,
});

/** A feed with a server whose answers wait until the test releases them. */
function openFeed() {
  const requests: {
    readonly request: CandlesRequest;
    readonly answer: (reply: CallResult<CandlesReply>) => void;
  }[] = [];
  let market: Figures | undefined = fedFigures(100, 0);
  const feed = createCandleFeed({
    contract: 'DEC26 WMAZ',
    interval: '1',
    getCandles: (request) => new Promise((answer) => requests.push({ request, answer })),
    marketNow: () => market,
  });
  return {
    feed,
    requests,
    row: (fedFigures: Figures) => {
      market = fedFigures;
      feed.marketChanged();
    },
    answer: async (rows: readonly Candle[], next: string | null = null) => {
      requests.at(-1)?.answer({
        kind: 'ok',
        value: { contract: 'DEC26 WMAZ', interval: '1', rows: [...rows], next, asOf: 7 },
      });
      await Promise.resolve();
      await Promise.resolve();
    },
    fail: async (message: string) => {
      requests.at(-1)?.answer({ kind: 'unknown', message, errorText: message });
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

const volumes = (feed: ReturnType<typeof openFeed>['feed']) =>
  feed.state().candles.map(({ volume }) => volume);

describe('the feed of a chart', () => {
  it('[PANEL-16] has the history of the server and continues with the market', async () => {
    const { feed, row, answer } = openFeed();
    void feed.load();
    expect(feed.state()).toMatchObject({ status: 'loading', candles: [] });
    await answer([fedCandle(-1), fedCandle(0)]);
    expect(feed.state().status).toBe('success');
    row(fedFigures(104, 0));
    expect(volumes(feed)).toEqual([10, 14]);
  });

  it('fetches a candle again when it is complete, to end as on the server', async () => {
    const { feed, row, answer, requests } = openFeed();
    void feed.load();
    await answer([fedCandle(0)]);
    row(fedFigures(103, 1));
    expect(volumes(feed)).toEqual([10, 3]);
    expect(requests.at(-1)?.request).toMatchObject({ limit: 3 });
    await answer([fedCandle(0, 12), fedCandle(1, 3)]);
    expect(volumes(feed)).toEqual([12, 3]);
  });

  it('fetches earlier candles one page at a time, until there are none', async () => {
    const { feed, answer, requests } = openFeed();
    void feed.load();
    await answer([fedCandle(0)], 'before-0');
    void feed.loadEarlier();
    void feed.loadEarlier();
    expect(requests).toHaveLength(2);
    expect(requests.at(-1)?.request.cursor).toBe('before-0');
    await answer([fedCandle(-1, 7)], null);
    expect(volumes(feed)).toEqual([7, 10]);
    void feed.loadEarlier();
    expect(requests).toHaveLength(2);
  });

  it('reports a failure when there are no candles, and otherwise keeps the candles', async () => {
    const { feed, answer, fail } = openFeed();
    void feed.load();
    await fail('No answer came from the server.');
    expect(feed.state()).toMatchObject({ status: 'error', fault: 'No answer came from the server.' });
    void feed.load();
    expect(feed.state().status).toBe('loading');
    await answer([fedCandle(0)]);
    void feed.load();
    await fail('No answer came from the server.');
    expect(feed.state()).toMatchObject({ status: 'success', fault: null });
    expect(volumes(feed)).toEqual([10]);
  });

  it('notifies no listener once it is stopped', async () => {
    const { feed, answer, requests } = openFeed();
    let notified = 0;
    feed.onChange(() => {
      notified += 1;
    });
    void feed.load();
    feed.stop();
    expect(requests[0]?.request.signal?.aborted).toBe(true);
    await answer([fedCandle(0)]);
    expect(notified).toBe(0);
  });
});
