import type { DealPrint, TimeAndSalesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../../transport/calls.ts';
import type { TimeAndSalesRequest } from '../../../transport/history.ts';
import { dealtReader, looksPerDay } from './dealt.ts';

const contract = 'DEC26 WMAZ';
const tick = 0.2;
const deal = (matchSeq: number, price: number, qty: number, more: Partial<DealPrint> = {}): DealPrint => ({
  matchSeq,
  contract,
  time: 1_795_000_000_000 + matchSeq,
  businessDay: '2026-11-18',
  price,
  qty,
  aggressor: 'B',
  origin: 'screen',
  isCancelled: false,
  buyer: null,
  seller: null,
  ...more,
});

/** A market with these deals, the newest last, and a ladder that reads it. */
function ladderOf(deals: DealPrint[], { hasFault = false } = {}) {
  const calls: string[] = [];
  const state = { deals, hasFault };
  const answer = ({ limit = 500, cursor }: TimeAndSalesRequest): CallResult<TimeAndSalesReply> => {
    calls.push(`${limit} ${cursor ?? 'newest'}`);
    if (state.hasFault) return { kind: 'unknown', message: 'No answer.', errorText: 'No answer.' };
    const newest = state.deals.toReversed();
    const from = cursor === undefined ? 0 : newest.findIndex(({ matchSeq }) => matchSeq < Number(cursor));
    const rows = from < 0 ? [] : newest.slice(from, from + limit);
    const last = rows.at(-1);
    const next = last === undefined || rows.length < limit ? null : String(last.matchSeq);
    return { kind: 'ok', value: { contract, rows, next, asOf: 1 } };
  };
  const reader = dealtReader(contract, tick, async (request) => answer(request));
  const { signal } = new AbortController();
  /** The lots by price in ticks after the market row says this volume. */
  const read = async (volume: number) => {
    const lots = await reader({ volume, time: state.deals.at(-1)?.time ?? null }, signal);
    return lots === null ? null : [Object.fromEntries(lots.at), lots.largest];
  };
  return { state, calls, read };
}

describe('the lots dealt at each price of a ladder', () => {
  it('sums the deals of the day that are neither cancelled nor reported', async () => {
    const { state, read, calls } = ladderOf([
      deal(1, 4000, 90, { businessDay: '2026-11-17' }),
      deal(2, 4000, 5),
      deal(3, 4000.2, 7),
      deal(4, 4000, 2),
      deal(5, 4000.4, 60, { isCancelled: true }),
      deal(6, 4000.4, 60, { origin: 'reported' }),
    ]);
    expect(await read(14)).toEqual([{ 20000: 7, 20001: 7 }, 7]);
    expect(calls.splice(0)).toEqual(['500 newest']);
    state.deals.push(deal(7, 4000, 1));
    expect(await read(15)).toEqual([{ 20000: 8, 20001: 7 }, 8]);
    expect(calls).toEqual(['50 newest']);
  });

  it('reads all pages of a busy day, and afterwards the newest deals only', async () => {
    const { state, read, calls } = ladderOf(
      Array.from({ length: 1_200 }, (_, index) => deal(index + 1, 4000, 1)),
    );
    expect(await read(1_200)).toEqual([{ 20000: 1_200 }, 1_200]);
    expect(calls.splice(0)).toEqual(['500 newest', '500 701', '500 201']);
    state.deals.push(deal(1_201, 4000.2, 3));
    expect(await read(1_203)).toEqual([{ 20000: 1_200, 20001: 3 }, 1_200]);
    expect(await read(1_203)).toBeNull();
    expect(calls).toEqual(['50 newest']);
  });

  it('reads the whole day again after more deals than a page, and when the volume has become smaller', async () => {
    const { state, read, calls } = ladderOf([deal(1, 4000, 1)]);
    await read(1);
    for (let at = 2; at <= 60; at += 1) state.deals.push(deal(at, 4000, 1));
    expect(await read(60)).toEqual([{ 20000: 60 }, 60]);
    state.deals[0] = deal(1, 4000, 1, { isCancelled: true });
    expect(await read(59)).toEqual([{ 20000: 59 }, 59]);
    expect(calls).toEqual(['500 newest', '50 newest', '500 newest', '500 newest']);
  });

  it('leaves out the day before when the market went on without it', async () => {
    const { state, read } = ladderOf([deal(1, 4000, 9, { businessDay: '2026-11-17' })]);
    expect(await read(9)).toEqual([{ 20000: 9 }, 9]);
    state.deals.push(deal(2, 4000.2, 12));
    expect(await read(12)).toEqual([{ 20001: 12 }, 12]);
  });

  it('reads the whole day again after a minute, so that another price of a deal is seen', async () => {
    const { state, read } = ladderOf(Array.from({ length: 60 }, (_, index) => deal(index + 1, 4000, 1)));
    await read(60);
    state.deals[0] = deal(1, 4000.2, 1);
    for (let look = 2; look < looksPerDay; look += 1) expect(await read(60)).toBeNull();
    expect(await read(60)).toEqual([{ 20000: 59, 20001: 1 }, 59]);
  });

  it('has nothing before the first deal of a day, although the day before has deals', async () => {
    const { read, calls } = ladderOf([deal(1, 4000, 9)]);
    expect(await read(0)).toEqual([{}, 0]);
    expect(calls).toEqual([]);
  });

  it('asks again while history lacks the last deal or does not answer', async () => {
    const { state, read } = ladderOf([deal(1, 4000, 1)], { hasFault: true });
    expect(await read(1)).toEqual([{}, 0]);
    state.hasFault = false;
    expect(await read(1)).toEqual([{ 20000: 1 }, 1]);
    expect(await read(1)).toBeNull();
  });
});
