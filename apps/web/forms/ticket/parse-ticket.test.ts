import { newPreferenceDocument } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { contractTerms } from '../../market/contract-terms.ts';
import { accountOfUser, marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { principalChoices, principalFor } from '../accounts.ts';
import { firstFields } from './first-fields.ts';
import {
  holdOverOf,
  type OrderFields,
  parseTicket,
  type SideInput,
  sideField,
  subAccountOf,
  type TicketRules,
} from './parse-ticket.ts';

const rules: TicketRules = {
  terms: contractTerms(marketRow('DEC26 WMAZ'), { tick: 0.2, decimals: 2 }),
  premium: { tick: 0.2, decimals: 2 },
  maxQty: 500,
  future: { limitLow: null, limitHigh: null },
};
const future = marketRow('DEC26 WMAZ', { limitLow: 3835, limitHigh: 4235 });
const bid: SideInput = { side: 'B', qtyText: '10', priceText: '4,035.20', otherText: '' };
const offer: SideInput = { side: 'S', qtyText: '5', priceText: '4,036.00', otherText: '' };
const fields: OrderFields = {
  sides: [bid],
  type: 'Normal',
  capacity: 'P',
  principal: 'KAND',
  ref: '1',
  cancelsOther: false,
};
const parse = (change: Partial<OrderFields>) => parseTicket({ ...fields, ...change }, future, rules);
const errorsOf = (change: Partial<OrderFields>) => parse(change).errors;
const errorsOfSide = (change: Partial<SideInput>) => errorsOf({ sides: [{ ...bid, ...change }] });
const errorsOfOffer = (change: Partial<SideInput>) => errorsOf({ sides: [bid, { ...offer, ...change }] });

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the order that the form makes', () => {
  it('[ACT-1] is read from numbers typed in the locale’s format', () => {
    expect(parse({}).order).toMatchObject({
      kind: 'order',
      body: {
        contract: 'DEC26 WMAZ',
        side: 'B',
        type: 0,
        qty: 10,
        price: 4035.2,
        principal: 'KAND',
        ref: '1',
      },
      sides: [{ side: 'B', qty: 10, price: 4035.2, summary: { priceText: '4,035.20' } }],
    });
  });

  it('[PREF-3] has at most maxOrderQuantity lots, and the error names the limit of the preferences', () => {
    expect(errorsOfSide({ qtyText: '501' }).qty).toBe(
      'At most 500 lots per order: the limit in your preferences.',
    );
    expect(errorsOfSide({ qtyText: '500' })).toEqual({});
  });

  it('has whole lots, at least one', () => {
    for (const qtyText of ['0', '-1', '1.5'])
      expect(errorsOfSide({ qtyText }).qty).toContain('whole number of lots');
    expect(errorsOfSide({ qtyText: '' }).qty).toBe('How many lots?');
    expect(errorsOfSide({ qtyText: 'abc' }).qty).toBe('“abc” is not a number of lots, such as 10.');
  });

  it('has a positive price on the tick, and the error explains how to get there', () => {
    expect(errorsOfSide({ priceText: '4035.3' }).price).toBe(
      'The price must be a multiple of 0.20. Use the arrow keys to step.',
    );
    expect(errorsOfSide({ priceText: '0' }).price).toBe('The price must be above zero.');
    expect(errorsOfSide({ priceText: '' }).price).toBe('Enter a price.');
    expect(errorsOfSide({ priceText: '4035,20' }).price).toContain('is not a number');
  });

  it('[ACT-1] has a price within the limits of the day', () => {
    expect(errorsOfSide({ priceText: '3834.80' }).price).toBe("Below today's lower limit, 3,835.00.");
    expect(errorsOfSide({ priceText: '4235.20' }).price).toBe("Above today's upper limit, 4,235.00.");
    expect(errorsOfSide({ priceText: '4235' })).toEqual({});
  });

  it('[ACT-1] has two sides in a double, the bid below the offer', () => {
    const { order } = parse({ sides: [bid, offer] });
    expect(order).toMatchObject({
      kind: 'double',
      body: { bidQty: 10, bidPrice: 4035.2, offerQty: 5, offerPrice: 4036, cancelOther: false },
      sides: [{ side: 'B' }, { side: 'S', summary: { priceText: '4,036.00' } }],
    });
    expect(order?.body).not.toHaveProperty('side');
    for (const priceText of ['4,035.20', '4,035.00'])
      expect(errorsOfOffer({ priceText })).toEqual({
        [sideField('price', 1)]: 'In a double the offer must be above the bid.',
      });
    expect(errorsOfOffer({ qtyText: '501' })[sideField('qty', 1)]).toContain('At most 500 lots');
  });

  it('names all errors together', () => {
    expect(
      Object.keys(errorsOf({ sides: [{ ...bid, qtyText: 'x', priceText: 'y' }], principal: '' })),
    ).toEqual(['qty', 'price', 'principal']);
  });
});

