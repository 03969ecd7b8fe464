import { type ContractGroup, contractGroups, type Phase } from '@openpit/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DealMade } from '../deals/deal-events.ts';
import { asPrice, lots, type Price, volatility } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

const isQuick = process.env.OPENPIT_QUICK === '1';

const begin = (market: TestMarket, phase: Phase, groups = contractGroups as readonly ContractGroup[]) =>
  market.operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
const dealsOf = (events: readonly VenueEvent[]) =>
  events.filter((event): event is DealMade => event.kind === 'dealMade');
const kindsOf = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const announcementsIn = (events: readonly VenueEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'announcementMade' ? [`${event.announcement}: ${event.message}`] : [],
  );
const bid = (price: number, quantity = 10) => ({ price: asPrice(price), lots: lots(quantity) });
const offer = (price: number, quantity = 10) => ({ side: 'S' as const, ...bid(price, quantity) });

describe('the pre-open', () => {
  it('lets orders wait for the call auction without dealing, and rejects TOK and FOK orders', () => {
    const market = TestMarket.opened();
    begin(market, 'preOpen');
    expect(market.order('abdul', bid(403_600))).toMatchObject({ state: 'Pre-market', remaining: 10 });
    expect(kindsOf(market.lastEvents)).toEqual(['orderAccepted', 'orderJoinedAuction']);
    expect(market.order('denise', offer(403_500))).toMatchObject({ state: 'Pre-market', dealt: 0 });
    for (const type of ['Tok', 'Fok'] as const)
      expect(rejectionOf(market.by('abdul', { ...anOrder, type }))).toBe('onlyNormalBeforeOpening');
  });

  it('rejects an order that could match an order of the same principal at the opening, however many lots are ahead of it', () => {
    const market = TestMarket.opened();
    begin(market, 'preOpen');
    market.order('denise', offer(403_400, 50));
    market.order('abdul', offer(403_500));
    expect(rejectionOf(market.by('abdul', { ...anOrder, ...bid(403_500) }))).toBe('orderWouldMatchOwnOrder');
    expect(rejectionOf(market.by('abdul', { ...anOrder, ...bid(403_480) }))).toBeNull();
  });

  it('lets resting orders join the auction, and rests them again after the opening with their old time', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', {});
    const queuedAt = market.openOrder(activeOrderSeq)?.queuedAt;
    begin(market, 'preOpen');
    expect(kindsOf(market.lastEvents)).toEqual(['phaseBegan', 'orderJoinedAuction', 'announcementMade']);
    begin(market, 'continuous');
    expect(market.lastEvents.find(({ kind }) => kind === 'orderRested')).toMatchObject({
      activeOrderSeq,
      queuedAt,
    });
  });
});

describe('a waiting book', () => {
  const delta = 'MAR27 WMAZ 4060 C D';

  it('does not reveal its orders by the reference price of an order', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    begin(market, 'preOpen');
    market.order('denise', { contract: 'MAR27 WMAZ', ...bid(412_000) });
    market.order('denise', { contract: 'MAR27 WMAZ', ...offer(414_000) });
    const { pricing } = market.order('abdul', { contract: delta, volatility: volatility(2_800) });
    expect(pricing?.reference).toBe(406_000);
  });

  it('counts again from its opening', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    begin(market, 'preOpen');
    market.order('denise', { contract: 'MAR27 WMAZ', ...bid(412_000) });
    market.order('denise', { contract: 'MAR27 WMAZ', ...offer(414_000) });
    begin(market, 'continuous');
    const { pricing } = market.order('abdul', { contract: delta, volatility: volatility(2_800) });
    expect(pricing?.reference).toBe(413_000);
  });
});

