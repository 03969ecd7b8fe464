import { describe, expect, it } from 'vitest';
import { siloBidRow, siloOfferRow } from '../../testing/silo-rows.ts';
import { lotsWithBids, rankText, rankTone } from './columns.ts';

describe('the lots', () => {
  it('[SILO-2] have the user’s open bids, the best ranked first', () => {
    const bids = [
      siloBidRow({ siloBidSeq: 1, rank: 3, premium: 5 }),
      siloBidRow({ siloBidSeq: 2, rank: 1, premium: 20, principal: 'FARM1' }),
      siloBidRow({ siloBidSeq: 3, rank: null, state: 'Deleted' }),
      siloBidRow({ siloBidSeq: 4, siloCertSeq: 9 }),
    ];
    const [lot, other] = lotsWithBids([siloOfferRow(), siloOfferRow({ siloCertSeq: 2 })], bids);
    expect(lot?.ownBids.map(({ siloBidSeq }) => siloBidSeq)).toEqual([2, 1]);
    expect(lot?.ownBest?.premium).toBe(20);
    expect(other).toMatchObject({ ownBids: [], ownBest: null });
  });
});

describe('the rank of a bid', () => {
  it('[SILO-2] is among all open bids, and is marked where it leads', () => {
    expect([rankText({ rank: 2 }, 3), rankText({ rank: null }, 3)]).toEqual(['2 of 3', '–']);
    expect([rankTone({ rank: 1 }), rankTone({ rank: 2 }), rankTone(null)]).toEqual([
      'up',
      'warning',
      undefined,
    ]);
  });

  it('is never above the number of bids while rows arrive one after the other', () => {
    expect(rankText({ rank: 2 }, 1)).toBe('2 of 2');
  });
});
