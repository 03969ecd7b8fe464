import { contractGroups } from '@openpit/terms';
import fc from 'fast-check';
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

  it('deals no hedge of less than half a lot', () => {
    const market = opened();
    resting(market, { lots: lots(1) });
    market.order('denise', { ...byVolatility(2_800), contract: delta, side: 'S', lots: lots(1) });
    expect(positionsOf(market)).toEqual([`KAND ${put} 1`, `VELD ${put} -1`]);
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
    // Four futures bid for, and two more as the hedge of the five puts, or three after rounding: past the limit of the future.
    const other = opened();
    other.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(5) });
    other.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(4), price: asPrice(400_000) });
    const rejected = other.by('abdul', { ...over, lots: lots(5) });
    expect(rejected.verdict).toMatchObject({ rejection: { details: { contract: 'MAR27 WMAZ', reach: 7 } } });
  });

  it('counts the hedge against the limits at the reference price at which it would deal', () => {
    const market = opened();
    const terms = { ...byVolatility(2_800), contract: delta, lots: lots(20), reference: asPrice(387_000) };
    market.order('denise', { ...terms, side: 'S' });
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(20) });
    market.order('denise', { contract: 'MAR27 WMAZ', side: 'S', lots: lots(10) });
    market.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(10) });
    const taking = { ...order(delta), ...terms, type: 'Tok' as const, reference: asPrice(425_000) };
    // At its own reference price the delta is 0.39, so the hedge would be 8 lots. At the offer's it is 0.65.
    expect(market.by('abdul', taking).verdict).toMatchObject({
      rejection: { code: 'positionAboveLimit', details: { contract: 'MAR27 WMAZ', reach: 23 } },
    });
    expect(rejectionOf(market.by('abdul', { ...taking, lots: lots(10) }))).toBeNull();
  });
});

describe.each([
  { each: 0.461_9, contract: `${put} D`, reference: asPrice(407_700) },
  { each: 0.506, contract: 'MAR27 WMAZ 4100 P D', reference: asPrice(405_000) },
])('a delta with a hedge of $each lots for each lot', ({ contract, reference }) => {
  const terms = { ...byVolatility(2_800), contract, reference };
  const bidFor = (market: TestMarket, count: number) =>
    market.order('abdul', { ...terms, lots: lots(count) });
  const offer = (market: TestMarket, count: number) =>
    market.order('denise', { ...terms, side: 'S', lots: lots(count) });
  const offerParts = (market: TestMarket, count: number) => {
    for (let part = 0; part < count; part += 1) offer(market, 1);
  };
  const futuresOf = (market: TestMarket, principal: string) =>
    market.positions.find((held) => held.contract === 'MAR27 WMAZ' && held.principal === principal)?.net ?? 0;
  const begin = (market: TestMarket, phase: 'preOpen' | 'continuous') =>
    market.operate({
      kind: 'beginPhase',
      groups: contractGroups,
      phase,
      dueAt: null,
      next: null,
      opensAt: null,
    });

  it('has the hedge of its reply if it rests and deals with small orders', () => {
    const market = opened();
    const { hedge } = bidFor(market, 20);
    offerParts(market, 20);
    expect([futuresOf(market, 'KAND'), futuresOf(market, 'VELD')]).toEqual([
      hedge?.lots,
      -(hedge?.lots ?? 0),
    ]);
  });

  it('has the hedge of its reply if it enters and deals with small orders', () => {
    const market = opened();
    offerParts(market, 20);
    const { hedge } = bidFor(market, 20);
    expect(futuresOf(market, 'KAND')).toBe(hedge?.lots);
  });

  it('has the hedge of its reply if it deals with small orders in a call auction', () => {
    const market = opened();
    begin(market, 'preOpen');
    offerParts(market, 20);
    const { hedge } = bidFor(market, 20);
    begin(market, 'continuous');
    expect(futuresOf(market, 'KAND')).toBe(hedge?.lots);
  });

  it('keeps the fraction of a lot while it is suspended, and through a restart', () => {
    const market = opened();
    offerParts(market, 20);
    const { activeOrderSeq, pricing } = bidFor(market, 23);
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    market.restart();
    market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq });
    offerParts(market, 2);
    expect(futuresOf(market, 'KAND')).toBe(Math.floor(22 * Math.abs(pricing?.delta ?? 0) + 0.5));
  });

  it('never differs by more than a lot from the hedge of the whole, however the orders are cut', () => {
    const entry = fc.record({ isBid: fc.boolean(), count: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 10, maxLength: 40 }), (entries) => {
        const market = opened();
        for (const { isBid, count } of entries) isBid ? bidFor(market, count) : offer(market, count);
        const each = Math.abs(market.orders[0]?.pricing?.delta ?? 0);
        const dealt = new Map<number, { lots: number; hedge: number }>();
        for (const made of dealsOf(market))
          for (const { activeOrderSeq } of [made.buy, made.sell]) {
            const order = dealt.get(activeOrderSeq) ?? { lots: 0, hedge: 0 };
            if (made.contract === contract) order.lots += made.lots;
            if (made.contract === 'MAR27 WMAZ') order.hedge += made.lots;
            dealt.set(activeOrderSeq, order);
          }
        const open = new Set(market.orders.map(({ activeOrderSeq }) => activeOrderSeq));
        for (const [activeOrderSeq, order] of dealt) {
          const difference = Math.abs(order.hedge - Math.floor(order.lots * each + 0.5));
          if (each > 0) expect(difference).toBeLessThanOrEqual(open.has(activeOrderSeq) ? 0 : 1);
        }
      }),
      { numRuns: process.env.OPENPIT_QUICK === '1' ? 10 : 50 },
    );
  });

  it('does not exceed a position limit by small orders', () => {
    const market = opened();
    market.operate({ kind: 'limitPosition', principal: 'VELD', maxLots: lots(5) });
    bidFor(market, 100);
    market.order('abdul', { contract: put, side: 'S', price: asPrice(20_000), lots: lots(50) });
    for (let part = 0; part < 30; part += 1) {
      market.by('denise', { ...order(contract), ...terms, side: 'S', principal: 'VELD' });
      // Keeps the limit of the option out of the way.
      market.by('denise', { ...order(put), principal: 'VELD', price: asPrice(20_000) });
    }
    expect(Math.abs(futuresOf(market, 'VELD'))).toBeLessThanOrEqual(5);
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
