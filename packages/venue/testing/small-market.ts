// A small market for tests: two members, three dealers, one client, three maize contracts. Used by tests of this package
// and of those that fold its events; the product never imports it.
import type { Actor, Command, InsertOrder, SequencedCommand } from '../commands.ts';
import { cents, epochMs, lots, volatility } from '../kernel/units.ts';
import type { OrderAnswer, Outcome } from '../outcome.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import type { VenueSnapshot } from '../snapshot.ts';
import { Venue } from '../venue.ts';

export const smallMarket: ReferenceData = {
  market: { name: 'Small market', disclosesMembers: true, selfMatch: 'reject' },
  holidays: [
    { date: '2026-12-16', name: 'Day of Reconciliation' },
    { date: '2026-12-25', name: 'Christmas Day' },
  ],
  instruments: [
    {
      code: 'WMAZ',
      name: 'White maize',
      tonsPerContract: 100,
      tick: cents(20),
      settlement: 'physical',
      dailyLimit: cents(20_000),
      initialMargin: cents(2_100_000),
    },
  ],
  futures: [
    { instrument: 'WMAZ', year: 2026, month: 12, displaySeq: 1, mtm: cents(403_500), openInterest: 100 },
    { instrument: 'WMAZ', year: 2027, month: 3, displaySeq: 2, mtm: cents(406_000), openInterest: 100 },
    { instrument: 'WMAZ', year: 2026, month: 11, displaySeq: 3, mtm: cents(400_000), openInterest: 0 },
  ],
  members: [
    { code: 'KAND', name: 'Kandelaar', active: true, branches: ['JHB'] },
    { code: 'VELD', name: 'Veldkraal', active: true, branches: ['BFN'] },
    { code: 'SLAP', name: 'Slapend', active: false, branches: ['CPT'] },
  ],
  dealers: [
    { code: 'ABD', member: 'KAND', branch: 'JHB', name: 'Abdul' },
    { code: 'DEN', member: 'VELD', branch: 'BFN', name: 'Denise' },
    { code: 'SLP', member: 'SLAP', branch: 'CPT', name: 'Sleeper' },
  ],
  clients: [
    { code: '9996S', member: 'KAND', name: 'Boerdery Een', active: true },
    { code: '8001V', member: 'VELD', name: 'Mill Two', active: true },
    { code: '7777X', member: 'KAND', name: 'Closed', active: false },
  ],
};

export const orderFlags = [
  'insertOrderOrDouble',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'resubmitActiveOrder',
  'reduceActiveOrder',
  'editSuspendOrder',
  'cancelAllActiveOrders',
  'suspendAllActiveOrders',
];

export const anOrder: InsertOrder = {
  kind: 'insertOrder',
  contract: 'DEC26 WMAZ',
  side: 'B',
  type: 'Normal',
  lots: lots(10),
  price: cents(403_480),
  capacity: 'P',
  principal: 'KAND',
  subAccount: null,
  ref: '',
};

/** A venue with a clock of its own that takes commands one after the other and keeps what was said. */
export class Trial {
  venue = new Venue();
  readonly journal: SequencedCommand[] = [];
  readonly outcomes: Outcome[] = [];
  #passedMs = 0;

