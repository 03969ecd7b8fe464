import { describe, expect, it } from 'vitest';
import type { VenueEvent } from '../events.ts';
import { cents, lots } from '../kernel/units.ts';
import { marketOfAllTypes, rejectionOf, Trial } from '../testing/small-market.ts';

const split = 'DEC26-MAR27 WMAZ';
const opened = () => Trial.opened(marketOfAllTypes);
const dealsOf = (trial: Trial) =>
  trial.outcomes
    .flatMap(({ events }): readonly VenueEvent[] => events)
    .filter((event) => event.kind === 'dealMade');
const positionsOf = (trial: Trial) =>
  trial.venue
    .snapshot()
    .positions.positions.filter(({ net }) => net !== 0)
    .map(({ principal, contract, net }) => `${principal} ${contract} ${net}`)
    .sort();
const lastOf = (trial: Trial, name: string) =>
  trial.venue.snapshot().market?.contracts.find(({ contract }) => contract === name)?.last;

describe('a split', () => {
  it('is bought by buying the far month and selling the near one, at the difference', () => {
    const trial = opened();
    trial.order('abdul', { contract: split, lots: lots(5), price: cents(2_400) });
    trial.order('denise', { contract: split, side: 'S', lots: lots(3), price: cents(2_400) });
    expect(dealsOf(trial)).toMatchObject([
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
    expect(new Set(dealsOf(trial).map(({ linkedGroup }) => linkedGroup)).size).toBe(1);
    expect(positionsOf(trial)).toEqual([
      'KAND DEC26 WMAZ -3',
      'KAND MAR27 WMAZ 3',
      'VELD DEC26 WMAZ 3',
      'VELD MAR27 WMAZ -3',
    ]);
    expect(lastOf(trial, 'MAR27 WMAZ')).toBe(405_900);
  });

  it('prices its near leg at the last deal, else the middle of bid and offer, else the MTM', () => {
    const trial = opened();
    const nearPrice = () => {
      trial.order('abdul', { contract: split, lots: lots(1), price: cents(2_000) });
      trial.order('denise', { contract: split, side: 'S', lots: lots(1), price: cents(2_000) });
      return dealsOf(trial).at(-1)?.price;
    };
    trial.order('abdul', { contract: 'DEC26 WMAZ', lots: lots(1), price: cents(403_000) });
    trial.order('denise', { contract: 'DEC26 WMAZ', side: 'S', lots: lots(1), price: cents(403_100) });
    // The middle is 403050, half-way between two ticks but for 10: the nearest is 403060, half a tick going up.
    expect(nearPrice()).toBe(403_060);
    trial.order('denise', { contract: 'DEC26 WMAZ', side: 'S', lots: lots(1), price: cents(403_000) });
    expect(nearPrice()).toBe(403_000);
  });

  it('deals at nothing and below: the book holds zero and negative differences in their order', () => {
    const trial = opened();
    for (const price of [-2_000, 0, -20, 40])
      trial.order('abdul', { contract: split, lots: lots(1), price: cents(price) });
    trial.order('denise', { contract: split, side: 'S', lots: lots(4), price: cents(-2_000) });
    const whole = dealsOf(trial).filter(({ contract }) => contract === split);
    expect(whole.map(({ price }) => price)).toEqual([40, 0, -20, -2_000]);
    expect(dealsOf(trial).at(-2)).toMatchObject({ contract: 'MAR27 WMAZ', price: 401_500 });
  });

  it('is rejected where a leg would leave its daily limits, before anything is dealt', () => {
    const trial = opened();
    trial.order('abdul', { contract: split, lots: lots(1), price: cents(22_000) });
    trial.order('abdul', { contract: split, lots: lots(1), price: cents(-20_000) });
    const before = trial.venue.snapshot();
    const sell = {
      side: 'S',
      type: 'Normal',
      capacity: 'P',
      principal: 'VELD',
      subAccount: null,
      ref: '',
    } as const;
    const outcome = trial.by('denise', {
      kind: 'insertOrder',
      contract: split,
      lots: lots(2),
      price: cents(-20_000),
      ...sell,
    });
    expect(rejectionOf(outcome)).toBe('legOutsideLimits');
    expect(dealsOf(trial)).toEqual([]);
    expect(trial.venue.snapshot()).toMatchObject({
      orders: before.orders,
      nextOrderSeq: before.nextOrderSeq,
    });
    expect(
      trial.order('denise', { contract: split, side: 'S', lots: lots(1), price: cents(22_000) }).state,
    ).toBe('Filled');
  });

  it.each([
    ['off the tick, also below zero', -2_010, 'priceOffTick'],
    ['out of all proportion', 900_000, 'priceImplausible'],
    ['out of all proportion below', -900_000, 'priceImplausible'],
  ])('is rejected at a difference %s', (_what, price, code) => {
    const trial = opened();
    const terms = { side: 'B', type: 'Normal', lots: lots(1), capacity: 'P', principal: 'KAND' } as const;
    const outcome = trial.by('abdul', {
      kind: 'insertOrder',
      contract: split,
      price: cents(price),
      ...terms,
      subAccount: null,
      ref: '',
    });
    expect(rejectionOf(outcome)).toBe(code);
  });

  it('counts each leg against a position limit', () => {
    const trial = opened();
    trial.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    trial.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(3), price: cents(400_000) });
    expect(() => trial.order('abdul', { contract: split, lots: lots(3), price: cents(0) })).toThrow(
      'positionAboveLimit',
    );
    expect(trial.order('abdul', { contract: split, lots: lots(2), price: cents(0) }).state).toBe('Active');
  });
});

