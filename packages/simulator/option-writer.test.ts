import {
  type Cents,
  type Clock,
  cents,
  type EpochMs,
  epochMs,
  type Floor,
  lots,
  type Outcome,
  type Submission,
  Venue,
} from '@openpit/venue';
import { marketOfAllTypes, orderFlags } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { writerLimit } from './participants/option-writer.ts';
import { speculatorLimit } from './participants/speculator.ts';
import type { MarketName } from './profiles.ts';
import type { HeldPosition, OptionTerms, QuotedContract, QuotedPackage } from './quoted-contract.ts';
import { startSimulator } from './simulator.ts';
import { TopOfBook } from './top-of-book.ts';

const start = Date.UTC(2026, 10, 18, 8);
const members = [
  ['maker', 'KAND', 'ABD'],
  ['hedger', 'VELD', 'DEN'],
  ['taker', 'SLAP', 'SLP'],
  ['writer', 'KAND', 'ABD'],
  ['person', 'VELD', 'DEN'],
] as const;

const mar: OptionTerms = {
  underlying: 'MAR27 WMAZ',
  type: 'call',
  strike: cents(406_000),
  years: 93 / 365,
  volatility: 2_700,
};
const put = { ...mar, type: 'put' } as const;
const far = { ...put, strike: cents(400_000), volatility: 2_730 };
const near: OptionTerms = { ...mar, underlying: 'DEC26 WMAZ', strike: cents(404_000), years: 2 / 365 };
const packages: readonly QuotedPackage[] = [
  { contract: 'MAR27 WMAZ 4060 C', kind: 'option', tick: cents(20), option: mar },
  { contract: 'MAR27 WMAZ 4060 P', kind: 'option', tick: cents(20), option: put },
  { contract: 'MAR27 WMAZ 4000 P', kind: 'option', tick: cents(20), option: far },
  { contract: 'DEC26 WMAZ 4040 C', kind: 'option', tick: cents(20), option: near },
  {
    contract: 'MAR27 WMAZ 4060 C D',
    kind: 'delta',
    tick: cents(1),
    option: mar,
    outright: 'MAR27 WMAZ 4060 C',
  },
  {
    contract: 'DEC26-MAR27 WMAZ',
    kind: 'pair',
    tick: cents(20),
    legs: { plus: 'MAR27 WMAZ', minus: 'DEC26 WMAZ', plusLots: 1, minusLots: 1 },
  },
  {
    contract: 'DEC26 WMAZ-YMAZ',
    kind: 'pair',
    tick: cents(20),
    legs: { plus: 'DEC26 WMAZ', minus: 'DEC26 YMAZ', plusLots: 1, minusLots: 1 },
  },
];

/** Time that passes only when it is told to. */
class StoppedClock implements Clock {
  #now = start;
  readonly #appointments = new Set<{ readonly time: number; readonly call: () => void }>();

