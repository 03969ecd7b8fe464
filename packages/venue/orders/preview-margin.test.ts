import { beforeEach, describe, expect, it } from 'vitest';
import { asMoney, asPrice, lots } from '../kernel/units.ts';
import { deal, openDealMarket } from '../testing/deal-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';
import type { MarginQuery } from './preview-margin.ts';

let market: TestMarket;
beforeEach(() => {
  market = openDealMarket();
});

const order = {
  contract: 'DEC26 WMAZ',
  side: 'B',
  lots: lots(5),
  price: asPrice(403_000),
  principal: 'KAND',
} as const;
const preview = (query: Partial<MarginQuery> = {}) =>
  market.venue.previewMargin('abdul', { ...order, ...query });

describe('the margin of an account before and after an order', () => {
  it('is computed from its positions, without and with the order', () => {
    expect(preview()).toEqual({ before: 0, after: 10_500_000, withOpenOrders: 10_500_000, limit: null });
    deal(market, { lots: 10, price: 403_500 });
    expect(preview()).toMatchObject({ before: 21_000_000, after: 31_500_000 });
    expect(preview({ side: 'S' })).toMatchObject({ before: 21_000_000, after: 10_500_000 });
    // A calendar spread needs half.
    expect(preview({ contract: 'MAR27 WMAZ', side: 'S', lots: lots(10) })).toMatchObject({
      after: 21_000_000,
    });
  });

  it('counts the account’s open orders, as the limit does', () => {
    market.order('abdul', { lots: lots(4), price: asPrice(403_000) });
    market.order('abdul', { side: 'S', lots: lots(20), price: asPrice(404_000) });
    expect(preview()).toMatchObject({ before: 0, after: 10_500_000, withOpenOrders: 15 * 2_100_000 });
    expect(preview({ lots: lots(30) })).toMatchObject({ withOpenOrders: 34 * 2_100_000 });
    market.operate({ kind: 'limitMargin', principal: 'KAND', maxMargin: asMoney(34 * 2_100_000) });
    expect(preview()).toMatchObject({ limit: 34 * 2_100_000 });
    const insert = (quantity: number) =>
      rejectionOf(
        market.by('abdul', {
          ...order,
          kind: 'insertOrder',
          type: 'Normal',
          capacity: 'P',
          lots: lots(quantity),
        }),
      );
    expect(insert(31)).toBe('marginAboveLimit');
    expect(insert(30)).toBeNull();
  });

  it('[ACT-8] counts an order that is amended once, with its new terms', () => {
    const { activeOrderSeq } = market.order('abdul', { lots: lots(4), price: asPrice(403_000) });
    market.order('abdul', { lots: lots(3), price: asPrice(402_900) });
    const amended = { activeOrderSeq, lots: lots(10) };
    expect(preview({ lots: lots(10) })).toMatchObject({ withOpenOrders: 17 * 2_100_000 });
    expect(preview(amended)).toMatchObject({
      before: 0,
      after: 10 * 2_100_000,
      withOpenOrders: 13 * 2_100_000,
    });
    // Another account gets the new order; the old one was not its own.
    expect(preview({ ...amended, principal: '9996S' })).toMatchObject({ withOpenOrders: 10 * 2_100_000 });
    market.operate({ kind: 'limitMargin', principal: 'KAND', maxMargin: asMoney(13 * 2_100_000) });
    const amend = (quantity: number) =>
      rejectionOf(
        market.by('abdul', {
          kind: 'amendActiveOrder',
          activeOrderSeq,
          change: { price: asPrice(403_020), lots: lots(quantity), principal: null, capacity: null },
        }),
      );
    expect(amend(11)).toBe('marginAboveLimit');
    expect(amend(10)).toBeNull();
  });

  it('[ACT-8] does not know the order of another member', () => {
    const { activeOrderSeq } = market.order('denise', { lots: lots(4), price: asPrice(403_000) });
    for (const unknown of [activeOrderSeq, 99])
      expect(preview({ activeOrderSeq: unknown })).toEqual({
        code: 'orderNotFound',
        details: { activeOrderSeq: unknown },
      });
  });

  it('changes nothing, and is rejected like an order that cannot be', () => {
    market.order('abdul', { lots: lots(4), price: asPrice(403_000) });
    const before = market.venue.stateHash();
    preview();
    expect(preview({ contract: 'DEC99 WMAZ' })).toMatchObject({ code: 'contractUnknown' });
    expect(preview({ principal: '8001V' })).toMatchObject({ code: 'principalUnknown' });
    expect(market.venue.previewMargin('nobody', order)).toMatchObject({ code: 'userUnknown' });
    expect(market.venue.stateHash()).toBe(before);
  });
});

describe('the margin that an account needs now', () => {
  it('[PANEL-8] is computed from its positions by instrument, without open orders, and equals the deposit at the end of the day', () => {
    const needed = () =>
      market.venue.presentMargins('KAND').map(({ instrument, margin }) => [instrument, margin]);
    expect(needed()).toEqual([]);
    deal(market, { lots: 10, price: 403_500 });
    market.order('abdul', { lots: lots(4), price: asPrice(403_000) });
    expect(needed()).toEqual([['WMAZ', 21_000_000]]);
    const before = market.venue.stateHash();
    needed();
    expect(market.venue.stateHash()).toBe(before);
    const { events } = market.operate({ kind: 'endDay' });
    const deposited = events.filter((event) => event.kind === 'marginRequired' && event.principal === 'KAND');
    expect(deposited).toMatchObject([{ classes: [{ instrument: 'WMAZ', margin: needed()[0]?.[1] }] }]);
    expect(market.venue.presentMargins('nobody')).toEqual([]);
  });
});
