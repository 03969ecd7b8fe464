import { ContractBooks } from '@openpit/projections';
import { asPrice, type Clock, type EpochMs, epochMs, lots, type Price } from '@openpit/venue';
import { marketOfAllTypes, orderFlags, TestGateway } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { bestPrice, middlePrice } from './best-prices.ts';
import { writerLimit } from './participants/option-writer.ts';
import { speculatorLimit } from './participants/speculator.ts';
import type { MarketName } from './profiles.ts';
import type { HeldPosition, QuotedContract, QuotedPackage, SimulatedOption } from './simulated-market.ts';
import { startSimulator } from './simulator.ts';

const start = Date.UTC(2026, 10, 18, 8);
const members = [
  ['maker', 'KAND', 'ABD'],
  ['hedger', 'VELD', 'DEN'],
  ['taker', 'SLAP', 'SLP'],
  ['writer', 'KAND', 'ABD'],
  ['person', 'VELD', 'DEN'],
] as const;

const mar: SimulatedOption = {
  underlying: 'MAR27 WMAZ',
  type: 'call',
  strike: asPrice(406_000),
  years: 93 / 365,
  volatility: 2_700,
};
const put = { ...mar, type: 'put' } as const;
const far = { ...put, strike: asPrice(400_000), volatility: 2_730 };
const near: SimulatedOption = { ...mar, underlying: 'DEC26 WMAZ', strike: asPrice(404_000), years: 2 / 365 };
const packages: readonly QuotedPackage[] = [
  { contract: 'MAR27 WMAZ 4060 C', kind: 'option', tick: asPrice(20), option: mar },
  { contract: 'MAR27 WMAZ 4060 P', kind: 'option', tick: asPrice(20), option: put },
  { contract: 'MAR27 WMAZ 4000 P', kind: 'option', tick: asPrice(20), option: far },
  { contract: 'DEC26 WMAZ 4040 C', kind: 'option', tick: asPrice(20), option: near },
  {
    contract: 'MAR27 WMAZ 4060 C D',
    kind: 'delta',
    tick: asPrice(1),
    option: mar,
    outright: 'MAR27 WMAZ 4060 C',
    leastPremium: asPrice(20),
  },
  {
    contract: 'DEC26-MAR27 WMAZ',
    kind: 'pair',
    tick: asPrice(20),
    legs: { plus: 'MAR27 WMAZ', minus: 'DEC26 WMAZ', plusLots: 1, minusLots: 1 },
  },
  {
    contract: 'DEC26 WMAZ-YMAZ',
    kind: 'pair',
    tick: asPrice(20),
    legs: { plus: 'DEC26 WMAZ', minus: 'DEC26 YMAZ', plusLots: 1, minusLots: 1 },
  },
];

/** A clock that only `pass` moves. */
class ManualClock implements Clock {
  #now = start;
  readonly #calls = new Set<{ readonly time: number; readonly call: () => void }>();

