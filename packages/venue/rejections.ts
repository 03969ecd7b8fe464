// The catalogue of what the market says no to: each a state of affairs with a code, the HTTP status that carries it and
// a sentence for people that says what, why and what to do. A rejection changes nothing but is journalled, so that a
// replay gives the same answer.

import { dealRejections } from './deals/deal-rejections.ts';
import { contractRejections } from './reference/contract-rejections.ts';

import { sessionRejections } from './session/session-rejections.ts';

interface RejectionKind {
  readonly status: 403 | 409 | 422;
  readonly sentence: (details: RejectionDetails) => string;
}

/** Values that a sentence names; whole numbers are written as they are. */
export type RejectionDetails = Readonly<Record<string, string | number>>;

const d = (details: RejectionDetails, name: string) => String(details[name] ?? '?');

export const rejectionCatalogue = {
  marketNotOpened: {
    status: 422,
    sentence: () => 'The market has not been opened yet. Wait until it is ready, then try again.',
  },
  marketAlreadyOpened: {
    status: 422,
    sentence: () => 'The market was opened before and can be opened only once.',
  },
  referenceDataUnusable: {
    status: 422,
    sentence: (v) => `The reference data cannot open a market: ${d(v, 'why')}.`,
  },
  userUnknown: {
    status: 422,
    sentence: (v) => `No user ${d(v, 'userId')} is registered with the market. Ask your operator.`,
  },
  userAlreadyRegistered: {
    status: 422,
    sentence: (v) => `User ${d(v, 'userId')} is registered already.`,
  },
  accountUnknown: {
    status: 422,
    sentence: (v) => `There is no member or client ${d(v, 'principal')}.`,
  },
  dealerUnknown: {
    status: 422,
    sentence: (v) => `Member ${d(v, 'member')} has no dealer ${d(v, 'dealer')}.`,
  },
  flagUnknown: {
    status: 422,
    sentence: (v) => `There is no permission called ${d(v, 'flag')}.`,
  },
  notPermitted: {
    status: 403,
    sentence: (v) => `No permission: your account lacks "${d(v, 'flag')}". Ask your operator to grant it.`,
  },
  contractUnknown: {
    status: 422,
    sentence: (v) => `There is no contract "${d(v, 'contract')}". Pick one from the market panels.`,
  },
  quantityNotPositive: {
    status: 422,
    sentence: () => 'The quantity must be at least 1 lot.',
  },
  quantityAboveLimit: {
    status: 422,
    sentence: (v) =>
      `The quantity of ${d(v, 'lots')} lots is above your limit of ${d(v, 'maxLots')}. ` +
      (v.whose === 'own'
        ? 'Send less, or raise the maximum order quantity in your preferences.'
        : 'Send less, or ask your operator to raise your limit.'),
  },
  priceNotPositive: {
    status: 422,
    sentence: () => 'The price must be above zero.',
  },
  priceOffTick: {
    status: 422,
    sentence: (v) =>
      `The price ${d(v, 'price')} is not a multiple of the tick of ${d(v, 'tick')}. The nearest are ${d(v, 'below')} and ${d(v, 'above')}.`,
  },
  priceOutsideLimits: {
    status: 422,
    sentence: (v) => `Price outside daily limits (${d(v, 'low')}-${d(v, 'high')}).`,
  },
  priceImplausible: {
    status: 422,
    sentence: (v) =>
      `The price ${d(v, 'price')} is out of all proportion to the last MTM of ${d(v, 'mtm')}: the market takes prices from ${d(v, 'low')} to ${d(v, 'high')}. Check it for a slip.`,
  },
  principalUnknown: {
    status: 422,
    sentence: (v) =>
      `${d(v, 'principal')} is neither your member code nor one of its clients. Pick a principal from the list.`,
  },
  principalNotActive: {
    status: 422,
    sentence: (v) => `${d(v, 'principal')} is not active and cannot deal.`,
  },
  capacityContradictsPrincipal: {
    status: 422,
    sentence: (v) =>
      v.capacity === 'P'
        ? `Capacity P is for your member's own book (${d(v, 'member')}), not for ${d(v, 'principal')}. Choose A for a client.`
        : `Capacity A is for a client, not for your member's own book. Choose P for ${d(v, 'principal')}.`,
  },
  subAccountUnknown: {
    status: 422,
    sentence: (v) => `${d(v, 'principal')} has no sub-account ${d(v, 'subAccount')}.`,
  },
  orderWouldMatchOwnOrder: {
    status: 422,
    sentence: (v) =>
      v.whose === 'another'
        ? `The order would match an order that another dealer of your member has for ${d(v, 'principal')}. Change the price, or have that order deleted.`
        : `The order would match own order ${d(v, 'activeOrderSeq')} of ${d(v, 'principal')}. Delete that order first, or change the price.`,
  },
  orderNotFound: {
    status: 422,
    sentence: (v) =>
      `There is no open order ${d(v, 'activeOrderSeq')} at your member: it may have dealt or been deleted meanwhile.`,
  },
  orderNotActive: {
    status: 422,
    sentence: (v) => `Order ${d(v, 'activeOrderSeq')} is not active: it is suspended already.`,
  },
  orderNotSuspended: {
    status: 422,
    sentence: (v) => `Order ${d(v, 'activeOrderSeq')} is not suspended: it is in the market already.`,
  },
  orderWithoutChange: {
    status: 422,
    sentence: (v) =>
      `Order ${d(v, 'activeOrderSeq')} would stay as it is: change its price, quantity or principal.`,
  },
  reductionNotLower: {
    status: 422,
    sentence: (v) =>
      `Order ${d(v, 'activeOrderSeq')} has ${d(v, 'remaining')} lots left: reduce it to between 1 and one less than that, or delete it.`,
  },
  bidNotBelowOffer: {
    status: 422,
    sentence: (v) => `The bid of ${d(v, 'bid')} must be below the offer of ${d(v, 'offer')}.`,
  },
  noOrdersMatch: {
    status: 422,
    sentence: () => 'No open order of your member matches. They may have dealt or been deleted meanwhile.',
  },
  positionAboveLimit: {
    status: 422,
    sentence: (v) =>
      v.whose === 'shared'
        ? `The order could take the position of ${d(v, 'principal')} in ${d(v, 'contract')}, in which other dealers deal too, above its limit of ${d(v, 'maxLots')} lots. Send less, or ask your operator to raise the limit.`
        : `The order could take the position of ${d(v, 'principal')} in ${d(v, 'contract')} to ${d(v, 'reach')} lots; its limit is ${d(v, 'maxLots')}. Send less, or ask your operator to raise the limit.`,
  },
  requestIdReused: {
    status: 409,
    sentence: (v) =>
      `Request id ${d(v, 'requestId')} was used today for another command. Nothing was done; send the command with a new id.`,
  },
  requestTooOld: {
    status: 409,
    sentence: (v) =>
      `Request id ${d(v, 'requestId')} belongs to an earlier day. Nothing was done; look at your orders, then send the command with a new id.`,
  },
  ...contractRejections,
  ...dealRejections,
  ...sessionRejections,
} as const satisfies Readonly<Record<string, RejectionKind>>;

export type RejectionCode = keyof typeof rejectionCatalogue;

export interface Rejection {
  readonly code: RejectionCode;
  readonly details: RejectionDetails;
}

export const rejection = (code: RejectionCode, details: RejectionDetails = {}): Rejection => ({
  code,
  details,
});

/** The sentence for people. */
export function rejectionSentence({ code, details }: Rejection): string {
  return rejectionCatalogue[code].sentence(details);
}

/** 403 when it was not allowed, 409 when the request id was spent, 422 else. */
export function rejectionStatus({ code }: Rejection): 403 | 409 | 422 {
  return rejectionCatalogue[code].status;
}
