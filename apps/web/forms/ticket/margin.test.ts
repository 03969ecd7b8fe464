import type { PreviewMarginBody, PreviewMarginReply, Side } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataSetStores } from '../../stores/stores.ts';
import { positionRow } from '../../testing/rows.ts';
import type { CallResult } from '../../transport/calls.ts';
import { setFormatLocale } from '../../ui/format.ts';
import {
  debounceMs,
  marginAnswer,
  marginQueries,
  marginQueryOfChange,
  marginText,
  minQueryIntervalMs,
  onlyReduces,
} from './margin.tsx';

const order: PreviewMarginBody = { contract: 'DEC26 WMAZ', side: 'B', qty: 10, principal: 'KAND' };
const reply = (after: number): CallResult<PreviewMarginReply> => ({
  kind: 'ok',
  value: { before: 0, after, withOpenOrders: after, limit: null },
});
const rejected = (status: number): CallResult<never> => ({
  kind: 'rejected',
  status,
  code: 'x',
  message: 'DEC26 WMAZ has expired.',
  errorText: '',
});

function previewWith() {
  const asked: {
    qty: number;
    at: number;
    signal: AbortSignal;
    answer: (a: CallResult<PreviewMarginReply>) => void;
  }[] = [];
  let stop = () => {};
  let shown: ReturnType<typeof marginAnswer> | null = null;
  /** Shows the answer about this order, and no longer the answer about the order before. */
  const want = (query: PreviewMarginBody) => {
    stop();
    shown = marginAnswer(
      query,
      ({ qty }, signal) =>
        new Promise((answer) => {
          asked.push({ qty, at: Date.now(), signal, answer });
        }),
    );
    stop = shown.onChange(() => {});
  };
  const read = () => {
    const state = shown?.current();
    return state?.status === 'success' ? state.value : state?.status;
  };
  const answer = async (at: number, result: CallResult<PreviewMarginReply>) => {
    asked[at]?.answer(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { want, read, leave: () => stop(), asked, answer };
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('the query about the margin of an order', () => {
  it('[ACT-1] is sent once the order has not changed for a moment, and only about the last order', async () => {
    const { want, read, asked, answer, leave } = previewWith();
    for (const qty of [1, 12, 125]) {
      want({ ...order, qty });
      await vi.advanceTimersByTimeAsync(debounceMs - 1);
    }
    expect(read()).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ qty, at }) => [qty, at])).toEqual([[125, 3 * (debounceMs - 1) + 1]]);
    await answer(0, reply(2_625_000));
    expect(read()).toMatchObject({ kind: 'known', margin: { after: 2_625_000 } });
    leave();
  });

  it('is cancelled by another order: the late answer to the first query is not shown', async () => {
    const { want, read, asked, answer, leave } = previewWith();
    want(order);
    await vi.advanceTimersByTimeAsync(debounceMs);
    want({ ...order, qty: 20 });
    expect(asked[0]?.signal.aborted).toBe(true);
    await answer(0, reply(1));
    expect(read()).toBe('loading');
    await vi.advanceTimersByTimeAsync(debounceMs);
    await answer(1, reply(2));
    expect(read()).toMatchObject({ margin: { after: 2 } });
    leave();
  });

  it('is dropped when there is no longer an order', async () => {
    const { want, leave, asked } = previewWith();
    want(order);
    leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });

  it('is repeated after a change of the account, at most once per second, and shows the earlier answer until then', async () => {
    const { want, read, leave, asked, answer } = previewWith();
    want(order);
    await vi.advanceTimersByTimeAsync(debounceMs);
    await answer(0, reply(1));
    for (let changes = 0; changes < 50; changes += 1) {
      dataSetStores.positions.replaceAll([positionRow({ net: changes })]);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(asked).toHaveLength(1);
    expect(read()).toMatchObject({ margin: { after: 1 } });
    await vi.advanceTimersByTimeAsync(minQueryIntervalMs);
    expect(asked).toHaveLength(2);
    // A store may announce a change in a later task.
    const [first = 0, second = 0] = asked.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(minQueryIntervalMs);
    await answer(1, reply(2));
    expect(read()).toMatchObject({ margin: { after: 2 } });
    leave();
    dataSetStores.positions.clear();
  });

  it('returns the market’s sentence for a rejected order, reports a missing answer, and is not sent without the permission', async () => {
    for (const [result, state] of [
      [rejected(422), { kind: 'rejected', sentence: 'DEC26 WMAZ has expired.' }],
      [rejected(403), { kind: 'none' }],
      [rejected(429), { kind: 'failed' }],
      [{ kind: 'unknown', message: '', errorText: '' }, { kind: 'failed' }],
    ] as const) {
      const { want, read, leave, answer } = previewWith();
      want(order);
      await vi.advanceTimersByTimeAsync(debounceMs);
      await answer(0, result);
      expect(read()).toEqual(state);
      leave();
    }
  });
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const margin = (change: Partial<PreviewMarginReply> = {}): PreviewMarginReply => ({
  before: 12_450,
  after: 15_300,
  withOpenOrders: 15_300,
  limit: null,
  ...change,
});

const textOf = (reply: PreviewMarginReply) => marginText(reply, 'KAND');
const rand = (text: string) => text.replaceAll('R ', 'R\u00a0');

describe('the text of a margin', () => {
  it('[ACT-1] are the margin before and after the order, the difference, and the assumptions', () => {
    expect(textOf(margin())).toEqual({
      before: rand('R 12,450'),
      after: rand('R 15,300'),
      change: rand('+R 2,850'),
      note: 'of KAND if it all deals, at the last MTM',
      isAboveLimit: false,
    });
  });

  it('have a minus where the order lowers the margin, exact cents, and say when nothing changes', () => {
    expect(textOf(margin({ before: 2_380_483.14, after: 2_590_483.5 }))).toMatchObject({
      before: rand('R 2,380,483.14'),
      after: rand('R 2,590,483.50'),
      change: rand('+R 210,000.36'),
    });
    expect(textOf(margin({ after: 12_449.9 })).change).toBe(rand('−R 0.10'));
    expect(textOf(margin({ after: 12_450 })).change).toBe('no change');
    expect(textOf(margin({ before: 0.1, after: 0.3 }))).toMatchObject({ change: rand('+R 0.20') });
  });

  it('name the account’s limit, and both figures where the order would exceed it', () => {
    expect(textOf(margin({ limit: 15_300 }))).toMatchObject({
      note: rand('of KAND if it all deals, at the last MTM; limit R 15,300'),
      isAboveLimit: false,
    });
    expect(textOf(margin({ limit: 15_000 }))).toMatchObject({
      note: rand('Over the limit R 15,000: would be rejected'),
      isAboveLimit: true,
    });
    expect(textOf(margin({ limit: 15_300, withOpenOrders: 40_000.5 }))).toMatchObject({
      note: rand('Over the limit R 15,300: R 40,000.50 with open orders'),
      isAboveLimit: true,
    });
  });

  it('do not predict a rejection if the order lowers the account’s current need', () => {
    const above = margin({ before: 40_000, after: 30_000, withOpenOrders: 40_000, limit: 20_000 });
    expect(textOf(above).isAboveLimit).toBe(false);
  });

  it('[ACT-8] do not predict a rejection of an order that is only reduced', () => {
    const above = margin({ limit: 10_000 });
    expect(marginText(above, 'KAND').isAboveLimit).toBe(true);
    expect(marginText(above, 'KAND', { isNeverRejected: true })).toMatchObject({
      note: rand('of KAND if it all deals, at the last MTM; limit R 10,000'),
      isAboveLimit: false,
    });
  });
});

const summary = { side: 'B', qty: 10, contract: 'DEC26 WMAZ', priceText: '4,035.20' } as const;
const sideOf = (side: Side, qty: number, asked: { price: number } | { volatility: number }) => ({
  ...{ side, qty, bodyPrice: asked, summary },
  price: 'price' in asked ? asked.price : asked.volatility,
  ownTerms: null,
});
const sharedTerms = { capacity: 'A', principal: 'FARM1', ref: '7' } as const;

describe('the contents of the query about an order’s margin', () => {
  it('are contract, side, lots and account, without the price of a future, so that its changes send no query', () => {
    const body = {
      ...sharedTerms,
      contract: 'DEC26 WMAZ',
      side: 'S',
      type: 0,
      qty: 10,
      price: 4035.2,
    } as const;
    const sides = [sideOf('S', 10, { price: 4035.2 })] as const;
    expect(marginQueries({ body, sides })).toEqual([
      { contract: 'DEC26 WMAZ', side: 'S', qty: 10, principal: 'FARM1' },
    ]);
    expect(marginQueries(null)).toEqual([]);
  });

  it('include the volatility of a delta and its reference, which determines the hedge', () => {
    const contract = 'MAR27 WMAZ 4060 C D';
    const asked = { volatility: 28 };
    const body = {
      ...sharedTerms,
      contract,
      side: 'B',
      type: 0,
      qty: 10,
      ...asked,
      reference: 4060,
    } as const;
    const sides = [sideOf('B', 10, asked)] as const;
    expect(marginQueries({ body, sides })).toEqual([
      { contract, side: 'B', qty: 10, principal: 'FARM1', volatility: 28, reference: 4060 },
    ]);
  });

  it('are separate for each side of a double', () => {
    const body = {
      ...sharedTerms,
      contract: 'DEC26 WMAZ',
      bidQty: 5,
      bidPrice: 4034,
      offerQty: 7,
      offerPrice: 4036,
    };
    const sides = [sideOf('B', 5, { price: 4034 }), sideOf('S', 7, { price: 4036 })] as const;
    expect(marginQueries({ body, sides })).toEqual([
      { contract: 'DEC26 WMAZ', side: 'B', qty: 5, principal: 'FARM1' },
      { contract: 'DEC26 WMAZ', side: 'S', qty: 7, principal: 'FARM1' },
    ]);
  });
});

describe('the query about the margin of an order that is amended', () => {
  const resting = { activeOrderSeq: 41, contract: 'DEC26 WMAZ', side: 'B', remaining: 10 } as const;
  const change = { kind: 'change', terms: { qty: 4 }, qty: 4, price: 4035.2 } as const;

  it('[ACT-8] names the order, in whose place the new terms count', () => {
    expect(marginQueryOfChange(resting, change, 'FARM1')).toEqual({
      activeOrderSeq: 41,
      contract: 'DEC26 WMAZ',
      side: 'B',
      qty: 4,
      principal: 'FARM1',
    });
  });

  it('[ACT-8] has the volatility and the agreed reference of a delta', () => {
    const contract = 'MAR27 WMAZ 4060 C D';
    const pricing = { premium: 160, volatility: 26, reference: 4060, delta: 0.5, hedgeLots: 5 };
    const query = marginQueryOfChange({ ...resting, contract, pricing }, { ...change, price: 28 }, 'FARM1');
    expect(query).toMatchObject({ contract, volatility: 28, reference: 4060 });
    expect(query).not.toHaveProperty('price');
  });

  it('[ACT-8] recognizes a mere reduction', () => {
    expect(onlyReduces(resting, change)).toBe(true);
    expect(onlyReduces(resting, { ...change, qty: 11, terms: { qty: 11 } })).toBe(false);
    expect(onlyReduces(resting, { ...change, terms: { qty: 4, price: 4035.2 } })).toBe(false);
  });
});