  now = (): EpochMs => epochMs(this.#now);

  at(time: EpochMs, call: () => void): () => void {
    const timer = { time, call };
    this.#calls.add(timer);
    return () => this.#calls.delete(timer);
  }

  /** Makes the calls that become due, one after the other, each with all calls that result from it. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...this.#calls].sort((a, b) => a.time - b.time);
      if (next === undefined || next.time > until) break;
      this.#calls.delete(next);
      this.#now = Math.max(this.#now, next.time);
      next.call();
    }
    this.#now = until;
  }
}

class SimulatedTestMarket {
  readonly clock = new ManualClock();
  readonly gateway = new TestGateway(this.clock.now);
  readonly rejected: { readonly userId: string; readonly code: string }[] = [];
  readonly books = new ContractBooks();

  constructor() {
    this.gateway.onOutcome(({ by, verdict, events }) => {
      if (verdict.kind === 'rejected' && by.kind === 'user')
        this.rejected.push({ userId: by.userId, code: verdict.rejection.code });
      for (const event of events) this.books.apply(event);
    });
  }

  static async opened(): Promise<SimulatedTestMarket> {
    const market = new SimulatedTestMarket();
    const referenceData = {
      ...marketOfAllTypes,
      members: marketOfAllTypes.members.map((member) => ({ ...member, active: true })),
    };
    await market.gateway.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData });
    for (const [userId, member, dealer] of members) {
      await market.gateway.operate({ kind: 'registerUser', userId, member, dealer });
      await market.gateway.operate({ kind: 'grantPermissions', userId, flags: orderFlags });
      await market.gateway.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(500) });
    }
    return market;
  }

  order(userId: string, fields: { contract: string; side: 'B' | 'S'; lots: number; price: Price }) {
    const [, principal = ''] = members.find(([user]) => user === userId) ?? [];
    const terms = { ...fields, lots: lots(fields.lots), capacity: 'P', principal } as const;
    return this.gateway.by(userId, { kind: 'insertOrder', type: 'Normal', ...terms });
  }

  /** Takes up to ten lots at the best price; the rest is killed. */
  async take(contract: string, side: 'B' | 'S'): Promise<void> {
    const price = bestPrice(this.books, contract, side === 'B' ? 'S' : 'B');
    if (price === undefined) return;
    const terms = { contract, side, lots: lots(10), price, capacity: 'P', principal: 'VELD' } as const;
    await this.gateway.by('person', { kind: 'insertOrder', type: 'Tok', ...terms });
  }

  simulate(
    seed: number,
    profile: MarketName,
    {
      held = [],
      change = {},
      quoted = packages,
    }: {
      readonly held?: readonly HeldPosition[];
      readonly change?: Partial<QuotedContract>;
      readonly quoted?: readonly QuotedPackage[];
    } = {},
  ) {
    const futures = this.gateway.outcomes.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'marketOpened' ? event.contracts : [])),
    );
    const failures: unknown[] = [];
    const stop = startSimulator({
      gateway: this.gateway,
      clock: this.clock,
      seed,
      market: profile,
      maker: { userId: 'maker', principal: 'KAND', capacity: 'P' },
      hedger: { userId: 'hedger', principal: 'VELD', capacity: 'P' },
      speculator: { userId: 'taker', principal: 'SLAP', capacity: 'P' },
      resting: [],
      contracts: futures
        .filter(({ kind }) => kind === 'future')
        .map(({ contract, instrument, mtm, limits }) => ({
          contract,
          instrument,
          tick: asPrice(instrument === 'WEAT' ? 100 : 20),
          start: mtm,
          official: mtm,
          place: 0,
          limits,
          ...change,
        })),
      writer: { userId: 'writer', principal: 'KAND', capacity: 'P' },
      packages: quoted,
      delivering: [],
      leftOver: [],
      heldPositions: held,
      onFailure: (error) => failures.push(error),
    });
    return { stop, failures };
  }

  get events() {
    return this.gateway.outcomes.flatMap(({ events }) => events);
  }

  middle(contract: string): number | undefined {
    return middlePrice(this.books, contract);
  }

  /** Open orders of the option writer. */
  ordersOfWriter(contract: string) {
    const { orders } = this.gateway.venue.snapshot().orders;
    return orders.filter((order) => order.owner.userId === 'writer' && order.contract === contract);
  }
}

const quotedTwoWay = (market: SimulatedTestMarket) =>
  packages.filter(({ contract }) => market.middle(contract) !== undefined).map(({ contract }) => contract);

describe.each(['quiet', 'lively', 'storm'] as const)('the option writer in a %s market', (profile) => {
  it('shows two-way quotes in every option, delta, split and spread within 30 s of a fresh start', async () => {
    const market = await SimulatedTestMarket.opened();
    const { stop, failures } = market.simulate(5, profile);
    await market.clock.pass(30_000);
    // A quote that has just dealt is restored at the next step.
    expect(quotedTwoWay(market).length).toBeGreaterThanOrEqual(packages.length - 1);
    await stop();
    expect(failures).toEqual([]);
  });
});

