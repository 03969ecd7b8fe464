import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dealRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { firstChosen } from './cumulate-form.tsx';
import { averagePriceOf, before, cumulatedDeal, dealLine, passedOn } from './deal-lines.ts';
import { changeText, linkedDeals } from './linked-deals.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const deal = dealRow({ dealSeq: 41, qty: 10, principal: '9996S', subAccount: 'EAST', capacity: 'A' });
const texts = ({ name, terms, parties }: { name: string; terms: string; parties: string }) =>
  `${name}: ${terms}, ${parties}`;

describe('the lines before and after an action', () => {
  it('name the terms and the parties of a deal', () => {
    expect(before([deal]).lines.map(texts)).toEqual([
      'Deal 41: Buy 10 at 4,035.20, for 9996S / EAST, dealer ABD, with VELD',
    ]);
  });

  it('[ACT-16] show one deal of all lots at the average to four decimals, as the market computes it', () => {
    const deals = [
      { ...deal, dealSeq: 1, qty: 7, price: 4035 },
      { ...deal, dealSeq: 2, qty: 4, price: 4035.2, counterparty: 'BOSV' },
    ] as const;
    // The example of the rule (market.md, Deals).
    expect(averagePriceOf(deals)).toBe(4035.0727);
    expect(texts(dealLine('New deal', cumulatedDeal(deals)))).toBe(
      'New deal: Buy 11 at 4,035.0727, for 9996S / EAST, dealer ABD, with several members',
    );
    const alike = cumulatedDeal([deal, { ...deal, dealSeq: 42 }]);
    expect(texts(dealLine('New deal', alike))).toBe(
      'New deal: Buy 20 at 4,035.20, for 9996S / EAST, dealer ABD, with VELD',
    );
  });

  it('[ACT-14] [ACT-15] show what is left of a deal that is passed on, and what the other member gets', () => {
    expect(passedOn(deal, { member: 'BOSV', principal: '6120B' }).map(texts)).toEqual([
      'In your own name: Buy 10 at 4,035.20, for KAND, dealer ABD, with VELD',
      'Offset: Sell 10 at 4,035.20, for KAND, dealer ABD, with BOSV',
      'At BOSV: Buy 10 at 4,035.20, for 6120B, with KAND',
    ]);
  });
});

describe('the deals that a cumulation begins with', () => {
  const [one, two, dear] = [deal, { ...deal, dealSeq: 42 }, { ...deal, dealSeq: 43, price: 4040 }];

  it('[ACT-16] are the chosen ones', () => {
    expect(firstChosen([one, dear], [one, two, dear])).toEqual([41, 43]);
  });

  it('[ACT-16] are those at the price of the only one that was chosen', () => {
    expect(firstChosen([two], [one, two, dear])).toEqual([41, 42]);
  });
});

describe('linked deals', () => {
  it('[PANEL-10] are the other deals of the group, and none for a deal without a group', () => {
    const parent = { ...deal, linkedGroup: 7, state: 'Split' as const };
    const parts = [43, 42].map((dealSeq) => ({ ...deal, dealSeq, linkedGroup: 7 }));
    const others = [
      { ...deal, dealSeq: 50, linkedGroup: 8 },
      { ...deal, dealSeq: 51 },
    ];
    const all = [parent, ...parts, ...others];
    expect(linkedDeals(parent, all).map(({ dealSeq }) => dealSeq)).toEqual([42, 43]);
    expect(linkedDeals({ ...deal, dealSeq: 51 }, all)).toEqual([]);
  });

  it('[ACT-17] [ACT-20] say who corrected what, and that the operator corrects prices', () => {
    const time = Date.UTC(2026, 10, 18, 8, 31, 7);
    const correction = { time, dealer: 'ABD', what: 'principal', from: '9996S', to: 'KAND' } as const;
    expect(changeText(correction)).toBe('10:31:07 ABD: principal from 9996S to KAND');
    expect(changeText({ ...correction, what: 'subAccount', from: 'EAST', to: '' })).toBe(
      '10:31:07 ABD: sub-account from EAST to none',
    );
    expect(changeText({ ...correction, dealer: '', what: 'price', from: '4035', to: '4036' })).toBe(
      '10:31:07 operator: price from 4035 to 4036',
    );
  });
});
