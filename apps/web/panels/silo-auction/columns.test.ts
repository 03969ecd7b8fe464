import { describe, expect, it } from 'vitest';
import { siloNames } from '../../market/silo.ts';
import { siloBidRow, siloOfferRow } from '../../testing/silo-rows.ts';
import { columnsFor, fitColumns } from '../../ui/live-grid/grid-column.ts';
import { bidColumns, lotColumns, lotsWithBids, rankText, rankTone } from './columns.ts';

const names = siloNames(null);

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

describe('the columns of the lots', () => {
  const columns = columnsFor(lotColumns(names), false);
  const shownAt = (room: number) => {
    const { leftOut } = fitColumns(
      columns,
      columns.map(({ width }) => width),
      room,
    );
    return columns.flatMap(({ id }) => (leftOut.has(id) ? [] : [id]));
  };

  it('tell lots apart by number and location at every width, and show the state in half a screen', () => {
    expect([218, 298].map(shownAt)).toEqual([
      ['siloCertSeq', 'location', 'tons'],
      ['siloCertSeq', 'location', 'tons', 'bestPremium'],
    ]);
    expect(shownAt(640)).toContain('state');
  });

  it('[SILO-2] are grey for a lot that is decided, which says so even without its state', () => {
    const [awarded, open] = lotsWithBids(
      [siloOfferRow({ state: 'Awarded' }), siloOfferRow({ state: 'In auction' })],
      [],
    );
    if (awarded === undefined || open === undefined) throw new Error('a lot is missing');
    const notGrey = columns.filter(({ tone }) => tone?.(awarded) !== 'second').map(({ id }) => id);
    expect(notGrey).toEqual([]);
    const place = columns.find(({ id }) => id === 'location');
    const notes = [awarded, open].map((lot) => place?.note?.(lot, new Set(['location'])));
    expect(notes).toEqual(['awarded', undefined]);
    expect(place?.note?.(awarded, new Set(['location', 'state']))).toBeUndefined();
  });

  it('name the lot of a bid first', () => {
    const { leftOut } = fitColumns(
      bidColumns,
      bidColumns.map(({ width }) => width),
      180,
    );
    expect(bidColumns.filter(({ id }) => !leftOut.has(id)).map(({ id }) => id)).toEqual([
      'siloCertSeq',
      'premium',
      'rank',
    ]);
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