describe('the option writer', () => {
  it.each([1, 2, 3])(
    'keeps one quote per side, its ticks and its limit while others trade in one direction (seed %i)',
    async (seed) => {
      const market = await SimulatedTestMarket.opened();
      const { stop, failures } = market.simulate(seed, 'storm');
      // A person buys in every other contract and sells in the others, each second.
      for (let second = 0; second < 60; second += 1) {
        await market.clock.pass(1_000);
        for (const [at, { contract, kind }] of packages.entries())
          if (kind !== 'delta') await market.take(contract, at % 2 === 0 ? 'B' : 'S');
      }
      await stop();
      expect(failures).toEqual([]);
      const ticks = new Map(packages.map(({ contract, tick }) => [contract, tick]));
      const own = new Map<number, { contract: string; side: string; price: number }>();
      const positions = new Map<string, number>();
      const count = (contract: string, net: number) =>
        positions.set(contract, (positions.get(contract) ?? 0) + net);
      const options = packages.flatMap(({ contract, kind }) => (kind === 'option' ? [contract] : []));
      const faults: string[] = [];
      const origins = new Set<string>();
      for (const { events } of market.gateway.outcomes) {
        for (const event of events) {
          if (event.kind === 'orderAccepted' && event.owner.userId === 'writer')
            if (event.price % (ticks.get(event.contract) ?? 1) !== 0)
              faults.push(`off tick: ${event.contract}`);
          if (event.kind === 'orderRested' && ticks.has(event.contract)) own.set(event.activeOrderSeq, event);
          if ('rested' in event || event.kind === 'orderFilled')
            if (event.kind !== 'orderReduced') own.delete(event.activeOrderSeq);
          if (event.kind !== 'dealMade') continue;
          origins.add(event.origin);
          if (event.buy.owner.userId === event.sell.owner.userId)
            faults.push(`with itself: ${event.contract}`);
          if (event.buy.owner.userId === 'writer') count(event.contract, event.lots);
          if (event.sell.owner.userId === 'writer') count(event.contract, -event.lots);
        }
        for (const { contract } of packages) {
          const orders = [...own.values()].filter((order) => order.contract === contract);
          const sides = (side: string) => orders.filter((order) => order.side === side);
          if (sides('B').length > 1 || sides('S').length > 1) faults.push(`more than one quote: ${contract}`);
          const [bid, offer] = [sides('B')[0], sides('S')[0]];
          if (bid && offer && bid.price >= offer.price) faults.push(`bid not below offer: ${contract}`);
          // A deal in a delta changes the position in its option.
          if (!contract.endsWith(' D') && Math.abs(positions.get(contract) ?? 0) > writerLimit)
            faults.push(`through its limit: ${contract}`);
        }
      }
      expect(faults).toEqual([]);
      expect(
        market.rejected.filter(({ userId, code }) => userId === 'writer' || !raceRejections.has(code)),
      ).toEqual([]);
      // The writer has reached its limit, and not exceeded it.
      expect(Math.max(...options.map((contract) => Math.abs(positions.get(contract) ?? 0)))).toBe(
        writerLimit,
      );
      // Others have dealt with it, rarely also in deltas and pairs.
      expect([...origins]).toEqual(expect.arrayContaining(['delta', 'package', 'screen']));
      expect(origins.has('split') || origins.has('spread')).toBe(true);
      const max = new Map<string, number>();
      for (const event of market.events)
        if (event.kind === 'positionChanged' && event.principal === 'SLAP')
          max.set(event.contract, Math.max(max.get(event.contract) ?? 0, Math.abs(event.net)));
      expect(Math.max(...max.values())).toBeLessThanOrEqual(speculatorLimit);
    },
  );

  it('quotes at most the lots up to its limit, and nothing on a side where it is at its limit', async () => {
    const market = await SimulatedTestMarket.opened();
    const call = 'MAR27 WMAZ 4060 C';
    const { stop } = market.simulate(2, 'quiet', {
      held: [{ contract: call, userId: 'writer', net: writerLimit - 1 }],
    });
    await market.clock.pass(1_000);
    const sides = (contract: string) =>
      market.ordersOfWriter(contract).map(({ side, lots: quantity }) => `${side} ${quantity}`);
    // In the option and its delta together it may buy one more lot.
    const bids = [...sides(call), ...sides(`${call} D`)].filter((side) => side.startsWith('B'));
    expect(bids).toEqual(['B 1']);
    expect(sides(call).filter((side) => side.startsWith('S')).length).toBe(1);
    await market.order('person', { contract: call, side: 'S', lots: 1, price: asPrice(20) });
    await market.clock.pass(20_000);
    expect([...sides(call), ...sides(`${call} D`)].filter((side) => side.startsWith('B'))).toEqual([]);
    await stop();
  });

  it('raises the quotes of a call and lowers the quotes of a put when the future rises', async () => {
    const market = await SimulatedTestMarket.opened();
    const { stop } = market.simulate(4, 'lively');
    await market.clock.pass(10_000);
    const before = ['C', 'P'].map((type) => market.middle(`MAR27 WMAZ 4060 ${type}`) ?? 0);
    const future = market.middle('MAR27 WMAZ') ?? 0;
    // A person takes all offers of the future up to 40 rand higher, repeatedly, and bids there.
    for (let round = 0; round < 30; round += 1) {
      await market.order('person', { contract: 'MAR27 WMAZ', side: 'B', lots: 400, price: asPrice(410_000) });
      await market.clock.pass(2_000);
    }
    await market.clock.pass(60_000);
    const risen = (market.middle('MAR27 WMAZ') ?? 0) - future;
    const [call = 0, putAfter = 0] = ['C', 'P'].map((type) => market.middle(`MAR27 WMAZ 4060 ${type}`) ?? 0);
    expect(risen).toBeGreaterThan(2_000);
    expect(call - (before[0] ?? 0)).toBeGreaterThan(risen * 0.25);
    expect(putAfter - (before[1] ?? 0)).toBeLessThan(-risen * 0.2);
    await stop();
  });

  it('skips a contract for a while after a rejection, and corrects the other quotes meanwhile', async () => {
    const market = await SimulatedTestMarket.opened();
    const unlisted = {
      contract: 'MAR27 WMAZ 9000 C',
      kind: 'option',
      tick: asPrice(20),
      option: mar,
    } as const;
    const { stop } = market.simulate(8, 'lively', { quoted: [unlisted, ...packages] });
    await market.clock.pass(5_000);
    for (const { contract, kind } of packages) if (kind !== 'delta') await market.take(contract, 'B');
    await market.clock.pass(75_000);
    await stop();
    expect(quotedTwoWay(market).length).toBeGreaterThanOrEqual(packages.length - 1);
    const rejected = market.rejected.filter(({ userId }) => userId === 'writer').length;
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(4);
  });

  it('withdraws its quotes where a future is at a daily limit', async () => {
    const market = await SimulatedTestMarket.opened();
    const { stop } = market.simulate(6, 'quiet', {
      change: {
        contract: 'MAR27 WMAZ',
        limits: { low: asPrice(405_900), high: asPrice(406_200) },
        start: asPrice(406_000),
      },
    });
    await market.clock.pass(30_000);
    expect(market.ordersOfWriter('MAR27 WMAZ 4060 C')).toEqual([]);
    await stop();
  });
});

/** Rejections of the other participants in a storm, when another one was faster. */
const raceRejections = new Set([
  'orderNotFound',
  'orderNotActive',
  'orderWithoutChange',
  'orderWouldMatchOwnOrder',
]);
