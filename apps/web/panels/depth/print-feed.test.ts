import type { DealPrint, TimeAndSalesReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '../../http/call-result.ts';
import type { TimeAndSalesRequest } from '../../http/history.ts';
import { createPrintFeed } from './print-feed.ts';

const deal = (matchSeq: number): DealPrint => ({
  matchSeq,
  contract: 'DEC26 WMAZ',
  time: matchSeq,
  businessDay: '2026-11-18',
  price: 4030 + matchSeq,
  qty: 1,
  aggressor: 'B',
  origin: 'screen',
  isCancelled: false,
  buyer: null,
  seller: null,
});

/** A server whose answers wait until they are given. */
function openFeed() {
  const asked: {
    readonly request: TimeAndSalesRequest;
    readonly answer: (reply: CallResult<TimeAndSalesReply>) => void;
  }[] = [];
  let volume = 10;
  let time: number | null = null;
  const feed = createPrintFeed({
    contract: 'DEC26 WMAZ',
    getTimeAndSales: (request) => new Promise((answer) => asked.push({ request, answer })),
    marketNow: () => ({ volume, time }),
  });
  return {
    feed,
    asked,
    seqs: () => feed.board().prints.map(({ matchSeq }) => matchSeq),
    deals: (lots: number, at = time) => {
      volume += lots;
      time = at;
      feed.marketChanged();
    },
    answer: async (...seqs: readonly number[]) => {
      const value = { contract: 'DEC26 WMAZ', rows: seqs.map(deal), next: null, asOf: 7 };
      asked.at(-1)?.answer({ kind: 'ok', value });
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (message: string) => {
      asked.at(-1)?.answer({ kind: 'unknown', message, errorText: message });
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('[PANEL-17] where time and sales has its deals from', () => {
  it('is loading, then has the page, and asks no more while nobody deals', async () => {
    const { feed, asked, seqs, answer } = openFeed();
    void feed.load();
    expect(feed.board().status).toBe('loading');
    await answer(3, 2);
    expect(feed.board().status).toBe('success');
    expect(seqs()).toEqual([3, 2]);
    feed.marketChanged();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });

  it('asks for the new deals when the volume has changed, at most once a second however often it does', async () => {
    const { feed, asked, seqs, answer, deals } = openFeed();
    void feed.load();
    await answer(1);
    await vi.advanceTimersByTimeAsync(5_000);
    deals(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    for (let turn = 0; turn < 20; turn += 1) deals(1);
    await answer(2, 1);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(3);
    await answer(4, 3, 2, 1);
    expect(seqs()).toEqual([4, 3, 2, 1]);
  });

  it('asks again for a deal that history does not know yet, and gives that up in the end', async () => {
    const { feed, asked, seqs, answer, deals } = openFeed();
    void feed.load();
    await answer(1);
    deals(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(3);
    await answer(2, 1);
    expect(seqs()).toEqual([2, 1]);
    deals(1);
    for (let turn = 0; turn < 20; turn += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await answer(2, 1);
    }
    expect(asked).toHaveLength(3 + 6);
  });

  it('asks on while the market knows of a later deal than history told, also when it told of others', async () => {
    const { feed, asked, seqs, answer, deals } = openFeed();
    void feed.load();
    deals(1, 2);
    await answer(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(2);
    deals(1, 4);
    await answer(3, 2, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(3, 2, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(4, 3, 2, 1);
    expect(seqs()).toEqual([4, 3, 2, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(4);
  });

  it('knows at the start already that history lags behind the market', async () => {
    const { feed, asked, seqs, answer, deals } = openFeed();
    deals(1, 2);
    void feed.load();
    await answer(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(2);
    await answer(2, 1);
    expect(seqs()).toEqual([2, 1]);
  });

  it('says what went wrong at the first time; later keeps what is there, says so, and mends it', async () => {
    const { feed, seqs, answer, fail, deals } = openFeed();
    void feed.load();
    await fail('No answer.');
    expect(feed.board()).toMatchObject({ status: 'error', fault: 'No answer.' });
    void feed.load();
    expect(feed.board().status).toBe('loading');
    await answer(1);
    deals(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await fail('No answer.');
    expect(feed.board()).toMatchObject({
      status: 'success',
      fault: 'Newer deals could not be loaded. No answer.',
    });
    expect(seqs()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(2, 1);
    expect(feed.board().fault).toBeNull();
    expect(seqs()).toEqual([2, 1]);
  });

  it('asks nothing once it is stopped, and takes no answer that comes late', async () => {
    const { feed, asked, seqs, answer, deals } = openFeed();
    void feed.load();
    await answer(1);
    deals(1);
    feed.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
    void feed.load();
    feed.stop();
    expect(asked[1]?.request.signal?.aborted).toBe(true);
    await answer(2, 1);
    expect(seqs()).toEqual([1]);
  });
});
