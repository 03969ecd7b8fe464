import {
  demoMaxOrderQuantity,
  MemoryMarket,
  type RejectedOrder,
  simulatedFlags,
  simulatedUsers,
  startSimulation,
} from '@openpit/market';
import { ContractBooks } from '@openpit/projections';
import { type MarketName, startSimulator } from '@openpit/simulator';
import { asPrice, type EpochMs, epochMs, lots, type Outcome, type Submission } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import type { MarketRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { readMarketFile } from './read-files.ts';
import { VirtualClock } from './schedule/virtual-clock.ts';
import { demoMarketFile } from './server-folder.ts';

/** The demonstration market without a journal, under a virtual clock. */
async function demoMarket(users = Object.values(simulatedUsers), firstDay?: string) {
  const clock = new VirtualClock(epochMs(Date.UTC(2026, 10, 18, 8)));
  const books = new ContractBooks();
  const outcomes: Outcome[] = [];
  const gateway = new MemoryMarket({
    clock,
    drawSeed: () => 1,
    onChanges: (outcome) => {
      outcomes.push(outcome);
      for (const event of outcome.events) books.apply(event);
    },
  });
  const { view: projections } = gateway;
  const operate = (command: Submission['command']) =>
    gateway.submit({ by: testOperator, requestId: null, command });
  const { anchorDate, referenceData } = await readMarketFile(demoMarketFile);
  await operate({ kind: 'openMarket', businessDay: firstDay ?? anchorDate, referenceData });
  for (const { userId, member, dealer } of users) {
    await operate({ kind: 'registerUser', userId, member, dealer });
    await operate({ kind: 'grantPermissions', userId, flags: simulatedFlags });
    const command = { kind: 'setOwnMaxOrderQuantity', maxLots: lots(demoMaxOrderQuantity) } as const;
    await gateway.submit({ by: { kind: 'user', userId }, requestId: null, command });
  }
  const pass = async (ms: number) => {
    const until: EpochMs = epochMs(clock.now() + ms);
    while (clock.now() < until) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Time that passes with only the due work. */
  const skip = (ms: number) => clock.advance(ms);
  const failures: unknown[] = [];
  const rejectedOrders: RejectedOrder[] = [];
  const start = (market: MarketName, seed = 1) =>
    startSimulation({
      startSimulator,
      gateway,
      view: projections,
      clock,
      seed,
      market,
      onFailure: (error) => failures.push(error),
      onRejected: (rejected) => rejectedOrders.push(rejected),
    });
  const rows = (): MarketRow[] => {
    projections.market.takeChanges();
    return projections.directory
      .tradedContracts()
      .flatMap(({ contract }) => projections.market.row(contract) ?? []);
  };
  return {
    start,
    pass,
    skip,
    rows,
    outcomes,
    failures,
    rejectedOrders,
    operate,
    gateway,
    projections,
    books,
  };
}

type DemoMarket = Awaited<ReturnType<typeof demoMarket>>;

const kinds = { 2: 'options', 3: 'spreads', 4: 'splits', 5: 'deltas' } as const;

const sides = ['B', 'S'] as const;

/** Price levels and members on the thinner side of each future, and the distance of its middle price from its MTM as a share. */
function futureBooks({ projections, books }: DemoMarket) {
  const futures = projections.directory.tradedContracts().filter(({ kind }) => kind === 'future');
  return futures.map(({ contract, instrument, lastTradingDay, mtm }) => {
    const { buys, sells } = books.of(contract);
    const fewest = (of: 'price' | 'member') =>
      Math.min(...[buys, sells].map((orders) => new Set(orders.map((order) => order[of])).size));
    const middle =
      sides.reduce((sum, side) => sum + (books.of(contract).best(side)?.price ?? Number.NaN), 0) / 2;
    return {
      contract,
      place: futures.filter(
        (future) => future.instrument === instrument && future.lastTradingDay < lastTradingDay,
      ).length,
      levels: fewest('price'),
      members: fewest('member'),
      off: Math.abs(middle - mtm) / mtm,
    };
  });
}

/** Contracts with a bid and an offer, by kind. */
function twoWay({ rows }: DemoMarket): Record<string, number> {
  const counts: Record<string, number> = { options: 0, spreads: 0, splits: 0, deltas: 0 };
  for (const { contractDisplay, bid, offer } of rows()) {
    const type = contractDisplay.CONTRACT_TYPE;
    if (type === 1 || bid === null || offer === null) continue;
    expect(bid).toBeLessThan(offer);
    counts[kinds[type]] = (counts[kinds[type]] ?? 0) + 1;
  }
  return counts;
}

/** More lots and narrower spreads in the front months; options, deltas, splits, spreads and large orders are dealt occasionally. */
function expectMonthsAsInAMarket(market: DemoMarket): void {
  const { outcomes, projections, books } = market;
  const deals = outcomes.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'dealMade' ? [event] : [])),
  );
  const kindOf = (contract: string) => projections.directory.contract(contract)?.kind;
  expect(new Set(deals.map(({ contract }) => kindOf(contract)))).toEqual(
    new Set(['future', 'option', 'delta', 'split', 'spread']),
  );
  expect(deals.filter((deal) => deal.lots >= 20).length).toBeGreaterThanOrEqual(3);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const futures = futureBooks(market);
  const [front, middle, back] = [
    [0, 1],
    [2, 3],
    [4, 5],
  ].map((places) => {
    const months = futures.filter(({ place }) => places.includes(place)).map(({ contract }) => contract);
    const dealt = deals.filter(({ contract }) => months.includes(contract));
    return {
      lots: dealt.reduce((sum, deal) => sum + deal.lots, 0) / months.length,
      ticks: mean(
        months.map((contract) => {
          const [bid, offer] = sides.map((side) => books.of(contract).best(side)?.price ?? Number.NaN);
          const { instrument = '' } = projections.directory.contract(contract) ?? {};
          return ((offer ?? 0) - (bid ?? 0)) / (projections.directory.instrument(instrument)?.tick ?? 1);
        }),
      ),
    };
  });
  expect(front?.lots).toBeGreaterThan((middle?.lots ?? 0) * 1.3);
  expect(middle?.lots).toBeGreaterThan((back?.lots ?? 0) * 1.3);
  expect(front?.ticks).toBeLessThan((middle?.ticks ?? 0) / 1.2);
  expect(middle?.ticks).toBeLessThan((back?.ticks ?? 0) / 1.2);
}