  now = (): EpochMs => epochMs(this.#now);

  at(time: EpochMs, call: () => void): () => void {
    const one = { time, call };
    this.#appointments.add(one);
    return () => this.#appointments.delete(one);
  }

  /** One appointment after the other, each with all that it sets off. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...this.#appointments].sort((a, b) => a.time - b.time);
      if (next === undefined || next.time > until) break;
      this.#appointments.delete(next);
      this.#now = Math.max(this.#now, next.time);
      next.call();
    }
    this.#now = until;
  }
}

class Trial {
  readonly clock = new StoppedClock();
  readonly venue = new Venue();
  readonly outcomes: Outcome[] = [];
  /** Who was rejected what. */
  readonly rejected: { readonly userId: string; readonly code: string }[] = [];
  readonly top = new TopOfBook();
  readonly #listeners = new Set<(outcome: Outcome) => void>();
  readonly #floor: Floor = {
    submit: ({ by, requestId, command }: Submission) => {
      const seq = this.venue.lastSeq + 1;
      const outcome = this.venue.handle({ seq, at: this.clock.now(), by, requestId, command });
      this.outcomes.push(outcome);
      if (outcome.verdict.kind === 'rejected' && by.kind === 'user')
        this.rejected.push({ userId: by.userId, code: outcome.verdict.rejection.code });
      this.top.apply(outcome);
      for (const listener of this.#listeners) listener(outcome);
      return Promise.resolve(outcome);
    },
    onOutcome: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  };

  static async opened(): Promise<Trial> {
    const trial = new Trial();
    const referenceData = {
      ...marketOfAllTypes,
      members: marketOfAllTypes.members.map((member) => ({ ...member, active: true })),
    };
    await trial.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData });
    for (const [userId, member, dealer] of members) {
      await trial.operate({ kind: 'registerUser', userId, member, dealer });
      await trial.operate({ kind: 'grantPermissions', userId, flags: orderFlags });
      await trial.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(500) });
    }
    return trial;
  }

  operate(command: Submission['command']): Promise<Outcome> {
    return this.#floor.submit({ by: { kind: 'operator' }, requestId: null, command });
  }

  by(userId: string, command: Submission['command']): Promise<Outcome> {
    return this.#floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
  }

  order(userId: string, fields: { contract: string; side: 'B' | 'S'; lots: number; price: Cents }) {
    const [, principal = ''] = members.find(([user]) => user === userId) ?? [];
    const account = { capacity: 'P', principal, subAccount: null, ref: '' } as const;
    return this.by(userId, {
      kind: 'insertOrder',
      type: 'Normal',
      ...fields,
      lots: lots(fields.lots),
      ...account,
    });
  }

  /** Takes up to ten lots of the best that is there, and leaves nothing behind. */
  async take(contract: string, side: 'B' | 'S'): Promise<void> {
    const price = this.top.best(contract, side === 'B' ? 'S' : 'B');
    if (price === undefined) return;
    const account = { capacity: 'P', principal: 'VELD', subAccount: null, ref: '' } as const;
    const terms = { contract, side, type: 'Tok', lots: lots(10), price } as const;
    await this.by('person', { kind: 'insertOrder', ...terms, ...account });
  }

  simulate(
    seed: number,
    market: MarketName,
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
    const futures = this.outcomes.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'marketOpened' ? event.contracts : [])),
    );
    const failures: unknown[] = [];
    const stop = startSimulator({
      floor: this.#floor,
      clock: this.clock,
      seed,
      market,
      maker: { userId: 'maker', principal: 'KAND' },
      hedger: { userId: 'hedger', principal: 'VELD' },
      speculator: { userId: 'taker', principal: 'SLAP' },
      contracts: futures
        .filter(({ contractType }) => contractType === 1)
        .map(({ contract, instrument, mtm, limits }) => ({
          contract,
          instrument,
          tick: cents(instrument === 'WEAT' ? 100 : 20),
          start: mtm,
          limits,
          ...change,
        })),
      writer: { userId: 'writer', principal: 'KAND' },
      packages: quoted,
      leftOver: [],
      held,
      onFailure: (error) => failures.push(error),
    });
    return { stop, failures };
  }

  get events() {
    return this.outcomes.flatMap(({ events }) => events);
  }

  /** Lots of the writer by contract and side that rest now. */
  resting(contract: string) {
    const orders = this.venue.snapshot().orders;
    return orders.filter((order) => order.owner.userId === 'writer' && order.contract === contract);
  }
}

const twoWay = (trial: Trial) =>
  packages.filter(({ contract }) => trial.top.middle(contract) !== undefined).map(({ contract }) => contract);

describe.each(['quiet', 'lively', 'storm'] as const)('the option writer in a %s market', (market) => {
  it('shows two-way quotes in every option, delta, split and spread within 30 s of a fresh start', async () => {
    const trial = await Trial.opened();
    const { stop, failures } = trial.simulate(5, market);
    await trial.clock.pass(30_000);
    // A quote that was just dealt is mended at the next look.
    expect(twoWay(trial).length).toBeGreaterThanOrEqual(packages.length - 1);
    await stop();
    expect(failures).toEqual([]);
  });
});

