import { describe, expect, it } from 'vitest';
import type { VenueEvent } from '../events.ts';
import { cents, lots, volatility } from '../kernel/units.ts';
import { referenceDataFault } from '../reference/reference-data-check.ts';
import { contractGroups } from '../session/session.ts';
import { answerOf, marketOfAllTypes, rejectionOf, smallMarket, Trial } from '../testing/small-market.ts';
import { Venue } from '../venue.ts';
import { curveVolatility } from './option-terms.ts';

const call = 'MAR27 WMAZ 4060 C';
const put = 'MAR27 WMAZ 4060 P';
const opened = () => Trial.opened(marketOfAllTypes);
const eventsOf = (trial: Trial): VenueEvent[] => trial.outcomes.flatMap(({ events }) => [...events]);
const dealsOf = (trial: Trial) => eventsOf(trial).filter((event) => event.kind === 'dealMade');
const listingsOf = (trial: Trial) =>
  eventsOf(trial).flatMap((event) => (event.kind === 'marketOpened' ? event.contracts : []));
const positionsOf = (trial: Trial) =>
  trial.venue
    .snapshot()
    .positions.positions.filter(({ net }) => net !== 0)
    .map(({ principal, contract, net }) => `${principal} ${contract} ${net}`);

describe('contracts of every type', () => {
  it('[MODEL-3] [MODEL-4] are listed with flag, strike, type, month and a number of their own', () => {
    const listings = listingsOf(opened());
    const pick = (name: string) => listings.find(({ contract }) => contract === name);
    expect(pick(call)).toMatchObject({ flag: 'C', strike: 406_000, contractType: 2, contractDate: 'MAR27' });
    expect(pick(put)).toMatchObject({ flag: 'P', strike: 406_000, contractType: 2, displaySeq: 1006 });
    expect(pick(`${call} D`)).toMatchObject({ flag: 'C', contractType: 5, underlying: 'MAR27 WMAZ' });
    expect(pick('DEC26-MAR27 WMAZ')).toMatchObject({
      flag: 'F',
      strike: 0,
      contractType: 4,
      contractDate: 'DEC26',
    });
    expect(pick('DEC26 WMAZ-YMAZ')).toMatchObject({ flag: 'F', strike: 0, contractType: 3, mtm: 15_500 });
    expect(pick('DEC26 WMAZ-WEAT')?.legs).toMatchObject({ plusLots: 1, minusLots: 2 });
    expect(new Set(listings.map(({ displaySeq }) => displaySeq)).size).toBe(listings.length);
    expect(listings.length).toBe(5 + 4 * 4 + 3);
  });

  it('expire by rule: options on a Friday of the month before, pairs with their nearer leg', () => {
    const listings = listingsOf(opened());
    const lastDay = (name: string) => listings.find(({ contract }) => contract === name)?.lastTradingDay;
    expect(lastDay('DEC26 WMAZ 4040 C')).toBe('2026-11-20');
    expect(lastDay(call)).toBe('2027-02-19');
    expect(lastDay('DEC26-MAR27 WMAZ')).toBe(lastDay('DEC26 WMAZ'));
    const trial = opened();
    for (const _day of [18, 19, 20]) trial.operate({ kind: 'endDay' });
    const late = trial.by('abdul', { ...order('DEC26 WMAZ 4040 C'), price: cents(2_000) });
    expect(rejectionOf(late)).toBe('contractExpired');
    expect(trial.order('abdul', { contract: call, price: cents(2_000) }).state).toBe('Active');
  });

  it('are marked by the volatility curve: half a point more for each R100 below the future, three tenths above', () => {
    const curve = { atTheMoney: volatility(2_700), skewBelow: volatility(50), skewAbove: volatility(30) };
    const at = (strike: number) => curveVolatility(curve, { strike: cents(strike), forward: cents(406_000) });
    expect([at(406_000), at(396_000), at(386_000), at(416_000), at(407_000)]).toEqual([
      2700, 2750, 2800, 2730, 2703,
    ]);
    const listing = listingsOf(opened()).find(({ contract }) => contract === 'MAR27 WMAZ 4000 P D');
    expect(listing).toMatchObject({ volatility: 2730, mtm: 2730 });
  });

  it('cannot be listed on what is not there', () => {
    const [series] = marketOfAllTypes.options ?? [];
    if (series === undefined) throw new Error('the market has options');
    const fault = (change: object) => referenceDataFault({ ...marketOfAllTypes, ...change });
    expect(fault({})).toBeNull();
    expect(fault({ options: [{ ...series, month: 5 }] })).toBe(
      'options are on MAY27 WMAZ, which is not listed',
    );
    expect(fault({ options: [{ ...series, strikes: [cents(400_500)] }] })).toMatch(/off the grid/);
    expect(fault({ options: [series, series] })).toMatch(/displaySeq/);
    expect(
      fault({
        splits: [
          {
            instrument: 'WMAZ',
            near: { year: 2027, month: 3 },
            far: { year: 2026, month: 12 },
            displaySeq: 9,
          },
        ],
      }),
    ).toMatch(/the nearer one/);
    expect(fault({ instruments: smallMarket.instruments })).not.toBeNull();
  });
});

