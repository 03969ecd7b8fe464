// Bodies and replies of the commands on deals and unmatched deals (market/deals.md, Deals; market/deals.md, Unmatched deals). Every body has the
// request id that the client chose. Prices are rand per ton, quantities lots. The capacity follows from the principal; if a body contains
// it, it must agree.
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';
import { insertOrderBody, randPerTon as price, requestIdSchema } from './order-commands.ts';

const dealSeq = z
  .int({ error: 'Give the number of the deal (dealSeq), a whole number.' })
  .check(z.positive('The number of a deal is greater than zero.'));
const unmatchedSeq = z
  .int({ error: 'Give the number of the unmatched deal (unmatchedSeq), a whole number.' })
  .check(z.positive('The number of an unmatched deal is greater than zero.'));
const { contract, side, qty, principal, capacity, subAccount, ref } = insertOrderBody.shape;
const memberCode = plainText(16, { missing: 'Name the member by its code.' });
const dealerCode = plainText(16, { missing: 'Name the dealer by code, or leave it out.' });

/** The intended account of a deal. */
const account = { principal, subAccount, capacity: z.optional(capacity) };

export const splitDealBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  parts: z
    .array(z.strictObject({ qty, ...account, dealer: z.optional(dealerCode), ref }), {
      error: 'Give the parts: an array of quantity and principal.',
    })
    .check(
      z.minLength(2, 'A deal must be split into at least two parts.'),
      z.maxLength(100, 'A deal must be split into at most 100 parts.'),
    ),
});

export const cumulateDealBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeqs: z
    .array(dealSeq, { error: 'Give the numbers of the deals.' })
    .check(
      z.minLength(2, 'At least two deals are cumulated.'),
      z.maxLength(1000, 'At most 1000 deals are cumulated at once.'),
    ),
  /** True if deals at different prices may be cumulated at their average. */
  averagePrice: z.optional(z.boolean({ error: 'averagePrice is true or false.' })),
});

export const correctDealPrincipleBody = z.strictObject({ requestId: requestIdSchema, dealSeq, ...account });

/** Null takes the deal out of its sub-account. */
export const subAccountChangeBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  subAccount: z.nullable(plainText(16, { missing: 'Name the sub-account, or say null for none.' })),
});

export const assignDealToMemberBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  member: memberCode,
});

/** Client and carrying member of an arrangement (GetTripartites) with the dealer's member as executor. */
export const tripartiteDealBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  client: principal,
  carryingMember: memberCode,
});

export const insertUnmatchedDealBody = z.strictObject({
  requestId: requestIdSchema,
  contract,
  side,
  qty,
  price,
  ...account,
  /** The member on the other side. */
  counterparty: memberCode,
  /** The other client of a cross between two of the member's clients. */
  counterpartyPrincipal: z.optional(principal),
  ref,
});

/** A field that is omitted keeps its value, except that a new principal without a sub-account has none. */
export const editUnmatchedDealBody = z
  .strictObject({
    requestId: requestIdSchema,
    unmatchedSeq,
    qty: z.optional(qty),
    price: z.optional(price),
    principal: z.optional(principal),
    subAccount,
    capacity: z.optional(capacity),
  })
  .check(
    z.refine(
      (body) =>
        body.principal !== undefined || (body.subAccount === undefined && body.capacity === undefined),
      {
        error: 'Name the principal to which sub-account and capacity belong.',
        path: ['principal'],
      },
    ),
  );

export const deleteUnmatchedDealBody = z.strictObject({ requestId: requestIdSchema, unmatchedSeq });

export const acceptUnmatchedDealBody = z.strictObject({
  requestId: requestIdSchema,
  unmatchedSeq,
  /** The version of the row that the dealer saw. */
  version: z
    .int({ error: 'Give the version of the row that you accept, a whole number.' })
    .check(z.positive('The version of a row is greater than zero.')),
  ...account,
  dealer: z.optional(dealerCode),
  ref,
});

/** Reply to an accepted command on deals: the numbers of the deals that it changed or created. */
export const dealsReply = z.object({
  /** Sequence number of the command. */
  seq: z.int(),
  deals: z.array(z.int()),
  /** True if the request repeats an earlier one, whose reply this is. */
  repeated: z.boolean(),
});

/** Reply to an accepted command that creates or changes an unmatched deal: its number, and the resulting deals of the user. */
export const unmatchedDealReply = z.object({
  seq: z.int(),
  unmatchedSeq: z.int(),
  state: z.enum(['Waiting', 'Accepted', 'Withdrawn', 'Expired']),
  version: z.int(),
  deals: z.array(z.int()),
  repeated: z.boolean(),
});

/**
 * The reply to any accepted command on deals or unmatched deals. The first has all fields of the second:
 * order matters.
 */
export const anyDealReply = z.union([unmatchedDealReply, dealsReply]);

/** Exercises lots of the option that the account is long. */
export const exerciseOptionBody = z.strictObject({ requestId: requestIdSchema, contract, qty, ...account });

const abandonedQty = z
  .int({ error: 'Give the quantity (qty), a whole number of lots; 0 withdraws what was abandoned.' })
  .check(z.minimum(0, 'A quantity is not below 0; 0 withdraws what was abandoned.'));

/** Excludes lots from the automatic exercise on the expiry day. The latest call for an account counts; 0 withdraws the abandonment. */
export const abandonOptionBody = z.strictObject({
  requestId: requestIdSchema,
  contract,
  qty: abandonedQty,
  ...account,
});