describe('the option writer', () => {
  it.each([1, 2, 3])('keeps its manners whatever the hands dealt (seed %i)', async (seed) => {
    const trial = await Trial.opened();
    const { stop, failures } = trial.simulate(seed, 'storm');
    // Somebody buys half of what it offers and sells into the other half of its bids, all the time and in one direction.
    for (let second = 0; second < 60; second += 1) {
      await trial.clock.pass(1_000);
      for (const [at, { contract, kind }] of packages.entries())
        if (kind !== 'delta') await trial.take(contract, at % 2 === 0 ? 'B' : 'S');
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
    for (const { events } of trial.outcomes) {
      for (const event of events) {
        if (event.kind === 'orderAccepted' && event.owner.userId === 'writer')
          if (event.price % (ticks.get(event.contract) ?? 1) !== 0)
            faults.push(`off tick: ${event.contract}`);
        if (event.kind === 'orderRested' && ticks.has(event.contract)) own.set(event.activeOrderSeq, event);
        if ('rested' in event || event.kind === 'orderFilled')
          if (event.kind !== 'orderReduced') own.delete(event.activeOrderSeq);
        if (event.kind !== 'dealMade') continue;
        origins.add(event.origin);
        if (event.buy.owner.userId === event.sell.owner.userId) faults.push(`with itself: ${event.contract}`);
        if (event.buy.owner.userId === 'writer') count(event.contract, event.lots);
        if (event.sell.owner.userId === 'writer') count(event.contract, -event.lots);
      }
      for (const { contract } of packages) {
        const orders = [...own.values()].filter((order) => order.contract === contract);
        const sides = (side: string) => orders.filter((order) => order.side === side);
        if (sides('B').length > 1 || sides('S').length > 1) faults.push(`more than one quote: ${contract}`);
        const [bid, offer] = [sides('B')[0], sides('S')[0]];
        if (bid && offer && bid.price >= offer.price) faults.push(`bid not below offer: ${contract}`);
        // What a delta deals counts in its option.
        if (!contract.endsWith(' D') && Math.abs(positions.get(contract) ?? 0) > writerLimit)
          faults.push(`through its limit: ${contract}`);
      }
    }
    expect(faults).toEqual([]);
    expect(trial.rejected.filter(({ userId, code }) => userId === 'writer' || !quicker.has(code))).toEqual(
      [],
    );
    // The limit was reached, and kept.
    expect(Math.max(...options.map((contract) => Math.abs(positions.get(contract) ?? 0)))).toBe(writerLimit);
    // It was dealt with, in deltas and pairs too, and yet seldom.
    expect([...origins]).toEqual(expect.arrayContaining(['delta', 'package', 'screen']));
    expect(origins.has('split') || origins.has('spread')).toBe(true);
    const most = new Map<string, number>();
    for (const event of trial.events)
      if (event.kind === 'positionChanged' && event.principal === 'SLAP')
        most.set(event.contract, Math.max(most.get(event.contract) ?? 0, Math.abs(event.net)));
    expect(Math.max(...most.values())).toBeLessThanOrEqual(speculatorLimit);
  });

  it('shows less than it has room for and nothing on the side where it is at its limit', async () => {
    const trial = await Trial.opened();
    const call = 'MAR27 WMAZ 4060 C';
    const { stop } = trial.simulate(2, 'quiet', {
      held: [{ contract: call, userId: 'writer', net: writerLimit - 1 }],
    });
    await trial.clock.pass(1_000);
    const sides = (contract: string) =>
      trial.resting(contract).map(({ side, lots: quantity }) => `${side} ${quantity}`);
    // Of the option and its delta together one lot is left to buy.
    const bids = [...sides(call), ...sides(`${call} D`)].filter((side) => side.startsWith('B'));
    expect(bids).toEqual(['B 1']);
    expect(sides(call).filter((side) => side.startsWith('S')).length).toBe(1);
    await trial.order('person', { contract: call, side: 'S', lots: 1, price: cents(20) });
    await trial.clock.pass(20_000);
    expect([...sides(call), ...sides(`${call} D`)].filter((side) => side.startsWith('B'))).toEqual([]);
    await stop();
  });

  it('follows the future: a call is worth more and a put less when the future has risen', async () => {
    const trial = await Trial.opened();
    const { stop } = trial.simulate(4, 'lively');
    await trial.clock.pass(10_000);
    const before = ['C', 'P'].map((type) => trial.top.middle(`MAR27 WMAZ 4060 ${type}`) ?? 0);
    const future = trial.top.middle('MAR27 WMAZ') ?? 0;
    // People take every offer of the future up to 40 rand higher, again and again, and bid there.
    for (let round = 0; round < 30; round += 1) {
      await trial.order('person', { contract: 'MAR27 WMAZ', side: 'B', lots: 400, price: cents(410_000) });
      await trial.clock.pass(2_000);
    }
    await trial.clock.pass(60_000);
    const risen = (trial.top.middle('MAR27 WMAZ') ?? 0) - future;
    const [call = 0, putAfter = 0] = ['C', 'P'].map(
      (type) => trial.top.middle(`MAR27 WMAZ 4060 ${type}`) ?? 0,
    );
    expect(risen).toBeGreaterThan(2_000);
    expect(call - (before[0] ?? 0)).toBeGreaterThan(risen * 0.25);
    expect(putAfter - (before[1] ?? 0)).toBeLessThan(-risen * 0.2);
    await stop();
  });

  it('leaves a contract where it is rejected alone for a while, and the others are mended meanwhile', async () => {
    const trial = await Trial.opened();
    const unlisted = { contract: 'MAR27 WMAZ 9000 C', kind: 'option', tick: cents(20), option: mar } as const;
    const { stop } = trial.simulate(8, 'lively', { quoted: [unlisted, ...packages] });
    await trial.clock.pass(5_000);
    for (const { contract, kind } of packages) if (kind !== 'delta') await trial.take(contract, 'B');
    await trial.clock.pass(75_000);
    await stop();
    expect(twoWay(trial).length).toBeGreaterThanOrEqual(packages.length - 1);
    const rejected = trial.rejected.filter(({ userId }) => userId === 'writer').length;
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(4);
  });

  it('takes its quotes away where a future stands at its limit of the day', async () => {
    const trial = await Trial.opened();
    const { stop } = trial.simulate(6, 'quiet', {
      change: {
        contract: 'MAR27 WMAZ',
        limits: { low: cents(405_900), high: cents(406_200) },
        start: cents(406_000),
      },
    });
    await trial.clock.pass(30_000);
    expect(trial.resting('MAR27 WMAZ 4060 C')).toEqual([]);
    await stop();
  });
});

/** What the others are told in a storm, when somebody else was quicker. */
const quicker = new Set(['orderNotFound', 'orderNotActive', 'orderWithoutChange', 'orderWouldMatchOwnOrder']);