describe('an order on an option', () => {
  it('by premium rests at that premium', () => {
    const trial = opened();
    const answer = trial.order('abdul', { contract: call, price: cents(19_820) });
    expect(answer).toMatchObject({ state: 'Active' });
    expect(answer.pricing).toBeUndefined();
  });

  it('by volatility rests at the premium of Black-76 on the reference, to the tick, and keeps both', () => {
    const trial = opened();
    // 93 days from 18 November to 19 February.
    const answer = trial.order('abdul', {
      ...byVolatility(2_700),
      contract: call,
      reference: cents(406_000),
    });
    expect(answer.pricing).toMatchObject({ volatility: 2_700, reference: 406_000 });
    const sigma = 0.27 * Math.sqrt(93 / 365);
    // At the money, the premium is about 0.4 F σ√T.
    const nearly = 406_000 * sigma * 0.3989 * (1 - sigma ** 2 / 24);
    expect(Math.abs((answer.pricing?.premium ?? 0) - nearly)).toBeLessThan(40);
    expect((answer.pricing?.premium ?? 1) % 20).toBe(0);
    const accepted = eventsOf(trial).find((event) => event.kind === 'orderAccepted');
    expect(accepted).toMatchObject({ price: answer.pricing?.premium, pricing: { volatility: 2_700 } });
  });

  it('takes the reference from the last deal of the future, else the middle of its market, else its MTM', () => {
    const trial = opened();
    const reference = (ref: string) =>
      trial.order('abdul', { ...byVolatility(2_000), contract: put, ref }).pricing?.reference;
    expect(reference('1')).toBe(406_000);
    trial.order('abdul', { contract: 'MAR27 WMAZ', price: cents(405_000) });
    trial.order('denise', { contract: 'MAR27 WMAZ', side: 'S', price: cents(405_900) });
    expect(reference('2')).toBe(405_460);
    trial.order('denise', { contract: 'MAR27 WMAZ', side: 'S', lots: lots(1), price: cents(405_000) });
    expect(reference('3')).toBe(405_000);
  });

  it.each([
    ['a volatility below 1 %', { ...byVolatility(99) }, 'volatilityOutsideLimits'],
    ['a volatility above 200 %', { ...byVolatility(20_001) }, 'volatilityOutsideLimits'],
    ['a premium of nothing', { price: cents(0) }, 'priceNotPositive'],
    ['a premium off the tick', { price: cents(19_830) }, 'priceOffTick'],
    ['a premium above four futures', { price: cents(1_700_000) }, 'priceImplausible'],
    [
      'a reference where the future may not deal',
      { ...byVolatility(2_700), reference: cents(430_000) },
      'referenceNotAllowed',
    ],
    [
      'a reference off the tick',
      { ...byVolatility(2_700), reference: cents(406_010) },
      'referenceNotAllowed',
    ],
    [
      'a volatility worth less than a tick',
      { ...byVolatility(100), contract: 'DEC26 WMAZ 4040 C', reference: cents(390_000) },
      'premiumBelowTick',
    ],
    [
      'a volatility for a future',
      { ...byVolatility(2_700), contract: 'MAR27 WMAZ' },
      'volatilityNotForContract',
    ],
    [
      'a volatility for a split',
      { ...byVolatility(2_700), contract: 'DEC26-MAR27 WMAZ' },
      'volatilityNotForContract',
    ],
  ])('is rejected for %s, and nothing changes', (_what, fields, code) => {
    const trial = opened();
    const before = trial.venue.snapshot();
    const outcome = trial.by('abdul', { ...order(call), ...fields });
    expect(rejectionOf(outcome)).toBe(code);
    expect(trial.venue.snapshot()).toMatchObject({ market: before.market, orders: before.orders });
  });

  it('may be quoted both ways in volatility, and amended from one volatility to another', () => {
    const trial = opened();
    const quote = trial.by('abdul', {
      kind: 'insertDoubleOrder',
      contract: call,
      bid: { lots: lots(5), price: cents(0), volatility: volatility(2_600) },
      offer: { lots: lots(5), price: cents(0), volatility: volatility(2_800) },
      capacity: 'P',
      principal: 'KAND',
      subAccount: null,
      ref: '',
      cancelOther: false,
    });
    expect(quote.verdict).toMatchObject({
      answer: { bid: { pricing: { volatility: 2_600 } }, offer: { pricing: { volatility: 2_800 } } },
    });
    const change = {
      price: null,
      volatility: volatility(2_650),
      lots: null,
      principal: null,
      capacity: null,
    };
    const amended = answerOf(trial.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq: 1, change }));
    expect(amended.state).toBe('Active');
    expect(
      trial.venue.snapshot().orders.find(({ activeOrderSeq }) => activeOrderSeq === 1)?.pricing,
    ).toMatchObject({
      volatility: 2_650,
      reference: 406_000,
    });
  });

  it('is dealt like any other, and the positions of both sides add up to nothing', () => {
    const trial = opened();
    trial.order('abdul', { contract: call, lots: lots(10), price: cents(20_000) });
    const taken = trial.order('denise', { ...byVolatility(2_000), contract: call, side: 'S', lots: lots(4) });
    expect(taken).toMatchObject({ state: 'Filled', dealt: 4 });
    expect(dealsOf(trial)).toMatchObject([{ contract: call, price: 20_000, lots: 4, origin: 'screen' }]);
    expect(positionsOf(trial)).toEqual([`KAND ${call} 4`, `VELD ${call} -4`]);
  });
});

