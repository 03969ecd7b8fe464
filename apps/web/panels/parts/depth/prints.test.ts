import type { DealPrint, TimeAndSalesReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallResult } from '../../../transport/calls.ts';
import type { TimeAndSalesRequest } from '../../../transport/history.ts';
import { printColumns } from './columns.ts';
import { createPrintFeed, joinPrints, maxPrints, type Print } from './prints.ts';

const deal = (matchSeq: number, price: number, isCancelled = false): DealPrint => ({
  matchSeq,
  contract: 'DEC26 WMAZ',
  time: 1_795_000_000_000 + matchSeq,
  businessDay: '2026-11-18',
  price,
  qty: 1,
  aggressor: 'B',
  origin: 'screen',
  isCancelled,
  buyer: 'KAND',
  seller: 'VELD',
});
const join = (before: readonly Print[], page: readonly DealPrint[], limit = 50) =>
  joinPrints(before, page, { limit });
const moves = (prints: readonly Print[]) => prints.map(({ matchSeq, move }) => `${matchSeq} ${move}`);

describe('[PANEL-17] time and sales as a list', () => {
  it('shows for each deal the direction since the previous deal, and none for the first', () => {
    const prints = join([], [deal(9, 4030), deal(7, 4030), deal(5, 4036), deal(2, 4035.8)]);
    expect(moves(prints)).toEqual(['9 same', '7 down', '5 up', '2 null']);
  });

  it('compares with the last deal that was not cancelled', () => {
    const prints = join([], [deal(4, 4031), deal(3, 4100, true), deal(2, 4030)]);
    expect(moves(prints)).toEqual(['4 up', '3 null', '2 null']);
    const before = join([], [deal(4, 4031), deal(3, 4100), deal(2, 4030)]);
    expect(moves(before)).toEqual(['4 down', '3 up', '2 null']);
    expect(moves(join(before, [deal(4, 4031), deal(3, 4100, true)]))).toEqual(['4 up', '3 null', '2 null']);
  });

  it('marks reported deals and deals of deltas, whose prices move nothing', () => {
    const reported = { ...deal(4, 4100), origin: 'reported' };
    const prints = join([], [deal(5, 4030), reported, { ...deal(3, 3900), origin: 'delta' }, deal(2, 4030)]);
    expect(moves(prints)).toEqual(['5 same', '4 null', '3 null', '2 null']);
    const column = printColumns({ contract: 'DEC26 WMAZ', instrument: 'WMAZ' }).find(
      ({ id }) => id === 'move',
    );
    expect(prints.map((print) => [column?.text(print), column?.exported?.(print)])).toEqual([
      ['=', 'unchanged'],
      ['R', 'reported'],
      ['\u0394', 'delta'],
      ['', null],
    ]);
  });

  it('adds new deals in front, and the known deals stay the same objects', () => {
    const before = join([], [deal(3, 4030), deal(2, 4029)]);
    const prints = join(before, [deal(5, 4029), deal(4, 4030), deal(3, 4030)]);
    expect(moves(prints)).toEqual(['5 down', '4 same', '3 up', '2 null']);
    expect(prints.slice(2)).toEqual(before);
    expect(prints[2]).toBe(before[0]);
    expect(join(prints, [deal(5, 4029)])).toBe(prints);
  });

  it('leaves no gap: a full page that does not reach the known deals replaces them', () => {
    const before = join([], [deal(3, 4030), deal(2, 4029)]);
    expect(moves(join(before, [deal(9, 4031), deal(8, 4032)], 2))).toEqual(['9 down', '8 null']);
    expect(moves(join(before, [deal(9, 4031), deal(3, 4030)], 2))).toEqual(['9 up', '3 up', '2 null']);
  });

  it('drops the members of a deal, and keeps no more deals than a page of the server', () => {
    const many = Array.from({ length: maxPrints }, (_, index) => deal(maxPrints - index, 4030));
    const prints = join(join([], many, maxPrints), [deal(maxPrints + 1, 4031), deal(maxPrints, 4030)]);
    expect(prints).toHaveLength(maxPrints);
    expect(prints.at(-1)?.matchSeq).toBe(2);
    expect(JSON.stringify(prints)).not.toMatch(/KAND|VELD/);
  });
});

