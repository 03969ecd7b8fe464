import { contractGroups } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { asPrice, lots, volatility } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';

const call = 'MAR27 WMAZ 4060 C';
const put = 'MAR27 WMAZ 4060 P';
const opened = () => TestMarket.opened(marketOfAllTypes);
const dealsOf = (market: TestMarket) =>
  market.outcomes
    .flatMap(({ events }): readonly VenueEvent[] => events)
    .filter((event) => event.kind === 'dealMade');
const positionsOf = (market: TestMarket) =>
  market.positions
    .filter(({ net }) => net !== 0)
    .map(({ principal, contract, net }) => `${principal} ${contract} ${net}`);

describe('a delta order', () => {
  const delta = 'MAR27 WMAZ 4060 P D';
  const resting = (market: TestMarket, fields = {}) =>
    market.order('abdul', {
      ...byVolatility(2_800),
      contract: delta,
      lots: lots(20),
      reference: asPrice(407_700),
      ...fields,
    });

  it('has its hedge in the answer: the buyer of a put buys futures', () => {
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

  it('comes back suspended, and is not resubmitted, when its reference price is outside the new limits of the future', () => {
    const market = opened();
    const { activeOrderSeq } = resting(market, { reference: asPrice(386_020), holdOverUntil: '2026-11-23' });
    market.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: asPrice(31_000) });
    const order = { contract: 'MAR27 WMAZ', price: asPrice(437_000), lots: lots(1) };
    market.order('denise', { ...order, side: 'S' });
    market.order('abdul', order);
    market.operate({ kind: 'endDay' });
    expect(market.contract('MAR27 WMAZ').limits?.low).toBe(417_000);
    expect(market.lastEvents).toContainEqual({
      kind: 'ordersSuspendedFor',
      userId: 'abdul',
      reason: 'outsideLimits',
      orders: [activeOrderSeq],
    });
    expect(market.rejected('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq })).toBe(
      'referenceNotAllowed',
    );
  });

  it('has the premium and the delta of the day on which it returns, if it was held over', () => {
    const market = opened();
    const terms = {
      ...byVolatility(2_800),
      contract: `${call} D`,
      reference: asPrice(406_000),
      lots: lots(20),
    };
    const entered = market.order('abdul', { ...terms, holdOverUntil: '2026-12-18' });
    expect(entered.pricing?.premium).toBe(22_880);
    while (market.reference.businessDay < Date.parse('2026-12-18') / 86_400_000)
      market.operate({ kind: 'endDay' });
    const { pricing } = market.openOrder(entered.activeOrderSeq) ?? {};
    expect(pricing).toMatchObject({ premium: 18_840, volatility: 2_800, reference: 406_000 });
    expect(market.lastEvents).toContainEqual(expect.objectContaining({ kind: 'orderEdited', pricing }));
    const seller = market.order('denise', { ...terms, side: 'S' });
    expect(seller).toMatchObject({ state: 'Filled', pricing });
    const [, option] = dealsOf(market).slice(-3);
    expect(option).toMatchObject({ contract: call, price: 18_840 });
    const buyer = market.order('abdul', terms);
    expect(buyer.pricing).toEqual(pricing);
  });

  it.each(['resubmitActiveOrder', 'amendActiveOrder'] as const)(
    'keeps a given premium on its own day after %s, and has the premium of the day when it is resubmitted later',
    (kind) => {
      const market = opened();
      const terms = { contract: `${call} D`, reference: asPrice(406_000), lots: lots(20) };
      const { activeOrderSeq } = market.order('abdul', {
        ...terms,
        price: asPrice(22_900),
        holdOverUntil: '2026-12-18',
      });
      const again = () => {
        const change = { price: null, lots: lots(21), principal: null, capacity: null };
        if (kind === 'amendActiveOrder') return market.by('abdul', { kind, activeOrderSeq, change });
        market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
        return market.by('abdul', { kind, activeOrderSeq });
      };
      expect(rejectionOf(again())).toBeNull();
      expect(market.openOrder(activeOrderSeq)?.pricing?.premium).toBe(22_900);
      market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
      while (market.reference.businessDay < Date.parse('2026-12-18') / 86_400_000)
        market.operate({ kind: 'endDay' });
      market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq });
      expect(market.openOrder(activeOrderSeq)?.pricing?.premium).toBeLessThan(19_000);
    },
  );

  it('deals option and future as linked deals, at the premium and the reference price of the resting order', () => {
    const market = opened();
    const { pricing } = resting(market);
    const taken = market.order('denise', {
      ...byVolatility(2_700),
      contract: delta,
      side: 'S',
      lots: lots(20),
      reference: asPrice(405_000),
    });
    expect(taken.state).toBe('Filled');
    const [whole, option, future, ...more] = dealsOf(market);
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
    expect(positionsOf(market).filter((line) => line.includes(delta))).toEqual([]);
    expect(positionsOf(market)).toHaveLength(4);
  });

  it('does not change the last price of future and option', () => {
    const market = opened();
    resting(market);
    market.order('denise', { ...byVolatility(2_800), contract: delta, side: 'S', lots: lots(20) });
    const dealt = market.listings.filter(({ contract }) => market.contract(contract).last !== null);
    expect(dealt.map(({ contract }) => contract)).toEqual([delta]);
    expect(market.contract(delta).last).toBe(2_800);
  });

  it('deals in a call auction at its volatility, with the premium at the older order’s reference price', () => {
    const market = opened();
    const begin = (phase: 'preOpen' | 'continuous') =>
      market.operate({
        kind: 'beginPhase',
        groups: contractGroups,
        phase,
        dueAt: null,
        next: null,
        opensAt: null,
      });
    begin('preOpen');
    const { pricing } = resting(market);
    market.order('denise', { ...byVolatility(2_600), contract: delta, side: 'S', lots: lots(20) });
    begin('continuous');
    const [whole, option, future] = dealsOf(market);
    expect(whole).toMatchObject({ contract: delta, origin: 'package', lots: 20 });
    expect(whole?.price).not.toBe(2_800);
    expect(option?.price).toBeLessThan(pricing?.premium ?? 0);
    expect(future?.price).toBe(407_700);
  });

  it('is hedged the other way on a call: its buyer sells futures', () => {
    const market = opened();
    market.order('abdul', { ...byVolatility(2_800), contract: `${call} D`, lots: lots(10) });
    market.order('denise', { ...byVolatility(2_800), contract: `${call} D`, side: 'S', lots: lots(10) });
    const future = dealsOf(market).find(({ contract }) => contract === 'MAR27 WMAZ');
    expect(future?.sell.owner.member).toBe('KAND');
    expect(future?.aggressor).toBe('B');
  });

  it('rounds the hedge deal by deal, and deals no hedge of less than half a lot', () => {
    const market = opened();
    resting(market, { lots: lots(3) });
    for (const _lot of [1, 2, 3])
      market.order('denise', { ...byVolatility(2_800), contract: delta, side: 'S', lots: lots(1) });
    const hedges = dealsOf(market).filter(({ contract }) => contract === 'MAR27 WMAZ');
    // 0.46 of a lot each: three deals of one lot need no hedge, one of three would have needed one.
    expect(hedges).toEqual([]);
    expect(positionsOf(market)).toEqual([`KAND ${put} 3`, `VELD ${put} -3`]);
  });

  it('rests at the volatility that its premium implies', () => {
    const market = opened();
    const known = resting(market).pricing;
    const same = market.order('denise', {
      contract: delta,
      side: 'B',
      price: known?.premium ?? asPrice(0),
      reference: asPrice(407_700),
    });
    expect(Math.abs((same.pricing?.volatility ?? 0) - 2_800)).toBeLessThanOrEqual(1);
    expect(same.pricing?.premium).toBe(known?.premium);
    const nonsense = market.by('abdul', { ...order(delta), price: asPrice(20), reference: asPrice(400_000) });
    expect(rejectionOf(nonsense)).toBe('premiumWithoutVolatility');
  });

  it('counts option and hedge against a position limit', () => {
    const market = opened();
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    const over = { ...order(delta), ...byVolatility(2_800), lots: lots(6) };
    expect(rejectionOf(market.by('abdul', over))).toBe('positionAboveLimit');
    expect(rejectionOf(market.by('abdul', { ...over, lots: lots(5) }))).toBeNull();
    // Four futures bid for, and two more as the hedge of the five puts: past the limit of the future.
    const other = opened();
    other.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    other.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(4), price: asPrice(400_000) });
    const rejected = other.by('abdul', { ...over, lots: lots(5) });
    expect(rejected.verdict).toMatchObject({ rejection: { details: { contract: 'MAR27 WMAZ', reach: 6 } } });
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
