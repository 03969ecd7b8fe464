import {
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
import { orderFlags, smallMarket } from '@openpit/venue/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { FairPrice } from './fair-price.ts';
import { hedgerLimit, isHarvest } from './participants/hedger.ts';
import { makerLimit } from './participants/market-maker.ts';
import { speculatorLimit } from './participants/speculator.ts';
import type { MarketName } from './profiles.ts';
import { Random } from './random.ts';
import { startSimulator } from './simulator.ts';

/** A floor without a journal: the venue itself, one command after the other. */
class DirectFloor implements Floor {
  readonly outcomes: Outcome[] = [];
  readonly #venue = new Venue();
  readonly #listeners = new Set<(outcome: Outcome) => void>();

  submit({ by, requestId, command }: Submission): Promise<Outcome> {
    const seq = this.#venue.lastSeq + 1;
    const outcome = this.#venue.handle({ seq, at: epochMs(seq), by, requestId, command });
    this.outcomes.push(outcome);
    for (const listener of this.#listeners) listener(outcome);
    return Promise.resolve(outcome);
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Every appointment is kept at the next turn of the event loop: no test waits for the wall. */
const hastyClock: Clock = {
  now: () => epochMs(Date.UTC(2026, 10, 18)),
  at(_time: EpochMs, call: () => void) {
    const turn = setImmediate(call);
    return () => clearImmediate(turn);
  },
};

const contracts = smallMarket.futures.map((future, at) => ({
  contract: ['DEC26 WMAZ', 'MAR27 WMAZ', 'NOV26 WMAZ'][at] ?? '',
  instrument: 'WMAZ',
  tick: cents(20),
  start: future.mtm,
  limits: at === 2 ? null : { low: cents(future.mtm - 20_000), high: cents(future.mtm + 20_000) },
}));

const members = [
  ['maker', 'KAND', 'ABD'],
  ['hedger', 'VELD', 'DEN'],
  ['taker', 'SLAP', 'SLP'],
] as const;
const market = {
  ...smallMarket,
  members: smallMarket.members.map((member) => ({ ...member, active: true })),
};

async function simulated(
  seed: number,
  commands: number,
  profile: MarketName = 'lively',
): Promise<DirectFloor> {
  const floor = new DirectFloor();
  const operate = (command: Submission['command']) =>
    floor.submit({ by: { kind: 'operator' }, requestId: null, command });
  await operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: market });
  for (const [userId, member, dealer] of members) {
    await operate({ kind: 'registerUser', userId, member, dealer });
    await operate({ kind: 'grantPermissions', userId, flags: orderFlags });
    const command = { kind: 'setOwnMaxOrderQuantity', maxLots: lots(500) } as const;
    await floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
  }
  const failures: unknown[] = [];
  await new Promise<void>((resolve) => {
    const stop = startSimulator({
      floor,
      clock: hastyClock,
      seed,
      market: profile,
      maker: { userId: 'maker', principal: 'KAND' },
      hedger: { userId: 'hedger', principal: 'VELD' },
      speculator: { userId: 'taker', principal: 'SLAP' },
      contracts,
      writer: { userId: 'maker', principal: 'KAND' },
      packages: [],
      leftOver: [],
      held: [],
      onFailure: (error) => failures.push(error),
    });
    floor.onOutcome(({ seq }) => {
      if (seq === commands) stop().then(resolve);
    });
  });
  expect(failures).toEqual([]);
  return floor;
}

const eventsOf = ({ outcomes }: DirectFloor) => outcomes.flatMap((outcome) => outcome.events);

describe.each(['lively', 'storm'] as const)('the simulated %s market', (profile) => {
  let floor: DirectFloor;
  beforeAll(async () => {
    floor = await simulated(7, 16_000, profile);
  });

  it('quotes every contract, moves prices and makes deals', () => {
    const events = eventsOf(floor);
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

  it('is hardly ever rejected: only where somebody else was quicker', () => {
    const codes = floor.outcomes.flatMap(({ verdict }) =>
      verdict.kind === 'rejected' ? [verdict.rejection.code] : [],
    );
    const tolerated = new Set([
      'orderNotFound',
      'orderNotActive',
      'orderWithoutChange',
      'orderWouldMatchOwnOrder',
    ]);
    expect(codes.filter((code) => !tolerated.has(code))).toEqual([]);
    expect(codes.length).toBeLessThan(floor.outcomes.length / 20);
  });

  it('never trades through the limits of its participants', () => {
    const limits = new Map([
      ['KAND', makerLimit],
      ['VELD', hedgerLimit],
      ['SLAP', speculatorLimit],
    ]);
    const most = new Map<string, number>();
    for (const event of eventsOf(floor))
      if (event.kind === 'positionChanged')
        most.set(event.principal, Math.max(most.get(event.principal) ?? 0, Math.abs(event.net)));
    for (const [principal, limit] of limits) expect(most.get(principal) ?? 0).toBeLessThanOrEqual(limit);
    expect(most.size).toBe(3);
  });

  it('keeps a ladder and no more on each side of a contract, and both sides most of the time', () => {
    const open = new Map<number, string>();
    let crowded = 0;
    let bare = 0;
    let looks = 0;
    for (const { events, seq } of floor.outcomes) {
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
          looks += 1;
          if (count > 6) crowded += 1;
          if (count === 0) bare += 1;
        }
    }
    expect(crowded).toBe(0);
    expect(bare / looks).toBeLessThan(0.15);
  });
});

describe('the simulator', () => {
  it('does the same again under the same seed, and something else under another', async () => {
    const said = async (seed: number) => JSON.stringify((await simulated(seed, 600)).outcomes.slice(0, 600));
    expect(await said(1)).toBe(await said(1));
    expect(await said(1)).not.toBe(await said(2));
  });

  it('hedges in one direction by season', async () => {
    expect(isHarvest('WMAZ', Date.UTC(2026, 4, 10))).toBe(true);
    expect(isHarvest('WMAZ', Date.UTC(2026, 10, 18))).toBe(false);
    expect(isHarvest('WEAT', Date.UTC(2026, 10, 18))).toBe(true);
    const floor = await simulated(3, 1500);
    const sides = eventsOf(floor).flatMap((event) =>
      event.kind === 'orderAccepted' && event.owner.userId === 'hedger' ? [event.side] : [],
    );
    expect(sides.length).toBeGreaterThan(10);
    expect(new Set(sides)).toEqual(new Set(['B']));
  });
});

describe('the fair price', () => {
  it('never comes near the day’s limits, however long and wildly it walks', () => {
    const random = new Random(5);
    const limits = { low: cents(398_000), high: cents(402_000) };
    const fair = new FairPrice({
      contract: 'X',
      instrument: 'WMAZ',
      tick: cents(20),
      start: cents(400_000),
      limits,
    });
    let outside = 0;
    for (let step = 0; step < 20_000; step += 1) {
      fair.move(random, 3);
      if (fair.off(-20) < limits.low || fair.off(20) > limits.high || fair.off(0) % 20 !== 0) outside += 1;
    }
    expect(outside).toBe(0);
  });
});
