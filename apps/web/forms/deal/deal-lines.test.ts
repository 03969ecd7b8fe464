import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dealRow, positionRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { firstChosen } from './cumulate-form.tsx';
import { changeText, linkedDeals } from './deal-details.tsx';
import {
  averagePriceOf,
  cumulatedDeal,
  dealLine,
  lineOfDeal,
  linesWhenPassedOn,
  ownNameAndOffset,
  positionsAfter,
} from './deal-lines.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const deal = dealRow({ dealSeq: 41, qty: 10, principal: '9996S', subAccount: 'EAST', capacity: 'A' });
const texts = ({ name, terms, parties }: { name: string; terms: string; parties: string }) =>
  `${name}: ${terms}, ${parties}`;

describe('the lines before and after an action', () => {
  it('name the terms and the parties of a deal', () => {
    expect(texts(lineOfDeal(deal))).toBe(
      'Deal 41: Buy 10 at 4,035.20, for 9996S EAST, dealer ABD, with VELD',
    );
  });

  it('[ACT-16] show one deal of all lots at the average to four decimals, as the market computes it', () => {
    const deals = [
      { ...deal, dealSeq: 1, qty: 7, price: 4035 },
      { ...deal, dealSeq: 2, qty: 4, price: 4035.2, counterparty: 'BOSV' },
    ] as const;
    // The example of the rule (market/deals.md, Deals).
    expect(averagePriceOf(deals)).toBe(4035.0727);
    expect(texts(dealLine('New deal', cumulatedDeal(deals)))).toBe(
      'New deal: Buy 11 at 4,035.0727, for 9996S EAST, dealer ABD, with several members',
    );
    const alike = cumulatedDeal([deal, { ...deal, dealSeq: 42 }]);
    expect(texts(dealLine('New deal', alike))).toBe(
      'New deal: Buy 20 at 4,035.20, for 9996S EAST, dealer ABD, with VELD',
    );
  });

  it('[ACT-14] [ACT-15] show the remaining part of a deal that is passed on, and the part for the other member', () => {
    expect(linesWhenPassedOn(deal, { member: 'BOSV', principal: '6120B' }).map(texts)).toEqual([
      'In your own name: Buy 10 at 4,035.20, for KAND, dealer ABD, with VELD',
      'Offset: Sell 10 at 4,035.20, for KAND, dealer ABD, with BOSV',
      'At BOSV: Buy 10 at 4,035.20, for 6120B, with KAND',
    ]);
  });
});

describe('the deals that a cumulation begins with', () => {
  const [dealRow, two, dear] = [deal, { ...deal, dealSeq: 42 }, { ...deal, dealSeq: 43, price: 4040 }];

  it('[ACT-16] are the chosen ones', () => {
    expect(firstChosen([dealRow, dear], [dealRow, two, dear])).toEqual([41, 43]);
  });

  it('[ACT-16] are the deals at the price of the only chosen deal', () => {
    expect(firstChosen([two], [dealRow, two, dear])).toEqual([41, 42]);
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

const dealPositionsAfter = dealRow({ dealSeq: 41, qty: 10, principal: '9996S', subAccount: 'EAST' });
const held = [
  positionRow({ positionSeq: 1, principal: '9996S', subAccount: 'EAST', net: 12 }),
  positionRow({ positionSeq: 2, principal: 'KAND', subAccount: null, net: -3 }),
  positionRow({ positionSeq: 3, principal: 'KAND', subAccount: null, net: 50, contract: 'MAR27 WMAZ' }),
];
const after = (to: Parameters<typeof positionsAfter>[0]['to']) =>
  positionsAfter({ from: [dealPositionsAfter], to }, held).map(({ account, before, after }) => [
    account,
    before,
    after,
  ]);

describe('the positions after an action on deals', () => {
  it('[ACT-17] move the lots of a bought deal from one account to the other', () => {
    expect(after([{ ...dealPositionsAfter, principal: 'KAND', subAccount: '' }])).toEqual([
      ['9996S EAST', 12, 2],
      ['KAND', -3, 7],
    ]);
  });

  it('[ACT-13] count only the parts of a split that are for others, also for an account without a position', () => {
    const part = { ...dealPositionsAfter, qty: 4 };
    expect(after([part, { ...dealPositionsAfter, qty: 6 }])).toEqual([]);
    expect(after([part, { ...dealPositionsAfter, qty: 6, subAccount: 'WEST' }])).toEqual([
      ['9996S EAST', 12, 6],
      ['9996S WEST', 0, 6],
    ]);
  });

  it('[ACT-15] [ACT-16] leave no trace of a deal that is passed on: the deal in the user’s own name and its offset add up to zero', () => {
    expect(after(ownNameAndOffset(dealPositionsAfter))).toEqual([['9996S EAST', 12, 2]]);
    const sold = { ...dealPositionsAfter, side: 'S', principal: 'KAND', subAccount: null } as const;
    expect(positionsAfter({ from: [sold], to: ownNameAndOffset(sold) }, held)).toMatchObject([
      { account: 'KAND', contract: 'DEC26 WMAZ', before: -3, after: 7 },
    ]);
  });
});
