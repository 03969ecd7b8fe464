import type { DepthRow, MarketRow, OrderType } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marketRow } from '../../../testing/rows.ts';
import { setFormatLocale } from '../../../ui/format.ts';
import { type CandidateOrder, dealsNow, oppositeBook } from './deals-now.ts';
import { legLines, noteOf, type OrderEntryState } from './deals-now-text.ts';

const row = { bid: 4034.8, bidQty: 12, offer: 4035.2, offerQty: 20, limitLow: 3835, limitHigh: 4235 };

const offers = (...levels: readonly (readonly [price: number, qty: number])[]): DepthRow[] =>
  levels.map(([sellPrice, offerQty]) => ({
    buyer: null,
    bidPrice: null,
    bidQty: 0,
    offerQty,
    sellPrice,
    seller: 'VELD',
  }));
const bids = (...levels: readonly (readonly [price: number, qty: number])[]): DepthRow[] =>
  levels.map(([bidPrice, bidQty]) => ({
    buyer: 'VELD',
    bidPrice,
    bidQty,
    offerQty: 0,
    sellPrice: null,
    seller: null,
  }));

function note(
  order: Partial<CandidateOrder>,
  depth: readonly DepthRow[] | null = offers([4035.2, 20], [4035.6, 5], [4040, 1]),
  entry: OrderEntryState = 'open',
): string {
  const wanted = { side: 'B', qty: 10, price: 4035.2, type: 'Normal' as OrderType, ...order } as const;
  return noteOf(row, wanted, { depth, entry, decimals: 2, meaning: 'price' }).text;
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the note next to the price', () => {
  it('[ACT-1] states how many lots deal now, over all levels, at which prices and average, and how many rest', () => {
    expect(note({ qty: 500, price: 4235 })).toBe(
      '26 deal now at 4,035.20 to 4,040.00, average 4,035.46; 474 rest.',
    );
    expect(note({ qty: 27, price: 4235 })).toBe(
      '26 deal now at 4,035.20 to 4,040.00, average 4,035.46; 1 rests.',
    );
  });

  it('states when all lots deal immediately', () => {
    expect(note({ qty: 10 })).toBe('All 10 deal now at 4,035.20.');
    expect(note({ qty: 1 })).toBe('It deals now at 4,035.20.');
    expect(note({ qty: 22, price: 4235 })).toBe('All 22 deal now at 4,035.20 to 4,035.60, average 4,035.24.');
  });

  it('stops at the price entered and counts the bids for a sale', () => {
    expect(note({ qty: 30, price: 4035.6 })).toBe(
      '25 deal now at 4,035.20 to 4,035.60, average 4,035.28; 5 rest.',
    );
    expect(note({ side: 'S', qty: 20, price: 4034 }, bids([4034.8, 12], [4034, 3]))).toBe(
      '15 deal now at 4,034.80 to 4,034.00, average 4,034.64; 5 rest.',
    );
  });

  it('explains what take or kill and fill or kill do with the remainder', () => {
    expect(note({ qty: 30, price: 4035.6, type: 'Tok' })).toBe(
      '25 deal now at 4,035.20 to 4,035.60, average 4,035.28; 5 are killed.',
    );
    expect(note({ qty: 30, price: 4035.6, type: 'Fok' })).toBe(
      'Nothing deals: 25 of 30 are offered within this price, and fill or kill needs all.',
    );
    expect(note({ price: 4030, type: 'Tok' })).toBe(
      '5.20 below the offer. Nothing deals: the order would be killed.',
    );
  });

  it('states how far the order is from dealing', () => {
    expect(note({ price: 4034.8 })).toBe('0.40 below the offer.');
    expect(note({ side: 'S', price: 4040 }, bids([4034.8, 12]))).toBe('5.20 above the bid.');
    expect(note({}, [])).toBe('There is no offer now.');
  });

  it('promises no more than the best level until the depth is loaded', () => {
    expect(note({ qty: 20 }, null)).toBe('All 20 deal now at 4,035.20.');
    expect(note({ qty: 21 }, null)).toBe(
      'At least 20 deal now at 4,035.20. What is offered behind that is not known yet.',
    );
  });

  it('promises no more than the rows that the server sends', () => {
    const whole = offers(...Array.from({ length: 200 }, (): [number, number] => [4035.2, 1]));
    expect(note({ qty: 201 }, whole)).toContain('At least 200 deal now');
    expect(note({ qty: 201 }, whole.slice(1))).toBe('199 deal now at 4,035.20; 2 rest.');
  });

  it('states that orders wait for the call auction, or are not accepted', () => {
    expect(note({}, [], 'auction')).toBe('It waits for the call auction: nothing deals before the opening.');
    expect(note({}, [], 'closed')).toBe('The market accepts no orders now.');
  });

  it("states when the price is outside the day's limits", () => {
    expect(note({ price: 4300 })).toBe("Outside today's limits.");
  });
});

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
  const wanted = { side: 'B', qty, price, type: 'Normal' } as const;
  const deals = dealsNow(wanted, oppositeBook('B', row, depthOf(levels)));
  return legLines(row, { ...wanted, ownTerms: ownTerms as never }, deals, facts);
}

describe('the legs in the ticket', () => {
  it('[PANEL-4] are bought and sold at the prices of the matches for a split that deals', () => {
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

  it('[PANEL-4] are about where its own price would put them for a split that rests', () => {
    expect(bought(split, 10, -80, []).lines[0]).toBe(
      'Buys 10 MAY27 WMAZ, sells 10 MAR27 WMAZ; about 3,974.60 / 4,054.60.',
    );
  });

  it('[PANEL-5] have equal tons for a spread: two lots of wheat against one of maize', () => {
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

  it('[PANEL-3] deal for a delta at the premium and the reference of the resting order, not at those entered', () => {
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
    const wanted = { side: 'B', qty: 10, price: 30.07, type: 'Normal' } as const;
    const words = { depth: depthOf(levels), entry: 'open', decimals: 2, meaning: 'volatility' } as const;
    expect(noteOf(delta, wanted, words).text).toBe('All 10 deal now at 30.07\u00a0% @ ref 4,060.00.');
  });

  it('[PANEL-3] round the hedge of a delta once for all its deals', () => {
    const offerTerms = { premium: 239, reference: 4060, delta: 0.506 };
    const levels = Array.from({ length: 20 }, () => ({ sellPrice: 30.07, offerQty: 1, offerTerms }));
    expect(bought(delta, 20, 30.07, levels, offerTerms).lines).toEqual([
      'Buys 20 MAR27 WMAZ 4060 C at 239.00, sells 10 MAR27 WMAZ at 4,060.00.',
    ]);
  });

  it('[PANEL-3] are the hedge of the order itself, or absent, for a delta that rests', () => {
    const own = { premium: 235.8, reference: 4054.2, delta: 0.48 };
    expect(bought(delta, 10, 30, [], own).lines).toEqual(['Hedge: sell 5 MAR27 WMAZ at 4,054.20']);
    expect(bought(delta, 1, 30, [], { ...own, delta: 0.4 }).lines).toEqual([
      'No hedge: less than half a lot.',
    ]);
    expect(bought(delta, 1, 30, []).lines).toEqual([]);
  });

  it('do not exist for a future', () => {
    expect(bought(marketRow('DEC26 WMAZ'), 1, 4000, []).lines).toEqual([]);
  });
});
