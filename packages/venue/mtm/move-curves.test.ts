import { describe, expect, it } from 'vitest';
import { asPrice, lots, volatility } from '../kernel/units.ts';
import { withShortDated } from '../testing/reference-files.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { TestMarket } from '../testing/test-market.ts';

const future = 'MAR27 WMAZ';
const call = 'MAR27 WMAZ 4060 C';
const at = (sigma: number) => ({
  price: asPrice(0),
  volatility: volatility(sigma),
  reference: asPrice(406_000),
});

function dealt(market: TestMarket, contract: string, sigma: number, quantity: number): void {
  const order = { contract, lots: lots(quantity), ...at(sigma) };
  market.order('denise', { ...order, side: 'S' });
  market.order('abdul', order);
}

const curveOf = (market: TestMarket, contract = future) => market.contract(contract).curve;
const marks = (market: TestMarket) =>
  new Map(
    market
      .operate({ kind: 'endDay' })
      .events.flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []))
      .map((mark) => [mark.contract, mark]),
  );

describe('the volatility at the money', () => {
  it('becomes the average, by lots, of the day’s options and deltas, and marks all options on the future', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    expect(curveOf(market)?.atTheMoney).toBe(2_700);
    dealt(market, `${call} D`, 2_600, 10);
    dealt(market, 'MAR27 WMAZ 4060 P D', 3_000, 30);
    const newMarks = marks(market);
    // (2,600 × 10 + 3,000 × 30) / 40; the hedges have not moved the future.
    expect(curveOf(market)).toEqual({ atTheMoney: 2_900, skewBelow: 50, skewAbove: 30 });
    expect(newMarks.get(future)?.mtm).toBe(406_000);
    dealt(market, `${call} D`, 3_100, 10);
    expect(marks(market).get(call)).toMatchObject({ volatility: 3_100, method: 'volatility' });
    expect(curveOf(market)).toEqual({ atTheMoney: 3_100, skewBelow: 50, skewAbove: 30 });
    expect(curveOf(market, 'DEC26 WMAZ')?.atTheMoney).toBe(2_500);
  });

  it('moves for each series on a future by the deals in that series', () => {
    const market = TestMarket.opened(withShortDated(marketOfAllTypes));
    dealt(market, `${call} D`, 2_600, 10);
    dealt(market, 'MAR27 WMAZ 4020 C D', 3_400, 10);
    const newMarks = marks(market);
    expect(newMarks.get(call)?.volatility).toBe(2_600);
    expect(newMarks.get('MAR27 WMAZ 4020 P')?.volatility).toBe(3_400);
  });

  it('is the volatility of a strike less its skew, and the skew stays', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    // R60 below and R40 above the future: 30 and 12 hundredths of a percent more.
    dealt(market, 'MAR27 WMAZ 4000 P D', 2_930, 5);
    dealt(market, 'MAR27 WMAZ 4100 C D', 2_912, 5);
    const newMarks = marks(market);
    expect(curveOf(market)?.atTheMoney).toBe(2_900);
    expect(newMarks.get('MAR27 WMAZ 4000 P')?.volatility).toBe(2_930);
    expect(newMarks.get('MAR27 WMAZ 4100 C')?.volatility).toBe(2_912);
  });

  it('follows options that were dealt at a premium, with the future where it was then', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    dealt(market, call, 2_900, 10);
    market.order('denise', { contract: future, side: 'S', price: asPrice(410_000), lots: lots(1) });
    market.order('abdul', { contract: future, price: asPrice(410_000), lots: lots(1) });
    marks(market);
    expect(curveOf(market)?.atTheMoney).toBeGreaterThan(2_897);
    expect(curveOf(market)?.atTheMoney).toBeLessThan(2_903);
  });

  it('does not change when too few lots were dealt, or the deals were cancelled', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    dealt(market, call, 3_100, 9);
    dealt(market, `${call} D`, 3_100, 5);
    market.operate({ kind: 'cancelDeal', matchSeq: 2, reason: 'typed wrong' });
    marks(market);
    expect(curveOf(market)?.atTheMoney).toBe(2_700);
  });

  it('is kept over a restart, and used for a strike that is listed afterwards', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    dealt(market, `${call} D`, 3_100, 20);
    marks(market);
    const before = market.venue.stateHash();
    market.restart();
    expect(market.venue.stateHash()).toBe(before);
    const { events } = market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(408_000),
    });
    const [added] = events.flatMap((event) => (event.kind === 'strikeAdded' ? event.contracts : []));
    // R20 above the future.
    expect(added).toMatchObject({ contract: 'MAR27 WMAZ 4080 C', volatility: 3_106 });
  });
});