describe('the opening', () => {
  it.each([
    ['last', ['DEC26 WMAZ', 'DEC26-MAR27 WMAZ']],
    ['first', ['DEC26-MAR27 WMAZ', 'DEC26 WMAZ']],
  ])('deals a pair at the opening price of its leg, if its orders came %s', (_, entered) => {
    const market = TestMarket.opened(marketOfAllTypes);
    begin(market, 'preOpen');
    for (const contract of entered) {
      const isPair = contract !== 'DEC26 WMAZ';
      market.order('denise', { contract, ...offer(isPair ? 2_400 : 403_500) });
      market.order('abdul', { contract, ...bid(isPair ? 2_400 : 423_000) });
    }
    begin(market, 'continuous');
    const legs = dealsOf(market.lastEvents).filter(({ origin }) => origin === 'split');
    expect(legs.map(({ contract, price }) => [contract, price])).toEqual([
      ['MAR27 WMAZ', 405_900],
      ['DEC26 WMAZ', 403_500],
    ]);
  });

  it('deals at one price, best and oldest orders first, and rests the remaining lots', () => {
    const market = TestMarket.opened();
    begin(market, 'preOpen');
    const early = market.order('abdul', bid(403_600, 6));
    const late = market.order('abdul', bid(403_600, 6));
    const best = market.order('abdul', bid(403_700, 3));
    market.order('denise', offer(403_560, 10));
    begin(market, 'continuous');
    expect(
      dealsOf(market.lastEvents).map(({ price, lots: dealt, buy, aggressor }) => [
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
    expect(market.openOrder(late.activeOrderSeq)?.remaining).toBe(5);
    expect(market.contract()).toMatchObject({ buys: [late.activeOrderSeq], sells: [], last: 403_560 });
    expect(announcementsIn(market.lastEvents).at(-1)).toBe('Auction: Opened: DEC26 WMAZ 10 at 4035.60.');
    expect(market.order('denise', offer(403_600, 5))).toMatchObject({ state: 'Filled' });
  });

  it('deletes the other side of a double order that it fills', () => {
    const market = TestMarket.opened();
    begin(market, 'preOpen');
    market.by('abdul', {
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
    market.order('denise', offer(403_500));
    begin(market, 'continuous');
    expect(market.orders).toEqual([]);
  });

  it('waits for the end of a halt', () => {
    const market = TestMarket.opened();
    begin(market, 'preOpen');
    market.order('abdul', bid(403_600));
    market.order('denise', offer(403_500));
    market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
    begin(market, 'continuous');
    expect(dealsOf(market.lastEvents)).toEqual([]);
    market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    expect(dealsOf(market.lastEvents)).toHaveLength(1);
  });

  it('leaves no book crossed, and deals at one price that all dealers accepted', () => {
    const order = fc.record({
      userId: fc.constantFrom('abdul', 'denise'),
      price: fc.integer({ min: 20_170, max: 20_180 }).map((tick) => asPrice(tick * 20)),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 25 }), (orders) => {
        const market = TestMarket.opened();
        begin(market, 'preOpen');
        const prices = new Map<number, Price>();
        for (const { userId, price, quantity } of orders) {
          const side = userId === 'abdul' ? ('B' as const) : ('S' as const);
          const { activeOrderSeq } = market.order(userId, { side, price, lots: lots(quantity) });
          prices.set(activeOrderSeq, price);
        }
        begin(market, 'continuous');
        const deals = dealsOf(market.lastEvents);
        expect(new Set(deals.map(({ price }) => price)).size).toBeLessThanOrEqual(1);
        for (const { price, buy, sell } of deals) {
          expect(prices.get(buy.activeOrderSeq) ?? 0).toBeGreaterThanOrEqual(price);
          expect(prices.get(sell.activeOrderSeq) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(price);
        }
        const book = market.contract();
        const [bestBid, bestOffer] = [prices.get(book?.buys[0] ?? 0), prices.get(book?.sells[0] ?? 0)];
        if (bestBid !== undefined && bestOffer !== undefined) expect(bestBid).toBeLessThan(bestOffer);
      }),
      { numRuns: isQuick ? 60 : 300 },
    );
  });
});