/** The number of strikes with an offer on the thinner side of the money, for each expiry of an instrument. */
function quotedStrikes({ projections, books }: DemoMarket, instrument: string, kind: 'option' | 'delta') {
  const sidesOf = new Map<string, { below: number; above: number }>();
  for (const contract of projections.directory.tradedContracts()) {
    if (contract.kind !== kind || contract.instrument !== instrument || contract.flag !== 'C') continue;
    if (books.of(contract.contract).best('S') === undefined) continue;
    const mtm = projections.directory.contract(contract.underlying ?? '')?.mtm ?? 0;
    const known = sidesOf.get(contract.optionExpiry) ?? { below: 0, above: 0 };
    sidesOf.set(contract.optionExpiry, known);
    known[contract.strike < mtm ? 'below' : 'above'] += 1;
  }
  return [...sidesOf.values()].map(({ below, above }) => Math.min(below, above));
}

const rejections = ({ outcomes }: DemoMarket) =>
  outcomes.flatMap(({ verdict }) => (verdict.kind === 'rejected' ? [verdict.rejection] : []));

describe('the simulated demonstration market', () => {
  it('has two-way quotes for every panel 30 s after a quiet start, without a rejection', async () => {
    const market = await demoMarket();
    const stop = market.start('quiet');
    await market.pass(30_000);
    await stop();
    const { options = 0, spreads, splits = 0, deltas } = twoWay(market);
    // Six instruments, two expiries, seven strikes; a few far from the money are worth less than a tick and have no bid.
    expect(options).toBeGreaterThanOrEqual(6 * 2 * 7 * 2 - 10);
    expect(spreads).toBe(8);
    expect(splits).toBeGreaterThanOrEqual(50);
    // Two instruments, two expiries.
    expect(deltas).toBeGreaterThanOrEqual(2 * 2 * 19 * 2);
    for (const instrument of ['WMAZ', 'YMAZ'])
      for (const kind of ['option', 'delta'] as const) {
        const strikes = quotedStrikes(market, instrument, kind);
        expect(strikes.length, `${kind} ${instrument}`).toBeGreaterThanOrEqual(2);
        expect(Math.min(...strikes), `${kind} ${instrument}`).toBeGreaterThanOrEqual(9);
      }
    expect(rejections(market)).toEqual([]);
    expect(market.failures).toEqual([]);
  });

  it.each([
    [1, 15],
    [2, 5],
    [3, 5],
  ])(
    'keeps ten levels of three members in the front months, and deals every few seconds (seed %i, %i minutes)',
    async (seed, minutes) => {
      const market = await demoMarket();
      const stop = market.start('lively', seed);
      await market.pass(20_000);
      const atStart = market.outcomes.length;
      const dealt = new Set(market.rows().flatMap(({ contract, last }) => (last === null ? [] : [contract])));
      expect(futureBooks(market).filter(({ contract, place }) => place < 2 && !dealt.has(contract))).toEqual(
        [],
      );
      for (let minute = 0; minute <= minutes; minute += 1) {
        const futures = futureBooks(market);
        const front = futures.filter(({ place }) => place < 2);
        expect(front).toHaveLength(26);
        expect(front.filter(({ levels, members }) => levels < 10 || members < 3)).toEqual([]);
        // Later months are thinner, but not empty.
        const later = futures.filter(({ place }) => place > 3);
        expect(later.filter(({ levels }) => levels < 2 || levels > 7)).toEqual([]);
        // Prices stay around the official ones.
        expect(futures.filter(({ off }) => !(off < 0.03))).toEqual([]);
        await market.pass(60_000);
      }
      await stop();
      const after = market.outcomes.slice(atStart);
      const dealtAt = after.flatMap(({ at, events }) =>
        events.some(({ kind }) => kind === 'dealMade') ? [at] : [],
      );
      const pauses = dealtAt.slice(1).map((at, index) => at - (dealtAt[index] ?? 0));
      expect(pauses.filter((ms) => ms > 10_000).length).toBeLessThan(pauses.length * 0.03);
      expect(dealtAt.length / (minutes + 1)).toBeGreaterThan(20);
      // Each command is a row of the journal on a disk.
      expect(after.length / (minutes + 1)).toBeLessThan(550);
      expect(rejections(market).length).toBeLessThan(market.outcomes.length / 200);
      expect(market.failures).toEqual([]);
    },
  );

  it('[SILO-3] delivers: a short tenders its certificate, and a long bids for it and receives it', async () => {
    const market = await demoMarket(undefined, '2026-12-02');
    const { gateway, operate, projections } = market;
    const contract = 'DEC26 WMAZ';
    const price = projections.directory.contract(contract)?.mtm ?? asPrice(0);
    for (const [{ userId, principal, capacity }, side] of [
      [simulatedUsers.hedger, 'S'],
      // The exporter's order waits, so that the exporter is still long when the bidding begins.
      [simulatedUsers.exporter, 'B'],
    ] as const) {
      const terms = {
        contract,
        side,
        type: 'Normal',
        lots: lots(30),
        price,
        capacity,
        principal,
      } as const;
      const command = { kind: 'insertOrder', ...terms } as const;
      await gateway.submit({ by: { kind: 'user', userId }, requestId: null, command });
    }
    const stop = market.start('lively');
    for (const stage of ['tendering', 'bidding', 'deciding'] as const) {
      await operate({ kind: 'beginSiloStage', stage, endsAt: null });
      await market.pass(120_000);
    }
    await operate({ kind: 'awardSiloLots' });
    await stop();
    const events = market.outcomes.flatMap((outcome) => outcome.events);
    const bids = events.filter(({ kind }) => kind === 'siloBidChanged');
    expect(bids.length).toBeGreaterThan(0);
    // The short party depends on the deals in between.
    const delivered = events.filter((event) => event.kind === 'siloDelivered');
    expect(delivered.map((event) => [event.contract, event.award])).toContainEqual([contract, 'bid']);
    expect(rejections(market).filter(({ code }) => code.startsWith('silo'))).toEqual([]);
    expect(market.failures).toEqual([]);
  });

  it('keeps quotes near their theoretical values for half an hour, with a few deals, most in front months, and fewer at lunch', async () => {
    const market = await demoMarket();
    const stop = market.start('lively');
    await market.pass(30 * 60_000);
    const morning = market.outcomes.length;
    expectMonthsAsInAMarket(market);
    // The morning was half an hour, this is ten minutes after noon.
    market.skip(105 * 60_000);
    const noon = market.outcomes.length;
    await market.pass(10 * 60_000);
    await stop();
    const dealsOf = (outcomes: readonly Outcome[]) =>
      outcomes.filter(({ events }) => events.some(({ kind }) => kind === 'dealMade')).length;
    const [atWork, atLunch] = [market.outcomes.slice(0, morning), market.outcomes.slice(noon)].map(dealsOf);
    expect((atLunch ?? 0) * 3).toBeLessThan((atWork ?? 0) * 0.7);
    const { options = 0, splits = 0 } = twoWay(market);
    expect(options).toBeGreaterThan(140);
    expect(splits).toBeGreaterThan(45);
    const inPackages = market.outcomes
      .flatMap(({ events }) => events)
      .filter((event) => event.kind === 'dealMade' && !/^\w+ \w+$/.test(event.contract));
    expect(inPackages.length).toBeGreaterThan(5);
    expect(inPackages.length).toBeLessThan(120);
    const middle = (contract: string): number => {
      const row = market.projections.market.row(contract);
      return row?.bid == null || row.offer == null ? Number.NaN : (row.bid + row.offer) / 2;
    };
    const off = market.projections.directory.tradedContracts().flatMap(({ contract, legs, kind }) => {
      if (legs === undefined || kind !== 'split' || Number.isNaN(middle(contract))) return [];
      const tick = /SUNS|SOYA|BEAN|MEAL|OILS/.test(contract) ? 1 : 0.2;
      return [Math.abs(middle(contract) - (middle(legs.plus) - middle(legs.minus))) / tick];
    });
    expect(off.length).toBeGreaterThan(45);
    expect(off.filter((ticks) => !(ticks < 12))).toEqual([]);
    expect(market.failures).toEqual([]);
  });

  it('runs without a participant whose dealer the market lacks', async () => {
    const market = await demoMarket(
      Object.values(simulatedUsers).filter(({ userId }) => userId !== simulatedUsers.exporter.userId),
    );
    const stop = market.start('quiet');
    await market.pass(20_000);
    await stop();
    const front = futureBooks(market).filter(({ place }) => place < 2);
    expect(new Set(front.map(({ members }) => members))).toEqual(new Set([3]));
    expect(rejections(market)).toEqual([]);
    expect(market.failures).toEqual([]);
  });

  it('also quotes on the next days, at the new marks and without expired contracts', async () => {
    const market = await demoMarket();
    const stop = market.start('quiet');
    await market.pass(20_000);
    for (let day = 0; day < 3; day += 1) await market.operate({ kind: 'endDay' });
    await market.pass(30_000);
    await stop();
    const { options = 0, splits = 0, deltas } = twoWay(market);
    expect(options).toBeGreaterThanOrEqual(6 * 2 * 7 * 2 - 10);
    expect(splits).toBeGreaterThanOrEqual(50);
    expect(deltas).toBeGreaterThanOrEqual(2 * 2 * 19 * 2);
    const today = market.projections.directory.businessDay;
    const quotedAfterExpiry = market
      .rows()
      .filter(({ bid, optionExpiry }) => optionExpiry !== undefined && optionExpiry < today && bid !== null);
    expect(quotedAfterExpiry).toEqual([]);
    expect(market.failures).toEqual([]);
  });

  it('reports each rejection of a simulated participant with its code, and no other rejections', async () => {
    const market = await demoMarket();
    const stop = market.start('lively');
    await market.pass(5_000);
    expect(market.rejectedOrders).toEqual([]);
    const { userId, member, dealer } = simulatedUsers.maker;
    await market.operate({ kind: 'revokePermissions', userId, flags: simulatedFlags });
    const stranger = { kind: 'user', userId: 'nobody' } as const;
    const command = { kind: 'deleteActiveOrder', activeOrderSeq: 1 } as const;
    await market.gateway.submit({ by: stranger, requestId: null, command });
    await market.operate({ kind: 'registerUser', userId, member, dealer });
    await market.pass(10_000);
    await stop();
    expect(market.rejectedOrders.length).toBeGreaterThan(0);
    const [first] = market.rejectedOrders;
    expect(first).toMatchObject({ userId, code: 'notPermitted' });
    expect(market.outcomes.find(({ seq }) => seq === first?.seq)?.verdict.kind).toBe('rejected');
    expect(new Set(market.rejectedOrders.map((rejectedOrder) => rejectedOrder.userId))).toEqual(
      new Set([userId]),
    );
  });
});
