import type { SiloAuctionRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { siloOfferRow } from '../../testing/silo-rows.ts';
import { formatDate } from '../../ui/format.ts';
import {
  auctionCounts,
  auctionLines,
  bidsHint,
  newestDay,
  nextDelivery,
  ofOpenLots,
  stageSentence,
} from './rules.ts';

const auction: SiloAuctionRow = {
  uniqueKey: '2026-12-02 DEC26 WMAZ',
  businessDay: '2026-12-02',
  contract: 'DEC26 WMAZ',
  stage: 'bidding',
  endsAt: null,
  offered: 5,
  tons: 1_500,
  bids: 3,
  bestPremium: 12,
  awarded: 0,
  allocated: 0,
};

describe('the deliveries that show', () => {
  it('are the newest day’s deliveries, in the order of the market', () => {
    const of = (businessDay: string, contract: string) => ({ ...auction, businessDay, contract });
    const rows = [
      of('2026-12-02', 'DEC26 SOYA'),
      of('2026-12-02', 'DEC26 YMAZ'),
      of('2026-12-01', 'DEC26 WMAZ'),
      of('2026-12-02', 'DEC26 WMAZ'),
    ];
    expect(newestDay(rows).map(({ contract }) => contract)).toEqual([
      'DEC26 WMAZ',
      'DEC26 YMAZ',
      'DEC26 SOYA',
    ]);
  });
});

describe('the sentence about a stage', () => {
  it('[SILO-2] says on a later business day, before its own delivery begins, that the delivery has ended', () => {
    const ended = { ...auction, stage: 'closed' } as const;
    expect(stageSentence(ended, '2026-12-02')).toBe('the delivery of the day has ended');
    expect(stageSentence(ended, null)).toBe('the delivery of the day has ended');
    expect(stageSentence(ended, '2026-12-03')).toBe(`the delivery of ${formatDate('2026-12-02')} has ended`);
    expect(stageSentence(auction, '2026-12-02')).toBe('longs bid');
  });
});

describe('the hint for a member without bids', () => {
  const endsAt = Date.parse('2026-12-02T23:40+02:00');
  it.each([
    ['tendering', endsAt, 'Bids are accepted from 23:40, for lots under “Lots”.'],
    ['tendering', null, 'Bids are accepted for lots under “Lots” while their stage is Auction.'],
    ['bidding', endsAt, 'Bids are accepted for lots under “Lots” while their stage is Auction.'],
    ['closed', null, 'Bids are accepted for lots under “Lots” while their stage is Auction.'],
  ] as const)('says from when bids are taken: %s until %s', (stage, until, text) => {
    expect(bidsHint([{ stage, endsAt: until }])).toBe(text);
  });
});

describe('the lots on offer', () => {
  it.each([
    [{}, '5 lots, 1,500\u00a0t, 3 bids, best R\u00a012'],
    [{ offered: 1, tons: 300, bids: 1 }, '1 lot, 300\u00a0t, 1 bid, best R\u00a012'],
    [{ bids: 0, bestPremium: null }, '5 lots, 1,500\u00a0t'],
    [{ offered: 0, tons: 0, bids: 0, bestPremium: null }, 'nothing tendered'],
    [{ stage: 'closed', awarded: 3, allocated: 2 }, '5 lots, 1,500\u00a0t, 3 awarded, 2 allocated'],
    [{ awarded: 3, allocated: 1 }, '1 of 5 lots open, 1,500\u00a0t, 3 bids, best R\u00a012'],
    [{ awarded: 3, allocated: 2, bids: 0 }, '5 lots, 1,500\u00a0t, 3 awarded, 2 allocated'],
  ] as const)('is counted: %j', (change, text) => {
    expect(auctionCounts({ ...auction, ...change })).toBe(text);
  });
});

describe('the lots on offer beside decided ones', () => {
  const lots = [
    siloOfferRow({ siloCertSeq: 1, state: 'Awarded', tons: 200, bids: 9, bestPremium: 39 }),
    siloOfferRow({ siloCertSeq: 2, state: 'In auction', tons: 300, bids: 2, bestPremium: 7 }),
    siloOfferRow({ siloCertSeq: 3, state: 'In auction', contract: 'DEC26 YMAZ', bids: 4 }),
  ];

  it('[SILO-2] are counted without the bids for decided ones', () => {
    const row = { ...auction, offered: 2, tons: 500, bids: 11, bestPremium: 39, awarded: 1 };
    expect(ofOpenLots(row, lots)).toEqual({ ...row, tons: 300, bids: 2, bestPremium: 7 });
    expect(auctionCounts(ofOpenLots(row, lots))).toBe('1 of 2 lots open, 300\u00a0t, 2 bids, best R\u00a07');
  });

  it('are counted by the server while none or all are decided', () => {
    expect(ofOpenLots(auction, lots)).toBe(auction);
    const all = { ...auction, awarded: 1 };
    expect(ofOpenLots(all, lots.slice(0, 1))).toBe(all);
  });
});

describe('the lines of the deliveries', () => {
  it('are one for each future with lots, and one for all others of a stage', () => {
    const of = (contract: string, offered: number, stage: SiloAuctionRow['stage'] = 'bidding') => ({
      ...auction,
      uniqueKey: contract,
      contract,
      offered,
      stage,
    });
    const lines = auctionLines([
      of('DEC26 SORG', 0),
      of('DEC26 SOYA', 0),
      of('DEC26 WMAZ', 5),
      of('MAR27 YMAZ', 0),
      of('DEC26 WEAT', 0, 'tendering'),
    ]);
    expect(lines.map(({ name, auction: { stage } }) => [name, stage])).toEqual([
      ['DEC26 WMAZ', 'bidding'],
      ['DEC26 SORG, SOYA, MAR27 YMAZ', 'bidding'],
      ['DEC26 WEAT', 'tendering'],
    ]);
  });
});

describe('the next delivery', () => {
  const future = (uniqueKey: string, firstDeliveryDay: string, lastNoticeDay: string | null) => {
    const [contractDate = '', instrument = ''] = uniqueKey.split(' ');
    return { uniqueKey, contractDate, instrument, firstDeliveryDay, lastNoticeDay };
  };
  const dates = [
    future('MAR27 WMAZ', '2027-03-01', '2027-03-30'),
    future('DEC26 WMAZ', '2026-12-01', '2026-12-31'),
    future('DEC26 CORN', '2026-12-01', null),
  ];
  const allOfDecember = [...dates, future('DEC26 SOYA', '2026-12-01', '2026-12-31')];

  it.each([
    ['2026-11-23', 'DEC26 WMAZ can be delivered from'],
    ['2026-12-01', 'DEC26 WMAZ can be delivered. Its delivery of the day has not begun yet.'],
    ['2026-12-31', 'DEC26 WMAZ can be delivered. Its delivery of the day has not begun yet.'],
    ['2027-01-04', 'MAR27 WMAZ can be delivered from'],
  ])('[SILO-3] is named on %s, until the last notice day', (day, sentence) => {
    expect(nextDelivery(dates, day)).toContain(sentence);
  });

  it.each([
    ['2026-11-23', 'DEC26 WMAZ, SOYA can be delivered from'],
    ['2026-12-24', 'DEC26 WMAZ, SOYA can be delivered. Their delivery of the day has not begun yet.'],
  ])('[SILO-3] is the same for all futures of that day, in the order of the market (%s)', (day, sentence) => {
    expect(nextDelivery(allOfDecember, day)).toContain(sentence);
  });

  it('is none if no future can be delivered', () => {
    expect(nextDelivery([], '2026-11-23')).toBeNull();
    expect(nextDelivery(dates.slice(2), '2026-11-23')).toBeNull();
  });
});
