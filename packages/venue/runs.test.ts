import { describe, expect, it } from 'vitest';
import { asPrice } from './kernel/units.ts';
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
    instruments: dealMarket.instruments.map((one) => ({ ...one, bookingFee: { own: fees, client: fees } })),
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
const journal = dayOfDeals();

const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const finalState = ({ lastSeq: _seq, lastAt: _at, ...state }: VenueSnapshot) => stored(state);

/** Handles the day, and at its end this command, in slices of this much work. `between` may replace the venue. */
function handled(command: Command, work: number, between: (venue: Venue) => Venue = (venue) => venue) {
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
  const handle = (one: Command) => {
    const sequenced = { seq: venue.lastSeq + 1, at: last.at, by, requestId: null, command: one, seed: 7 };
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

describe.each<readonly [Command['kind'], Command]>([
  ['endDay', { kind: 'endDay' }],
  ['valueMarket', { kind: 'valueMarket' }],
  ['correctMtm', { kind: 'correctMtm', contract: 'DEC26 WMAZ', mtm: asPrice(403_000), reason: 'a slip' }],
])('%s in slices', (_kind, command) => {
  const inOne = handled(command, whole);

  it('has the events and the state of the work in one piece, all of them published with the last slice', () => {
    const { venue, events } = handled(command, 1);
    expect(inOne.events).toHaveLength(1);
    expect(events.length).toBeGreaterThan(4);
    expect(events.slice(0, -1).flat()).toEqual([]);
    expect(withoutId(events.flat())).toEqual(withoutId(inOne.events.flat()));
    expect(finalState(venue.snapshot())).toEqual(finalState(inOne.venue.snapshot()));
  });

  it('goes on from a snapshot that was taken between any two slices', () => {
    const plain = handled(command, 1);
    const restarted = handled(command, 1, (venue) => Venue.from(stored(venue.snapshot()), 1));
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
    expect(() => handled(command, 1, handleOther)).toThrow(/setInterestRate came while \w+ was unfinished/);
  });
});

describe('a continuation', () => {
  it('without unfinished work is a fault of the sequencer', () => {
    expect(() => handled({ kind: 'continueRun' }, whole)).toThrow(
      'continueRun came while nothing was unfinished',
    );
  });
});
