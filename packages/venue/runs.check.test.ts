import { describe, expect, it } from 'vitest';
import { asPrice, lots, volatility } from './kernel/units.ts';
import { endOfDayStages } from './kernel/venue-module.ts';
import type { Command, VenueEvent } from './modules.ts';
import type { SequencedCommand } from './outcome.ts';
import { deal, dealMarket, openDealMarket } from './testing/deal-market.ts';
import { Venue, type VenueSnapshot } from './venue.ts';

const fees = { future: asPrice(20), option: asPrice(15) };
const groups = ['deliveryMonth', 'other', 'world'] as const;

/** The journal of a day with deals of several accounts, when trading has ended. */
function dayOfDeals(): readonly SequencedCommand[] {
  const market = openDealMarket({
    ...dealMarket,
    instruments: dealMarket.instruments.map((instrument) => ({
      ...instrument,
      bookingFee: { own: fees, client: fees },
    })),
  });
  market.operate({ kind: 'setInterestRate', rate: 725 });
  deal(market, { lots: 4 });
  market.operate({ kind: 'endDay' });
  for (const contract of ['DEC26 WMAZ', 'MAR27 WMAZ'])
    for (const seller of ['denise', 'mpho'] as const)
      deal(market, {
        seller,
        lots: 7,
        price: 403_600,
        contract,
        ...(seller === 'mpho' ? { principal: '9996S' } : {}),
      });
  market.operate({ kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
  return market.journal;
}

/** More than there are in a unit of work. */
const [holders, openOrders] = [60, 210];
const call = 'DEC26 WMAZ 4000 C';
const tooHigh = 'DEC26 WMAZ 4100 C';

/**
 * The journal of an expiry day: many accounts hold an option in the money, and one of these is abandoned; some hold an option out of the
 * money.
 */
function expiryDay(): readonly SequencedCommand[] {
  const clients = Array.from({ length: holders }, (_, at) => `C${at}`);
  const market = openDealMarket({
    ...dealMarket,
    instruments: dealMarket.instruments.map((instrument) => ({
      ...instrument,
      strikes: { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 10 },
    })),
    options: [
      {
        instrument: 'WMAZ',
        year: 2026,
        month: 12,
        displaySeq: 1101,
        strikes: [asPrice(400_000), asPrice(410_000)],
        curve: { atTheMoney: volatility(2_500), skewBelow: volatility(0), skewAbove: volatility(0) },
      },
    ],
    clients: [
      ...dealMarket.clients,
      ...clients.map((code) => ({ code, member: 'KAND', name: code, active: true })),
    ],
  });
  for (let days = 0; days < 2; days += 1) market.operate({ kind: 'endDay' });
  market.order('denise', { contract: call, side: 'S', price: asPrice(4_000), lots: lots(holders) });
  for (const principal of clients)
    market.order('abdul', { contract: call, price: asPrice(4_000), lots: lots(1), principal, capacity: 'A' });
  deal(market, { contract: tooHigh, price: 1_000, lots: 3 });
  market.operate({ kind: 'grantPermissions', userId: 'abdul', flags: ['abandonOption'] });
  market.by('abdul', { kind: 'abandonOption', contract: call, lots: lots(1), principal: 'C7' });
  for (let order = 0; order < openOrders; order += 1) {
    const { activeOrderSeq } = market.order('abdul', {
      price: asPrice(400_000 + 20 * (order % 50)),
      lots: lots(1),
      ...(order % 3 === 0 ? { holdOverUntil: '2026-11-24' } : {}),
    });
    if (order % 5 === 0) market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
  }
  market.operate({ kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
  return market.journal.map((sequenced) =>
    sequenced.command.kind === 'insertOrder'
      ? { ...sequenced, requestId: `order ${sequenced.seq}` }
      : sequenced,
  );
}

/** The journal of a day followed by more trading, with more held-over orders than fit into a unit. */
function dayWithHeldOverOrders(): readonly SequencedCommand[] {
  const market = openDealMarket();
  for (let order = 0; order < openOrders; order += 1)
    market.order('abdul', {
      price: asPrice(400_000 + 20 * (order % 50)),
      lots: lots(1),
      holdOverUntil: '2026-11-24',
    });
  return market.journal;
}

const aDay = dayOfDeals();
const anExpiryDay = expiryDay();
const aDayWithHeldOverOrders = dayWithHeldOverOrders();

const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const finalState = ({ lastSeq: _seq, lastAt: _at, ...state }: VenueSnapshot) => stored(state);

/** Handles the day, and at its end this command, in slices of this much work. `between` may replace the venue. */
function handled(
  journal: readonly SequencedCommand[],
  command: Command,
  work: number,
  between: (venue: Venue) => Venue = (venue) => venue,
) {
  let venue = new Venue(work);
  for (const before of journal) {
    venue.handle({ ...before, seq: venue.lastSeq + 1 });
    for (let { continuation } = venue; continuation !== null; { continuation } = venue)
      venue.handle({ ...before, ...continuation, seq: venue.lastSeq + 1 });
  }
  const last = journal.at(-1);
  if (last === undefined) throw new Error('the day is empty');
  const events: VenueEvent[][] = [];
  const by = { kind: 'schedule' } as const;
  const handle = (command: Command) => {
    const sequenced = { seq: venue.lastSeq + 1, at: last.at, by, requestId: null, command, seed: 7 };
    events.push([...venue.handle(sequenced).events]);
  };
  handle(command);
  for (let { continuation } = venue; continuation !== null; { continuation } = venue) {
    expect(continuation).toEqual({ by, requestId: null, command: { kind: 'continueRun' } });
    venue = between(venue);
    handle(continuation.command);
  }
  return { venue, events };
}

const whole = Number.POSITIVE_INFINITY;
const withoutId = (events: readonly VenueEvent[]) =>
  events.map((event) => (event.kind === 'announcementMade' ? { ...event, id: 0 } : event));

const correctMtm = {
  kind: 'correctMtm',
  contract: 'DEC26 WMAZ',
  mtm: asPrice(403_000),
  reason: 'a slip',
} as const;

describe.each<readonly [string, readonly SequencedCommand[], Command]>([
  ['endDay', aDay, { kind: 'endDay' }],
  ['endDay of an expiry day', anExpiryDay, { kind: 'endDay' }],
  ['endDay before trading that continues', aDayWithHeldOverOrders, { kind: 'endDay' }],
  ['valueMarket', aDay, { kind: 'valueMarket' }],
  ['correctMtm', aDay, correctMtm],
])('%s in slices', (_kind, journal, command) => {
  const inOne = handled(journal, command, whole);

  it('has the events and the state of the work in one piece, all of them published with the last slice', () => {
    const { venue, events } = handled(journal, command, 1);
    expect(inOne.events).toHaveLength(1);
    expect(events.length).toBeGreaterThan(4);
    expect(events.slice(0, -1).flat()).toEqual([]);
    expect(withoutId(events.flat())).toEqual(withoutId(inOne.events.flat()));
    expect(finalState(venue.snapshot())).toEqual(finalState(inOne.venue.snapshot()));
  });

  it('continues from a snapshot that was taken between any two slices', () => {
    const work = 100;
    const plain = handled(journal, command, work);
    const restarted = handled(journal, command, work, (venue) => Venue.from(stored(venue.snapshot()), work));
    expect(restarted.events).toEqual(plain.events);
    expect(restarted.venue.stateHash()).toBe(plain.venue.stateHash());
  });

  it('accepts no other command before it is complete', () => {
    const handleOther = (venue: Venue): Venue => {
      const other = { kind: 'setInterestRate', rate: 1 } as const;
      const by = { kind: 'schedule' } as const;
      venue.handle({ seq: venue.lastSeq + 1, at: venue.lastAt, by, requestId: null, command: other });
      return venue;
    };
    expect(() => handled(journal, command, 1, handleOther)).toThrow(
      /setInterestRate came while \w+ was unfinished/,
    );
  });
});

describe('a continuation', () => {
  it('is a fault of the sequencer if no work is unfinished', () => {
    expect(() => handled(aDay, { kind: 'continueRun' }, whole)).toThrow(
      'continueRun came while nothing was unfinished',
    );
  });
});

/** The number of pauses of a run in each stage of the end of a day, with work of 1 for each slice. */
function endedInPauses(journal: readonly SequencedCommand[]) {
  const paused = new Map<string, number>();
  const run = handled(journal, { kind: 'endDay' }, 1, (between) => {
    const stage = endOfDayStages[between.snapshot().run?.stage ?? 0] ?? '';
    paused.set(stage, (paused.get(stage) ?? 0) + 1);
    return between;
  });
  return { ...run, paused };
}

describe('the end of a day before trading that continues', () => {
  it('brings all orders that were held over back, in several slices', () => {
    const { events, paused } = endedInPauses(aDayWithHeldOverOrders);
    expect(paused.get('open')).toBe(2);
    expect(events.flat().filter(({ kind }) => kind === 'orderRested')).toHaveLength(openOrders);
  });
});

describe('the end of an expiry day', () => {
  it('closes the positions of many accounts, and expires many orders, in several slices', () => {
    const { venue, events, paused } = endedInPauses(anExpiryDay);
    // Two options with three closings, one of them with six blocks; two blocks of orders, and of request ids.
    expect([paused.get('settle'), paused.get('carry'), paused.get('reset')]).toEqual([10, 2, 2]);
    const countOf = (kind: VenueEvent['kind']) => events.flat().filter((event) => event.kind === kind).length;
    const { positions, orders } = venue.snapshot();
    expect(countOf('optionExercised')).toBe(1);
    expect(countOf('optionLapsed')).toBe(2);
    expect(countOf('orderExpired')).toBe((openOrders * 2) / 3);
    expect(orders.orders).toHaveLength(openOrders / 3);
    expect(positions.positions.filter(({ net }) => net !== 0)).toHaveLength(holders);
  });
});
