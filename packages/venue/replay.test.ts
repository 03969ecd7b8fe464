import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { cents, lots } from './kernel/units.ts';
import type { ContractGroup, Phase } from './session/session.ts';
import { anOrder, refusalOf, Trial } from './testing/small-market.ts';
import { Venue } from './venue.ts';

interface Sent {
  readonly userId: string;
  readonly command: Command;
  readonly requestId: string | null;
}

const everyGroup = ['deliveryMonth', 'other', 'world'] as const;
/** Phases are drawn so that trading is open most of the time. */
const sessionCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('beginPhase' as const),
    groups: fc.constantFrom<readonly ContractGroup[]>(everyGroup, ['other'], ['deliveryMonth']),
    phase: fc.constantFrom<Phase>('preOpen', 'continuous', 'continuous', 'continuous', 'admin', 'closed'),
    dueAt: fc.constant(null),
    next: fc.constant(null),
    opensAt: fc.constant(null),
  }),
  fc.constantFrom<Command>(
    { kind: 'haltInstrument', instrument: 'WMAZ', reason: 'r' },
    { kind: 'resumeInstrument', instrument: 'WMAZ' },
    { kind: 'resumeInstrument', instrument: 'WMAZ' },
    { kind: 'widenLimits', instrument: 'WMAZ', band: cents(30_000) },
    { kind: 'suspendTimedOutOrders' },
    { kind: 'suspendDisconnectedOrders', userId: 'abdul' },
  ),
);

const orderAction = fc.record({
  userId: fc.constantFrom('abdul', 'denise'),
  requestId: fc.constantFrom(null, null, 'r-1', 'r-2', 'r-3'),
  command: fc.oneof(
    fc
      .record({
        side: fc.constantFrom('B' as const, 'S' as const),
        type: fc.constantFrom('Normal' as const, 'Normal' as const, 'Tok' as const, 'Fok' as const),
        lots: fc.integer({ min: 0, max: 12 }).map(lots),
        price: fc.integer({ min: 20_170, max: 20_180 }).map((tick) => cents(tick * 20)),
        principal: fc.constantFrom('KAND', 'VELD', '9996S'),
        holdOverUntil: fc.constantFrom(null, null, '2026-11-19', '2026-11-20'),
      })
      .map(
        (fields): Command => ({ ...anOrder, ...fields, capacity: fields.principal === '9996S' ? 'A' : 'P' }),
      ),
    fc.record({
      kind: fc.constantFrom(
        'deleteActiveOrder' as const,
        'suspendActiveOrder' as const,
        'resubmitActiveOrder' as const,
      ),
      activeOrderSeq: fc.integer({ min: 1, max: 30 }),
    }),
    fc.record({
      kind: fc.constant('reduceActiveOrder' as const),
      activeOrderSeq: fc.integer({ min: 1, max: 30 }),
      lots: fc.integer({ min: 0, max: 10 }).map(lots),
    }),
    fc.record({
      kind: fc.constantFrom('editSuspendOrder' as const, 'amendActiveOrder' as const),
      activeOrderSeq: fc.integer({ min: 1, max: 30 }),
      change: fc.record({
        price: fc.option(fc.integer({ min: 20_170, max: 20_180 }).map((tick) => cents(tick * 20))),
        lots: fc.option(fc.integer({ min: 0, max: 12 }).map(lots)),
        principal: fc.constantFrom(null, 'KAND', '9996S'),
        capacity: fc.constant(null),
      }),
    }),
    fc.record({
      kind: fc.constant('insertDoubleOrder' as const),
      contract: fc.constant('DEC26 WMAZ'),
      bid: fc.record({
        lots: fc.integer({ min: 1, max: 9 }).map(lots),
        price: fc.integer({ min: 20_170, max: 20_176 }).map((tick) => cents(tick * 20)),
      }),
      offer: fc.record({
        lots: fc.integer({ min: 1, max: 9 }).map(lots),
        price: fc.integer({ min: 20_174, max: 20_180 }).map((tick) => cents(tick * 20)),
      }),
      capacity: fc.constant('P' as const),
      principal: fc.constantFrom('KAND', 'VELD'),
      subAccount: fc.constant(null),
      ref: fc.constantFrom('', 'D1'),
      cancelOther: fc.boolean(),
    }),
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('cancelAllActiveOrders' as const, 'suspendAllActiveOrders' as const),
        filter: fc.record({
          instrument: fc.constant(null),
          contract: fc.constant(null),
          principal: fc.constantFrom(null, 'KAND'),
          dealer: fc.constant(null),
        }),
        expectedCount: fc.constant(0),
      }),
    },
    { weight: 1, arbitrary: fc.constant<Command>({ kind: 'endDay' }) },
    { weight: 2, arbitrary: sessionCommand },
    {
      weight: 1,
      arbitrary: fc.constant<Command>({
        kind: 'setOwnOrderGuards',
        timeOutSeconds: 5,
        suspendsOnDisconnect: true,
      }),
    },
  ),
});

