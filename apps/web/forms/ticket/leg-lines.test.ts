import type { DepthRow, MarketRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { dealsNow, oppositeBook } from './deals-now.ts';
import { noteOf } from './deals-words.ts';
import { legLines } from './leg-lines.ts';

const markets: Readonly<Record<string, MarketRow>> = {
  'MAR27 WMAZ': marketRow('MAR27 WMAZ', { last: 4054.6, limitLow: 3860, limitHigh: 4260 }),
  'MAY27 WMAZ': marketRow('MAY27 WMAZ', {
    bid: 3978,
    offer: 3982.2,
    mtm: 3970,
    limitLow: 3780,
    limitHigh: 4180,
  }),
  'DEC26 WMAZ': marketRow('DEC26 WMAZ', { mtm: 4035 }),
  'DEC26 WEAT': marketRow('DEC26 WEAT', { mtm: 6150 }),
};
const facts = { marketOf: (contract: string) => markets[contract], decimalsOf: () => 2, tick: 0.2 };

const split = marketRow('MAR27-MAY27 WMAZ', {
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 4 },
  near: 'MAR27 WMAZ',
  far: 'MAY27 WMAZ',
  nearLots: 1,
  farLots: 1,
  impliedBid: -76.6,
  impliedOffer: -72.4,
});
const spread = marketRow('DEC26 WMAZ-WEAT', {
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 3 },
  near: 'DEC26 WMAZ',
  far: 'DEC26 WEAT',
  nearLots: 1,
  farLots: 2,
});
const delta = marketRow('MAR27 WMAZ 4060 C D', {
  contractDisplay: { flag: 'C', strike: 4060, CONTRACT_TYPE: 5 },
  underlying: 'MAR27 WMAZ',
});

type Level = Pick<DepthRow, 'sellPrice' | 'offerQty'> & Partial<Pick<DepthRow, 'offerTerms'>>;
const depthOf = (levels: readonly Level[]): DepthRow[] =>
  levels.map((level) => ({ buyer: null, bidPrice: null, bidQty: 0, seller: 'VELD', ...level }));

function bought(
  row: MarketRow,
  qty: number,
  price: number,
  levels: readonly Level[],
  ownTerms = null as null | object,
) {
  const wanted = { side: 'B', qty, price, type: 0 } as const;
  const deals = dealsNow(wanted, oppositeBook('B', row, depthOf(levels)));
  return legLines(row, { ...wanted, ownTerms: ownTerms as never }, deals, facts);
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the legs in the ticket', () => {
  it('[PANEL-4] of a split that deals are bought and sold at the prices of the matches', () => {
    expect(bought(split, 10, -72, [{ sellPrice: -74, offerQty: 30 }]).lines).toEqual([
      'Buys 10 MAY27 WMAZ at 3,980.60, sells 10 MAR27 WMAZ at 4,054.60.',
      'The legs’ books imply −76.60 bid, −72.40 offered.',
    ]);
    const twoLevels = [
      { sellPrice: -74, offerQty: 4 },
      { sellPrice: -73, offerQty: 30 },
    ];
    expect(bought(split, 10, -72, twoLevels).lines[0]).toBe(
      'Buys 10 MAY27 WMAZ at 3,980.60 to 3,981.60, sells 10 MAR27 WMAZ at 4,054.60.',
    );
  });

  it('[PANEL-4] of a split that rests are about where its own price would put them', () => {
    expect(bought(split, 10, -80, []).lines[0]).toBe(
      'Buys 10 MAY27 WMAZ, sells 10 MAR27 WMAZ; about 3,974.60 / 4,054.60.',
    );
  });

  it('[PANEL-5] of a spread have equal tons: two lots of wheat against one of maize', () => {
    expect(bought(spread, 10, -2115, [{ sellPrice: -2115, offerQty: 10 }]).lines).toEqual([
      'Buys 10 DEC26 WMAZ at 4,035.00, sells 20 DEC26 WEAT at 6,150.00.',
    ]);
  });

  it('[PANEL-4] warn where a leg would be outside its limits', () => {
    const { warning } = bought(split, 10, 500, [{ sellPrice: 130, offerQty: 10 }]);
    expect(warning).toBe(
      'MAY27 WMAZ would deal at 4,184.60, outside its limits: the market rejects such an order.',
    );
    expect(bought(split, 10, -72, [{ sellPrice: -74, offerQty: 30 }]).warning).toBeNull();
  });

  it('[PANEL-3] of a delta deal at the premium and the reference of the resting order, not at those that were typed', () => {
    const offerTerms = { premium: 239, reference: 4060, delta: 0.5 };
    const own = { premium: 235.8, reference: 4054.2, delta: 0.5 };
    const levels = [{ sellPrice: 30.07, offerQty: 10, offerTerms }];
    expect(bought(delta, 10, 30.07, levels, own).lines).toEqual([
      'Buys 10 MAR27 WMAZ 4060 C at 239.00, sells 5 MAR27 WMAZ at 4,060.00.',
    ]);
    expect(bought(delta, 14, 30.07, levels, own).lines).toEqual([
      'Buys 10 MAR27 WMAZ 4060 C at 239.00, sells 5 MAR27 WMAZ at 4,060.00.',
      'Hedge of what rests: sell 2 MAR27 WMAZ at 4,054.20',
    ]);
    const wanted = { side: 'B', qty: 10, price: 30.07, type: 0 } as const;
    const words = { depth: depthOf(levels), entry: 'open', decimals: 2, meaning: 'volatility' } as const;
    expect(noteOf(delta, wanted, words).text).toBe('All 10 deal now at 30.07\u00a0% @ ref 4,060.00.');
  });

  it('[PANEL-3] of a delta that rests are its own hedge, or none', () => {
    const own = { premium: 235.8, reference: 4054.2, delta: 0.48 };
    expect(bought(delta, 10, 30, [], own).lines).toEqual(['Hedge: sell 5 MAR27 WMAZ at 4,054.20']);
    expect(bought(delta, 1, 30, [], { ...own, delta: 0.4 }).lines).toEqual([
      'No hedge: less than half a lot.',
    ]);
    expect(bought(delta, 1, 30, []).lines).toEqual([]);
  });

  it('are none for a future', () => {
    expect(bought(marketRow('DEC26 WMAZ'), 1, 4000, []).lines).toEqual([]);
  });
});
