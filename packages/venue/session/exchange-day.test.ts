import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DealMade, VenueEvent } from '../events.ts';
import { type Cents, cents, epochMs, lots } from '../kernel/units.ts';
import { rejectionSentence } from '../rejections.ts';
import { anOrder, rejectionOf, smallMarket, Trial } from '../testing/small-market.ts';
import type { ContractGroup, Phase } from './session.ts';

const everyGroup: readonly ContractGroup[] = ['deliveryMonth', 'other', 'world'];
const begin = (trial: Trial, phase: Phase, groups = everyGroup) =>
  trial.operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
const lastEvents = (trial: Trial): readonly VenueEvent[] => trial.outcomes.at(-1)?.events ?? [];
const dealsOf = (events: readonly VenueEvent[]) =>
  events.filter((event): event is DealMade => event.kind === 'dealMade');
const kindsOf = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const said = (events: readonly VenueEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'announcementMade' ? [`${event.announcement}: ${event.message}`] : [],
  );
const bid = (price: number, quantity = 10) => ({ price: cents(price), lots: lots(quantity) });
const offer = (price: number, quantity = 10) => ({ side: 'S' as const, ...bid(price, quantity) });
const orderOf = (trial: Trial, activeOrderSeq: number) =>
  trial.venue.snapshot().orders.find((order) => order.activeOrderSeq === activeOrderSeq);
const bookOf = (trial: Trial) => trial.venue.snapshot().market?.contracts[0];
const limitsOf = (trial: Trial, at = 0) => trial.venue.snapshot().market?.contracts[at]?.limits;

describe('the phases of an exchange day', () => {
  it('take no orders while closed, in administration and in delivery, and say when they do again', () => {
    const trial = Trial.opened();
    for (const phase of ['closed', 'admin', 'delivery'] as const) {
      trial.operate({
        kind: 'beginPhase',
        groups: everyGroup,
        phase,
        dueAt: null,
        next: null,
        opensAt: epochMs(Date.UTC(2026, 10, 19, 6, 50)),
      });
      const outcome = trial.by('abdul', anOrder);
      expect(rejectionOf(outcome)).toBe('sessionClosed');
      if (outcome.verdict.kind === 'rejected')
        expect(rejectionSentence(outcome.verdict.rejection)).toMatch(
          /takes them again at 2026-11-19 08:50\.$/,
        );
    }
  });

  it('leave the way out open: orders can be suspended, reduced and deleted in each, but not resubmitted', () => {
    const trial = Trial.opened();
    const one = trial.order('abdul', {}).activeOrderSeq;
    const other = trial.order('abdul', {}).activeOrderSeq;
    begin(trial, 'admin');
    expect(
      rejectionOf(trial.by('abdul', { kind: 'reduceActiveOrder', activeOrderSeq: one, lots: lots(4) })),
    ).toBeNull();
    expect(rejectionOf(trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: one }))).toBeNull();
    expect(rejectionOf(trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: one }))).toBe(
      'sessionClosed',
    );
    expect(rejectionOf(trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: other }))).toBeNull();
  });

  it('are by group: a delivery month closes while other months go on', () => {
    const trial = Trial.opened();
    begin(trial, 'admin', ['deliveryMonth']);
    const ofNovember = { ...anOrder, contract: 'NOV26 WMAZ', price: cents(400_000) };
    expect(rejectionOf(trial.by('abdul', ofNovember))).toBe('sessionClosed');
    expect(rejectionOf(trial.by('abdul', anOrder))).toBeNull();
    expect(rejectionOf(begin(trial, 'admin', ['deliveryMonth']))).toBe('phaseUnchanged');
  });

  it('tell everybody what began and what is next', () => {
    const trial = Trial.opened();
    trial.operate({
      kind: 'beginPhase',
      groups: ['other'],
      phase: 'preOpen',
      dueAt: null,
      next: { phase: 'continuous', at: epochMs(Date.UTC(2026, 10, 19, 7, 0)) },
      opensAt: null,
    });
    expect(said(lastEvents(trial))).toEqual([
      'Phase: Other months: pre-open: orders are collected. Next: continuous trading at 2026-11-19 09:00.',
    ]);
  });
});

