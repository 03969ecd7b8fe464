import { asPrice, lots, volatility } from '@openpit/venue';
import { marketOfAllTypes, TestMarket } from '@openpit/venue/testing';
import { classifyContract } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { Projections } from '../projections.ts';

const split = 'DEC26-MAR27 WMAZ';
const call = 'MAR27 WMAZ 4060 C';
const byVolatility = (value: number) => ({ price: asPrice(0), volatility: volatility(value) });

function folded(data = marketOfAllTypes): { market: TestMarket; projections: Projections; fold: () => void } {
  const market = TestMarket.opened(data);
  const projections = new Projections();
  let next = 0;
  const fold = () => {
    for (const outcome of market.outcomes.slice(next)) projections.apply(outcome);
    next = market.outcomes.length;
  };
  fold();
  projections.market.takeChanges();
  return { market, projections, fold };
}

describe('the rows of all kinds of contracts', () => {
  it('[MODEL-3] [MODEL-4] are classified by flag, strike and type, and name their future or their legs', () => {
    const { projections } = folded();
    const classes = new Map(
      projections.market.rows().map((row) => [row.contract, classifyContract(row.contractDisplay)]),
    );
    expect(classes.get('DEC26 WMAZ')).toBe('futures');
    expect(classes.get(call)).toBe('options');
    expect(classes.get(`${call} D`)).toBe('deltas');
    expect(classes.get(split)).toBe('splits');
    expect(classes.get('DEC26 WMAZ-YMAZ')).toBe('spreads');
    expect([...classes.values()]).not.toContain(null);
    expect(projections.market.row(call)).toMatchObject({
      underlying: 'MAR27 WMAZ',
      optionExpiry: '2027-02-19',
    });
    expect(projections.market.row('DEC26 WMAZ-WEAT')).toMatchObject({
      near: 'DEC26 WMAZ',
      far: 'DEC26 WEAT',
      nearLots: 1,
      farLots: 2,
    });
    expect(projections.market.row('DEC26 WMAZ')).not.toHaveProperty('underlying');
  });

  it('correct the figures of a pair when its package is cancelled, even after a restart', () => {
    const { market, projections, fold } = folded();
    const deal = (price: number, quantity: number) => {
      market.order('denise', { contract: split, side: 'S', price: asPrice(price), lots: lots(quantity) });
      market.order('abdul', { contract: split, price: asPrice(price), lots: lots(quantity) });
      return market.venue.lastAt;
    };
    const figures = () => {
      fold();
      projections.market.takeChanges();
      const { open, high, low, last, lastQty, volume, deals, vwap, time } =
        projections.market.row(split) ?? {};
      return { open, high, low, last, lastQty, volume, deals, vwap, time };
    };
    const cancel = (matchSeq: number) =>
      expect(market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' }).verdict.kind).toBe(
        'accepted',
      );
    const [first, , third] = [deal(1_000, 2), deal(-3_000, 5), deal(2_000, 1)];
    const all = { open: 10, high: 20, low: -30, last: 20, lastQty: 1, volume: 8, deals: 3, vwap: -13.75 };
    expect(figures()).toEqual({ ...all, time: third });
    // Each package has the numbers of itself and of its two legs: 1 to 3, 4 to 6, 7 to 9.
    cancel(6);
    expect(figures()).toEqual({ ...all, low: 10, volume: 3, deals: 2, vwap: 13.33, time: third });
    market.restart();
    cancel(7);
    expect(figures()).toMatchObject({ open: 10, high: 10, low: 10, last: 10, lastQty: 2, time: first });
    expect(projections.market.row('MAR27 WMAZ')).toMatchObject({ volume: 2, deals: 1, last: 4045 });
    cancel(1);
    const none = { open: null, high: null, low: null, last: null, vwap: null, time: null };
    expect(figures()).toEqual({ ...none, lastQty: 0, volume: 0, deals: 0 });
    expect(projections.market.row('DEC26 WMAZ')).toMatchObject({ ...none, volume: 0, deals: 0 });
  });

  it('[PANEL-4] show the legs of a split and the prices that their books imply, null if a side is missing', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { contract: 'MAR27 WMAZ', price: asPrice(405_900) });
    market.order('denise', { contract: 'DEC26 WMAZ', side: 'S', price: asPrice(403_600) });
    fold();
    const changes = projections.market.takeChanges();
    expect(changes.find(({ contract }) => contract === split)?.change).toEqual({
      contract: split,
      version: 2,
      nearOffer: 4036,
      farBid: 4059,
      impliedBid: 23,
    });
    expect(projections.market.row(split)).toMatchObject({
      impliedOffer: null,
      nearBid: null,
      mtm: 25,
      bid: null,
    });
    market.order('denise', { contract: 'MAR27 WMAZ', side: 'S', price: asPrice(406_100) });
    market.order('abdul', { contract: 'DEC26 WMAZ', price: asPrice(403_400) });
    fold();
    projections.market.takeChanges();
    expect(projections.market.row(split)).toMatchObject({ impliedBid: 23, impliedOffer: 27 });
  });

  it('[PANEL-2] [PANEL-4] are not computed from the orders of a halted book', () => {
    const { market, projections, fold } = folded();
    for (const contract of ['DEC26 WMAZ', 'MAR27 WMAZ']) {
      const middle = contract === 'DEC26 WMAZ' ? 403_500 : 411_000;
      market.order('abdul', { contract, price: asPrice(middle - 1_000) });
      market.order('denise', { contract, side: 'S', price: asPrice(middle + 1_000) });
    }
    const shown = () => {
      fold();
      projections.market.takeChanges();
      const { nearBid, impliedBid, impliedOffer } = projections.market.row(split) ?? {};
      return { reference: projections.market.row(call)?.reference, nearBid, impliedBid, impliedOffer };
    };
    const trading = { reference: 4110, nearBid: 4025, impliedBid: 55, impliedOffer: 95 };
    expect(shown()).toEqual(trading);
    market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
    expect(shown()).toEqual({ reference: 4060, nearBid: 4025, impliedBid: null, impliedOffer: null });
    const reloaded = Projections.from(projections.save());
    expect(reloaded.market.row(call)).toEqual(projections.market.row(call));
    market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    expect(shown()).toEqual(trading);
  });

  it('[PANEL-5] have as implied bid of a spread the bid of the first instrument less the offer of the second', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { contract: 'DEC26 WMAZ', price: asPrice(403_000) });
    market.order('denise', { contract: 'DEC26 YMAZ', side: 'S', price: asPrice(388_400) });
    fold();
    projections.market.takeChanges();
    expect(projections.market.row('DEC26 WMAZ-YMAZ')).toMatchObject({
      impliedBid: 146,
      nearBid: 4030,
      farOffer: 3884,
    });
  });

  it('[PANEL-2] show the volatility of an option’s bid and offer, which moves with the future while the premium stays', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { ...byVolatility(2_650), contract: call });
    fold();
    projections.market.takeChanges();
    const before = projections.market.row(call);
    expect(before?.bidVol).toBeCloseTo(26.5, 1);
    expect(before).toMatchObject({ offerVol: null, mtmVol: 27, daysToExpiry: 93, reference: 4060 });
    expect(before?.delta).toBeGreaterThan(0.5);
    market.order('abdul', { contract: 'MAR27 WMAZ', lots: lots(1), price: asPrice(410_000) });
    market.order('denise', { contract: 'MAR27 WMAZ', side: 'S', lots: lots(1), price: asPrice(410_000) });
    fold();
    projections.market.takeChanges();
    const after = projections.market.row(call);
    expect(after?.bid).toBe(before?.bid);
    expect(after?.reference).toBe(4100);
    expect(after?.bidVol ?? 0).toBeLessThan(25);
    expect(after?.delta ?? 0).toBeGreaterThan(before?.delta ?? 1);
  });

  it('count the option of a delta in its volume without setting a price by it, and do not count the hedge', () => {
    const { market, projections, fold } = folded();
    const delta = `${call} D`;
    market.order('abdul', { ...byVolatility(2_650), contract: delta, lots: lots(20) });
    market.order('denise', { ...byVolatility(2_650), contract: delta, side: 'S', lots: lots(8) });
    fold();
    const noPrices = { last: null, open: null, high: null, low: null, vwap: null };
    expect(projections.market.current(call)).toMatchObject({ ...noPrices, volume: 8, deals: 1 });
    expect(projections.market.current('MAR27 WMAZ')).toMatchObject({ ...noPrices, volume: 0, deals: 0 });
    const matchSeq = market.lastEvents.flatMap((event) =>
      event.kind === 'dealMade' && event.contract === call ? [event.matchSeq] : [],
    );
    market.operate({ kind: 'cancelDeal', matchSeq: matchSeq[0] ?? 0, reason: 'typed wrong' });
    fold();
    expect(projections.market.current(call)).toMatchObject({ ...noPrices, volume: 0, deals: 0 });
  });

  it('[PANEL-3] quote a delta in volatility, with the premium at the reference price and its hedge ratio', () => {
    const { market, projections, fold } = folded();
    const delta = `${call} D`;
    market.order('abdul', { ...byVolatility(2_650), contract: delta, lots: lots(20) });
    market.order('denise', { ...byVolatility(2_650), contract: delta, side: 'S', lots: lots(8) });
    fold();
    projections.market.takeChanges();
    const row = projections.market.row(delta);
    expect(row).toMatchObject({
      bid: 26.5,
      bidVol: 26.5,
      bidQty: 12,
      last: 26.5,
      volume: 8,
      mtm: 27,
      mtmVol: 27,
    });
    expect(row?.bidPremium).toBe(
      projections.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' }).rows[0]?.pricing?.premium ?? 0,
    );
    expect(row?.offerPremium).toBeNull();
    expect(projections.market.row(call)).toMatchObject({ last: null, volume: 8, deals: 1 });
    expect(projections.market.row('MAR27 WMAZ')).toMatchObject({ last: null, volume: 0, deals: 0 });
    expect(projections.market.row('MAR27 WMAZ')?.openInterest).toBeGreaterThan(100);
  });

  it('count the legs of a split in their own last price and volume', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { contract: split, lots: lots(3), price: asPrice(2_000) });
    market.order('denise', { contract: split, side: 'S', lots: lots(3), price: asPrice(2_000) });
    fold();
    projections.market.takeChanges();
    expect(projections.market.row(split)).toMatchObject({ last: 20, volume: 3, deals: 1, openInterest: 0 });
    expect(projections.market.row('DEC26 WMAZ')).toMatchObject({ last: 4035, volume: 3 });
    expect(projections.market.row('MAR27 WMAZ')).toMatchObject({ last: 4055, volume: 3 });
  });
});

