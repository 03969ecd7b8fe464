// The reasons why the market rejects actions of a dealer on an order.

import { inWords, maxOrdersInBook } from '@openpit/terms';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';
import { lotsText } from '../kernel/units.ts';

export const ordersRejections = {
  bookFull: detailed({
    when: 'the book of the contract holds as many orders as it can',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) =>
      `The book of ${v.contract} holds ${inWords(maxOrdersInBook)} orders, which is the maximum. Send the order again when some of them have left.`,
  }),
  orderWouldMatchOwnOrder: detailed<{
    principal: string;
    whose?: 'another';
    activeOrderSeq?: number;
    ahead?: number;
  }>({
    when: 'the market’s `selfMatch` is `reject`, and an opposite order has the same member and principal; second sentence for a dealer with own-only visibility. `ahead`: lots of others with which it would deal first',
    examples: [
      { principal: 'KAND', activeOrderSeq: 17 },
      { principal: 'KAND', whose: 'another' },
      { principal: 'KAND', activeOrderSeq: 17, ahead: 5 },
    ],
    sentence: (v) =>
      `${
        v.whose === 'another'
          ? `The order would match an order that another dealer of your member has for ${v.principal}. Change the price, or have that order cancelled.`
          : `The order would match your member’s order ${v.activeOrderSeq} for ${v.principal}. Cancel that order first, or change the price.`
      }${v.ahead === undefined ? '' : ` Nothing was dealt, although ${lotsText(v.ahead)} of others ${v.ahead === 1 ? 'is' : 'are'} ahead of it.`}`,
  }),
  positionAboveLimit: detailed<{
    principal: string;
    contract: string;
    maxLots: number;
    whose?: 'shared';
    reach?: number;
  }>({
    when: 'the principal has a position limit; second sentence for a dealer with own-only visibility',
    examples: [
      { principal: '9996S', contract: 'DEC26 WMAZ', reach: 120, maxLots: 100 },
      { whose: 'shared', principal: '9996S', contract: 'DEC26 WMAZ', maxLots: 100 },
    ],
    sentence: (v) =>
      v.whose === 'shared'
        ? `The order could take the position of ${v.principal} in ${v.contract}, in which other dealers also deal, above its limit of ${lotsText(v.maxLots ?? 0)}. Send less, or ask your operator to raise the limit.`
        : `The order could take the position of ${v.principal} in ${v.contract} to ${lotsText(v.reach ?? 0)}; its limit is ${v.maxLots}. Send less, or ask your operator to raise the limit.`,
  }),
  orderNotFound: detailed({
    when: 'also for an order of another member, and of another dealer if the user has own-only visibility',
    examples: [{ activeOrderSeq: 17 }],
    sentence: (v) =>
      `There is no open order ${v.activeOrderSeq} at your member: it may have dealt or been cancelled meanwhile.`,
  }),
  orderNotActive: detailed({
    when: 'suspend, amend',
    examples: [{ activeOrderSeq: 17 }],
    sentence: (v) => `Order ${v.activeOrderSeq} is not active: it is already suspended.`,
  }),
  orderNotSuspended: detailed({
    when: 'resubmit, edit',
    examples: [{ activeOrderSeq: 17 }],
    sentence: (v) => `Order ${v.activeOrderSeq} is not suspended: it is already in the market.`,
  }),
  orderHeldOver: detailed({
    when: 'edit, resubmit, amend between the end of a day and the next pre-open',
    examples: [{ activeOrderSeq: 17 }],
    sentence: (v) =>
      `Order ${v.activeOrderSeq} is held over and returns in the next pre-open. Suspend it to change it now, or cancel it.`,
  }),
  orderWithoutChange: detailed({
    when: 'edit, amend',
    examples: [{ activeOrderSeq: 17 }],
    sentence: (v) =>
      `Order ${v.activeOrderSeq} would not change: enter another price, quantity or principal.`,
  }),
  marginAboveLimit: detailed<{ principal: string; limit: string; margin?: string }>({
    when: 'an account with a margin limit; the second sentence is for dealers with own-only visibility',
    examples: [
      { principal: '9996S', limit: '500000.00', margin: '630000.00' },
      { principal: '9996S', limit: '500000.00' },
    ],
    sentence: (v) =>
      v.margin === undefined
        ? `The order could take the initial margin of ${v.principal} above its limit of R${v.limit}.`
        : `With this order ${v.principal} could need an initial margin of R${v.margin}, above its limit of R${v.limit}. Send less, or ask your operator to raise the limit.`,
  }),
  reductionNotLower: detailed({
    when: 'reduce',
    examples: [{ activeOrderSeq: 17, remaining: 10 }],
    sentence: (v) =>
      v.remaining === 1
        ? `Order ${v.activeOrderSeq} has 1 lot left and cannot be reduced. Cancel it.`
        : `Order ${v.activeOrderSeq} has ${v.remaining} lots left: reduce it to at least 1 and fewer than that, or cancel it.`,
  }),
  bidNotBelowOffer: detailed({
    when: 'double',
    examples: [{ bid: '4036.00', offer: '4036.00' }],
    sentence: (v) => `The bid of ${v.bid} must be below the offer of ${v.offer}.`,
  }),
  holdOverNotNormal: fixed({
    when: 'insert',
    sentence: 'Only a Normal order can be held over: a TOK or FOK order has no remainder to keep.',
  }),
  holdOverDayUnusable: detailed({
    when: 'insert, double, edit, amend',
    examples: [{ day: '2026-11-21', why: 'is not a business day', lastDay: '2026-12-23' }],
    sentence: (v) =>
      `The order cannot be held over until ${v.day}: that ${v.why}. Choose a business day after today, at the latest ${v.lastDay}.`,
  }),
  noOrdersMatch: fixed({
    when: 'cancel all, suspend all',
    sentence: 'No open order of your member matches. They may have dealt or been cancelled meanwhile.',
  }),
  noOrdersToSuspend: fixed({
    when: 'a timer of the server, when the orders are already gone',
    sentence: 'There is no order that must be suspended.',
  }),
};

export const reject = rejectionsFrom(ordersRejections);
