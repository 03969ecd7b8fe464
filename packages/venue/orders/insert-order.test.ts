import { describe, expect, it } from 'vitest';
import type { DealMade } from '../deals/deal-events.ts';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { rejectionSentence } from '../rejections.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

const kinds = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const deals = (events: readonly VenueEvent[]) =>
  events.filter((event): event is DealMade => event.kind === 'dealMade');
const ofTwo = { contract: 'DEC26 WMAZ', price: asPrice(403_520), lots: lots(10) };

describe('inserting an order', () => {
  it('[ACT-1] rests the lots that do not deal', () => {
    const market = TestMarket.opened();
    const answer = market.order('abdul', {});
    expect(answer).toMatchObject({ state: 'Active', remaining: 10, dealt: 0 });
    expect(kinds(market.lastEvents)).toEqual(['orderAccepted', 'orderRested']);
  });

  it('[ACT-1] deals at the resting price, oldest order first, and emits both sides of each deal', () => {
    const market = TestMarket.opened();
    const first = market.order('abdul', { side: 'S', price: asPrice(403_520), lots: lots(6) });
    const second = market.order('abdul', { side: 'S', price: asPrice(403_520), lots: lots(6) });
    const taken = market.order('denise', { side: 'B', price: asPrice(403_600), lots: lots(10) });
    expect(taken).toMatchObject({ state: 'Filled', remaining: 0, dealt: 10 });
    const made = deals(market.lastEvents);
    expect(
      made.map(({ price, lots: quantity, sell }) => [price, quantity, sell.activeOrderSeq, sell.left]),
    ).toEqual([
      [403_520, 6, first.activeOrderSeq, 0],
      [403_520, 4, second.activeOrderSeq, 2],
    ]);
    expect(made.every(({ aggressor, buy }) => aggressor === 'B' && buy.owner.member === 'VELD')).toBe(true);
  });

  it('[MODEL-1] kills the rest of a TOK order, and all of a FOK order that cannot be filled completely', () => {
    const market = TestMarket.opened();
    market.order('abdul', { ...ofTwo, side: 'S', lots: lots(4) });
    expect(market.order('denise', { ...ofTwo, type: 'Fok' })).toMatchObject({
      state: 'Killed',
      dealt: 0,
      remaining: 0,
    });
    expect(kinds(market.lastEvents)).toEqual(['orderAccepted', 'orderKilled']);
    expect(market.order('denise', { ...ofTwo, type: 'Tok' })).toMatchObject({
      state: 'Killed',
      dealt: 4,
      remaining: 0,
    });
    expect(market.orders).toEqual([]);
    market.order('abdul', { ...ofTwo, side: 'S' });
    expect(market.order('denise', { ...ofTwo, type: 'Fok' })).toMatchObject({ state: 'Filled', dealt: 10 });
  });

  it.each([
    ['contractUnknown', { contract: 'DEC99 WMAZ' }],
    ['quantityNotPositive', { lots: lots(0) }],
    ['quantityAboveLimit', { lots: lots(101) }],
    ['priceNotPositive', { price: asPrice(0) }],
    ['priceOffTick', { price: asPrice(403_510) }],
    ['priceOutsideLimits', { price: asPrice(423_520) }],
    ['priceImplausible', { contract: 'NOV26 WMAZ', price: asPrice(1_600_020) }],
    ['principalUnknown', { principal: 'NOBODY' }],
    ['principalUnknown', { principal: '8001V', capacity: 'A' }],
    ['principalNotActive', { principal: '7777X', capacity: 'A' }],
    ['capacityContradictsPrincipal', { principal: '9996S', capacity: 'P' }],
    ['capacityContradictsPrincipal', { principal: 'KAND', capacity: 'A' }],
    ['subAccountUnknown', { subAccount: 'S1' }],
  ] as const)('is rejected with %s and changes nothing', (code, fields) => {
    expect(TestMarket.opened().rejected('abdul', { ...anOrder, ...fields })).toBe(code);
  });

  it('names the limits and the nearest ticks in the sentence', () => {
    const market = TestMarket.opened();
    const sentence = (price: number) => {
      const { verdict } = market.by('abdul', { ...anOrder, price: asPrice(price) });
      return verdict.kind === 'rejected' ? rejectionSentence(verdict.rejection) : 'accepted';
    };
    expect(sentence(423_520)).toBe('Price outside daily limits (3835.00-4235.00).');
    expect(sentence(403_510)).toContain('The nearest are 4035.00 and 4035.20');
  });

  it('is rejected if it would match an order of the same principal, but not of another principal of the member', () => {
    const market = TestMarket.opened();
    market.order('abdul', { side: 'S', price: asPrice(403_500) });
    expect(rejectionOf(market.by('abdul', { ...anOrder, price: asPrice(403_500) }))).toBe(
      'orderWouldMatchOwnOrder',
    );
    expect(market.order('abdul', { price: asPrice(403_500), principal: '9996S', capacity: 'A' }).state).toBe(
      'Filled',
    );
  });

  it('is accepted if it is filled before it would reach an order of the same principal', () => {
    const market = TestMarket.opened();
    market.order('denise', { side: 'S', price: asPrice(403_500), lots: lots(10) });
    market.order('abdul', { side: 'S', price: asPrice(403_520), lots: lots(10) });
    expect(market.order('abdul', { price: asPrice(403_520), lots: lots(10) }).state).toBe('Filled');
  });

  it('is rejected for a member that is not active', () => {
    const outcome = TestMarket.opened().by('sleeper', { ...anOrder, principal: 'SLAP' });
    expect(rejectionOf(outcome)).toBe('principalNotActive');
  });
});