describe('a delta', () => {
  const delta = 'MAR27 WMAZ 4060 P D';
  const resting = (trial: Trial, fields = {}) =>
    trial.order('abdul', {
      ...byVolatility(2_800),
      contract: delta,
      lots: lots(20),
      reference: cents(407_700),
      ...fields,
    });

  it('states before and after entry what its hedge is: the buyer of a put buys futures', () => {
    const answer = resting(opened());
    expect(answer.pricing?.delta).toBeLessThan(-0.4);
    const hedge = Math.floor(20 * -(answer.pricing?.delta ?? 0) + 0.5);
    expect(answer.hedge).toEqual({ contract: 'MAR27 WMAZ', side: 'B', lots: hedge });
    const callSide = opened().order('abdul', {
      ...byVolatility(2_800),
      contract: `${call} D`,
      lots: lots(20),
    });
    expect(callSide.hedge?.side).toBe('S');
  });

  it('deals option and future as two linked deals a party, at the premium and the reference of the resting order', () => {
    const trial = opened();
    const { pricing } = resting(trial);
    const taken = trial.order('denise', {
      ...byVolatility(2_700),
      contract: delta,
      side: 'S',
      lots: lots(20),
      reference: cents(405_000),
    });
    expect(taken.state).toBe('Filled');
    const [whole, option, future, ...more] = dealsOf(trial);
    expect(more).toEqual([]);
    expect(whole).toMatchObject({ contract: delta, price: 2_800, lots: 20, origin: 'package' });
    expect(option).toMatchObject({
      contract: put,
      price: pricing?.premium,
      lots: 20,
      origin: 'delta',
      aggressor: 'S',
    });
    expect(option?.buy.owner.member).toBe('KAND');
    expect(future).toMatchObject({ contract: 'MAR27 WMAZ', price: 407_700, origin: 'delta' });
    expect(future?.buy.owner.member).toBe('KAND');
    expect(future?.lots).toBe(Math.floor(20 * -(pricing?.delta ?? 0) + 0.5));
    expect(new Set([whole, option, future].map((deal) => deal?.linkedGroup))).toEqual(
      new Set([whole?.linkedGroup]),
    );
    expect(whole?.linkedGroup).not.toBeNull();
    expect(positionsOf(trial).filter((line) => line.includes(delta))).toEqual([]);
    expect(positionsOf(trial)).toHaveLength(4);
  });

  it('leaves last and volume of future and option untouched', () => {
    const trial = opened();
    resting(trial);
    trial.order('denise', { ...byVolatility(2_800), contract: delta, side: 'S', lots: lots(20) });
    const lasts = trial.venue.snapshot().market?.contracts.filter(({ last }) => last !== null);
    expect(lasts).toMatchObject([{ contract: delta, last: 2_800 }]);
  });

  it('deals at an opening at the opening’s volatility, with the premium that it makes at the older order’s reference', () => {
    const trial = opened();
    const begin = (phase: 'preOpen' | 'continuous') =>
      trial.operate({
        kind: 'beginPhase',
        groups: contractGroups,
        phase,
        dueAt: null,
        next: null,
        opensAt: null,
      });
    begin('preOpen');
    const { pricing } = resting(trial);
    trial.order('denise', { ...byVolatility(2_600), contract: delta, side: 'S', lots: lots(20) });
    begin('continuous');
    const [whole, option, future] = dealsOf(trial);
    expect(whole).toMatchObject({ contract: delta, origin: 'package', lots: 20 });
    expect(whole?.price).not.toBe(2_800);
    expect(option?.price).toBeLessThan(pricing?.premium ?? 0);
    expect(future?.price).toBe(407_700);
  });

  it('of a call is hedged the other way: its buyer sells futures', () => {
    const trial = opened();
    trial.order('abdul', { ...byVolatility(2_800), contract: `${call} D`, lots: lots(10) });
    trial.order('denise', { ...byVolatility(2_800), contract: `${call} D`, side: 'S', lots: lots(10) });
    const future = dealsOf(trial).find(({ contract }) => contract === 'MAR27 WMAZ');
    expect(future?.sell.owner.member).toBe('KAND');
    expect(future?.aggressor).toBe('B');
  });

  it('rounds the hedge deal by deal, and deals none where half a lot is not reached', () => {
    const trial = opened();
    resting(trial, { lots: lots(3) });
    for (const _lot of [1, 2, 3])
      trial.order('denise', { ...byVolatility(2_800), contract: delta, side: 'S', lots: lots(1) });
    const hedges = dealsOf(trial).filter(({ contract }) => contract === 'MAR27 WMAZ');
    // 0.46 of a lot each: three deals of one lot need no hedge, one of three would have needed one.
    expect(hedges).toEqual([]);
    expect(positionsOf(trial)).toEqual([`KAND ${put} 3`, `VELD ${put} -3`]);
  });

  it('entered by premium rests at the volatility that the premium implies', () => {
    const trial = opened();
    const known = resting(trial).pricing;
    const same = trial.order('denise', {
      contract: delta,
      side: 'B',
      price: known?.premium ?? cents(0),
      reference: cents(407_700),
    });
    expect(Math.abs((same.pricing?.volatility ?? 0) - 2_800)).toBeLessThanOrEqual(1);
    expect(same.pricing?.premium).toBe(known?.premium);
    const nonsense = trial.by('abdul', { ...order(delta), price: cents(20), reference: cents(400_000) });
    expect(rejectionOf(nonsense)).toBe('premiumWithoutVolatility');
  });

  it('counts option and hedge against a position limit', () => {
    const trial = opened();
    trial.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    const over = { ...order(delta), ...byVolatility(2_800), lots: lots(6) };
    expect(rejectionOf(trial.by('abdul', over))).toBe('positionAboveLimit');
    expect(rejectionOf(trial.by('abdul', { ...over, lots: lots(5) }))).toBeNull();
    // Four futures bid for, and two more as the hedge of the five puts: past the limit of the future.
    const other = opened();
    other.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    other.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(4), price: cents(400_000) });
    const rejected = other.by('abdul', { ...over, lots: lots(5) });
    expect(rejected.verdict).toMatchObject({ rejection: { details: { contract: 'MAR27 WMAZ', reach: 6 } } });
  });
});

