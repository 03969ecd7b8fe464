import { describe, expect, it } from 'vitest';
import { asPrice, lots, volatility } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { answerOf, TestMarket } from '../testing/test-market.ts';

const call = 'MAR27 WMAZ 4060 C';
const put = 'MAR27 WMAZ 4060 P';
const opened = () => TestMarket.opened(marketOfAllTypes);
const eventsOf = (market: TestMarket): VenueEvent[] => market.outcomes.flatMap(({ events }) => [...events]);
const dealsOf = (market: TestMarket) =>
  market.outcomes
    .flatMap(({ events }): readonly VenueEvent[] => events)
    .filter((event) => event.kind === 'dealMade');
const positionsOf = (market: TestMarket) =>
  market.positions
    .filter(({ net }) => net !== 0)
    .map(({ principal, contract, net }) => `${principal} ${contract} ${net}`);

describe('an order on an option', () => {
  it('rests at its premium if it is entered by premium', () => {
    const market = opened();
    const answer = market.order('abdul', { contract: call, price: asPrice(19_820) });
    expect(answer).toMatchObject({ state: 'Active' });
    expect(answer.pricing).toBeUndefined();
  });

  it('rests at the Black-76 premium of its volatility and reference price, to the tick, and keeps both', () => {
    const market = opened();
    // 93 days from 18 November to 19 February.
    const answer = market.order('abdul', {
      ...byVolatility(2_700),
      contract: call,
      reference: asPrice(406_000),
    });
    expect(answer.pricing).toMatchObject({ volatility: 2_700, reference: 406_000 });
    const sigma = 0.27 * Math.sqrt(93 / 365);
    // At the money, the premium is about 0.4 F σ√T.
    const nearly = 406_000 * sigma * 0.3989 * (1 - sigma ** 2 / 24);
    expect(Math.abs((answer.pricing?.premium ?? 0) - nearly)).toBeLessThan(40);
    expect((answer.pricing?.premium ?? 1) % 20).toBe(0);
    const accepted = eventsOf(market).find((event) => event.kind === 'orderAccepted');
    expect(accepted).toMatchObject({ price: answer.pricing?.premium, pricing: { volatility: 2_700 } });
  });

  it('has as reference price the last deal of the future, else the middle of bid and offer, else the MTM', () => {
    const market = opened();
    const reference = (ref: string) =>
      market.order('abdul', { ...byVolatility(2_000), contract: put, ref }).pricing?.reference;
    expect(reference('1')).toBe(406_000);
    market.order('abdul', { contract: 'MAR27 WMAZ', price: asPrice(405_000) });
    market.order('denise', { contract: 'MAR27 WMAZ', side: 'S', price: asPrice(405_900) });
    expect(reference('2')).toBe(405_460);
    market.order('denise', { contract: 'MAR27 WMAZ', side: 'S', lots: lots(1), price: asPrice(405_000) });
    expect(reference('3')).toBe(405_000);
  });

  it.each([
    ['a volatility below 1 %', { ...byVolatility(99) }, 'volatilityOutsideLimits'],
    ['a volatility above 200 %', { ...byVolatility(20_001) }, 'volatilityOutsideLimits'],
    ['a premium of zero', { price: asPrice(0) }, 'priceNotPositive'],
    ['a premium off the tick', { price: asPrice(19_830) }, 'priceOffTick'],
    ['a premium above four times the future', { price: asPrice(1_700_000) }, 'priceImplausible'],
    [
      'a reference where the future may not deal',
      { ...byVolatility(2_700), reference: asPrice(430_000) },
      'referenceNotAllowed',
    ],
    [
      'a reference off the tick',
      { ...byVolatility(2_700), reference: asPrice(406_010) },
      'referenceNotAllowed',
    ],
    [
      'a volatility worth less than a tick',
      { ...byVolatility(100), contract: 'DEC26 WMAZ 4040 C', reference: asPrice(390_000) },
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
  ])('is rejected for %s and changes nothing', (_what, fields, code) => {
    expect(opened().rejected('abdul', { ...order(call), ...fields })).toBe(code);
  });

  it('can be a double order by volatility, and can be amended to another volatility', () => {
    const market = opened();
    const quote = market.by('abdul', {
      kind: 'insertDoubleOrder',
      contract: call,
      bid: { lots: lots(5), price: asPrice(0), volatility: volatility(2_600) },
      offer: { lots: lots(5), price: asPrice(0), volatility: volatility(2_800) },
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
    const amended = answerOf(market.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq: 1, change }));
    expect(amended.state).toBe('Active');
    expect(market.orders.find(({ activeOrderSeq }) => activeOrderSeq === 1)?.pricing).toMatchObject({
      volatility: 2_650,
      reference: 406_000,
    });
  });

  it('deals like any other, and the positions of both sides add up to zero', () => {
    const market = opened();
    market.order('abdul', { contract: call, lots: lots(10), price: asPrice(20_000) });
    const taken = market.order('denise', {
      ...byVolatility(2_000),
      contract: call,
      side: 'S',
      lots: lots(4),
    });
    expect(taken).toMatchObject({ state: 'Filled', dealt: 4 });
    expect(dealsOf(market)).toMatchObject([{ contract: call, price: 20_000, lots: 4, origin: 'screen' }]);
    expect(positionsOf(market)).toEqual([`KAND ${call} 4`, `VELD ${call} -4`]);
  });
});

function byVolatility(value: number) {
  return { price: asPrice(0), volatility: volatility(value) };
}

function order(contract: string) {
  const terms = { contract, side: 'B', type: 'Normal', lots: lots(1), price: asPrice(20_000) } as const;
  return {
    kind: 'insertOrder',
    ...terms,
    capacity: 'P',
    principal: 'KAND',
    subAccount: null,
    ref: '',
  } as const;
}
