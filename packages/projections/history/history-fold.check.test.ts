import {
  asMoney,
  asPrice,
  countsForMarket,
  type DealMade,
  lots,
  type Outcome,
  type Side,
  volatility,
} from '@openpit/venue';
import {
  account,
  anOrder,
  award,
  deal,
  dealMarket,
  delivered,
  marketOfAllTypes,
  openDealMarket,
  openSiloMarket,
  part,
  report,
  smallMarket,
  stage,
  TestMarket,
  tender,
  unmatchedOf,
} from '@openpit/venue/testing';
import {
  type ClearingRow,
  type CompletedOrderRow,
  type DealRow,
  dataSets,
  type FilledDataSet,
} from '@openpit/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Projections } from '../projections.ts';
import { type CandleFigures, type CandleMinutes, candleMinutes, joinFigures } from './candles.ts';
import { HistoryFold, type HistoryRows, type RecordedPrint, type SavedHistory } from './history-fold.ts';
import type { PastSetRow } from './past-sets.ts';

const isQuick = process.env.OPENPIT_QUICK === '1';

const price = (rand: number) => asPrice(Math.round(rand * 100));

/** The history in memory, as a database would keep it. */
class Kept {
  readonly minutes = new Map<string, CandleFigures>();
  readonly days = new Map<
    string,
    { figures: CandleFigures | null; unpriced: number; mtm: number | null; open: number | null }
  >();
  readonly prints: RecordedPrint[] = [];
  readonly deals = new Map<number, DealRow & { businessDay: string }>();
  readonly orders: (CompletedOrderRow & { businessDay: string })[] = [];
  readonly sets: PastSetRow[] = [];

  add(rows: HistoryRows): void {
    for (const { contract, minutes, start, open, high, low, close, volume, deals } of rows.minutes) {
      const key = `${contract} ${minutes} ${start}`;
      const figures = { open, high, low, close, volume, deals };
      this.minutes.set(key, joinFigures(this.minutes.get(key) ?? null, figures));
    }
    for (const { contract, businessDay, figures, unpriced, mtm, openInterest } of rows.days) {
      const key = `${contract} ${businessDay}`;
      const before = this.days.get(key) ?? { figures: null, unpriced: 0, mtm: null, open: null };
      if (figures !== null) before.figures = joinFigures(before.figures, figures);
      const lotsSoFar = before.unpriced + unpriced.lots;
      this.days.set(key, {
        ...before,
        unpriced: lotsSoFar,
        mtm: mtm ?? before.mtm,
        open: openInterest ?? before.open,
      });
    }
    this.prints.push(...rows.prints);
    for (const { businessDay, row } of rows.deals) this.deals.set(row.dealSeq, { ...row, businessDay });
    for (const dealSeq of rows.removedDeals) this.deals.delete(dealSeq);
    for (const { businessDay, row } of rows.orders) this.orders.push({ ...row, businessDay });
    this.sets.push(...rows.sets);
  }
}

function folded(outcomes: readonly Outcome[]): Kept {
  const fold = new HistoryFold();
  for (const outcome of outcomes) fold.apply(outcome);
  const kept = new Kept();
  kept.add(fold.take());
  return kept;
}

/** The reference model: candles from all deals in one pass. */
function naiveCandles(outcomes: readonly Outcome[], minutes: CandleMinutes): Map<string, CandleFigures> {
  const dealsByDay = new Map<string, DealMade[]>();
  for (const { at, events } of outcomes)
    for (const event of events) {
      if (event.kind !== 'dealMade' || !countsForMarket[event.origin]) continue;
      const key = `${event.contract} ${minutes} ${at - (at % (minutes * 60_000))}`;
      dealsByDay.set(key, [...(dealsByDay.get(key) ?? []), event]);
    }
  return new Map(
    [...dealsByDay].map(([key, deals]) => [
      key,
      {
        open: deals[0]?.price ?? 0,
        high: Math.max(...deals.map((deal) => deal.price)),
        low: Math.min(...deals.map((deal) => deal.price)),
        close: deals.at(-1)?.price ?? 0,
        volume: deals.reduce((sum, deal) => sum + deal.lots, 0),
        deals: deals.length,
      },
    ]),
  );
}

