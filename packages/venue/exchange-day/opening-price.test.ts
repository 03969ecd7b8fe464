import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPrice, lots, ticks } from '../kernel/units.ts';
import { type AuctionOrder, openingPrice } from './opening-price.ts';

const tick = asPrice(20);
const bidOrOffer = (at: number, quantity: number): AuctionOrder => ({
  tick: ticks(at),
  lots: lots(quantity),
});

/** The obvious way: every tick between the lowest and the highest order is tried, from below. */
function naiveOpening(
  orders: { buys: readonly AuctionOrder[]; sells: readonly AuctionOrder[] },
  mtm: number,
) {
  const all = [...orders.buys, ...orders.sells].map((auctionOrder) => Number(auctionOrder.tick));
  let best: { tick: number; lots: number; over: number; away: number } | null = null;
  for (let at = Math.min(...all); at <= Math.max(...all); at += 1) {
    const sum = (some: readonly AuctionOrder[]) => some.reduce((total, order) => total + order.lots, 0);
    const bid = sum(orders.buys.filter((order) => order.tick >= at));
    const offered = sum(orders.sells.filter((order) => order.tick <= at));
    const candidate = {
      tick: at,
      lots: Math.min(bid, offered),
      over: Math.abs(bid - offered),
      away: Math.abs(at * tick - mtm),
    };
    const better =
      best === null ||
      candidate.lots > best.lots ||
      (candidate.lots === best.lots &&
        (candidate.over < best.over || (candidate.over === best.over && candidate.away < best.away)));
    if (candidate.lots > 0 && better) best = candidate;
  }
  return best === null ? null : { tick: best.tick, lots: best.lots };
}

const someOrders = fc.array(
  fc.record({
    tick: fc.integer({ min: -6, max: 12 }).map(ticks),
    lots: fc.integer({ min: 1, max: 5 }).map(lots),
  }),
  { maxLength: 8 },
);

describe('the opening price', () => {
  it('is the price at which most lots deal', () => {
    const opening = openingPrice(
      { buys: [bidOrOffer(12, 5), bidOrOffer(10, 5)], sells: [bidOrOffer(9, 4), bidOrOffer(10, 5)] },
      { mtm: asPrice(100), tick },
    );
    expect(opening).toEqual({ tick: 10, lots: 9 });
  });

  it('leaves the fewest lots over if several prices deal as many', () => {
    const opening = openingPrice(
      { buys: [bidOrOffer(12, 5), bidOrOffer(10, 5)], sells: [bidOrOffer(9, 5)] },
      { mtm: asPrice(180), tick },
    );
    expect(opening).toEqual({ tick: 11, lots: 5 });
  });

  it('is then the one nearest to the previous MTM, even between two prices of orders, and then the lower one', () => {
    const orders = { buys: [bidOrOffer(20, 5)], sells: [bidOrOffer(10, 5)] };
    expect(openingPrice(orders, { mtm: asPrice(300), tick })).toEqual({ tick: 15, lots: 5 });
    expect(openingPrice(orders, { mtm: asPrice(310), tick })).toEqual({ tick: 15, lots: 5 });
    expect(openingPrice(orders, { mtm: asPrice(9000), tick })).toEqual({ tick: 20, lots: 5 });
    expect(openingPrice(orders, { mtm: asPrice(20), tick })).toEqual({ tick: 10, lots: 5 });
  });

  it('does not exist when no bid reaches an offer', () => {
    expect(
      openingPrice({ buys: [bidOrOffer(9, 5)], sells: [bidOrOffer(10, 5)] }, { mtm: asPrice(200), tick }),
    ).toBeNull();
    expect(openingPrice({ buys: [], sells: [] }, { mtm: asPrice(200), tick })).toBeNull();
  });

  it('is the same as by trying every price', () => {
    fc.assert(
      fc.property(someOrders, someOrders, fc.integer({ min: -200, max: 300 }), (buys, sells, mtm) => {
        const opening = openingPrice({ buys, sells }, { mtm: asPrice(mtm), tick });
        expect(opening).toEqual(naiveOpening({ buys, sells }, mtm));
      }),
      { numRuns: 2000 },
    );
  });
});
