import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { anOrder, TestMarket } from '../testing/test-market.ts';
import type { DoubleAnswer } from './order-answers.ts';
import type { InsertDoubleOrder } from './order-commands.ts';

const aDouble: InsertDoubleOrder = {
  kind: 'insertDoubleOrder',
  contract: 'DEC26 WMAZ',
  bid: { lots: lots(5), price: asPrice(403_400) },
  offer: { lots: lots(6), price: asPrice(403_600) },
  capacity: 'P',
  principal: 'KAND',
  subAccount: null,
  ref: 'Q1',
  cancelOther: false,
};
const doubleOf = (outcome: Outcome): DoubleAnswer => {
  if (outcome.verdict.kind !== 'accepted' || outcome.verdict.answer?.kind !== 'double')
    throw new Error('no double');
  return outcome.verdict.answer;
};

describe('a double order', () => {
  it('[ACT-1] rests a bid and an offer under one ref, each with its own number', () => {
    const market = TestMarket.opened();
    const { bid, offer } = doubleOf(market.by('abdul', aDouble));
    expect([bid.state, offer.state, bid.ref, offer.ref]).toEqual(['Active', 'Active', 'Q1', 'Q1']);
    expect(offer.activeOrderSeq).toBe(bid.activeOrderSeq + 1);
  });

  it('is accepted with both sides or not at all', () => {
    const market = TestMarket.opened();
    const bad: [string, Partial<InsertDoubleOrder>][] = [
      ['bidNotBelowOffer', { offer: { lots: lots(6), price: asPrice(403_400) } }],
      ['priceOutsideLimits', { offer: { lots: lots(6), price: asPrice(499_000) } }],
      ['quantityAboveLimit', { offer: { lots: lots(101), price: asPrice(403_600) } }],
      ['priceOffTick', { bid: { lots: lots(5), price: asPrice(403_401) } }],
      ['principalUnknown', { principal: 'NOBODY' }],
    ];
    for (const [code, fields] of bad) expect(market.rejected('abdul', { ...aDouble, ...fields })).toBe(code);
  });

  it('deletes the other side when one is filled, if the dealer asked for that', () => {
    for (const cancelOther of [true, false]) {
      const market = TestMarket.opened();
      const { offer } = doubleOf(market.by('abdul', { ...aDouble, cancelOther }));
      market.order('denise', { side: 'S', price: asPrice(403_400), lots: lots(4) });
      expect(market.orders).toHaveLength(2);
      const filled = market.by('denise', {
        ...anOrder,
        principal: 'VELD',
        side: 'S',
        price: asPrice(403_400),
        lots: lots(1),
      });
      const gone = filled.events.find((event) => event.kind === 'orderDeleted');
      expect(gone === undefined).toBe(!cancelOther);
      if (cancelOther)
        expect(gone).toMatchObject({
          activeOrderSeq: offer.activeOrderSeq,
          reason: 'otherSideFilled',
          rested: true,
        });
      expect(market.orders).toHaveLength(cancelOther ? 0 : 1);
    }
  });

  it('cancels the offer when the bid is filled immediately, and the bid when the offer is', () => {
    const market = TestMarket.opened();
    market.order('denise', { side: 'S', price: asPrice(403_400), lots: lots(5) });
    const bought = doubleOf(market.by('abdul', { ...aDouble, cancelOther: true }));
    expect([bought.bid.state, bought.offer.state]).toEqual(['Filled', 'Cancelled']);
    market.order('denise', { side: 'B', price: asPrice(403_600), lots: lots(6) });
    const sold = doubleOf(market.by('abdul', { ...aDouble, cancelOther: true }));
    expect([sold.bid.state, sold.offer.state]).toEqual(['Cancelled', 'Filled']);
    expect(market.orders).toEqual([]);
    expect(market.contract()).toMatchObject({ buys: [], sells: [] });
  });
});
