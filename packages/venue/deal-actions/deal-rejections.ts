// The reasons why the market rejects actions of a member or the operator on a deal.

import { inWords, matchName, maxAccountLots } from '@openpit/terms';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';
import { lotsText } from '../kernel/units.ts';

export const dealRejections = {
  dealNotFound: detailed({
    when: 'also for a deal of another member, and of another dealer if the user has own-only visibility',
    examples: [{ dealSeq: 5 }],
    sentence: (v) =>
      `Your member has no deal ${v.dealSeq} of today that can be changed. Deals of earlier days cannot be changed, and of a pair or a delta only the legs can.`,
  }),
  dealNotOpen: detailed({
    when: 'the deal was split, cumulated or passed on, or is offered to another member',
    examples: [{ dealSeq: 5, state: 'Split' }],
    sentence: (v) =>
      `Deal ${v.dealSeq} can no longer be changed: its state is ${v.state}. Use the open deals of its group.`,
  }),
  dealFromExercise: detailed({
    when: 'the deal closes an option or opens its future by exercise',
    examples: [{ dealSeq: 5 }],
    sentence: (v) =>
      `Deal ${v.dealSeq} comes from an exercise and cannot be changed. Ask your operator to cancel the exercise.`,
  }),
  dealFromDelivery: detailed({
    when: 'the deal closes a future by the delivery of a silo certificate; for members and the operator',
    examples: [{ dealSeq: 5 }],
    sentence: (v) =>
      `Deal ${v.dealSeq} comes from a delivery and cannot be changed: its certificate already has a new owner.`,
  }),
  dealTimeOver: detailed({
    when: 'the contract is closed or in delivery processing',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) =>
      `Deals in ${v.contract} can be handled from its pre-open to the end of its admin period. Wait for the next day.`,
  }),
  splitPartsNumber: detailed({
    when: 'split; over HTTP this is bad input',
    examples: [{ most: 100 }],
    sentence: (v) => `A deal must be split into 2 to ${v.most} parts.`,
  }),
  splitPartsDoNotAddUp: detailed({
    when: 'split',
    examples: [{ dealSeq: 5, lots: 10, sum: 9 }],
    sentence: (v) =>
      `The parts add up to ${lotsText(v.sum)}, but deal ${v.dealSeq} has ${v.lots}. Correct their quantities.`,
  }),
  cumulateTooFew: fixed({
    when: 'cumulate; also if one deal is named twice',
    sentence: 'Name at least two different deals to cumulate.',
  }),
  cumulateTooMany: detailed({
    when: 'cumulate deals with more lots than the market can clear in one deal',
    examples: [{ lots: 120_000 }],
    sentence: (v) =>
      `The deals have ${lotsText(v.lots)} together. A deal has at most ${inWords(maxAccountLots)} lots: name fewer deals.`,
  }),
  dealsDiffer: detailed({
    when: 'cumulate',
    examples: [{ dealSeq: 7, first: 5, what: 'principal' }],
    sentence: (v) =>
      `Deal ${v.dealSeq} differs from deal ${v.first} in its ${v.what}: only deals of one contract, side, principal, sub-account, dealer and origin can be cumulated.`,
  }),
  dealPricesDiffer: detailed({
    when: 'cumulate without the average price',
    examples: [{ dealSeq: 7, first: 5 }],
    sentence: (v) =>
      `Deal ${v.dealSeq} differs from deal ${v.first} in its price. Ask for the average price, or leave that deal out.`,
  }),
  dealPrincipalNotClient: detailed({
    when: 'correct principal',
    examples: [{ dealSeq: 5, principal: 'KAND' }],
    sentence: (v) =>
      `The principal of deal ${v.dealSeq} is ${v.principal}, which is not a client: only a client's deal can be corrected.`,
  }),
  dealWithoutChange: detailed({
    when: 'correct principal, change sub-account',
    examples: [{ dealSeq: 5, what: 'principal' }],
    sentence: (v) => `Deal ${v.dealSeq} already has this ${v.what}.`,
  }),
  dealAbovePositionLimit: detailed<{
    contract: string;
    whose?: 'other' | 'shared';
    how?: 'given';
    principal?: string;
    reach?: number;
    maxLots?: number;
  }>({
    when: 'an account that gets or gives away the deal has a position limit and would move further from flat; second sentence for a dealer with own-only visibility, third if the account is another member’s, the last two if it gives the deal away',
    examples: [
      { principal: '9996S', contract: 'DEC26 WMAZ', reach: 120, maxLots: 100 },
      { whose: 'shared', principal: '9996S', contract: 'DEC26 WMAZ', maxLots: 100 },
      { whose: 'other', contract: 'DEC26 WMAZ' },
      { how: 'given', principal: '9996S', contract: 'DEC26 WMAZ', reach: -120, maxLots: 100 },
      { whose: 'shared', how: 'given', principal: '9996S', contract: 'DEC26 WMAZ', maxLots: 100 },
    ],
    sentence: (v) =>
      v.whose === 'other'
        ? `The deal would take the account on the other side above its position limit in ${v.contract}. Its member must choose another account, or have the limit raised.`
        : v.how === 'given'
          ? `Without the deal the position of ${v.principal} in ${v.contract} would be ${v.reach === undefined ? `above its limit of ${lotsText(v.maxLots ?? 0)}` : `${lotsText(v.reach ?? 0)}; its limit is ${v.maxLots}`}. Keep the deal there, or ask your operator to raise the limit.`
          : v.whose === 'shared'
            ? `The deal would take the position of ${v.principal} in ${v.contract}, in which other dealers also deal, above its limit of ${lotsText(v.maxLots ?? 0)}. Choose another account, or ask your operator to raise the limit.`
            : `The deal would take the position of ${v.principal} in ${v.contract} to ${lotsText(v.reach ?? 0)}; its limit is ${v.maxLots}. Choose another account, or ask your operator to raise the limit.`,
  }),
  dealAboveMarginLimit: detailed<{
    whose?: 'other' | 'shared';
    how?: 'given';
    principal?: string;
    limit?: string;
    margin?: string;
  }>({
    when: 'an account that gets or gives away the deal has a margin limit and would need more; second sentence for a dealer with own-only visibility, third if the account is another member’s, the last two if it gives the deal away',
    examples: [
      { principal: '9996S', limit: '500000.00', margin: '630000.00' },
      { whose: 'shared', principal: '9996S', limit: '500000.00' },
      { whose: 'other' },
      { how: 'given', principal: '9996S', limit: '500000.00', margin: '630000.00' },
      { whose: 'shared', how: 'given', principal: '9996S', limit: '500000.00' },
    ],
    sentence: (v) =>
      v.whose === 'other'
        ? 'The deal would take the initial margin of the account on the other side above its limit. Its member must choose another account, or have the limit raised.'
        : v.how === 'given'
          ? `Without the deal ${v.principal} would need an initial margin ${v.margin === undefined ? '' : `of R${v.margin}, `}above its limit of R${v.limit}. Keep the deal there, or ask your operator to raise the limit.`
          : v.whose === 'shared'
            ? `The deal would take the initial margin of ${v.principal} above its limit of R${v.limit}. Choose another account, or ask your operator to raise the limit.`
            : `With this deal ${v.principal} would need an initial margin of R${v.margin}, above its limit of R${v.limit}. Choose another account, or ask your operator to raise the limit.`,
  }),
  otherSideMayNotTrade: detailed<{ member: string; why: 'stopped' | 'inactive' }>({
    status: 409,
    when: 'insert, edit and accept unmatched, assign, tripartite: the other side is stopped (first sentence) or not active',
    examples: [
      { member: 'VELD', why: 'stopped' },
      { member: 'VELD', why: 'inactive' },
    ],
    sentence: (v) =>
      v.why === 'stopped'
        ? `The operator has stopped the trading of ${v.member}, which is on the other side. Nothing has changed. Talk to your operator.`
        : `The account of ${v.member} on the other side is not active and cannot deal. Nothing has changed. Talk to ${v.member}.`,
  }),
  memberIsOwn: detailed({
    when: 'assign',
    examples: [{ member: 'KAND' }],
    sentence: (v) => `${v.member} is your own member. Assign the deal to another one.`,
  }),
  tripartiteUnknown: detailed({
    when: 'the reference data has no such arrangement with the user’s member executing',
    examples: [{ client: '5044M', member: 'KAND', carryingMember: 'VELD' }],
    sentence: (v) =>
      `There is no tripartite arrangement of client ${v.client} with ${v.member} executing and ${v.carryingMember} carrying. Assign the deal instead, or have the arrangement registered.`,
  }),
  contractNotReportable: detailed({
    when: 'insert unmatched, for a split, a spread or a delta',
    examples: [{ contract: 'DEC26-MAR27 WMAZ' }],
    sentence: (v) =>
      `Deals in ${v.contract} cannot be reported: report each leg in its own future or option.`,
  }),
  reportedPriceOutside: detailed({
    when: 'insert and edit unmatched',
    examples: [{ price: '4237.00', low: '3833.25', high: '4236.75' }],
    sentence: (v) =>
      `The price ${v.price} is neither within today's high and low nor within 5 % of the MTM (${v.low}-${v.high}).`,
  }),
  otherPrincipalNotYours: detailed({
    when: 'insert unmatched',
    examples: [{ member: 'VELD' }],
    sentence: (v) =>
      `${v.member} chooses the account on the other side. Name it only in a cross between two of your clients.`,
  }),
  crossNotBetweenOwnClients: detailed({
    when: 'insert and edit unmatched',
    examples: [{ member: 'KAND' }],
    sentence: (v) =>
      `${v.member} is your own member: it can be on both sides only between two different clients of your member. Name both.`,
  }),
  crossForAnother: detailed({
    when: 'accept unmatched',
    examples: [{ principal: '9104K' }],
    sentence: (v) =>
      `The cross was reported for ${v.principal}: accept it for that client, or have it reported again.`,
  }),
  unmatchedDealNotFound: detailed({
    when: 'also between other members, and of another dealer if the user has own-only visibility',
    examples: [{ unmatchedSeq: 3 }],
    sentence: (v) => `There is no unmatched deal ${v.unmatchedSeq} of today at your member.`,
  }),
  unmatchedDealNotCaptured: detailed({
    when: 'edit and delete unmatched, from the addressed side',
    examples: [{ unmatchedSeq: 3 }],
    sentence: (v) =>
      `Unmatched deal ${v.unmatchedSeq} comes from the other side: only that side can edit or withdraw it.`,
  }),
  unmatchedDealNotAddressed: detailed({
    when: 'accept unmatched, from the reporting side',
    examples: [{ unmatchedSeq: 3 }],
    sentence: (v) =>
      `Unmatched deal ${v.unmatchedSeq} comes from your side: only the other side can accept it.`,
  }),
  unmatchedDealNotWaiting: detailed({
    when: 'accepted, withdrawn or expired before',
    examples: [{ unmatchedSeq: 3, state: 'Accepted' }],
    sentence: (v) => `Unmatched deal ${v.unmatchedSeq} is no longer waiting: its state is ${v.state}.`,
  }),
  unmatchedDealNotEditable: detailed({
    when: 'edit unmatched, for a deal that is assigned',
    examples: [{ unmatchedSeq: 3, dealSeq: 5 }],
    sentence: (v) =>
      `Unmatched deal ${v.unmatchedSeq} passes on deal ${v.dealSeq} and cannot be edited. Withdraw it and assign the deal again.`,
  }),
  unmatchedDealWithoutChange: detailed({
    when: 'edit unmatched',
    examples: [{ unmatchedSeq: 3 }],
    sentence: (v) =>
      `Unmatched deal ${v.unmatchedSeq} would not change: enter another price, quantity or account.`,
  }),
  unmatchedDealChanged: detailed({
    when: 'accept unmatched with an old version',
    examples: [{ unmatchedSeq: 3 }],
    sentence: (v) =>
      `Unmatched deal ${v.unmatchedSeq} was changed meanwhile. Look at its terms again, then accept it.`,
  }),
  matchNotFound: detailed({
    when: 'cancel or reprice an error trade',
    examples: [{ matchSeq: 9 }],
    sentence: (v) => `There is no deal ${matchName(v.matchSeq)} of today.`,
  }),
  matchChanged: detailed({
    when: 'reprice an error trade after a member has split, cumulated, offered or passed it on; cancel one that was changed under former rules',
    examples: [{ matchSeq: 9, dealSeq: 18, state: 'Split' }],
    sentence: (v) =>
      `Deal ${matchName(v.matchSeq)} cannot be given another price: a member has changed its side ${v.dealSeq}, which is ${v.state}. Cancel the deal instead.`,
  }),
  matchCancelled: detailed({
    status: 409,
    when: 'cancel or reprice an error trade',
    examples: [{ matchSeq: 9 }],
    sentence: (v) => `Deal ${matchName(v.matchSeq)} is already cancelled.`,
  }),
  matchMadeOfDeals: detailed({
    when: 'cancel or reprice an error trade by the number of a deal that a member created from others',
    examples: [{ matchSeq: 12, of: '9, 10' }],
    sentence: (v) =>
      `Deal ${matchName(v.matchSeq)} was not dealt: a member created it from deals ${v.of}. Name the original deal; the deals derived from it are cancelled as well.`,
  }),
  dealClosedSince: detailed<{
    contract: string;
    principal: string;
    how: 'exercised' | 'delivered';
    matchSeq?: number;
    dealSeq?: number;
  }>({
    when: 'cancel an error trade; split, correct, change sub-account, assign, accept, tripartite: the account has exercised or delivered the lots since',
    examples: [
      { matchSeq: 9, principal: '9996S', contract: 'MAR27 WMAZ 4000 C', how: 'exercised' },
      { matchSeq: 9, principal: '9996S', contract: 'DEC26 WMAZ', how: 'delivered' },
      { dealSeq: 5, principal: '9996S', contract: 'MAR27 WMAZ 4000 C', how: 'exercised' },
    ],
    sentence: (v) => {
      const account =
        v.matchSeq === undefined
          ? `Deal ${v.dealSeq} cannot be moved`
          : `Deal ${matchName(v.matchSeq)} cannot be cancelled`;
      const remedy =
        v.how === 'exercised'
          ? v.matchSeq === undefined
            ? 'Ask your operator to cancel the exercise first.'
            : 'Cancel the exercise first.'
          : 'A delivery cannot be undone: let the members settle the difference.';
      return `${account}: some lots of ${v.principal} have since been ${v.how} in ${v.contract}. ${remedy}`;
    },
  }),
  packageNotRepriced: detailed({
    when: 'reprice an error trade',
    examples: [{ matchSeq: 9 }],
    sentence: (v) =>
      `Deal ${matchName(v.matchSeq)} belongs to a package or was not made on screen: it can be cancelled, but not repriced.`,
  }),
  dealPriceUnchanged: detailed({
    when: 'reprice an error trade',
    examples: [{ matchSeq: 9, price: '4035.00' }],
    sentence: (v) => `Deal ${matchName(v.matchSeq)} already has the price ${v.price}.`,
  }),
};

export const reject = rejectionsFrom(dealRejections);