describe('own rows of package deals', () => {
  it('[PANEL-10] [PANEL-7] show the two deals of a member in one group, and the order as one', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { contract: split, lots: lots(3), price: asPrice(2_000) });
    market.order('denise', { contract: split, side: 'S', lots: lots(3), price: asPrice(2_000) });
    fold();
    const kand = { userId: 'abdul', member: 'KAND' };
    const deals = projections.rowsFor('deals', kand).rows;
    expect(deals.map(({ contract, side, qty, origin }) => [contract, side, qty, origin])).toEqual([
      ['MAR27 WMAZ', 'B', 3, 'split'],
      ['DEC26 WMAZ', 'S', 3, 'split'],
    ]);
    expect(new Set(deals.map(({ linkedGroup }) => linkedGroup)).size).toBe(1);
    expect(projections.rowsFor('completedOrders', kand).rows).toMatchObject([
      { contract: split, state: 'Filled', dealt: 3, averagePrice: 20 },
    ]);
    const stranger = { userId: 'sleeper', member: 'SLAP' };
    expect(projections.rowsFor('deals', stranger).rows).toEqual([]);
  });

  it('[PANEL-6] show premium, volatility and reference of an order by volatility, until it is amended to a premium', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { ...byVolatility(2_700), contract: call });
    const change = { price: asPrice(20_000), lots: null, principal: null, capacity: null };
    fold();
    const rows = () => projections.rowsFor('activeOrders', { userId: 'abdul', member: 'KAND' }).rows;
    expect(rows()[0]).toMatchObject({ pricing: { volatility: 27, reference: 4060 } });
    expect(rows()[0]?.price).toBe(rows()[0]?.pricing?.premium);
    market.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq: 1, change });
    fold();
    expect(rows()[0]).toMatchObject({ price: 200 });
    expect(rows()[0]).not.toHaveProperty('pricing');
  });
});

