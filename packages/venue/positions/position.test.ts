import type { Side } from '@openpit/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import { TestMarket } from '../testing/test-market.ts';
import { addDeal, addDealOfValue, type Position, restartDay, rollPosition } from './position.ts';

const flat = (): Position => ({
  positionSeq: 1,
  member: 'KAND',
  principal: 'KAND',
  subAccount: null,
  contract: 'DEC26 WMAZ',
  opening: 0,
  bought: lots(0),
  sold: lots(0),
  net: 0,
  cost: 0,
  realised: 0,
  abandoned: lots(0),
  instruction: null,
});
const deal = (position: Position, side: Side, quantity: number, price: number) =>
  addDeal(position, { side, lots: lots(quantity), price: asPrice(price) });

describe('a position', () => {
  it('grows at the price of its deals, realises the profit of closed lots, and can change sign', () => {
    const position = flat();
    deal(position, 'B', 10, 400_000);
    deal(position, 'B', 10, 402_000);
    expect(position).toMatchObject({ net: 20, cost: 8_020_000, bought: 20 });
    deal(position, 'S', 5, 405_000);
    expect(position).toMatchObject({ net: 15, cost: 6_015_000, realised: 20_000 });
    deal(position, 'S', 25, 400_000);
    expect(position).toMatchObject({ net: -10, cost: -4_000_000, realised: 20_000 - 15_000, sold: 30 });
  });

  it('loses no cent: cost less profit is the amount paid less the amount received', () => {
    const deals = fc.array(
      fc.record({
        side: fc.constantFrom<Side>('B', 'S'),
        lots: fc.integer({ min: 1, max: 50 }),
        price: fc.integer({ min: 1, max: 900_000 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(deals, (all) => {
        const position = flat();
        let paid = 0;
        for (const { side, lots: quantity, price } of all) {
          deal(position, side, quantity, price);
          paid += (side === 'B' ? 1 : -1) * quantity * price;
        }
        expect(position.cost - position.realised).toBe(paid);
        expect(Number.isSafeInteger(position.cost) && Number.isSafeInteger(position.realised)).toBe(true);
        if (position.net === 0) expect(position.cost).toBe(0);
      }),
    );
  });

  it('is exact when lots and prices are very large', () => {
    const position = flat();
    deal(position, 'B', 900_001, 90_000_001);
    deal(position, 'S', 450_001, 90_000_003);
    expect(position).toMatchObject({ net: 450_000, cost: 450_000 * 90_000_001, realised: 450_001 * 2 });
  });

  it('is closed by one lot if it has one, long or short, and realises the difference', () => {
    for (const [opens, closes, realised] of [
      ['B', 'S', 1_000],
      ['S', 'B', -1_000],
    ] as const) {
      const position = flat();
      deal(position, opens, 1, 400_000);
      deal(position, closes, 1, 401_000);
      expect(position).toMatchObject({ net: 0, cost: 0, realised, bought: 1, sold: 1 });
    }
  });

  it('divides an uneven value if it changes sign, and leaves the odd cent with the lots that it opens', () => {
    const position = flat();
    deal(position, 'B', 1, 100);
    addDealOfValue(position, { side: 'S', lots: lots(3), value: 200 });
    expect(position).toMatchObject({ net: -2, realised: 66 - 100, cost: -134 });
  });

  it('can be reset to the state at the start of the day', () => {
    const position = flat();
    deal(position, 'B', 10, 400_000);
    rollPosition(position, asPrice(401_000));
    deal(position, 'B', 2, 402_000);
    deal(position, 'S', 5, 405_000);
    restartDay(position, asPrice(401_000));
    const morning = { opening: 10, net: 10, bought: 0, sold: 0, realised: 0, cost: 4_010_000 };
    expect(position).toMatchObject(morning);
  });

  it('has nothing sold or realised after the end of a day', () => {
    const position = flat();
    deal(position, 'B', 10, 400_000);
    deal(position, 'S', 4, 401_000);
    rollPosition(position, asPrice(402_000));
    expect(position).toMatchObject({ opening: 6, net: 6, bought: 0, sold: 0, realised: 0, cost: 2_412_000 });
  });

  it('begins a day at the MTM, with nothing bought, sold or realised', () => {
    const position = flat();
    deal(position, 'B', 10, 400_000);
    rollPosition(position, asPrice(401_000));
    expect(position).toMatchObject({
      opening: 10,
      net: 10,
      cost: 4_010_000,
      bought: 0,
      sold: 0,
      realised: 0,
    });
  });
});

describe('the positions of the market', () => {
  it('follow the deals of both sides with events, and are dropped when flat at the end of a day', () => {
    const market = TestMarket.opened();
    market.order('denise', { side: 'S', price: asPrice(403_500), lots: lots(6) });
    market.order('abdul', { price: asPrice(403_500), lots: lots(4) });
    market.order('abdul', { price: asPrice(403_500), lots: lots(2), principal: '9996S', capacity: 'A' });
    const published = market.outcomes.flatMap(({ events }) =>
      events.filter((event) => event.kind === 'positionChanged'),
    );
    expect(published.map(({ principal, net }) => [principal, net])).toEqual([
      ['KAND', 4],
      ['VELD', -4],
      ['9996S', 2],
      ['VELD', -6],
    ]);
    market.order('denise', { side: 'B', price: asPrice(403_500), lots: lots(6) });
    market.order('abdul', { side: 'S', price: asPrice(403_500), lots: lots(4) });
    market.operate({ kind: 'endDay' });
    const left = market.positions;
    expect(left.map(({ principal, net, opening }) => [principal, net, opening])).toEqual([
      ['VELD', -2, -2],
      ['9996S', 2, 2],
    ]);
  });
});