  /** The small market, opened, with its three dealers registered and permitted all order actions. */
  static opened(data: ReferenceData = smallMarket): Trial {
    const trial = new Trial();
    trial.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: data });
    for (const [userId, member, dealer] of [
      ['abdul', 'KAND', 'ABD'],
      ['denise', 'VELD', 'DEN'],
      ['sleeper', 'SLAP', 'SLP'],
    ] as const) {
      trial.operate({ kind: 'registerUser', userId, member, dealer });
      trial.operate({ kind: 'grantPermissions', userId, flags: orderFlags });
      trial.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) });
    }
    return trial;
  }

  /** Lets time pass besides the second between two commands. */
  pass(durationMs: number): void {
    this.#passedMs += durationMs;
  }

  /** Goes on from a snapshot of the venue, as after a restart. */
  restart(): void {
    this.venue = Venue.from(JSON.parse(JSON.stringify(this.venue.snapshot())) as VenueSnapshot);
  }

  operate(command: Command): Outcome {
    return this.#send({ kind: 'operator' }, command, null);
  }

  by(userId: string, command: Command, requestId: string | null = null): Outcome {
    return this.#send({ kind: 'user', userId }, command, requestId);
  }

  /** The answer to an order of this user; throws when it was rejected. */
  order(userId: string, fields: Partial<InsertOrder>): OrderAnswer {
    const principal = userId === 'denise' ? 'VELD' : 'KAND';
    return answerOf(this.by(userId, { ...anOrder, principal, ...fields }));
  }

  #send(by: Actor, command: Command, requestId: string | null): Outcome {
    const seq = this.venue.lastSeq + 1;
    const at = epochMs(1_795_000_000_000 + seq * 1000 + this.#passedMs);
    const sequenced = { seq, at, by, requestId, command };
    this.journal.push(sequenced);
    const outcome = this.venue.handle(sequenced);
    this.outcomes.push(outcome);
    return outcome;
  }
}

export function answerOf(outcome: Outcome): OrderAnswer {
  if (outcome.verdict.kind === 'rejected') throw new Error(`rejected: ${outcome.verdict.rejection.code}`);
  const { answer } = outcome.verdict;
  if (answer?.kind !== 'order') throw new Error('accepted without the answer of an order');
  return answer;
}

/** The rejection's code, or null when the command was accepted. */
export function rejectionOf(outcome: Outcome): string | null {
  return outcome.verdict.kind === 'rejected' ? outcome.verdict.rejection.code : null;
}

/** The small market with yellow maize and wheat, options on one month with their delta twins, a split, a spread of equal tons and one of 100 t against 50 t. */
export const marketOfAllTypes: ReferenceData = {
  ...smallMarket,
  instruments: [
    ...smallMarket.instruments.map((instrument) => ({
      ...instrument,
      strikes: { near: cents(2_000), far: cents(10_000), nearSteps: 10 },
    })),
    {
      code: 'YMAZ',
      name: 'Yellow maize',
      tonsPerContract: 100,
      tick: cents(20),
      settlement: 'physical',
      dailyLimit: cents(20_000),
      initialMargin: cents(2_000_000),
    },
    {
      code: 'WEAT',
      name: 'Wheat',
      tonsPerContract: 50,
      tick: cents(100),
      settlement: 'physical',
      dailyLimit: cents(20_000),
      initialMargin: cents(1_500_000),
    },
  ],
  futures: [
    ...smallMarket.futures,
    { instrument: 'YMAZ', year: 2026, month: 12, displaySeq: 4, mtm: cents(388_000), openInterest: 0 },
    { instrument: 'WEAT', year: 2026, month: 12, displaySeq: 5, mtm: cents(615_000), openInterest: 0 },
  ],
  options: [
    {
      instrument: 'WMAZ',
      year: 2027,
      month: 3,
      displaySeq: 1001,
      strikes: [cents(400_000), cents(406_000), cents(410_000)],
      curve: { atTheMoney: volatility(2_700), skewBelow: volatility(50), skewAbove: volatility(30) },
    },
    {
      instrument: 'WMAZ',
      year: 2026,
      month: 12,
      displaySeq: 1101,
      strikes: [cents(404_000)],
      curve: { atTheMoney: volatility(2_500), skewBelow: volatility(50), skewAbove: volatility(30) },
    },
  ],
  splits: [
    {
      instrument: 'WMAZ',
      near: { year: 2026, month: 12 },
      far: { year: 2027, month: 3 },
      displaySeq: 501,
    },
  ],
  spreads: [
    { first: 'WMAZ', second: 'YMAZ', year: 2026, month: 12, displaySeq: 601 },
    { first: 'WMAZ', second: 'WEAT', year: 2026, month: 12, displaySeq: 602 },
  ],
};