describe('options on a future with a negative final settlement price', () => {
  it('are marked at their intrinsic value, in all rows', () => {
    const today = '2026-11-18';
    const lastDay = { firstDeliveryDay: today, lastTradingDay: today, optionExpiry: today };
    const { market, projections, fold } = folded({
      ...marketOfAllTypes,
      instruments: marketOfAllTypes.instruments.map((instrument) => ({
        ...instrument,
        settlement: 'cash' as const,
      })),
      futures: marketOfAllTypes.futures.map((future) =>
        future.instrument === 'WMAZ' && future.month === 12 ? { ...future, ...lastDay } : future,
      ),
    });
    const groups = ['other', 'deliveryMonth', 'world'] as const;
    market.operate({ kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
    const correction = { kind: 'correctMtm', contract: 'DEC26 WMAZ', reason: 'settled' } as const;
    market.operate({ ...correction, mtm: asPrice(-500) });
    fold();
    const marks = () =>
      projections
        .rowsFor('mtm', { userId: 'abdul', member: 'KAND' })
        .rows.filter(({ contract }) =>
          ['DEC26 WMAZ', 'DEC26 WMAZ 4040 C', 'DEC26 WMAZ 4040 P'].includes(contract),
        )
        .map(({ contract, mtmToday }) => [contract, mtmToday]);
    expect(marks()).toEqual([
      ['DEC26 WMAZ', -5],
      ['DEC26 WMAZ 4040 C', 0],
      ['DEC26 WMAZ 4040 P', 4045],
    ]);
    market.operate({ kind: 'endDay' });
    fold();
    for (const row of projections.market.rows()) expect(Number.isNaN(row.delta)).toBe(false);
  });
});

describe('a new strike', () => {
  it('is published as new contracts with rows, contract facts and an MTM, all of which is saved', () => {
    const { market, projections } = folded();
    const before = projections.directory.contractDateRows().length;
    const outcome = market.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: asPrice(402_000),
    });
    const { newContracts } = projections.apply(outcome);
    expect(newContracts).toHaveLength(4);
    const name = 'MAR27 WMAZ 4020 P D';
    expect(projections.market.row(name)).toMatchObject({
      bid: null,
      volume: 0,
      mtmVol: 27.2,
      underlying: 'MAR27 WMAZ',
    });
    expect(projections.directory.contractDetails(name, 'WMAZ')).toMatchObject({
      strike: 4020,
      CONTRACT_TYPE: 5,
    });
    expect(projections.dailyFigures.mtmRows().find(({ contract }) => contract === name)?.volatility).toBe(
      27.2,
    );
    expect(projections.directory.contractDateRows()).toHaveLength(before);
    const restored = Projections.from(JSON.parse(JSON.stringify(projections.save())));
    expect(restored.market.rows()).toEqual(projections.market.rows());
    expect(JSON.stringify(restored.save())).toBe(JSON.stringify(projections.save()));
  });
});