describe('the principal of an order', () => {
  const choices = principalChoices(
    accountOfUser({
      clients: [
        { code: 'FARM1', name: 'Rietfontein' },
        { code: 'MILL7', name: 'Mills' },
      ],
    }),
  );

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
    expect(holdOverOf({ sides: [bid], type: 'Normal', holdOver: '2026-11-25' })).toBe('2026-11-25');
    expect(holdOverOf({ sides: [bid, offer], type: 'Tok', holdOver: '2026-11-25' })).toBe('2026-11-25');
    expect(holdOverOf({ sides: [bid], type: 'Fok', holdOver: '2026-11-25' })).toBeNull();
    expect(holdOverOf({ sides: [bid], type: 'Normal', holdOver: '' })).toBeNull();
  });

  it('is not sent with a hold-over day that is not a date', () => {
    const typed = { holdOver: 'friday' };
    expect(errorsOf(typed)).toEqual({ holdOver: '“friday” is not a date. Type it as 25/11/2026.' });
    expect(errorsOf({ ...typed, type: 'Tok' })).toEqual({});
    expect(errorsOf({ holdOver: '2026-11-25' })).toEqual({});
  });
});

it('[PANEL-8] an order is for a sub-account only while its principal is chosen', () => {
  const account = { principal: 'FARM1', subAccount: 'EAST' };
  expect(subAccountOf({ principal: 'FARM1', account })).toBe('EAST');
  expect(subAccountOf({ principal: 'KAND', account })).toBeNull();
  expect(subAccountOf({ principal: 'KAND' })).toBeNull();
});

const premium = { tick: 0.2, decimals: 2 };
const row = marketRow('MAR27 WMAZ 4200 P', {
  contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 },
  reference: 4077,
  daysToExpiry: 84,
  bid: 280,
  offer: 288.4,
});
const request: NewOrderRequest = {
  kind: 'order',
  contract: row.contract,
  side: 'B',
  price: 288.4,
  qty: null,
  type: 'Normal',
  anchor: null,
};
const { defaults, profile } = newPreferenceDocument();
const beginning = {
  premium,
  terms: contractTerms(row, premium),
  choices: [],
  hqAccess: null,
  defaults,
  profile,
};

describe('the ticket of an option', () => {
  it('[PANEL-2] opens by volatility from a panel that shows volatilities, by premium from one that shows premiums', () => {
    expect(firstFields(request, row, beginning)).toMatchObject({
      sides: [{ priceText: '288.40', otherText: '' }],
    });
    expect(firstFields({ ...request, isByVolatility: true }, row, beginning)).toMatchObject({
      sides: [{ priceText: '288.40', otherText: '27.99' }],
    });
  });

  it('[PANEL-13] opens at the volatility that was asked for', () => {
    expect(firstFields({ ...request, price: null, volatility: 31.25 }, row, beginning)).toMatchObject({
      sides: [{ priceText: '', otherText: '31.25' }],
    });
  });

  it('opens a double by volatility on both sides', () => {
    const double = { kind: 'double', contract: row.contract, anchor: null, isByVolatility: true } as const;
    const [bid, offer] = firstFields(double, row, beginning).sides;
    expect(bid.otherText).toMatch(/^26\.\d\d$|^27\.\d\d$/);
    expect(offer?.otherText).toBe('27.99');
  });
});

describe('the ticket of a delta', () => {
  const delta = marketRow('MAR27 WMAZ 4200 P D', {
    contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 5 },
    reference: 4077,
    daysToExpiry: 84,
  });
  const ofDelta = { ...beginning, terms: contractTerms(delta, premium) };

  it('[PANEL-13] opens at the requested reference, otherwise at the current price of the future', () => {
    const asked = { ...request, contract: delta.contract, price: 31.25, volatility: 31.25 };
    expect(firstFields({ ...asked, reference: 4080 }, delta, ofDelta)).toMatchObject({
      sides: [{ priceText: '31.25', otherText: '' }],
      referenceText: '4,080.00',
    });
    expect(firstFields(asked, delta, ofDelta).referenceText).toBe('4,077.00');
  });
});
