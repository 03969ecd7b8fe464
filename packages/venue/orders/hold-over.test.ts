import { type ContractGroup, contractGroups, type Phase } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

const begin = (market: TestMarket, phase: Phase, groups = contractGroups as readonly ContractGroup[]) =>
  market.operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
const kindsOf = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const bid = (price: number, quantity = 10) => ({ price: asPrice(price), lots: lots(quantity) });
const offer = (price: number, quantity = 10) => ({ side: 'S' as const, ...bid(price, quantity) });

describe('an order that is held over', () => {
  const heldOver = { holdOverUntil: '2026-11-20' };

  it.each([
    ['holdOverNotNormal', { type: 'Tok' as const, holdOverUntil: '2026-11-20' }],
    ['holdOverDayUnusable', { holdOverUntil: '2026-11-18' }],
    ['holdOverDayUnusable', { holdOverUntil: '2026-11-21' }],
    ['holdOverDayUnusable', { holdOverUntil: '2026-12-24' }],
    ['holdOverDayUnusable', { holdOverUntil: 'tomorrow' }],
  ] as const)('is rejected with %s and changes nothing', (code, fields) => {
    const market = TestMarket.opened();
    expect(rejectionOf(market.by('abdul', { ...anOrder, ...fields }))).toBe(code);
    expect(market.orders).toEqual([]);
  });

  it('rests again immediately in a market without a pre-open, and expires after its last day', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', heldOver);
    market.operate({ kind: 'endDay' });
    expect(kindsOf(market.lastEvents)).toEqual([
      'orderHeldOver',
      'dayEnded',
      'announcementMade',
      'orderRested',
    ]);
    expect(market.contract().buys).toEqual([activeOrderSeq]);
    market.operate({ kind: 'endDay' });
    market.operate({ kind: 'endDay' });
    expect(market.lastEvents[0]).toMatchObject({ kind: 'orderExpired', reason: 'holdOverEnded' });
    expect(market.contract().buys).toEqual([]);
  });

  it('waits for the next pre-open in a market that closes, where it can be suspended but not changed', () => {
    const market = TestMarket.opened();
    const [first, second] = [market.order('abdul', heldOver), market.order('abdul', heldOver)];
    begin(market, 'admin');
    market.operate({ kind: 'endDay' });
    expect(market.contract().buys).toEqual([]);
    const { activeOrderSeq } = second;
    const change = { price: asPrice(403_000), lots: null, principal: null, capacity: null };
    expect(rejectionOf(market.by('abdul', { kind: 'editSuspendOrder', activeOrderSeq, change }))).toBe(
      'orderHeldOver',
    );
    expect(rejectionOf(market.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq, change }))).toBe(
      'orderHeldOver',
    );
    expect(rejectionOf(market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBe(
      'orderHeldOver',
    );
    expect(rejectionOf(market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBeNull();
    begin(market, 'preOpen');
    expect(market.lastEvents[1]).toMatchObject({
      kind: 'orderJoinedAuction',
      activeOrderSeq: first.activeOrderSeq,
    });
    begin(market, 'continuous');
    expect(market.contract().buys).toEqual([first.activeOrderSeq]);
  });

  it('is suspended when its price is outside the new limits', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { ...bid(384_000), ...heldOver });
    market.order('abdul', offer(423_000, 1));
    market.order('denise', bid(423_000, 1));
    market.operate({ kind: 'endDay' });
    expect(market.lastEvents).toContainEqual({
      kind: 'ordersSuspendedFor',
      userId: 'abdul',
      reason: 'outsideLimits',
      orders: [activeOrderSeq],
    });
    expect(market.openOrder(activeOrderSeq)).toMatchObject({ isHeldOver: false });
  });

  it('gets and loses its hold-over date by an edit while it is suspended', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', {});
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const edit = (until: string | null) =>
      market.by('abdul', {
        kind: 'editSuspendOrder',
        activeOrderSeq,
        change: { price: null, lots: null, principal: null, capacity: null, holdOver: { until } },
      });
    expect(rejectionOf(edit('2026-11-18'))).toBe('holdOverDayUnusable');
    expect(rejectionOf(edit('2026-11-19'))).toBeNull();
    expect(market.openOrder(activeOrderSeq)?.holdOverUntil).toBe('2026-11-19');
    expect(rejectionOf(edit(null))).toBeNull();
    expect(rejectionOf(edit(null))).toBe('orderWithoutChange');
    market.operate({ kind: 'endDay' });
    expect(market.lastEvents[0]).toMatchObject({ kind: 'orderExpired', reason: 'dayEnded' });
  });

  it('is omitted from an action on all orders if the dealer asks for that, and only then', () => {
    const market = TestMarket.opened();
    const kept = market.order('abdul', heldOver).activeOrderSeq;
    const gone = market.order('abdul', {}).activeOrderSeq;
    const filter = { instrument: null, contract: null, principal: null, dealer: null };
    const outcome = market.by('abdul', {
      kind: 'cancelAllActiveOrders',
      filter,
      expectedCount: 2,
      includeHoldOver: false,
    });
    expect(outcome.verdict).toMatchObject({ answer: { orders: [gone] } });
    expect(market.openOrder(kept)).toBeDefined();
    const all = market.by('abdul', { kind: 'cancelAllActiveOrders', filter, expectedCount: 1 });
    expect(all.verdict).toMatchObject({ answer: { orders: [kept] } });
  });

  it('does not come back when the other side of its double order is filled on the way back', () => {
    const market = TestMarket.opened();
    begin(market, 'preOpen');
    market.by('abdul', {
      kind: 'insertDoubleOrder',
      contract: 'DEC26 WMAZ',
      bid: bid(403_600),
      offer: bid(404_000),
      capacity: 'P',
      principal: 'KAND',
      cancelOther: true,
      ...heldOver,
    });
    market.operate({ kind: 'endDay' });
    market.order('denise', offer(403_500));
    begin(market, 'continuous');
    expect(kindsOf(market.lastEvents).slice(-3)).toEqual(['orderFilled', 'orderFilled', 'orderDeleted']);
    expect(market.orders).toEqual([]);
    expect(market.contract()).toMatchObject({ buys: [], sells: [] });
  });

  it('expires with its contract', () => {
    const market = TestMarket.opened();
    market.order('abdul', { contract: 'NOV26 WMAZ', price: asPrice(400_000), holdOverUntil: '2026-11-20' });
    for (let day = 0; day < 3; day += 1) market.operate({ kind: 'endDay' });
    expect(market.lastEvents[0]).toMatchObject({ kind: 'orderExpired' });
    expect(market.orders).toEqual([]);
  });
});
