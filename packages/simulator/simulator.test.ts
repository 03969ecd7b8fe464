import { asPrice, type Clock, type EpochMs, epochMs, lots } from '@openpit/venue';
import { orderFlags, smallMarket, TestGateway } from '@openpit/venue/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { FairPrice, SharedMoves } from './fair-price.ts';
import { hedgerLimit, isHarvest } from './participants/hedger.ts';
import { makerLimit } from './participants/market-maker.ts';
import { restingLimit } from './participants/resting-trader.ts';
import { speculatorLimit } from './participants/speculator.ts';
import type { MarketName } from './profiles.ts';
import { Random } from './random.ts';
import { startSimulator } from './simulator.ts';

/** Calls back at the next turn of the event loop, so that no test waits for real time. */
const immediateClock: Clock = {
  now: () => epochMs(Date.UTC(2026, 10, 18)),
  at(_time: EpochMs, call: () => void) {
    const immediate = setImmediate(call);
    return () => clearImmediate(immediate);
  },
};

const contracts = smallMarket.futures.map((future, at) => ({
  contract: ['DEC26 WMAZ', 'MAR27 WMAZ', 'NOV26 WMAZ'][at] ?? '',
  instrument: 'WMAZ',
  tick: asPrice(20),
  start: future.mtm,
  official: future.mtm,
  place: at,
  limits: at === 2 ? null : { low: asPrice(future.mtm - 20_000), high: asPrice(future.mtm + 20_000) },
}));

const members = [
  ['maker', 'KAND', 'ABD'],
  ['hedger', 'VELD', 'DEN'],
  ['taker', 'SLAP', 'SLP'],
  ['rester', 'VELD', 'DEN'],
] as const;
const market = {
  ...smallMarket,
  members: smallMarket.members.map((member) => ({ ...member, active: true })),
};

async function simulated(
  seed: number,
  commands: number,
  profile: MarketName = 'lively',
): Promise<TestGateway> {
  // A millisecond per command.
  const gateway: TestGateway = new TestGateway(() => gateway.venue.lastSeq + 1);
  await gateway.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: market });
  for (const [userId, member, dealer] of members) {
    await gateway.operate({ kind: 'registerUser', userId, member, dealer });
    await gateway.operate({ kind: 'grantPermissions', userId, flags: orderFlags });
    await gateway.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(500) });
  }
  const failures: unknown[] = [];
  await new Promise<void>((resolve) => {
    const stop = startSimulator({
      gateway,
      clock: immediateClock,
      seed,
      market: profile,
      maker: { userId: 'maker', principal: 'KAND', capacity: 'P' },
      hedger: { userId: 'hedger', principal: 'VELD', capacity: 'P' },
      speculator: { userId: 'taker', principal: 'SLAP', capacity: 'P' },
      resting: [{ userId: 'rester', principal: '8001V', capacity: 'A' }],
      contracts,
      writer: { userId: 'maker', principal: 'KAND', capacity: 'P' },
      packages: [],
      delivering: [],
      leftOver: [],
      heldPositions: [],
      onFailure: (error) => failures.push(error),
    });
    gateway.onOutcome(({ seq }) => {
      if (seq === commands) stop().then(resolve);
    });
  });
  expect(failures).toEqual([]);
  return gateway;
}

const eventsOf = ({ outcomes }: TestGateway) => outcomes.flatMap((outcome) => outcome.events);

describe.each(['lively', 'storm'] as const)('the simulated %s market', (profile) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await simulated(7, 16_000, profile);
  });

  it('quotes every contract, moves prices and makes deals', () => {
    const events = eventsOf(gateway);
    for (const { contract } of contracts) {
      const prices = new Set(
        events.flatMap((event) =>
          event.kind === 'orderRested' && event.contract === contract ? [event.price] : [],
        ),
      );
      expect(prices.size).toBeGreaterThan(20);
    }
    expect(events.filter(({ kind }) => kind === 'dealMade').length).toBeGreaterThan(200);
  });

  it('is rarely rejected, and only where another participant was faster', () => {
    const codes = gateway.outcomes.flatMap(({ verdict }) =>
      verdict.kind === 'rejected' ? [verdict.rejection.code] : [],
    );
    const tolerated = new Set([
      'orderNotFound',
      'orderNotActive',
      'orderWithoutChange',
      'orderWouldMatchOwnOrder',
    ]);
    expect(codes.filter((code) => !tolerated.has(code))).toEqual([]);
    expect(codes.length).toBeLessThan(gateway.outcomes.length / 20);
  });

  it('keeps the positions of all participants within their limits', () => {
    const limits = new Map([
      ['KAND', makerLimit],
      ['VELD', hedgerLimit],
      ['SLAP', speculatorLimit],
      ['8001V', restingLimit],
    ]);
    const max = new Map<string, number>();
    for (const event of eventsOf(gateway))
      if (event.kind === 'positionChanged')
        max.set(event.principal, Math.max(max.get(event.principal) ?? 0, Math.abs(event.net)));
    for (const [principal, limit] of limits) expect(max.get(principal) ?? 0).toBeLessThanOrEqual(limit);
    expect(max.size).toBe(4);
  });

  it('leaves orders of the resting trader behind the quotes, fewer in later months, and deals with them', () => {
    const resting = new Map<number, string>();
    let dealt = 0;
    for (const event of eventsOf(gateway)) {
      if (event.kind === 'orderRested' && event.member === 'VELD')
        resting.set(event.activeOrderSeq, event.contract);
      if (event.kind === 'dealMade')
        for (const { owner } of [event.buy, event.sell]) if (owner.userId === 'rester') dealt += 1;
      if (event.kind === 'orderSuspended' || event.kind === 'orderDeleted' || event.kind === 'orderFilled')
        resting.delete(event.activeOrderSeq);
    }
    const counts = contracts.map(
      ({ contract }) => [...resting.values()].filter((name) => name === contract).length,
    );
    const [nearest = 0, , last = 0] = counts;
    // Five of twelve at least; the others have just dealt.
    expect(nearest).toBeGreaterThanOrEqual(5);
    expect(last).toBeGreaterThanOrEqual(3);
    expect(last).toBeLessThan(nearest);
    expect(dealt).toBeGreaterThan(10);
  });

  it('keeps its levels and no more on each side of a contract, and both sides most of the time', () => {
    const open = new Map<number, string>();
    let crowded = 0;
    let empty = 0;
    let checks = 0;
    for (const { events, seq } of gateway.outcomes) {
      for (const event of events) {
        if (event.kind === 'orderRested' && event.member === 'KAND')
          open.set(event.activeOrderSeq, `${event.contract} ${event.side}`);
        if (event.kind === 'orderSuspended' || event.kind === 'orderDeleted' || event.kind === 'orderFilled')
          open.delete(event.activeOrderSeq);
      }
      if (seq < 200 || seq % 50 !== 0) continue;
      for (const { contract } of contracts)
        for (const side of ['B', 'S']) {
          const count = [...open.values()].filter((place) => place === `${contract} ${side}`).length;
          checks += 1;
          if (count > 6) crowded += 1;
          if (count === 0) empty += 1;
        }
    }
    expect(crowded).toBe(0);
    expect(empty / checks).toBeLessThan(0.15);
  });
});

