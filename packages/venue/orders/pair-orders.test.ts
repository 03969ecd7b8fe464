import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

const split = 'DEC26-MAR27 WMAZ';
const opened = () => TestMarket.opened(marketOfAllTypes);
const dealsOf = (market: TestMarket) =>
  market.outcomes
    .flatMap(({ events }): readonly VenueEvent[] => events)
    .filter((event) => event.kind === 'dealMade');
const positionsOf = (market: TestMarket) =>
  market.positions
    .filter(({ net }) => net !== 0)
    .map(({ principal, contract, net }) => `${principal} ${contract} ${net}`)
    .sort();

describe('a split', () => {
  it('is bought by buying the far month and selling the near one, at their difference', () => {
    const market = opened();
    market.order('abdul', { contract: split, lots: lots(5), price: asPrice(2_400) });
    market.order('denise', { contract: split, side: 'S', lots: lots(3), price: asPrice(2_400) });
    expect(dealsOf(market)).toMatchObject([
      { contract: split, price: 2_400, lots: 3, origin: 'package', aggressor: 'S' },
      {
        contract: 'MAR27 WMAZ',
        price: 405_900,
        lots: 3,
        origin: 'split',
        buy: { owner: { member: 'KAND' } },
      },
      {
        contract: 'DEC26 WMAZ',
        price: 403_500,
        lots: 3,
        origin: 'split',
        sell: { owner: { member: 'KAND' } },
      },
    ]);
    expect(new Set(dealsOf(market).map(({ linkedGroup }) => linkedGroup)).size).toBe(1);
    expect(positionsOf(market)).toEqual([
      'KAND DEC26 WMAZ -3',
      'KAND MAR27 WMAZ 3',
      'VELD DEC26 WMAZ 3',
      'VELD MAR27 WMAZ -3',
    ]);
    expect(market.contract('MAR27 WMAZ').last).toBe(405_900);
  });

  it('deals its near leg at the last deal, else the middle of bid and offer, else the MTM', () => {
    const market = opened();
    const nearPrice = () => {
      market.order('abdul', { contract: split, lots: lots(1), price: asPrice(2_000) });
      market.order('denise', { contract: split, side: 'S', lots: lots(1), price: asPrice(2_000) });
      return dealsOf(market).at(-1)?.price;
    };
    market.order('abdul', { contract: 'DEC26 WMAZ', lots: lots(1), price: asPrice(403_000) });
    market.order('denise', { contract: 'DEC26 WMAZ', side: 'S', lots: lots(1), price: asPrice(403_100) });
    // The middle is 403050, between the ticks 403040 and 403060: half a tick is rounded up.
    expect(nearPrice()).toBe(403_060);
    market.order('denise', { contract: 'DEC26 WMAZ', side: 'S', lots: lots(1), price: asPrice(403_000) });
    expect(nearPrice()).toBe(403_000);
  });

  it('deals at zero and below: the book keeps zero and negative differences in order', () => {
    const market = opened();
    for (const price of [-2_000, 0, -20, 40])
      market.order('abdul', { contract: split, lots: lots(1), price: asPrice(price) });
    market.order('denise', { contract: split, side: 'S', lots: lots(4), price: asPrice(-2_000) });
    const whole = dealsOf(market).filter(({ contract }) => contract === split);
    expect(whole.map(({ price }) => price)).toEqual([40, 0, -20, -2_000]);
    expect(dealsOf(market).at(-2)).toMatchObject({ contract: 'MAR27 WMAZ', price: 401_500 });
  });

  it('is rejected if a leg would deal outside its daily limits, before anything deals', () => {
    const market = opened();
    market.order('abdul', { contract: split, lots: lots(1), price: asPrice(22_000) });
    market.order('abdul', { contract: split, lots: lots(1), price: asPrice(-20_000) });
    const sell = { side: 'S', principal: 'VELD', lots: lots(2), price: asPrice(-20_000) } as const;
    expect(market.rejected('denise', { ...anOrder, contract: split, ...sell })).toBe('legOutsideLimits');
    expect(dealsOf(market)).toEqual([]);
    expect(
      market.order('denise', { contract: split, side: 'S', lots: lots(1), price: asPrice(22_000) }).state,
    ).toBe('Filled');
  });

  it.each([
    ['off the tick, also if negative', -2_010, 'priceOffTick'],
    ['out of all proportion', 900_000, 'priceImplausible'],
    ['out of all proportion below', -900_000, 'priceImplausible'],
  ])('is rejected at a difference %s', (_what, price, code) => {
    const market = opened();
    const order = { ...anOrder, contract: split, lots: lots(1), price: asPrice(price) };
    expect(rejectionOf(market.by('abdul', order))).toBe(code);
  });

  it('comes back suspended from the day before if a leg would deal outside its daily limits', () => {
    const market = opened();
    const begin = (phase: 'preOpen' | 'continuous') =>
      market.operate({
        kind: 'beginPhase',
        groups: ['deliveryMonth', 'other', 'world'],
        phase,
        dueAt: null,
        next: null,
        opensAt: null,
      });
    const terms = { contract: split, lots: lots(1), price: asPrice(30_000) };
    const sell = market.order('denise', { ...terms, side: 'S', holdOverUntil: '2026-11-20' });
    begin('preOpen');
    market.operate({ kind: 'endDay' });
    const buy = market.order('abdul', terms);
    begin('continuous');
    expect(dealsOf(market)).toEqual([]);
    expect(market.contract(split).sells).toEqual([]);
    expect(market.lastEvents).toContainEqual(
      expect.objectContaining({ kind: 'orderSuspended', activeOrderSeq: sell.activeOrderSeq }),
    );
    expect(market.contract(split).buys).toEqual([buy.activeOrderSeq]);
  });

  it('counts each leg against a position limit', () => {
    const market = opened();
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    market.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(3), price: asPrice(400_000) });
    expect(() => market.order('abdul', { contract: split, lots: lots(3), price: asPrice(0) })).toThrow(
      'positionAboveLimit',
    );
    expect(market.order('abdul', { contract: split, lots: lots(2), price: asPrice(0) }).state).toBe('Active');
  });
});