const fedDeal = (matchSeq: number): DealPrint => ({
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

/** A feed with a server whose answers wait until the test releases them. */
function openFeed() {
  const requests: {
    readonly request: TimeAndSalesRequest;
    readonly answer: (reply: CallResult<TimeAndSalesReply>) => void;
  }[] = [];
  let volume = 10;
  let openInterest = 100;
  let time: number | null = null;
  const feed = createPrintFeed({
    contract: 'DEC26 WMAZ',
    getTimeAndSales: (request) => new Promise((answer) => requests.push({ request, answer })),
    marketNow: () => ({ volume, openInterest, time }),
  });
  return {
    feed,
    requests,
    seqs: () => feed.state().prints.map(({ matchSeq }) => matchSeq),
    deals: (lots: number, at = time) => {
      volume += lots;
      time = at;
      feed.marketChanged();
    },
    report: (lots: number) => {
      openInterest += lots;
      feed.marketChanged();
    },
    answer: async (...seqs: readonly number[]) => {
      const value = { contract: 'DEC26 WMAZ', rows: seqs.map(fedDeal), next: null, asOf: 7 };
      requests.at(-1)?.answer({ kind: 'ok', value });
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (message: string) => {
      requests.at(-1)?.answer({ kind: 'unknown', message, errorText: message });
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

describe('[PANEL-17] the feed of time and sales', () => {
  it('loads one page, and fetches no more while nothing is dealt', async () => {
    const { feed, requests, seqs, answer } = openFeed();
    void feed.load();
    expect(feed.state().status).toBe('loading');
    await answer(3, 2);
    expect(feed.state().status).toBe('success');
    expect(seqs()).toEqual([3, 2]);
    feed.marketChanged();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
  });

  it('fetches the new deals when the volume has changed, at most once a second', async () => {
    const { feed, requests, seqs, answer, deals } = openFeed();
    void feed.load();
    await answer(1);
    await vi.advanceTimersByTimeAsync(5_000);
    deals(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toHaveLength(2);
    for (let count = 0; count < 20; count += 1) deals(1);
    await answer(2, 1);
    await vi.advanceTimersByTimeAsync(999);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(3);
    await answer(4, 3, 2, 1);
    expect(seqs()).toEqual([4, 3, 2, 1]);
  });

  it('fetches a reported deal, which changes the open interest and not the volume', async () => {
    const { feed, requests, seqs, answer, report } = openFeed();
    void feed.load();
    await answer(1);
    report(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(2);
    await answer(2, 1);
    expect(seqs()).toEqual([2, 1]);
  });

  it('fetches again for a deal that the history lacks, a limited number of times', async () => {
    const { feed, requests, seqs, answer, deals } = openFeed();
    void feed.load();
    await answer(1);
    deals(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(3);
    await answer(2, 1);
    expect(seqs()).toEqual([2, 1]);
    deals(1);
    for (let count = 0; count < 20; count += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await answer(2, 1);
    }
    expect(requests).toHaveLength(3 + 6);
  });

  it('fetches again while the market has a later deal than the history, even when the history had others', async () => {
    const { feed, requests, seqs, answer, deals } = openFeed();
    void feed.load();
    deals(1, 2);
    await answer(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(2);
    deals(1, 4);
    await answer(3, 2, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(3, 2, 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(4, 3, 2, 1);
    expect(seqs()).toEqual([4, 3, 2, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(4);
  });

  it('notices at the start that the history is behind the market', async () => {
    const { feed, requests, seqs, answer, deals } = openFeed();
    deals(1, 2);
    void feed.load();
    await answer(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(2);
    await answer(2, 1);
    expect(seqs()).toEqual([2, 1]);
  });

  it('reports a failure at the start; later it keeps the deals, reports the failure and recovers from it', async () => {
    const { feed, seqs, answer, fail, deals } = openFeed();
    void feed.load();
    await fail('No answer.');
    expect(feed.state()).toMatchObject({ status: 'error', fault: 'No answer.' });
    void feed.load();
    expect(feed.state().status).toBe('loading');
    await answer(1);
    deals(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await fail('No answer.');
    expect(feed.state()).toMatchObject({
      status: 'success',
      fault: 'Newer deals could not be loaded. No answer.',
    });
    expect(seqs()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1_000);
    await answer(2, 1);
    expect(feed.state().fault).toBeNull();
    expect(seqs()).toEqual([2, 1]);
  });

  it('fetches nothing once it is stopped, and ignores a late answer', async () => {
    const { feed, requests, seqs, answer, deals } = openFeed();
    void feed.load();
    await answer(1);
    deals(1);
    feed.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(1);
    void feed.load();
    feed.stop();
    expect(requests[1]?.request.signal?.aborted).toBe(true);
    await answer(2, 1);
    expect(seqs()).toEqual([1]);
  });
});