describe('a new strike', () => {
  const add = (trial: Trial, strike: number, contractDate = 'MAR27') =>
    trial.by('abdul', { kind: 'addStrike', instrument: 'WMAZ', contractDate, strike: cents(strike) });

  it('on the grid is listed at once as call, put and both delta twins, marked, and dealt', () => {
    const trial = opened();
    const { verdict, events } = add(trial, 402_000);
    const names = ['MAR27 WMAZ 4020 C', 'MAR27 WMAZ 4020 P', 'MAR27 WMAZ 4020 C D', 'MAR27 WMAZ 4020 P D'];
    expect(verdict).toMatchObject({ kind: 'accepted', answer: { kind: 'strike', contracts: names } });
    expect(events).toMatchObject([
      {
        kind: 'strikeAdded',
        strike: 402_000,
        contracts: names.map((contract) => ({ contract, openInterest: 0 })),
      },
    ]);
    expect(trial.order('abdul', { ...byVolatility(2_700), contract: 'MAR27 WMAZ 4020 P' }).state).toBe(
      'Active',
    );
  });

  it('keeps its number and its orders over a snapshot', () => {
    const trial = opened();
    add(trial, 402_000);
    add(trial, 404_000);
    trial.order('abdul', { ...byVolatility(2_700), contract: 'MAR27 WMAZ 4040 P D' });
    const restored = Venue.from(JSON.parse(JSON.stringify(trial.venue.snapshot())));
    expect(restored.stateHash()).toBe(trial.venue.stateHash());
    expect(trial.venue.snapshot().market?.added).toMatchObject([
      { kind: 'strike', displaySeq: 1108 },
      { kind: 'strike', displaySeq: 1112 },
    ]);
  });

  it.each([
    ['off the grid near the money', 401_000, 'MAR27', 'strikeOffGrid'],
    ['off the grid further out', 432_000, 'MAR27', 'strikeOffGrid'],
    ['that is listed', 406_000, 'MAR27', 'strikeListed'],
    ['of twice the future', 900_000, 'MAR27', 'strikeTooFar'],
    ['in a month without options', 400_000, 'NOV26', 'optionsNotListed'],
  ])('%s is rejected', (_what, strike, month, code) => {
    expect(rejectionOf(add(opened(), strike, month))).toBe(code);
  });

  it('is refused to who may not enter orders, and once the options have expired', () => {
    const trial = opened();
    for (const _day of [18, 19, 20]) trial.operate({ kind: 'endDay' });
    expect(rejectionOf(add(trial, 402_000, 'DEC26'))).toBe('contractExpired');
    trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['insertOrderOrDouble'] });
    expect(rejectionOf(add(trial, 402_000))).toBe('notPermitted');
  });
});

function byVolatility(value: number) {
  return { price: cents(0), volatility: volatility(value) };
}

function order(contract: string) {
  const terms = { contract, side: 'B', type: 'Normal', lots: lots(1), price: cents(20_000) } as const;
  return {
    kind: 'insertOrder',
    ...terms,
    capacity: 'P',
    principal: 'KAND',
    subAccount: null,
    ref: '',
  } as const;
}