describe('a spread', () => {
  it('is bought by buying the first-named instrument at its current price and selling the second', () => {
    const market = opened();
    market.order('abdul', { contract: 'DEC26 WMAZ-YMAZ', lots: lots(2), price: asPrice(15_000) });
    market.order('denise', { contract: 'DEC26 WMAZ-YMAZ', side: 'S', lots: lots(2), price: asPrice(15_000) });
    expect(dealsOf(market).slice(1)).toMatchObject([
      {
        contract: 'DEC26 WMAZ',
        price: 403_500,
        lots: 2,
        origin: 'spread',
        buy: { owner: { member: 'KAND' } },
      },
      {
        contract: 'DEC26 YMAZ',
        price: 388_500,
        lots: 2,
        origin: 'spread',
        sell: { owner: { member: 'KAND' } },
      },
    ]);
  });

  it('deals equal tons of different contract sizes, 1 lot of 100 t against 2 of 50 t, on the coarser tick', () => {
    const market = opened();
    const unequal = 'DEC26 WMAZ-WEAT';
    market.order('abdul', { contract: unequal, lots: lots(3), price: asPrice(-211_000) });
    market.order('denise', { contract: unequal, side: 'S', lots: lots(3), price: asPrice(-211_000) });
    expect(dealsOf(market).slice(1)).toMatchObject([
      { contract: 'DEC26 WMAZ', price: 403_500, lots: 3 },
      { contract: 'DEC26 WEAT', price: 614_500, lots: 6 },
    ]);
    expect(positionsOf(market)).toContain('KAND DEC26 WEAT -6');
    const offTick = { ...anOrder, contract: unequal, lots: lots(1), price: asPrice(-211_020) };
    expect(rejectionOf(market.by('abdul', offTick))).toBe('priceOffTick');
  });

  it('has the difference of its legs’ MTMs as its MTM', () => {
    const market = opened();
    market.order('abdul', { contract: 'DEC26 YMAZ', lots: lots(1), price: asPrice(389_000) });
    market.order('denise', { contract: 'DEC26 YMAZ', side: 'S', lots: lots(1), price: asPrice(389_000) });
    const { events } = market.operate({ kind: 'endDay' });
    const marks = events.flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []));
    expect(marks.find(({ contract }) => contract === 'DEC26 WMAZ-YMAZ')).toMatchObject({
      mtm: 14_500,
      previous: 15_500,
      method: 'legs',
      limits: null,
    });
    expect(marks.find(({ contract }) => contract === 'MAR27 WMAZ 4060 C')).toMatchObject({
      method: 'volatility',
    });
  });
});
