import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnmatchedForm } from '../../actions/dialogs.ts';
import { unmatchedRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import {
  effectText,
  firstItemFields,
  formTitle,
  type ItemFields,
  type ItemRules,
  parseItemForm,
  sendLabelOf,
} from './parse-item-form.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const rules: ItemRules = {
  price: { tick: 0.2, decimals: 2, limitLow: 3_860, limitHigh: 4_260 },
  maxQty: 500,
  isReportable: true,
  ownMember: 'KAND',
  ownDealer: 'ABD',
};
const insert: UnmatchedForm = { kind: 'insert', contract: 'MAR27 WMAZ' };
const report = (change: Partial<ItemFields> = {}): ItemFields => ({
  ...firstItemFields(insert, { principal: 'KAND', dealer: 'ABD', qty: 10 }),
  side: 'S',
  priceText: '4060',
  counterparty: 'VELD',
  ...change,
});
const parse = (fields: ItemFields, change: Partial<ItemRules> = {}) =>
  parseItemForm(insert, fields, { ...rules, ...change });
const errorsOf = (fields: ItemFields, change: Partial<ItemRules> = {}) => {
  const answer = parse(fields, change);
  return answer.kind === 'errors' ? answer.errors : {};
};

describe('the report of a deal', () => {
  it('[ACT-9] becomes a command with contract, side, terms, account and the other member', () => {
    expect(parse(report({ qtyText: '5', principal: 'FARM1', subAccount: 'NORTH', ref: 'R-17' }))).toEqual({
      kind: 'insert',
      body: {
        contract: 'MAR27 WMAZ',
        side: 'S',
        qty: 5,
        price: 4_060,
        principal: 'FARM1',
        subAccount: 'NORTH',
        counterparty: 'VELD',
        ref: 'R-17',
      },
    });
  });

  it('[ACT-9] names missing and forbidden values, field by field', () => {
    const empty = report({
      contract: '',
      qtyText: '',
      priceText: '4060.10',
      counterparty: '',
      principal: '',
    });
    expect(errorsOf(empty)).toEqual({
      contract: 'Type the name of the contract, such as MAR27 WMAZ.',
      qty: 'How many lots?',
      price: 'The price must be a multiple of 0.20. Use the arrow keys to step.',
      counterparty: 'Choose the other member, or your own for a cross.',
      principal: 'Choose your member or a client.',
    });
    expect(errorsOf(report(), { isReportable: false })).toEqual({
      contract: 'Only deals in listed futures and options can be reported.',
    });
    expect(errorsOf(report({ priceText: '5000' })).price).toContain('upper limit');
  });

  it('[ACT-9] is a cross between two different clients if both members are the user’s own', () => {
    const cross = { counterparty: 'KAND', principal: 'FARM1' };
    expect(errorsOf(report({ ...cross, otherClient: '' }))).toHaveProperty('otherClient');
    expect(errorsOf(report({ ...cross, otherClient: 'FARM1' }))).toHaveProperty('otherClient');
    expect(errorsOf(report({ ...cross, principal: 'KAND', otherClient: 'MILL7' }))).toHaveProperty(
      'principal',
    );
    expect(parse(report({ ...cross, otherClient: 'MILL7' }))).toMatchObject({
      body: { counterparty: 'KAND', counterpartyPrincipal: 'MILL7' },
    });
  });
});

describe('a change of a reported deal', () => {
  const item = unmatchedRow({ role: 'captured', principal: 'FARM1', subAccount: 'NORTH', capacity: 'A' });
  const form: UnmatchedForm = { kind: 'edit', item };
  const fields = firstItemFields(form, { principal: 'KAND', dealer: 'ABD', qty: 10 });

  it('[ACT-12] has only the differences', () => {
    expect(parseItemForm(form, fields, rules)).toEqual({ kind: 'unchanged' });
    expect(parseItemForm(form, { ...fields, qtyText: '4', priceText: '4,061.00' }, rules)).toEqual({
      kind: 'edit',
      body: { unmatchedSeq: 12, qty: 4, price: 4_061 },
    });
    expect(parseItemForm(form, { ...fields, subAccount: '' }, rules)).toEqual({
      kind: 'edit',
      body: { unmatchedSeq: 12, principal: 'FARM1' },
    });
  });
});

describe('the acceptance of an unmatched deal', () => {
  it('[ACT-11] has the account, and the version that the dealer has seen', () => {
    const form: UnmatchedForm = { kind: 'accept', item: unmatchedRow({ version: 3 }) };
    const fields = firstItemFields(form, { principal: 'KAND', dealer: 'ABD', qty: 10 });
    expect(parseItemForm(form, { ...fields, principal: 'FARM1', ref: '7' }, rules)).toEqual({
      kind: 'accept',
      body: { unmatchedSeq: 12, version: 3, principal: 'FARM1', ref: '7' },
    });
    expect(parseItemForm(form, { ...fields, principal: '' }, rules)).toHaveProperty('errors.principal');
  });

  it('[ACT-11] names the dealer whose deal it is, unless it is the accepting one', () => {
    const form: UnmatchedForm = { kind: 'accept', item: unmatchedRow({ version: 3 }) };
    const fields = firstItemFields(form, { principal: 'KAND', dealer: 'ABD', qty: 10 });
    const bodyFor = (dealer: string) => parseItemForm(form, { ...fields, dealer }, rules);
    expect(bodyFor('JVM')).toHaveProperty('body.dealer', 'JVM');
    for (const dealer of ['ABD', '', ' ']) expect(bodyFor(dealer)).toHaveProperty('body.dealer', undefined);
    const facts = { counterparty: 'VELD', ownMember: 'KAND' };
    expect(effectText(form, { ...facts, dealer: 'JVM' })).toBe(
      'The deal is made as soon as you accept it, and your position changes. It is a deal of dealer JVM.',
    );
  });
});

describe('the form’s description', () => {
  const accept = (type: 'reported' | 'assign'): UnmatchedForm => ({
    kind: 'accept',
    item: unmatchedRow({ type }),
  });

  it('describes the effect of its button', () => {
    const terms = { qty: 5, priceText: '4,060.00' };
    expect(sendLabelOf(insert, report(), terms)).toBe('Report: Sell 5 MAR27 WMAZ at 4,060.00 to VELD');
    expect(sendLabelOf(accept('reported'), report({ side: 'B' }), terms)).toBe(
      'Accept: Buy 5 MAR27 WMAZ at 4,060.00 from VELD',
    );
    expect(formTitle(accept('assign'))).toBe('Accept unmatched deal 12');
  });

  it('states the effect in one sentence', () => {
    expect(effectText(insert, { counterparty: 'VELD', ownMember: 'KAND', dealer: null })).toBe(
      'VELD sees it immediately and must accept it. Until then there is no deal.',
    );
    expect(effectText(insert, { counterparty: 'KAND', ownMember: 'KAND', dealer: null })).toContain(
      'A dealer of your member must accept the other side',
    );
    expect(
      effectText(accept('reported'), { counterparty: 'VELD', ownMember: 'KAND', dealer: null }),
    ).toContain('The deal is made as soon as you accept it');
    expect(effectText(accept('assign'), { counterparty: 'VELD', ownMember: 'KAND', dealer: null })).toContain(
      'takes the deal over from VELD',
    );
  });
});
