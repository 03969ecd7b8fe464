import type { DealRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../../stores/create-keyed-store.ts';
import { createManualScheduler } from '../../stores/testing/manual-scheduler.ts';
import { dealRow } from '../../testing/rows.ts';
import { dealSentences } from './deal-words.ts';
import { createNewDeals, isOwnDeal } from './new-deals.ts';

const deal = (dealSeq: number, change: Partial<DealRow> = {}) =>
  dealRow({ dealSeq, matchSeq: dealSeq, qty: 5, value: 2_017_600, activeOrderSeq: 41, ...change });
const priceText = (price: number) => price.toFixed(2);
const newStore = () => createKeyedStore<DealRow, number>((row) => row.dealSeq, createManualScheduler());

describe('new deals', () => {
  it('[PREF-3] are those after the first snapshot, each once', () => {
    const store = newStore();
    const deals = createNewDeals(store);
    store.replaceAll([deal(1), deal(2)]);
    store.setStatus('success');
    expect(deals.take()).toEqual([]);
    store.merge([deal(3)]);
    expect(deals.take().map(({ dealSeq }) => dealSeq)).toEqual([3]);
    expect(deals.take()).toEqual([]);
  });

  it('include what a snapshot brings after a lost connection, and nothing of another start of the server', () => {
    const store = newStore();
    const deals = createNewDeals(store);
    store.setStatus('success');
    deals.take();
    store.replaceAll([deal(1)]);
    expect(deals.take().map(({ dealSeq }) => dealSeq)).toEqual([1]);
    store.clear();
    store.setStatus('loading');
    expect(deals.take()).toEqual([]);
    store.replaceAll([deal(1), deal(2)]);
    store.setStatus('success');
    expect(deals.take()).toEqual([]);
  });

  it("are the dealer's own, or the member's where the account names no dealer", () => {
    expect(isOwnDeal(deal(1), 'ABD')).toBe(true);
    expect(isOwnDeal(deal(1), 'XYZ')).toBe(false);
    expect(isOwnDeal(deal(1), '')).toBe(true);
  });
});

describe('deals in words', () => {
  it('say what was bought or sold, where and at what', () => {
    expect(dealSentences([deal(1), deal(2, { side: 'S', price: 4036 })], priceText)).toEqual([
      'Bought 5 DEC26 WMAZ at 4035.20',
      'Sold 5 DEC26 WMAZ at 4036.00',
    ]);
  });

  it('are joined when they come together at one price, and summed when there are many', () => {
    expect(dealSentences([deal(1), deal(2, { qty: 2 })], priceText)).toEqual([
      'Bought 7 DEC26 WMAZ at 4035.20 (2 deals)',
    ]);
    const many = [1, 2, 3, 4].map((seq) => deal(seq, { price: 4035 + seq }));
    expect(dealSentences([...many, deal(5, { side: 'S', contract: 'MAR27 SUNS' })], priceText)).toEqual([
      '5 deals: bought 20 DEC26 WMAZ, sold 5 MAR27 SUNS',
    ]);
  });
});
