import { newPreferenceDocument } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { contractTerms } from '../../market/contract-terms.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { firstFields } from './first-fields.ts';

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
  type: 0,
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

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the ticket of an option', () => {
  it('[PANEL-2] opens by volatility from a panel that shows volatilities, by premium from one that shows premiums', () => {
    expect(firstFields(request, row, beginning)).toMatchObject({ priceText: '288.40', otherText: '' });
    expect(firstFields({ ...request, isByVolatility: true }, row, beginning)).toMatchObject({
      priceText: '288.40',
      otherText: '27.99',
    });
  });

  it('[PANEL-13] opens at the volatility that was asked for', () => {
    expect(firstFields({ ...request, price: null, volatility: 31.25 }, row, beginning)).toMatchObject({
      priceText: '',
      otherText: '31.25',
    });
  });

  it('opens a double by volatility on both sides', () => {
    const double = { kind: 'double', contract: row.contract, anchor: null, isByVolatility: true } as const;
    const { otherText, offerOtherText } = firstFields(double, row, beginning);
    expect(otherText).toMatch(/^26\.\d\d$|^27\.\d\d$/);
    expect(offerOtherText).toBe('27.99');
  });
});

describe('the ticket of a delta', () => {
  const delta = marketRow('MAR27 WMAZ 4200 P D', {
    contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 5 },
    reference: 4077,
    daysToExpiry: 84,
  });
  const ofDelta = { ...beginning, terms: contractTerms(delta, premium) };

  it('[PANEL-13] opens at the reference that was asked for, else at the present price of the future', () => {
    const asked = { ...request, contract: delta.contract, price: 31.25, volatility: 31.25 };
    expect(firstFields({ ...asked, reference: 4080 }, delta, ofDelta)).toMatchObject({
      priceText: '31.25',
      otherText: '',
      referenceText: '4,080.00',
    });
    expect(firstFields(asked, delta, ofDelta).referenceText).toBe('4,077.00');
  });
});