describe('the pre-open', () => {
  it('collects orders without dealing and without showing them, and rejects what must deal at once', () => {
    const trial = Trial.opened();
    begin(trial, 'preOpen');
    expect(trial.order('abdul', bid(403_600))).toMatchObject({ state: 'Pre-market', remaining: 10 });
    expect(kindsOf(lastEvents(trial))).toEqual(['orderAccepted', 'orderCollected']);
    expect(trial.order('denise', offer(403_500))).toMatchObject({ state: 'Pre-market', dealt: 0 });
    for (const type of ['Tok', 'Fok'] as const)
      expect(rejectionOf(trial.by('abdul', { ...anOrder, type }))).toBe('onlyNormalBeforeOpening');
  });

  it('rejects an order that could meet an own one at the opening, however much stands before it', () => {
    const trial = Trial.opened();
    begin(trial, 'preOpen');
    trial.order('denise', offer(403_400, 50));
    trial.order('abdul', offer(403_500));
    expect(rejectionOf(trial.by('abdul', { ...anOrder, ...bid(403_500) }))).toBe('orderWouldMatchOwnOrder');
    expect(rejectionOf(trial.by('abdul', { ...anOrder, ...bid(403_480) }))).toBeNull();
  });

  it('takes what rests already out of sight, and shows it again after the opening with its time', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    const queuedAt = orderOf(trial, activeOrderSeq)?.queuedAt;
    begin(trial, 'preOpen');
    expect(kindsOf(lastEvents(trial))).toEqual(['phaseBegan', 'orderCollected', 'announcementMade']);
    begin(trial, 'continuous');
    expect(lastEvents(trial).find(({ kind }) => kind === 'orderRested')).toMatchObject({
      activeOrderSeq,
      queuedAt,
    });
  });
});