describe('the simulator', () => {
  it('does the same with the same seed, and something else with another', async () => {
    const outcomes = async (seed: number) =>
      JSON.stringify((await simulated(seed, 600)).outcomes.slice(0, 600));
    expect(await outcomes(1)).toBe(await outcomes(1));
    expect(await outcomes(1)).not.toBe(await outcomes(2));
  });

  it('hedges in one direction by season', async () => {
    expect(isHarvest('WMAZ', Date.UTC(2026, 4, 10))).toBe(true);
    expect(isHarvest('WMAZ', Date.UTC(2026, 10, 18))).toBe(false);
    expect(isHarvest('WEAT', Date.UTC(2026, 10, 18))).toBe(true);
    const gateway = await simulated(3, 1500);
    const sides = eventsOf(gateway).flatMap((event) =>
      event.kind === 'orderAccepted' && event.owner.userId === 'hedger' ? [event.side] : [],
    );
    expect(sides.length).toBeGreaterThan(10);
    expect(new Set(sides)).toEqual(new Set(['B']));
  });
});

describe('the fair price', () => {
  it('drifts and jumps rather than flickers around one value', () => {
    const random = new Random(11);
    const shared = new SharedMoves();
    const steps: number[] = [];
    for (let step = 0; step < 40_000; step += 1) {
      const before = shared.ticks;
      shared.move(random, 1);
      steps.push(shared.ticks - before);
    }
    const variance = (moves: readonly number[]) =>
      moves.reduce((sum, move) => sum + move * move, 0) / moves.length;
    const moves = (length: number) =>
      Array.from({ length: steps.length / length }, (_, at) =>
        steps.slice(at * length, (at + 1) * length).reduce((sum, step) => sum + step, 0),
      );
    // Independent steps give 1, and a price that returns immediately gives less.
    const quiet = steps.map((step) => Math.min(Math.max(step, -4), 4));
    expect(variance(moves(20)) / (20 * variance(steps))).toBeGreaterThan(1.1);
    expect(steps.filter((step) => Math.abs(step) > 10).length).toBeGreaterThan(50);
    expect(variance(steps)).toBeGreaterThan(1.5 * variance(quiet));
  });

  it('returns to the official price from a last deal far away', () => {
    const random = new Random(5);
    const fair = new FairPrice({
      contract: 'X',
      instrument: 'WMAZ',
      tick: asPrice(20),
      start: asPrice(410_000),
      official: asPrice(400_000),
      place: 0,
      limits: null,
    });
    expect(fair.offsetBy(0)).toBe(410_000);
    for (let step = 0; step < 2_000; step += 1) fair.move(random, 1);
    expect(Math.abs(fair.offsetBy(0) - 400_000)).toBeLessThan(2_000);
  });

  it('stays away from the daily limits in a long random walk with large steps', () => {
    const random = new Random(5);
    const limits = { low: asPrice(398_000), high: asPrice(402_000) };
    const fair = new FairPrice({
      contract: 'X',
      instrument: 'WMAZ',
      tick: asPrice(20),
      start: asPrice(400_000),
      official: asPrice(400_000),
      place: 0,
      limits,
    });
    let outside = 0;
    for (let step = 0; step < 20_000; step += 1) {
      fair.move(random, 3);
      if (fair.offsetBy(-20) < limits.low || fair.offsetBy(20) > limits.high || fair.offsetBy(0) % 20 !== 0)
        outside += 1;
    }
    expect(outside).toBe(0);
  });
});