const operated: ReadonlySet<Command['kind']> = new Set([
  'endDay',
  'beginPhase',
  'haltInstrument',
  'resumeInstrument',
  'widenLimits',
  'suspendTimedOutOrders',
  'suspendDisconnectedOrders',
]);

function play(sent: readonly Sent[]): Trial {
  const trial = Trial.opened();
  for (const { userId, command, requestId } of sent)
    if (operated.has(command.kind)) trial.operate(command);
    else trial.by(userId, command, requestId);
  return trial;
}

const runs = process.env.OPENPIT_LONG === '1' ? 3000 : 200;

describe('any sequence of commands', () => {
  it('gives the same outcomes and state when replayed, also from a snapshot taken on the way', () => {
    fc.assert(
      fc.property(fc.array(orderAction, { maxLength: 60 }), fc.nat(), (sent, cut) => {
        const trial = play(sent);
        const replayed = new Venue();
        const half = cut % (trial.journal.length + 1);
        let resumed = new Venue();
        trial.journal.forEach((command, at) => {
          if (at === half) resumed = Venue.from(JSON.parse(JSON.stringify(replayed.snapshot())));
          expect(replayed.handle(command)).toEqual(trial.outcomes[at]);
          if (at >= half) expect(resumed.handle(command)).toEqual(trial.outcomes[at]);
        });
        expect(replayed.stateHash()).toBe(trial.venue.stateHash());
        if (half < trial.journal.length) expect(resumed.stateHash()).toBe(trial.venue.stateHash());
      }),
      { numRuns: runs },
    );
  });

  it('conserves quantities: what was entered is resting, suspended, dealt or gone, and deals have two equal sides', () => {
    fc.assert(
      fc.property(fc.array(orderAction, { maxLength: 60 }), (sent) => {
        const trial = play(sent);
        const open = new Map<number, number>();
        for (const event of trial.outcomes.flatMap(({ events }) => events)) {
          if (event.kind === 'orderAccepted') open.set(event.activeOrderSeq, event.lots);
          if (event.kind === 'dealMade')
            for (const { activeOrderSeq, left } of [event.buy, event.sell]) {
              if (activeOrderSeq === null) continue;
              expect((open.get(activeOrderSeq) ?? 0) - event.lots).toBe(left);
              open.set(activeOrderSeq, left);
            }
          if (event.kind === 'orderReduced') open.set(event.activeOrderSeq, event.left);
          if (event.kind === 'orderEdited') open.set(event.activeOrderSeq, event.lots);
          if (event.kind === 'orderFilled') expect(open.get(event.activeOrderSeq)).toBe(0);
          if (event.kind === 'orderKilled' || event.kind === 'orderDeleted' || event.kind === 'orderExpired')
            expect(open.get(event.activeOrderSeq)).toBe(event.lots);
          if (
            ['orderFilled', 'orderKilled', 'orderDeleted', 'orderExpired'].includes(event.kind) &&
            'activeOrderSeq' in event &&
            event.activeOrderSeq !== null
          )
            open.delete(event.activeOrderSeq);
        }
        const resting = trial.venue
          .snapshot()
          .orders.map(({ activeOrderSeq, remaining }) => [activeOrderSeq, remaining]);
        expect(resting.sort()).toEqual([...open].sort());
      }),
      { numRuns: runs },
    );
  });

  it('never leaves the book crossed but before an opening, keeps books and orders in step, and positions at zero in sum', () => {
    fc.assert(
      fc.property(fc.array(orderAction, { maxLength: 60 }), (sent) => {
        const { market, orders, positions } = play(sent).venue.snapshot();
        const byNumber = new Map(orders.map((order) => [order.activeOrderSeq, order]));
        const resting = new Set<number>();
        for (const { contract, buys, sells } of market?.contracts ?? []) {
          const priceOf = (number: number | undefined) => byNumber.get(number ?? 0)?.price;
          const [bid, offer] = [priceOf(buys[0]), priceOf(sells[0])];
          const waits = market?.session.collecting.includes(contract) === true;
          if (bid !== undefined && offer !== undefined && !waits) expect(bid).toBeLessThan(offer);
          for (const number of [...buys, ...sells]) {
            expect(byNumber.get(number)?.remaining).toBeGreaterThan(0);
            resting.add(number);
          }
        }
        expect(resting.size).toBeLessThanOrEqual(orders.length);
        const sums = new Map<string, number>();
        for (const { contract, net } of positions.positions)
          sums.set(contract, (sums.get(contract) ?? 0) + net);
        expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('changes nothing but the count of commands when it is refused', () => {
    fc.assert(
      fc.property(fc.array(orderAction, { maxLength: 30 }), orderAction, (sent, last) => {
        const trial = play(sent);
        const { market, orders, nextOrderSeq, nextDealSeq } = trial.venue.snapshot();
        const outcome = trial.by(last.userId, last.command);
        if (refusalOf(outcome) === null) return;
        expect(trial.venue.snapshot()).toMatchObject({ market, orders, nextOrderSeq, nextDealSeq });
      }),
      { numRuns: runs },
    );
  });
});
