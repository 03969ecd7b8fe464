import type { Candle, CandlesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../server/calls.ts';
import type { CandlesRequest } from '../../server/history.ts';
import { createCandleFeed } from './candle-feed.ts';
import type { Figures } from './candle-series.ts';

const start = Date.parse('2026-11-18T10:30:00+02:00');
const minute = 60_000;
const candle = (minutes: number, volume = 10): Candle => ({
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
const figures = (volume: number, minutes: number): Figures => ({
  open: 1,
  high: 1,
  low: 1,
  last: 1,
  volume,
  deals: volume,
  time: start + minutes * minute,
  openInterest: 0,
});

/** A feed with a server whose answers wait until the test gives them. */
function openFeed() {
  const requests: {
    readonly request: CandlesRequest;
    readonly answer: (reply: CallResult<CandlesReply>) => void;
  }[] = [];
  let market: Figures | undefined = figures(100, 0);
  const feed = createCandleFeed({
    contract: 'DEC26 WMAZ',
    interval: '1',
    getCandles: (request) => new Promise((answer) => requests.push({ request, answer })),
    marketNow: () => market,
  });
  return {
    feed,
    requests,
    row: (figures: Figures) => {
      market = figures;
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
    await answer([candle(-1), candle(0)]);
    expect(feed.state().status).toBe('success');
    row(figures(104, 0));
    expect(volumes(feed)).toEqual([10, 14]);
  });

  it('fetches a candle again when it is complete, to end as on the server', async () => {
    const { feed, row, answer, requests } = openFeed();
    void feed.load();
    await answer([candle(0)]);
    row(figures(103, 1));
    expect(volumes(feed)).toEqual([10, 3]);
    expect(requests.at(-1)?.request).toMatchObject({ limit: 3 });
    await answer([candle(0, 12), candle(1, 3)]);
    expect(volumes(feed)).toEqual([12, 3]);
  });

  it('fetches earlier candles one page at a time, until there are none', async () => {
    const { feed, answer, requests } = openFeed();
    void feed.load();
    await answer([candle(0)], 'before-0');
    void feed.loadEarlier();
    void feed.loadEarlier();
    expect(requests).toHaveLength(2);
    expect(requests.at(-1)?.request.cursor).toBe('before-0');
    await answer([candle(-1, 7)], null);
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
    await answer([candle(0)]);
    void feed.load();
    await fail('No answer came from the server.');
    expect(feed.state()).toMatchObject({ status: 'success', fault: null });
    expect(volumes(feed)).toEqual([10]);
  });

  it('notifies nobody once it is stopped', async () => {
    const { feed, answer, requests } = openFeed();
    let notified = 0;
    feed.onChange(() => {
      notified += 1;
    });
    void feed.load();
    feed.stop();
    expect(requests[0]?.request.signal?.aborted).toBe(true);
    await answer([candle(0)]);
    expect(notified).toBe(0);
  });
});