describe('the opening', () => {
  it('deals at one price, best first and oldest first, and rests what is left', () => {
    const trial = Trial.opened();
    begin(trial, 'preOpen');
    const early = trial.order('abdul', bid(403_600, 6));
    const late = trial.order('abdul', bid(403_600, 6));
    const best = trial.order('abdul', bid(403_700, 3));
    trial.order('denise', offer(403_560, 10));
    begin(trial, 'continuous');
    expect(
      dealsOf(lastEvents(trial)).map(({ price, lots: dealt, buy, aggressor }) => [
        price,
        dealt,
        buy.activeOrderSeq,
        aggressor,
      ]),
    ).toEqual([
      [403_560, 3, best.activeOrderSeq, null],
      [403_560, 6, early.activeOrderSeq, null],
      [403_560, 1, late.activeOrderSeq, null],
    ]);
    expect(orderOf(trial, late.activeOrderSeq)?.remaining).toBe(5);
    expect(bookOf(trial)).toMatchObject({ buys: [late.activeOrderSeq], sells: [], last: 403_560 });
    expect(said(lastEvents(trial)).at(-1)).toBe('Auction: Opened: DEC26 WMAZ 10 at 4035.60.');
    expect(trial.order('denise', offer(403_600, 5))).toMatchObject({ state: 'Filled' });
  });

  it('takes out the other side of a double that it fills', () => {
    const trial = Trial.opened();
    begin(trial, 'preOpen');
    trial.by('abdul', {
      kind: 'insertDoubleOrder',
      contract: 'DEC26 WMAZ',
      bid: bid(403_600),
      offer: bid(404_000),
      capacity: 'P',
      principal: 'KAND',
      subAccount: null,
      ref: '',
      cancelOther: true,
    });
    trial.order('denise', offer(403_500));
    begin(trial, 'continuous');
    expect(trial.venue.snapshot().orders).toEqual([]);
  });

  it('waits for the end of a halt', () => {
    const trial = Trial.opened();
    begin(trial, 'preOpen');
    trial.order('abdul', bid(403_600));
    trial.order('denise', offer(403_500));
    trial.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
    begin(trial, 'continuous');
    expect(dealsOf(lastEvents(trial))).toEqual([]);
    trial.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    expect(dealsOf(lastEvents(trial))).toHaveLength(1);
  });

  it('leaves no book crossed, deals as much as can deal, at one price that everybody accepted', () => {
    const order = fc.record({
      userId: fc.constantFrom('abdul', 'denise'),
      price: fc.integer({ min: 20_170, max: 20_180 }).map((tick) => cents(tick * 20)),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 25 }), (orders) => {
        const trial = Trial.opened();
        begin(trial, 'preOpen');
        const prices = new Map<number, Cents>();
        for (const { userId, price, quantity } of orders) {
          const side = userId === 'abdul' ? ('B' as const) : ('S' as const);
          const { activeOrderSeq } = trial.order(userId, { side, price, lots: lots(quantity) });
          prices.set(activeOrderSeq, price);
        }
        begin(trial, 'continuous');
        const deals = dealsOf(lastEvents(trial));
        expect(new Set(deals.map(({ price }) => price)).size).toBeLessThanOrEqual(1);
        for (const { price, buy, sell } of deals) {
          expect(prices.get(buy.activeOrderSeq) ?? 0).toBeGreaterThanOrEqual(price);
          expect(prices.get(sell.activeOrderSeq) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(price);
        }
        const book = bookOf(trial);
        const [bestBid, bestOffer] = [prices.get(book?.buys[0] ?? 0), prices.get(book?.sells[0] ?? 0)];
        if (bestBid !== undefined && bestOffer !== undefined) expect(bestBid).toBeLessThan(bestOffer);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a halt', () => {
  it('takes no orders, lets orders leave, and ends with resuming', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    trial.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
    expect(said(lastEvents(trial))).toEqual([
      'Halt: WMAZ is halted: crop estimate. Open orders can be deleted or suspended.',
    ]);
    expect(rejectionOf(trial.by('abdul', anOrder))).toBe('instrumentHalted');
    expect(rejectionOf(trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBeNull();
    expect(rejectionOf(trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBe(
      'instrumentHalted',
    );
    trial.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    expect(rejectionOf(trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBeNull();
  });

  it('is rejected where there is nothing to halt or to resume', () => {
    const trial = Trial.opened();
    const halt = (instrument: string) => trial.operate({ kind: 'haltInstrument', instrument, reason: 'x' });
    expect(rejectionOf(halt('NONE'))).toBe('instrumentUnknown');
    expect(rejectionOf(trial.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' }))).toBe(
      'instrumentNotHalted',
    );
    halt('WMAZ');
    expect(rejectionOf(halt('WMAZ'))).toBe('instrumentAlreadyHalted');
  });
});

describe('an order that is held over', () => {
  const heldOver = { holdOverUntil: '2026-11-20' };

  it.each([
    ['holdOverNotNormal', { type: 'Tok' as const, holdOverUntil: '2026-11-20' }],
    ['holdOverDayUnusable', { holdOverUntil: '2026-11-18' }],
    ['holdOverDayUnusable', { holdOverUntil: '2026-11-21' }],
    ['holdOverDayUnusable', { holdOverUntil: '2026-12-24' }],
    ['holdOverDayUnusable', { holdOverUntil: 'tomorrow' }],
  ] as const)('is rejected with %s and changes nothing', (code, fields) => {
    const trial = Trial.opened();
    expect(rejectionOf(trial.by('abdul', { ...anOrder, ...fields }))).toBe(code);
    expect(trial.venue.snapshot().orders).toEqual([]);
  });

  it('comes back at once where trading goes on round the clock, and ends with its day', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', heldOver);
    trial.operate({ kind: 'endDay' });
    expect(kindsOf(lastEvents(trial))).toEqual([
      'orderHeldOver',
      'dayEnded',
      'announcementMade',
      'orderRested',
    ]);
    expect(bookOf(trial)?.buys).toEqual([activeOrderSeq]);
    trial.operate({ kind: 'endDay' });
    trial.operate({ kind: 'endDay' });
    expect(lastEvents(trial)[0]).toMatchObject({ kind: 'orderExpired', reason: 'holdOverEnded' });
    expect(bookOf(trial)?.buys).toEqual([]);
  });

  it('waits for the next pre-open where the market closes, can be suspended meanwhile but not changed', () => {
    const trial = Trial.opened();
    const [first, second] = [trial.order('abdul', heldOver), trial.order('abdul', heldOver)];
    begin(trial, 'admin');
    trial.operate({ kind: 'endDay' });
    expect(bookOf(trial)?.buys).toEqual([]);
    const { activeOrderSeq } = second;
    const change = { price: cents(403_000), lots: null, principal: null, capacity: null };
    expect(rejectionOf(trial.by('abdul', { kind: 'editSuspendOrder', activeOrderSeq, change }))).toBe(
      'orderHeldOver',
    );
    expect(rejectionOf(trial.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq, change }))).toBe(
      'orderHeldOver',
    );
    expect(rejectionOf(trial.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBe(
      'orderHeldOver',
    );
    expect(rejectionOf(trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBeNull();
    begin(trial, 'preOpen');
    expect(lastEvents(trial)[1]).toMatchObject({
      kind: 'orderCollected',
      activeOrderSeq: first.activeOrderSeq,
    });
    begin(trial, 'continuous');
    expect(bookOf(trial)?.buys).toEqual([first.activeOrderSeq]);
  });

  it('comes back suspended when its price has left the new limits', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', { ...bid(384_000), ...heldOver });
    trial.order('abdul', offer(423_000, 1));
    trial.order('denise', bid(423_000, 1));
    trial.operate({ kind: 'endDay' });
    expect(lastEvents(trial)).toContainEqual({
      kind: 'ordersSuspendedFor',
      userId: 'abdul',
      reason: 'outsideLimits',
      orders: [activeOrderSeq],
    });
    expect(orderOf(trial, activeOrderSeq)).toMatchObject({ isHeldOver: false });
  });

  it('can be made one, and made an ordinary one again, while it is suspended', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const edit = (until: string | null) =>
      trial.by('abdul', {
        kind: 'editSuspendOrder',
        activeOrderSeq,
        change: { price: null, lots: null, principal: null, capacity: null, holdOver: { until } },
      });
    expect(rejectionOf(edit('2026-11-18'))).toBe('holdOverDayUnusable');
    expect(rejectionOf(edit('2026-11-19'))).toBeNull();
    expect(orderOf(trial, activeOrderSeq)?.holdOverUntil).toBe('2026-11-19');
    expect(rejectionOf(edit(null))).toBeNull();
    expect(rejectionOf(edit(null))).toBe('orderWithoutChange');
    trial.operate({ kind: 'endDay' });
    expect(lastEvents(trial)[0]).toMatchObject({ kind: 'orderExpired', reason: 'dayEnded' });
  });

  it('is left alone by an action on all orders that is told to', () => {
    const trial = Trial.opened();
    const kept = trial.order('abdul', heldOver).activeOrderSeq;
    const gone = trial.order('abdul', {}).activeOrderSeq;
    const filter = { instrument: null, contract: null, principal: null, dealer: null };
    const outcome = trial.by('abdul', {
      kind: 'cancelAllActiveOrders',
      filter,
      expectedCount: 2,
      includeHoldOver: false,
    });
    expect(outcome.verdict).toMatchObject({ answer: { orders: [gone] } });
    expect(orderOf(trial, kept)).toBeDefined();
  });

  it('ends with its contract', () => {
    const trial = Trial.opened();
    trial.order('abdul', { contract: 'NOV26 WMAZ', price: cents(400_000), holdOverUntil: '2026-11-20' });
    for (let day = 0; day < 3; day += 1) trial.operate({ kind: 'endDay' });
    expect(lastEvents(trial)[0]).toMatchObject({ kind: 'orderExpired' });
    expect(trial.venue.snapshot().orders).toEqual([]);
  });
});

describe('daily limits', () => {
  const wide = (trial: Trial, band: number) =>
    trial.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: cents(band) });

  it('can be widened for the day, which everybody is told', () => {
    const trial = Trial.opened();
    expect(rejectionOf(wide(trial, 20_000))).toBe('limitsNotWider');
    expect(rejectionOf(trial.operate({ kind: 'widenLimits', instrument: 'NONE', band: cents(1) }))).toBe(
      'instrumentUnknown',
    );
    expect(rejectionOf(wide(trial, 30_000))).toBeNull();
    expect(limitsOf(trial)).toEqual({ low: 373_500, high: 433_500 });
    expect(said(lastEvents(trial))).toEqual([
      'Limit: Daily limits of WMAZ are 300.00 either side of the last MTM for the rest of the day.',
    ]);
    trial.operate({ kind: 'endDay' });
    expect(limitsOf(trial)).toEqual({ low: 383_500, high: 423_500 });
  });

  it('are told once a day when a deal is made at one', () => {
    const trial = Trial.opened();
    const dealAt = (price: number) => {
      trial.order('abdul', offer(price, 1));
      trial.order('denise', bid(price, 1));
      return said(lastEvents(trial));
    };
    expect(dealAt(423_500)).toEqual(['Limit: DEC26 WMAZ has dealt at its upper limit of 4235.00.']);
    expect(dealAt(423_500)).toEqual([]);
    expect(dealAt(383_500)).toEqual(['Limit: DEC26 WMAZ has dealt at its lower limit of 3835.00.']);
  });

  it('are half as wide again after two days at a limit, until a day that is not', () => {
    const trial = Trial.opened();
    const dealAtLimit = () => {
      const { high } = limitsOf(trial) ?? { high: cents(0) };
      trial.order('abdul', offer(high, 1));
      trial.order('denise', bid(high, 1));
      trial.operate({ kind: 'endDay' });
    };
    const width = () => (limitsOf(trial)?.high ?? 0) - (limitsOf(trial)?.low ?? 0);
    dealAtLimit();
    expect(width()).toBe(40_000);
    dealAtLimit();
    expect(width()).toBe(60_000);
    dealAtLimit();
    expect(width()).toBe(60_000);
    trial.operate({ kind: 'endDay' });
    expect(width()).toBe(40_000);
  });
});

describe('what takes orders out of the market for a dealer', () => {
  const guard = (trial: Trial, timeOutSeconds: number, suspendsOnDisconnect = false) =>
    trial.by('abdul', { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect });

  it('is his time-out, after which an order that rests is suspended', () => {
    const trial = Trial.opened();
    guard(trial, 60);
    const mine = trial.order('abdul', {}).activeOrderSeq;
    const hers = trial.order('denise', { price: cents(403_000) }).activeOrderSeq;
    expect(rejectionOf(trial.operate({ kind: 'suspendTimedOutOrders' }))).toBe('noOrdersToSuspend');
    trial.pass(60_000);
    trial.operate({ kind: 'suspendTimedOutOrders' });
    expect(kindsOf(lastEvents(trial))).toEqual(['orderSuspended', 'ordersSuspendedFor']);
    expect(bookOf(trial)?.buys).toEqual([hers]);
    expect(orderOf(trial, mine)).toBeDefined();
  });

  it('is the loss of his connection, where he wants that', () => {
    const trial = Trial.opened();
    const gone = { kind: 'suspendDisconnectedOrders' as const, userId: 'abdul' };
    trial.order('abdul', {});
    expect(rejectionOf(trial.operate(gone))).toBe('noOrdersToSuspend');
    guard(trial, 0, true);
    trial.operate(gone);
    expect(bookOf(trial)?.buys).toEqual([]);
    expect(rejectionOf(trial.operate({ ...gone, userId: 'nobody' }))).toBe('userUnknown');
  });

  it.each([-1, 1.5, 86_401])('is no time-out of %s seconds', (seconds) => {
    expect(rejectionOf(guard(Trial.opened(), seconds))).toBe('timeOutOutOfRange');
  });
});

describe('the self-match setting', () => {
  it('can be changed, and stays so after a restart', () => {
    const trial = Trial.opened();
    trial.order('abdul', offer(403_480));
    expect(rejectionOf(trial.by('abdul', anOrder))).toBe('orderWouldMatchOwnOrder');
    trial.operate({ kind: 'setSelfMatch', selfMatch: 'allow' });
    trial.restart();
    expect(rejectionOf(trial.by('abdul', anOrder))).toBeNull();
  });
});

it('a contract of the world group follows it', () => {
  const [instrument] = smallMarket.instruments;
  if (instrument === undefined) throw new Error('the small market has an instrument');
  const trial = Trial.opened({ ...smallMarket, instruments: [{ ...instrument, settlement: 'cash' }] });
  begin(trial, 'closed', ['deliveryMonth', 'other']);
  expect(rejectionOf(trial.by('abdul', anOrder))).toBeNull();
  begin(trial, 'closed', ['world']);
  expect(rejectionOf(trial.by('abdul', anOrder))).toBe('sessionClosed');
});