describe('a spread', () => {
  it('is bought by buying the first-named and selling the second', () => {
    const trial = opened();
    trial.order('abdul', { contract: 'DEC26 WMAZ-YMAZ', lots: lots(2), price: cents(15_000) });
    trial.order('denise', { contract: 'DEC26 WMAZ-YMAZ', side: 'S', lots: lots(2), price: cents(15_000) });
    expect(dealsOf(trial).slice(1)).toMatchObject([
      {
        contract: 'DEC26 WMAZ',
        price: 403_000,
        lots: 2,
        origin: 'spread',
        buy: { owner: { member: 'KAND' } },
      },
      {
        contract: 'DEC26 YMAZ',
        price: 388_000,
        lots: 2,
        origin: 'spread',
        sell: { owner: { member: 'KAND' } },
      },
    ]);
  });

  it('of unequal sizes deals equal tons: one lot of 100 t against two of 50 t, on the coarser tick', () => {
    const trial = opened();
    const unequal = 'DEC26 WMAZ-WEAT';
    trial.order('abdul', { contract: unequal, lots: lots(3), price: cents(-211_000) });
    trial.order('denise', { contract: unequal, side: 'S', lots: lots(3), price: cents(-211_000) });
    expect(dealsOf(trial).slice(1)).toMatchObject([
      { contract: 'DEC26 WMAZ', price: 404_000, lots: 3 },
      { contract: 'DEC26 WEAT', price: 615_000, lots: 6 },
    ]);
    expect(positionsOf(trial)).toContain('KAND DEC26 WEAT -6');
    const terms = { side: 'B', type: 'Normal', lots: lots(1), capacity: 'P', principal: 'KAND' } as const;
    const offTick = trial.by('abdul', {
      kind: 'insertOrder',
      contract: unequal,
      price: cents(-211_020),
      ...terms,
      subAccount: null,
      ref: '',
    });
    expect(rejectionOf(offTick)).toBe('priceOffTick');
  });

  it('is marked at the difference of its legs at the end of the day', () => {
    const trial = opened();
    trial.order('abdul', { contract: 'DEC26 YMAZ', lots: lots(1), price: cents(389_000) });
    trial.order('denise', { contract: 'DEC26 YMAZ', side: 'S', lots: lots(1), price: cents(389_000) });
    const { events } = trial.operate({ kind: 'endDay' });
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
