import { cents, epochMs, type Floor, lots, type Outcome, type Submission, Venue } from '@openpit/venue';
import { marketOfAllTypes, orderFlags } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { OptionWriter } from './participants/option-writer.ts';
import type { QuotedPackage } from './quoted-contract.ts';
import { Random } from './random.ts';
import { Tape } from './tape.ts';

const packages: readonly QuotedPackage[] = [
  { contract: 'MAR27 WMAZ 4060 C', kind: 'option', tick: cents(1), fair: 2_700, legs: null },
  { contract: 'MAR27 WMAZ 4000 P', kind: 'option', tick: cents(1), fair: 2_730, legs: null },
  { contract: 'MAR27 WMAZ 4060 P D', kind: 'delta', tick: cents(1), fair: 2_700, legs: null },
  {
    contract: 'DEC26-MAR27 WMAZ',
    kind: 'pair',
    tick: cents(20),
    fair: 2_500,
    legs: { plus: 'MAR27 WMAZ', minus: 'DEC26 WMAZ' },
  },
];

describe('the option writer', () => {
  it('quotes options and deltas in volatility and pairs at their difference, one quote a contract, and is dealt with', async () => {
    const { outcomes, floor, venue } = await directFloor();
    const tape = new Tape(['DEC26 WMAZ', 'MAR27 WMAZ']);
    const self = { userId: 'writer', principal: 'KAND' };
    const taker = { userId: 'taker', principal: 'VELD' };
    const writer = new OptionWriter(floor, { self, taker }, { packages, random: new Random(3), tape });
    const before = outcomes.length;
    floor.onOutcome((outcome) => {
      tape.apply(outcome);
      writer.watch(outcome);
    });
    for (let step = 0; step < 400; step += 1) await writer.step();
    const since = outcomes.slice(before);
    // Two deletions and a quote a step, and a taker now and then: the disk is left in peace.
    expect(since.length).toBeLessThan(400 * 3.2);
    expect(since.filter(({ verdict }) => verdict.kind === 'refused')).toEqual([]);
    const origins = new Set(
      since.flatMap(({ events }) =>
        events.flatMap((event) => (event.kind === 'dealMade' ? [event.origin] : [])),
      ),
    );
    expect([...origins].sort()).toEqual(['delta', 'package', 'screen', 'split']);
    const resting = venue.snapshot().orders.map(({ contract, side }) => `${contract} ${side}`);
    expect(new Set(resting).size).toBe(resting.length);
    expect(resting.length).toBeGreaterThan(4);
  });
});

async function directFloor() {
  const venue = new Venue();
  const outcomes: Outcome[] = [];
  const listeners: ((outcome: Outcome) => void)[] = [];
  const floor: Floor = {
    submit({ by, requestId, command }: Submission) {
      const seq = venue.lastSeq + 1;
      const outcome = venue.handle({ seq, at: epochMs(seq), by, requestId, command });
      outcomes.push(outcome);
      for (const listener of listeners) listener(outcome);
      return Promise.resolve(outcome);
    },
    onOutcome(listener) {
      listeners.push(listener);
      return () => listeners.splice(listeners.indexOf(listener), 1);
    },
  };
  const operate = (command: Submission['command']) =>
    floor.submit({ by: { kind: 'operator' }, requestId: null, command });
  await operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: marketOfAllTypes });
  for (const [userId, member, dealer] of [
    ['writer', 'KAND', 'ABD'],
    ['taker', 'VELD', 'DEN'],
  ] as const) {
    await operate({ kind: 'registerUser', userId, member, dealer });
    await operate({ kind: 'grantPermissions', userId, flags: orderFlags });
    const command = { kind: 'setOwnMaxOrderQuantity', maxLots: lots(500) } as const;
    await floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
  }
  return { venue, outcomes, floor };
}
