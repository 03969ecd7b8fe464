import type { PreviewMarginReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { marginQueries, marginQueryOfChange, marginWords, onlyReduces } from './margin-words.ts';
import type { ReadyOrder } from './ready-order.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const margin = (change: Partial<PreviewMarginReply> = {}): PreviewMarginReply => ({
  before: 12_450,
  after: 15_300,
  withOpenOrders: 15_300,
  limit: null,
  ...change,
});

const wordsOf = (reply: PreviewMarginReply) => marginWords(reply, 'KAND');
const rand = (text: string) => text.replaceAll('R ', 'R\u00a0');

describe('the words of a margin', () => {
  it('[ACT-1] are the margin before and after the order, the difference, and what they assume', () => {
    expect(wordsOf(margin())).toEqual({
      before: rand('R 12,450'),
      after: rand('R 15,300'),
      change: rand('+R 2,850'),
      note: 'of KAND if it all deals, at the last MTM',
      isAboveLimit: false,
    });
  });

  it('have a minus where the order lowers the margin, exact cents, and say when nothing changes', () => {
    expect(wordsOf(margin({ after: 12_449.9 })).change).toBe(rand('−R 0.10'));
    expect(wordsOf(margin({ after: 12_450 })).change).toBe('no change');
    expect(wordsOf(margin({ before: 0.1, after: 0.3 }))).toMatchObject({ change: rand('+R 0.20') });
  });

  it('name the account’s limit, and both figures where the order would exceed it', () => {
    expect(wordsOf(margin({ limit: 15_300 }))).toMatchObject({
      note: rand('of KAND if it all deals, at the last MTM; limit R 15,300'),
      isAboveLimit: false,
    });
    expect(wordsOf(margin({ limit: 15_000 }))).toMatchObject({
      note: rand('Over the limit R 15,000: would be rejected'),
      isAboveLimit: true,
    });
    expect(wordsOf(margin({ limit: 15_300, withOpenOrders: 40_000.5 }))).toMatchObject({
      note: rand('Over the limit R 15,300: R 40,000.50 with open orders'),
      isAboveLimit: true,
    });
  });

  it('say nothing of a rejection where the order lowers what the account needs now', () => {
    const above = margin({ before: 40_000, after: 30_000, withOpenOrders: 40_000, limit: 20_000 });
    expect(wordsOf(above).isAboveLimit).toBe(false);
  });

  it('[ACT-8] say nothing of a rejection of an order that is only reduced', () => {
    const above = margin({ limit: 10_000 });
    expect(marginWords(above, 'KAND').isAboveLimit).toBe(true);
    expect(marginWords(above, 'KAND', { isNeverRejected: true })).toMatchObject({
      note: rand('of KAND if it all deals, at the last MTM; limit R 10,000'),
      isAboveLimit: false,
    });
  });
});

const words = { side: 'B', qty: 10, contract: 'DEC26 WMAZ', priceText: '4,035.20' } as const;
const ends = { requestId: 'r1', capacity: 'A', principal: 'FARM1', ref: '7' } as const;

describe('the question about an order’s margin', () => {
  it('is about contract, side, lots and account; the price of a future does not matter, so that no change of it asks again', () => {
    const order: ReadyOrder = {
      kind: 'order',
      body: { ...ends, contract: 'DEC26 WMAZ', side: 'S', type: 0, qty: 10, price: 4035.2 },
      price: 4035.2,
      words,
    };
    expect(marginQueries(order)).toEqual([
      { contract: 'DEC26 WMAZ', side: 'S', qty: 10, principal: 'FARM1' },
    ]);
    expect(marginQueries(null)).toEqual([]);
  });

  it('has the volatility and the reference of a delta, on which its hedge depends', () => {
    const contract = 'MAR27 WMAZ 4060 C D';
    const order: ReadyOrder = {
      kind: 'order',
      body: { ...ends, contract, side: 'B', type: 0, qty: 10, volatility: 28, reference: 4060 },
      price: 28,
      words,
    };
    expect(marginQueries(order)).toEqual([
      { contract, side: 'B', qty: 10, principal: 'FARM1', volatility: 28, reference: 4060 },
    ]);
  });

  it('is one for each side of a double', () => {
    const order: ReadyOrder = {
      kind: 'double',
      body: { ...ends, contract: 'DEC26 WMAZ', bidQty: 5, bidPrice: 4034, offerQty: 7, offerPrice: 4036 },
      bidPrice: 4034,
      offerPrice: 4036,
      bid: words,
      offer: words,
    };
    expect(marginQueries(order)).toEqual([
      { contract: 'DEC26 WMAZ', side: 'B', qty: 5, principal: 'FARM1' },
      { contract: 'DEC26 WMAZ', side: 'S', qty: 7, principal: 'FARM1' },
    ]);
  });
});

describe('the question about the margin of an order that is amended', () => {
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

  it('[ACT-8] knows a mere reduction', () => {
    expect(onlyReduces(resting, change)).toBe(true);
    expect(onlyReduces(resting, { ...change, qty: 11, terms: { qty: 11 } })).toBe(false);
    expect(onlyReduces(resting, { ...change, terms: { qty: 4, price: 4035.2 } })).toBe(false);
  });
});