describe('changes that are requested one at a time', () => {
  const wanted = (...contracts: string[]) => ({
    isWatched: (contract: string) => contracts.includes(contract),
    isDue: () => true,
  });
  const future = 'MAR27 WMAZ';
  const quote = (market: TestMarket, rand: number) => {
    for (const [user, side] of [
      ['abdul', 'B'],
      ['denise', 'S'],
    ] as const)
      market.order(user, { contract: future, side, lots: lots(1), price: asPrice(rand * 100) });
  };

  it('skip a row that is not watched, which is still correct when it is requested', () => {
    const { market, projections, fold } = folded();
    const { version } = projections.market.row(call) ?? { version: 0 };
    quote(market, 4100);
    fold();
    const changed = [...projections.market.changes(wanted(future))];
    expect(changed.map(({ contract }) => contract)).toEqual([future]);
    expect(projections.market.row(call)).toMatchObject({ reference: 4100, version: version + 1 });
    // From here on it is watched, so that its changes are published.
    quote(market, 4110);
    fold();
    const changes = [...projections.market.changes(wanted(future, call))];
    expect(changes.find(({ contract }) => contract === call)?.change).toMatchObject({
      reference: 4110,
      version: version + 2,
    });
  });

  it('are not lost for its watchers when somebody else requests the row', () => {
    const { market, projections, fold } = folded();
    const before = projections.market.row(future);
    quote(market, 4100);
    fold();
    expect(projections.market.row(future)).toBe(before);
    const [change] = [...projections.market.changes(wanted(future))];
    expect(change?.change).toMatchObject({ last: 4100, version: (before?.version ?? 0) + 1 });
  });

  it('wait until the row is due, and continue where they stopped', () => {
    const { market, projections, fold } = folded();
    quote(market, 4100);
    market.order('abdul', { contract: 'DEC26 WMAZ', lots: lots(1), price: asPrice(403_000) });
    fold();
    const all = { isWatched: () => true, isDue: () => true };
    expect([...projections.market.changes({ ...all, isDue: () => false })]).toEqual([]);
    for (const { contract } of projections.market.changes(all)) {
      expect(contract).toBe(future);
      break;
    }
    const rest = [...projections.market.changes(all)].map(({ contract }) => contract);
    expect(rest).toContain('DEC26 WMAZ');
    expect(rest).toContain(call);
    expect(rest).not.toContain(future);
  });

  it('are not needed for the prices of all contracts, watched or not', () => {
    const { market, projections, fold } = folded();
    quote(market, 4100);
    fold();
    const anybody = { userId: '', member: '' };
    const price = projections.rowsFor('prices', anybody).rows.find(({ contract }) => contract === future);
    expect(price).toMatchObject({ last: 4100, bid: null, offer: null });
  });
});
