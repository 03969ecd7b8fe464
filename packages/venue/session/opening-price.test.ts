import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, lots, ticks } from '../kernel/units.ts';
import { openingPrice, type Wish } from './opening-price.ts';

const tick = cents(20);
const wish = (at: number, quantity: number): Wish => ({ tick: ticks(at), lots: lots(quantity) });

/** The obvious way: every tick between the lowest and the highest wish is tried, from below. */
function naiveOpening(wishes: { buys: readonly Wish[]; sells: readonly Wish[] }, mtm: number) {
  const all = [...wishes.buys, ...wishes.sells].map((one) => Number(one.tick));
  let best: { tick: number; lots: number; over: number; away: number } | null = null;
  for (let at = Math.min(...all); at <= Math.max(...all); at += 1) {
    const sum = (orders: readonly Wish[]) => orders.reduce((total, order) => total + order.lots, 0);
    const bid = sum(wishes.buys.filter((order) => order.tick >= at));
    const offered = sum(wishes.sells.filter((order) => order.tick <= at));
    const one = {
      tick: at,
      lots: Math.min(bid, offered),
      over: Math.abs(bid - offered),
      away: Math.abs(at * tick - mtm),
    };
    const better =
      best === null ||
      one.lots > best.lots ||
      (one.lots === best.lots && (one.over < best.over || (one.over === best.over && one.away < best.away)));
    if (one.lots > 0 && better) best = one;
  }
  return best === null ? null : { tick: best.tick, lots: best.lots };
}

const wishes = fc.array(
  fc.record({
    tick: fc.integer({ min: -6, max: 12 }).map(ticks),
    lots: fc.integer({ min: 1, max: 5 }).map(lots),
  }),
  { maxLength: 8 },
);

describe('the opening price', () => {
  it('is the one at which most lots deal', () => {
    const found = openingPrice(
      { buys: [wish(12, 5), wish(10, 5)], sells: [wish(9, 4), wish(10, 5)] },
      { mtm: cents(100), tick },
    );
    expect(found).toEqual({ tick: 10, lots: 9 });
  });

  it('leaves the fewest lots over where several deal as many', () => {
    const found = openingPrice(
      { buys: [wish(12, 5), wish(10, 5)], sells: [wish(9, 5)] },
      { mtm: cents(180), tick },
    );
    expect(found).toEqual({ tick: 11, lots: 5 });
  });

  it('is then the nearest to the last MTM, also between two wished prices, and then the lower', () => {
    const one = { buys: [wish(20, 5)], sells: [wish(10, 5)] };
    expect(openingPrice(one, { mtm: cents(300), tick })).toEqual({ tick: 15, lots: 5 });
    expect(openingPrice(one, { mtm: cents(310), tick })).toEqual({ tick: 15, lots: 5 });
    expect(openingPrice(one, { mtm: cents(9000), tick })).toEqual({ tick: 20, lots: 5 });
    expect(openingPrice(one, { mtm: cents(20), tick })).toEqual({ tick: 10, lots: 5 });
  });

  it('is none where no bid reaches an offer', () => {
    expect(openingPrice({ buys: [wish(9, 5)], sells: [wish(10, 5)] }, { mtm: cents(200), tick })).toBeNull();
    expect(openingPrice({ buys: [], sells: [] }, { mtm: cents(200), tick })).toBeNull();
  });

  it('is what trying every price gives', () => {
    fc.assert(
      fc.property(wishes, wishes, fc.integer({ min: -200, max: 300 }), (buys, sells, mtm) => {
        const found = openingPrice({ buys, sells }, { mtm: cents(mtm), tick });
        expect(found).toEqual(naiveOpening({ buys, sells }, mtm));
      }),
      { numRuns: 2000 },
    );
  });
});
