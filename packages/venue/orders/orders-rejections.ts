// Why the market turns down what a dealer wants to do with an order.
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';

export const ordersRejections = {
  orderWouldMatchOwnOrder: detailed<{ principal: string; whose?: 'another'; activeOrderSeq?: number }>({
    principal: 'KAND',
    activeOrderSeq: 4711,
  })((v) =>
    v.whose === 'another'
      ? `The order would match an order that another dealer of your member has for ${v.principal}. Change the price, or have that order deleted.`
      : `The order would match own order ${v.activeOrderSeq} of ${v.principal}. Delete that order first, or change the price.`,
  ),
  orderNotFound: detailed({ activeOrderSeq: 4711 })(
    (v) =>
      `There is no open order ${v.activeOrderSeq} at your member: it may have dealt or been deleted meanwhile.`,
  ),
  orderNotActive: detailed({ activeOrderSeq: 4711 })(
    (v) => `Order ${v.activeOrderSeq} is not active: it is suspended already.`,
  ),
  orderNotSuspended: detailed({ activeOrderSeq: 4711 })(
    (v) => `Order ${v.activeOrderSeq} is not suspended: it is in the market already.`,
  ),
  orderHeldOver: detailed({ activeOrderSeq: 4711 })(
    (v) =>
      `Order ${v.activeOrderSeq} is held over and comes back in the next pre-open. Suspend it to change it now, or delete it.`,
  ),
  orderWithoutChange: detailed({ activeOrderSeq: 4711 })(
    (v) => `Order ${v.activeOrderSeq} would stay as it is: change its price, quantity or principal.`,
  ),
  reductionNotLower: detailed({ activeOrderSeq: 4711, remaining: 10 })(
    (v) =>
      `Order ${v.activeOrderSeq} has ${v.remaining} lots left: reduce it to between 1 and one less than that, or delete it.`,
  ),
  bidNotBelowOffer: detailed({ bid: '4035.40', offer: '4035.20' })(
    (v) => `The bid of ${v.bid} must be below the offer of ${v.offer}.`,
  ),
  holdOverNotNormal: fixed(
    'Only a Normal order can be held over: a TOK or FOK order has no remainder to keep.',
  ),
  holdOverDayUnusable: detailed({ day: '2026-12-16', why: 'is not a business day', lastDay: '2026-12-23' })(
    (v) =>
      `The order cannot be held over until ${v.day}: that ${v.why}. Choose a business day after today, at the latest ${v.lastDay}.`,
  ),
  noOrdersMatch: fixed(
    'No open order of your member matches. They may have dealt or been deleted meanwhile.',
  ),
  noOrdersToSuspend: fixed('There is no order that must be suspended.'),
  positionAboveLimit: detailed<{
    principal: string;
    contract: string;
    maxLots: number;
    whose?: 'shared';
    reach?: number;
  }>({ principal: '9996S', contract: 'DEC26 WMAZ', reach: 60, maxLots: 50 })((v) =>
    v.whose === 'shared'
      ? `The order could take the position of ${v.principal} in ${v.contract}, in which other dealers deal too, above its limit of ${v.maxLots} lots. Send less, or ask your operator to raise the limit.`
      : `The order could take the position of ${v.principal} in ${v.contract} to ${v.reach} lots; its limit is ${v.maxLots}. Send less, or ask your operator to raise the limit.`,
  ),
};

export const reject = rejectionsFrom(ordersRejections);