function dealtMarket(): TestMarket {
  const market = TestMarket.opened();
  market.order('abdul', { price: price(4034.8), lots: lots(5) });
  market.order('denise', { side: 'S', price: price(4034.8), lots: lots(2) });
  market.order('denise', { side: 'S', price: price(4034.6), lots: lots(1) });
  market.order('abdul', { price: price(4036), lots: lots(9), principal: '9996S', capacity: 'A' });
  market.order('denise', { side: 'S', price: price(4036), lots: lots(4) });
  return market;
}

describe('history folded from outcomes', () => {
  it('[PANEL-16] makes candles of 1, 5, 15 and 60 minutes and of the business day', () => {
    const market = dealtMarket();
    const { minutes, days } = folded(market.outcomes);
    for (const length of candleMinutes) {
      const own = [...minutes].filter(([key]) => key.includes(` ${length} `));
      expect(new Map(own)).toEqual(naiveCandles(market.outcomes, length));
    }
    expect(days.get('DEC26 WMAZ 2026-11-18')).toEqual({
      figures: { open: 403_480, high: 403_600, low: 403_480, close: 403_600, volume: 7, deals: 3 },
      unpriced: 0,
      mtm: null,
      open: null,
    });
    expect([...days.keys()]).toEqual(['DEC26 WMAZ 2026-11-18']);
  });

  it('has the MTM of each day that ended, with and without deals, and starts the next one empty', () => {
    const market = dealtMarket();
    market.operate({ kind: 'endDay' });
    market.order('abdul', { price: price(4030), lots: lots(1) });
    market.order('denise', { side: 'S', price: price(4030), lots: lots(1) });
    const { days } = folded(market.outcomes);
    expect(days.get('DEC26 WMAZ 2026-11-18')).toMatchObject({ mtm: 403_600, open: 107 });
    expect(days.get('MAR27 WMAZ 2026-11-18')).toEqual({
      figures: null,
      unpriced: 0,
      mtm: 406_000,
      open: 100,
    });
    // No open interest, no deal, no new MTM.
    expect(days.has('NOV26 WMAZ 2026-11-18')).toBe(false);
    expect(days.get('DEC26 WMAZ 2026-11-19')).toEqual({
      figures: { open: 403_000, high: 403_000, low: 403_000, close: 403_000, volume: 1, deals: 1 },
      unpriced: 0,
      mtm: null,
      open: null,
    });
  });

  it('has the MTM at which positions are closed on the last day of a contract, even without deals that day', () => {
    const contract = 'NOV26 WMAZ';
    const instruments = smallMarket.instruments.map((instrument) => ({
      ...instrument,
      settlement: 'cash' as const,
    }));
    const market = TestMarket.opened({ ...smallMarket, instruments });
    const mtm = smallMarket.futures.find(({ month }) => month === 11)?.mtm;
    market.order('abdul', { contract, price: asPrice(mtm ?? 0), lots: lots(3) });
    market.order('denise', { contract, side: 'S', price: asPrice(mtm ?? 0), lots: lots(3) });
    const ends: Outcome[] = [];
    const isSettled = () =>
      ends.at(-1)?.events.some((event) => event.kind === 'dealBooked' && event.origin === 'settlement');
    while (!isSettled()) ends.push(market.operate({ kind: 'endDay' }));
    const lastDay = ends.at(-1)?.events.find((event) => event.kind === 'dayEnded')?.businessDay;
    expect(ends.length).toBeGreaterThan(1);
    expect(folded(market.outcomes).days.get(`${contract} ${lastDay}`)).toEqual({
      figures: null,
      unpriced: 0,
      mtm,
      open: 0,
    });
  });

  it('prints each deal once, with its aggressor, and names members only if the market discloses them', () => {
    const market = dealtMarket();
    const prints = folded(market.outcomes).prints;
    expect(prints.map(({ aggressor, lots: qty }) => [aggressor, qty])).toEqual([
      ['S', 2],
      ['S', 1],
      ['S', 4],
    ]);
    expect(prints[0]).toMatchObject({ price: 403_480, buyer: 'KAND', seller: 'VELD', origin: 'screen' });

    const closed = TestMarket.opened({
      ...smallMarket,
      market: { ...smallMarket.market, disclosesMembers: false },
    });
    closed.order('abdul', {});
    closed.order('denise', { side: 'S' });
    const print = folded(closed.outcomes).prints[0];
    expect([print?.buyer, print?.seller]).toEqual([null, null]);
    expect(JSON.stringify(print)).not.toMatch(/KAND|VELD/);
  });

  it('keeps deals and completed orders as their data sets show them, including the deals and orders of the day’s end', () => {
    const market = dealtMarket();
    const projections = new Projections();
    for (const outcome of market.outcomes) projections.apply(outcome);
    const members = ['KAND', 'VELD'].map((member) => ({ userId: '', member }));
    const { deals } = folded(market.outcomes);
    const shown = members.flatMap((viewer) => projections.rowsFor('deals', viewer).rows);
    expect([...deals.values()].map(({ businessDay: _day, ...row }) => row).sort(byDealSeq)).toEqual(
      shown.sort(byDealSeq),
    );
    const completed = members.flatMap((viewer) => projections.rowsFor('completedOrders', viewer).rows);
    expect(completed.length).toBeGreaterThan(2);

    market.operate({ kind: 'endDay' });
    const { orders } = folded(market.outcomes);
    expect(orders.slice(0, completed.length).map(({ businessDay: _day, ...row }) => row)).toEqual(
      completed.sort((a, b) => a.completedOrderSeq - b.completedOrderSeq),
    );
    const expired = orders.slice(completed.length);
    expect(expired.map(({ state, businessDay }) => [state, businessDay])).toEqual([
      ['Expired', '2026-11-18'],
      ['Expired', '2026-11-18'],
    ]);
  });

  it('follows a deal that is corrected or cancelled during its day', () => {
    const market = dealtMarket();
    market.operate({ kind: 'grantPermissions', userId: 'abdul', flags: ['correctDealPrinciple'] });
    const [last] = [...folded(market.outcomes).deals.values()].filter(
      ({ principal }) => principal === '9996S',
    );
    const dealSeq = last?.dealSeq ?? 0;
    const moved = market.by('abdul', {
      kind: 'correctDealPrinciple',
      dealSeq,
      principal: 'KAND',
      capacity: 'P',
      subAccount: null,
    });
    expect(moved.verdict.kind).toBe('accepted');
    const { deals, prints } = folded(market.outcomes);
    expect(deals.get(dealSeq)).toMatchObject({ principal: 'KAND', capacity: 'P', qty: last?.qty });
    expect(prints).toHaveLength(3);

    const fold = new HistoryFold();
    for (const outcome of market.outcomes) fold.apply(outcome);
    expect(fold.take().cancelledPrints).toEqual([]);
    const matchSeq = last?.matchSeq ?? 0;
    fold.apply(market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' }));
    const taken = fold.take();
    expect(taken.cancelledPrints).toEqual([matchSeq]);
    expect(taken.deals.map(({ row }) => [row.matchSeq, row.state])).toEqual([
      [matchSeq, 'Cancelled'],
      [matchSeq, 'Cancelled'],
    ]);
    expect(fold.take().cancelledPrints).toEqual([]);
  });

  it('follows error trades: a deal gets its right price, a package is cancelled as a whole', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    market.order('abdul', { lots: lots(2), price: price(4034.8) });
    market.order('denise', { side: 'S', lots: lots(2), price: price(4034.8) });
    const split = { contract: 'DEC26-MAR27 WMAZ', lots: lots(3), price: price(24) };
    market.order('abdul', split);
    market.order('denise', { ...split, side: 'S' });
    const fold = new HistoryFold();
    for (const outcome of market.outcomes) fold.apply(outcome);
    const { prints } = fold.take();
    expect(prints.map(({ contract, origin }) => `${contract} ${origin}`)).toEqual([
      'DEC26 WMAZ screen',
      'DEC26-MAR27 WMAZ package',
      'MAR27 WMAZ split',
      'DEC26 WMAZ split',
    ]);
    // Saved in between: the day's packages are still known.
    const again = new HistoryFold();
    again.load(JSON.parse(JSON.stringify(fold.save())) as SavedHistory);
    const [dealt = 0, whole = 0, far = 0, near = 0] = prints.map(({ matchSeq }) => matchSeq);
    const reason = 'typed wrong';
    const repriced = market.operate({ kind: 'repriceDeal', matchSeq: dealt, price: price(4030), reason });
    expect(repriced.verdict.kind).toBe('accepted');
    again.apply(repriced);
    const corrected = again.take();
    expect(corrected.repricedPrints).toEqual([{ matchSeq: dealt, price: 403_000 }]);
    expect(corrected.cancelledPrints).toEqual([]);
    expect(corrected.deals.map(({ row }) => [row.matchSeq, row.price])).toEqual([
      [dealt, 4030],
      [dealt, 4030],
    ]);
    again.apply(market.operate({ kind: 'cancelDeal', matchSeq: near, reason }));
    const cancelled = again.take();
    expect([...cancelled.cancelledPrints].sort((a, b) => a - b)).toEqual([whole, far, near]);
    expect(cancelled.repricedPrints).toEqual([]);
    expect(again.take().cancelledPrints).toEqual([]);
  });

  it('prints a reported deal once, when it is accepted, and counts neither it nor the deals made of it for candles', () => {
    const market = openDealMarket();
    const { unmatchedSeq, version } = unmatchedOf(market.by('abdul', report({ lots: lots(10) })));
    market.by('denise', {
      kind: 'acceptUnmatchedDeal',
      unmatchedSeq,
      version,
      ...account('VELD'),
    });
    const before = folded(market.outcomes);
    const made = before.prints.map(({ price: paid, lots: qty, origin, counts, buyer, seller, aggressor }) => [
      paid,
      qty,
      origin,
      counts,
      buyer,
      seller,
      aggressor,
    ]);
    expect(made).toEqual([[403_500, 10, 'reported', 'nothing', 'KAND', 'VELD', null]]);
    expect([before.minutes.size, before.days.size]).toEqual([0, 0]);
    const own = market.deals.find(({ side }) => side === 'B')?.dealSeq ?? 0;
    const split = market.by('abdul', {
      kind: 'splitDeal',
      dealSeq: own,
      parts: [part(4, 'KAND'), part(6, '9996S')],
    });
    expect(split.verdict.kind).toBe('accepted');
    expect(folded(market.outcomes).prints).toEqual(before.prints);
  });

  it('has the options of deltas in the volume of the day, but in no price', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    const call = 'MAR27 WMAZ 4060 C';
    const quoted = { contract: `${call} D`, lots: lots(8), price: asPrice(0), volatility: volatility(2_650) };
    market.order('abdul', quoted);
    market.order('denise', { ...quoted, side: 'S' });
    const { prints, minutes, days } = folded(market.outcomes);
    const legs = prints
      .filter(({ origin }) => origin === 'delta')
      .map(({ contract, counts }) => [contract, counts]);
    expect(legs).toEqual([
      [call, 'volume'],
      ['MAR27 WMAZ', 'nothing'],
    ]);
    expect([...minutes.keys()].filter((key) => key.startsWith(`${call} `) && !key.includes(' D '))).toEqual(
      [],
    );
    expect(days.get(`${call} 2026-11-18`)).toMatchObject({ figures: null, unpriced: 8 });
  });

  it('[MODEL-7] numbers and keeps positions, money and rates as of the end of each day', () => {
    const market = dealtMarket();
    market.operate({ kind: 'endDay' });
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(100) });
    market.operate({ kind: 'endDay' });
    const { sets } = folded(market.outcomes);
    expect(sets.map(({ rowSeq }) => rowSeq)).toEqual(sets.map((_, at) => at + 1));
    const ofDay = (name: FilledDataSet, day: string) =>
      sets.filter(({ dataSetId, businessDay }) => dataSetId === dataSets[name].id && businessDay === day);
    const [first, second] = ['2026-11-18', '2026-11-19'];
    const projections = new Projections();
    for (const outcome of market.outcomes) projections.apply(outcome);
    for (const name of ['clearing', 'movements'] as const) {
      const shown: object[] = Array.from(projections.allRows(name));
      const taken = [...ofDay(name, first), ...ofDay(name, second)].map(({ row }) => row);
      expect(taken, name).toEqual(expect.arrayContaining(shown));
      expect(shown.length).toBeGreaterThan(3);
    }
    expect(ofDay('movements', first).length).toBeGreaterThan(3);
    const breakdown = Array.from(projections.allRows('breakDownAnalysis'));
    expect(ofDay('breakDownAnalysis', second).map(({ row }) => row)).toEqual(breakdown);
    // Positions of the closing day: purchases of that day, and not the opening of the next.
    const held = ofDay('positions', first).find(({ principal }) => principal === '9996S');
    expect(held).toMatchObject({ member: 'KAND', row: { opening: 0, bought: 4, net: 4 } });
    expect(ofDay('consPositions', first).map(({ member }) => member)).toEqual(['KAND', 'VELD']);
    expect(ofDay('margins', first).length).toBeGreaterThan(0);
    expect(new Set(ofDay('margins', first).map(({ member }) => member))).toEqual(new Set(['']));
    expect(ofDay('clearingInfo', second).length).toBeGreaterThan(2);
  });

  it('[SILO-3] keeps both sides of deliveries and their invoices, even when it is saved between delivery and end of day', () => {
    const market = openSiloMarket();
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    for (const name of ['tendering', 'bidding', 'deciding'] as const) {
      stage(market, name);
      if (name === 'tendering') market.by('denise', tender());
    }
    award(market);
    const before = new HistoryFold();
    for (const outcome of market.outcomes) before.apply(outcome);
    before.take();
    const fold = new HistoryFold();
    fold.load(JSON.parse(JSON.stringify(before.save())) as SavedHistory);
    fold.apply(market.operate({ kind: 'endDay' }));
    fold.apply(market.operate({ kind: 'endDay' }));
    const { sets } = fold.take();
    const projections = new Projections();
    for (const outcome of market.outcomes) projections.apply(outcome);
    for (const name of ['siloAllocations', 'siloInvoices'] as const) {
      const taken = sets.filter(({ dataSetId }) => dataSetId === dataSets[name].id);
      expect(taken.map(({ row }) => row)).toEqual(Array.from(projections.allRows(name)));
      expect(taken.map((row) => [row.businessDay, row.member, row.principal])).toEqual([
        ['2026-11-18', 'KAND', 'KAND'],
        ['2026-11-18', 'VELD', 'VELD'],
      ]);
    }
  });

  it('has a clearing row of each day for accounts and members that moved no money', () => {
    const market = dealtMarket();
    market.operate({ kind: 'endDay' });
    market.operate({ kind: 'endDay' });
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(100) });
    market.operate({ kind: 'endDay' });
    const { sets } = folded(market.outcomes);
    const statement = (day: string) =>
      sets
        .filter(({ dataSetId, businessDay }) => dataSetId === dataSets.clearing.id && businessDay === day)
        .map(({ row }) => row as ClearingRow);
    const [first, , third] = ['2026-11-18', '2026-11-19', '2026-11-20'].map(statement);
    const accounts = (rows: ClearingRow[] = []) =>
      rows.map(({ member, principal }) => `${member} ${principal}`);
    expect(accounts(first)).toEqual(['KAND 9996S', 'KAND KAND', 'SLAP SLAP', 'VELD VELD']);
    expect(accounts(third)).toEqual(accounts(first));
    const of = (rows: ClearingRow[] | undefined, principal: string) =>
      rows?.find((row) => row.principal === principal);
    const { balance, margin } = of(first, '9996S') ?? {};
    expect(balance).toBeLessThan(0);
    expect(of(third, '9996S')).toEqual({
      ...of(first, '9996S'),
      uniqueKey: '2026-11-20 9996S',
      businessDay: '2026-11-20',
      openingBalance: balance,
      variationMargin: 0,
      initialMargin: 0,
      marginBefore: margin,
      dueOn: '2026-11-23',
      overdue: -(balance ?? 0),
    });
    expect(of(third, 'SLAP')).toMatchObject({
      openingBalance: 0,
      balance: 0,
      status: 'settled',
      dueOn: null,
    });
    expect(of(third, 'KAND')).toMatchObject({ payments: 1 });
  });

  it('has the margins of the day that ends, not those that apply from the next', () => {
    const market = dealtMarket();
    market.operate({
      kind: 'setMargins',
      instrument: 'WMAZ',
      initialMargin: asMoney(3_000_000),
      classSpreadMargin: asMoney(1_000_000),
      volatilityRange: volatility(500),
    });
    market.operate({ kind: 'endDay' });
    const { sets } = folded(market.outcomes);
    const december = sets.filter(
      ({ row }) => 'classSpreadMargin' in row && Reflect.get(row, 'contract') === 'DEC26 WMAZ',
    );
    expect(december.map(({ row }) => Reflect.get(row, 'initialMargin'))).toEqual([21_000, 30_000]);
  });

  it('has the VAT and the cut-off of the day that ends, not those that apply from the next', () => {
    const perTon = { future: asPrice(20), option: asPrice(15) };
    const data = {
      ...smallMarket,
      market: { ...smallMarket.market, vatPercent: 15, paymentCutOff: '10:00' },
      instruments: smallMarket.instruments.map((instrument) => ({
        ...instrument,
        bookingFee: { own: perTon, client: perTon },
      })),
    };
    const market = TestMarket.opened(data);
    const changed = { ...data, market: { ...data.market, vatPercent: 16, paymentCutOff: '09:00' } };
    market.operate({ kind: 'applyReferenceData', effectiveFrom: null, referenceData: changed });
    market.operate({ kind: 'endDay' });
    const rows = folded(market.outcomes).sets.filter(({ businessDay }) => businessDay === '2026-11-18');
    const rowsOf = (name: FilledDataSet) =>
      rows.filter(({ dataSetId }) => dataSetId === dataSets[name].id).map(({ row }) => row);
    const fee = (day: string) => `own WMAZ future ${day}`;
    expect(rowsOf('bfProfiles')).toContainEqual(
      expect.objectContaining({ uniqueKey: fee('2026-11-18'), vatPercent: 15, feePerContract: 23 }),
    );
    expect(rowsOf('clearingInfo')[0]).toMatchObject({ paymentCutOff: '10:00' });

    const projections = new Projections();
    for (const outcome of market.outcomes) projections.apply(outcome);
    const now = (name: 'bfProfiles' | 'clearingInfo') =>
      projections.rowsFor(name, { userId: '', member: 'KAND' }).rows;
    expect(now('bfProfiles')).toContainEqual(
      expect.objectContaining({ uniqueKey: fee('2026-11-19'), vatPercent: 16, feePerContract: 23.2 }),
    );
    expect(now('clearingInfo')[0]).toMatchObject({ paymentCutOff: '09:00' });
  });

  it('has the open interest of principals: a deal that moves to a sub-account changes nothing', () => {
    const openInterest = (isMoved: boolean) => {
      const market = openDealMarket();
      const { buy } = deal(market, { principal: '9996S', lots: 5 });
      deal(market, { principal: '9996S', subAccount: 'EAST', lots: 2 });
      if (isMoved) market.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' });
      // Long 7 in one sub-account, short 3 in the other sub-account.
      deal(market, { buyer: 'denise', seller: 'abdul', sellerPrincipal: '9996S', lots: 3 });
      market.operate({ kind: 'endDay' });
      return folded(market.outcomes).days.get('DEC26 WMAZ 2026-11-18')?.open;
    };
    expect(openInterest(true)).toBe(104);
    expect(openInterest(false)).toBe(104);
  });

  it('has the open interest with which a future was listed from a file, with and without a deal', () => {
    const market = openDealMarket();
    const future = {
      instrument: 'WMAZ',
      year: 2027,
      month: 5,
      displaySeq: 9,
      mtm: price(4_100),
      openInterest: 500,
    };
    const referenceData = { ...dealMarket, futures: [...dealMarket.futures, future] };
    market.operate({ kind: 'applyReferenceData', referenceData, effectiveFrom: null });
    market.operate({ kind: 'endDay' });
    market.operate({ kind: 'endDay' });
    deal(market, { contract: 'MAY27 WMAZ', price: 410_000, lots: 5 });
    market.operate({ kind: 'endDay' });
    const { days } = folded(market.outcomes);
    const openInterest = ['2026-11-19', '2026-11-20'].map((day) => days.get(`MAY27 WMAZ ${day}`)?.open);
    expect(openInterest).toEqual([500, 505]);
  });

  it('keeps a rejected order with its reason', () => {
    const market = TestMarket.opened();
    market.by('abdul', { ...anOrder, lots: lots(101) });
    expect(folded(market.outcomes).orders).toMatchObject([{ state: 'Rejected', member: 'KAND', qty: 101 }]);
  });

  it('is the same wherever rows are taken, and wherever it is saved and loaded', () => {
    const step = fc.record({
      user: fc.constantFrom('abdul', 'denise'),
      side: fc.constantFrom<Side>('B', 'S'),
      rand: fc.integer({ min: 4030, max: 4040 }),
      qty: fc.integer({ min: 1, max: 120 }),
      what: fc.constantFrom('order', 'order', 'order', 'order', 'cancel', 'endDay'),
      cut: fc.constantFrom('none', 'none', 'take', 'save'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const market = TestMarket.opened();
        let fold = new HistoryFold();
        const kept = new Kept();
        let next = 0;
        for (const { user, side, rand, qty, what, cut } of steps) {
          if (what === 'endDay') market.operate({ kind: 'endDay' });
          else if (what === 'cancel')
            market.by(user, { kind: 'cancelAllActiveOrders', filter: anyOrder, expectedCount: 1 });
          else
            market.by(user, {
              ...anOrder,
              side,
              price: price(rand),
              lots: lots(qty),
              principal: user === 'abdul' ? 'KAND' : 'VELD',
            });
          for (const outcome of market.outcomes.slice(next)) fold.apply(outcome);
          next = market.outcomes.length;
          if (cut === 'none') continue;
          kept.add(fold.take());
          if (cut === 'take') continue;
          const saved = JSON.parse(JSON.stringify(fold.save())) as SavedHistory;
          fold = new HistoryFold();
          fold.load(saved);
        }
        kept.add(fold.take());
        expect(kept).toEqual(folded(market.outcomes));
      }),
      { numRuns: isQuick ? 40 : 150 },
    );
  });
});

const byDealSeq = (a: DealRow, b: DealRow) => a.dealSeq - b.dealSeq;
const anyOrder = { instrument: null, contract: null, principal: null, dealer: null };
