import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import {
  holdOverOf,
  type OrderFields,
  principalChoices,
  principalFor,
  readDraft,
  subAccountOf,
} from './order-draft.ts';

const rules = { tick: 0.2, decimals: 2, maxQty: 500, limitLow: 3835, limitHigh: 4235 };
const fields: OrderFields = {
  mode: 'B',
  qtyText: '10',
  priceText: '4,035.20',
  offerQtyText: '5',
  offerPriceText: '4,036.00',
  type: 0,
  capacity: 'P',
  principal: 'KAND',
  ref: '1',
  cancelsOther: false,
};
const errorsOf = (change: Partial<OrderFields>) => {
  const draft = readDraft({ ...fields, ...change }, rules);
  return draft.kind === 'errors' ? draft.errors : {};
};

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the order that the form makes', () => {
  it('[ACT-1] is read from numbers typed in the locale’s format', () => {
    expect(readDraft(fields, rules)).toEqual({
      kind: 'order',
      side: 'B',
      qty: 10,
      price: 4035.2,
      priceText: '4,035.20',
    });
  });

  it('[PREF-3] has at most maxOrderQuantity lots, and the error says that it is the limit of the preferences', () => {
    expect(errorsOf({ qtyText: '501' }).qty).toBe(
      'At most 500 lots per order: the limit in your preferences.',
    );
    expect(errorsOf({ qtyText: '500' })).toEqual({});
  });

  it('has whole lots, at least one', () => {
    for (const qtyText of ['0', '-1', '1.5'])
      expect(errorsOf({ qtyText }).qty).toContain('whole number of lots');
    expect(errorsOf({ qtyText: '' }).qty).toBe('How many lots?');
    expect(errorsOf({ qtyText: 'abc' }).qty).toBe('“abc” is not a number of lots, such as 10.');
  });

  it('has a price above zero on the tick, and the error says how to get there', () => {
    expect(errorsOf({ priceText: '4035.3' }).price).toBe(
      'Prices go in steps of 0.20: the arrow keys go to the next one.',
    );
    expect(errorsOf({ priceText: '0' }).price).toBe('A price is above zero.');
    expect(errorsOf({ priceText: '' }).price).toBe('At what price?');
    expect(errorsOf({ priceText: '4035,20' }).price).toContain('is not a number');
  });

  it('[ACT-1] has a price within the limits of the day', () => {
    expect(errorsOf({ priceText: '3834.80' }).price).toBe("Below today's lower limit, 3,835.00.");
    expect(errorsOf({ priceText: '4235.20' }).price).toBe("Above today's upper limit, 4,235.00.");
    expect(errorsOf({ priceText: '4235' })).toEqual({});
  });

  it('[ACT-1] has two sides in a double, the bid below the offer', () => {
    expect(readDraft({ ...fields, mode: 'double' }, rules)).toEqual({
      kind: 'double',
      bid: { qty: 10, price: 4035.2, priceText: '4,035.20' },
      offer: { qty: 5, price: 4036, priceText: '4,036.00' },
    });
    for (const offerPriceText of ['4,035.20', '4,035.00'])
      expect(errorsOf({ mode: 'double', offerPriceText })).toEqual({
        offerPrice: 'In a double the offer must be above the bid.',
      });
    expect(errorsOf({ mode: 'double', offerQtyText: '501' }).offerQty).toContain('At most 500 lots');
    expect(errorsOf({ offerPriceText: 'nothing that counts' })).toEqual({});
  });

  it('names every error at once', () => {
    expect(Object.keys(errorsOf({ qtyText: 'x', priceText: 'y', principal: '' }))).toEqual([
      'qty',
      'price',
      'principal',
    ]);
  });
});

describe('the principal of an order', () => {
  const choices = principalChoices({
    userId: 'u',
    userName: 'Ada',
    email: 'a@b.c',
    memberCode: 'KAND',
    memberName: 'Kandela',
    branch: 'JHB',
    dealerCode: 'ABD',
    dealers: [],
    clients: [
      { code: 'FARM1', name: 'Rietfontein' },
      { code: 'MILL7', name: 'Mills' },
    ],
    subAccounts: [],
    twoFactorEnabled: false,
  });

  it('is the member in capacity P and a client in capacity A', () => {
    expect(choices.map(({ code, capacity }) => [code, capacity])).toEqual([
      ['KAND', 'P'],
      ['FARM1', 'A'],
      ['MILL7', 'A'],
    ]);
    expect(principalFor('P', choices, 'MILL7')?.code).toBe('KAND');
    expect(principalFor('A', choices, 'MILL7')?.code).toBe('MILL7');
    expect(principalFor('A', choices, 'GONE')?.code).toBe('FARM1');
    expect(principalFor('A', choices.slice(0, 1), '')).toBeNull();
  });

  it('is empty before the account is loaded', () => {
    expect(principalChoices(null)).toEqual([]);
  });
});

describe('an order that is held over', () => {
  it('rests: TOK and FOK orders cannot be held over', () => {
    expect(holdOverOf({ mode: 'B', type: 0, holdOver: '2026-11-25' })).toBe('2026-11-25');
    expect(holdOverOf({ mode: 'double', type: 1, holdOver: '2026-11-25' })).toBe('2026-11-25');
    expect(holdOverOf({ mode: 'B', type: 2, holdOver: '2026-11-25' })).toBeNull();
    expect(holdOverOf({ mode: 'B', type: 0, holdOver: '' })).toBeNull();
  });

  it('is not sent with a hold-over day that is no date', () => {
    const typed = { holdOver: 'friday' };
    expect(errorsOf(typed)).toEqual({ holdOver: '“friday” is not a date: write it like 25/11/2026.' });
    expect(errorsOf({ ...typed, type: 1 })).toEqual({});
    expect(errorsOf({ holdOver: '2026-11-25' })).toEqual({});
  });
});

it('[PANEL-8] an order is for a sub-account only while its principal is chosen', () => {
  const account = { principal: 'FARM1', subAccount: 'EAST' };
  expect(subAccountOf({ principal: 'FARM1', account })).toBe('EAST');
  expect(subAccountOf({ principal: 'KAND', account })).toBeNull();
  expect(subAccountOf({ principal: 'KAND' })).toBeNull();
});
