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
import { describe, expect, it } from 'vitest';
import { FairPrice } from './fair-price.ts';
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
  now: () => epochMs(0),
  at(_time: EpochMs, call: () => void) {
    const turn = setImmediate(call);
    return () => clearImmediate(turn);
  },
};

const contracts = smallMarket.futures.map((future, at) => ({
  contract: ['DEC26 WMAZ', 'MAR27 WMAZ', 'NOV26 WMAZ'][at] ?? '',
  tick: cents(20),
  mtm: future.mtm,
  limits: at === 2 ? null : { low: cents(future.mtm - 20_000), high: cents(future.mtm + 20_000) },
}));

async function simulated(seed: number, commands: number): Promise<DirectFloor> {
  const floor = new DirectFloor();
  const operator = { kind: 'operator' } as const;
  const operate = (command: Submission['command']) =>
    floor.submit({ by: operator, requestId: null, command });
  await operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket });
  for (const [userId, member, dealer] of [
    ['maker', 'KAND', 'ABD'],
    ['taker', 'VELD', 'DEN'],
  ] as const) {
    await operate({ kind: 'registerUser', userId, member, dealer });
    await operate({ kind: 'grantPermissions', userId, flags: orderFlags });
    await floor.submit({
      by: { kind: 'user', userId },
      requestId: null,
      command: { kind: 'setOwnMaxOrderQuantity', maxLots: lots(500) },
    });
  }
  const failures: unknown[] = [];
  await new Promise<void>((resolve) => {
    const stop = startSimulator({
      floor,
      clock: hastyClock,
      seed,
      maker: { userId: 'maker', principal: 'KAND' },
      speculator: { userId: 'taker', principal: 'VELD' },
      contracts,
      leftOver: [],
      onFailure: (error) => failures.push(error),
    });
    floor.onOutcome(({ seq }) => {
      if (seq === commands) stop().then(resolve);
    });
  });
  expect(failures).toEqual([]);
  return floor;
}

describe('the simulator', () => {
  it('quotes every contract, moves prices and makes deals, and is never refused but for a quote that dealt away', async () => {
    const { outcomes } = await simulated(7, 4000);
    const events = outcomes.flatMap((outcome) => outcome.events);
    for (const { contract } of contracts) {
      const quoted = events.filter((event) => event.kind === 'orderRested' && event.contract === contract);
      expect(quoted.length).toBeGreaterThan(50);
    }
    expect(events.filter(({ kind }) => kind === 'dealMade').length).toBeGreaterThan(20);
    const refusals = outcomes.flatMap(({ verdict }) =>
      verdict.kind === 'refused' ? [verdict.refusal.code] : [],
    );
    expect(new Set(refusals).size).toBeLessThanOrEqual(1);
    expect(refusals.every((code) => code === 'orderNotFound')).toBe(true);
  });

  it('does the same again under the same seed, and something else under another', async () => {
    const said = async (seed: number) => JSON.stringify((await simulated(seed, 400)).outcomes.slice(0, 400));
    expect(await said(1)).toBe(await said(1));
    expect(await said(1)).not.toBe(await said(2));
  });

  it('keeps a handful of its own orders on each side of a contract', async () => {
    const { outcomes } = await simulated(3, 3000);
    const open = new Map<number, string>();
    for (const event of outcomes.flatMap((outcome) => outcome.events)) {
      if (event.kind === 'orderRested') open.set(event.activeOrderSeq, `${event.contract} ${event.side}`);
      if (event.kind === 'orderDeleted' || event.kind === 'orderFilled') open.delete(event.activeOrderSeq);
    }
    const counts = [...open.values()].reduce(
      (sum, place) => sum.set(place, (sum.get(place) ?? 0) + 1),
      new Map<string, number>(),
    );
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(5);
    expect(counts.size).toBeGreaterThan(4);
  });
});

describe('the fair price', () => {
  it('never leaves the day’s limits, however long it walks', () => {
    const random = new Random(5);
    const contract = {
      contract: 'X',
      tick: cents(20),
      mtm: cents(400_000),
      limits: { low: cents(398_000), high: cents(402_000) },
    };
    const fair = new FairPrice(contract);
    for (let step = 0; step < 20_000; step += 1) {
      fair.move(random);
      expect(fair.off(-10)).toBeGreaterThanOrEqual(contract.limits.low);
      expect(fair.off(10)).toBeLessThanOrEqual(contract.limits.high);
      expect(fair.off(0) % 20).toBe(0);
    }
  });
});
