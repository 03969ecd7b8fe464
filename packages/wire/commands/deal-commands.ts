// Bodies and replies of the calls on deals and unmatched deals (design §4.2, domain §5.2). Every body carries the request id that the
// client made. Prices are rand per ton, quantities lots. The capacity follows from the principal; where it is given it must agree.
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

/** To whom a deal is to belong. */
const account = { principal, subAccount, capacity: z.optional(capacity) };

export const splitDealBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  parts: z
    .array(z.strictObject({ qty, ...account, dealer: z.optional(dealerCode), ref }), {
      error: 'Give the parts: an array of quantity and principal.',
    })
    .check(
      z.minLength(2, 'A deal is split into at least two parts.'),
      z.maxLength(100, 'A deal is split into at most 100 parts.'),
    ),
});
export type SplitDealBody = z.infer<typeof splitDealBody>;

export const cumulateDealBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeqs: z
    .array(dealSeq, { error: 'Give the numbers of the deals.' })
    .check(
      z.minLength(2, 'At least two deals are cumulated.'),
      z.maxLength(1000, 'At most 1000 deals are cumulated at once.'),
    ),
  /** Whether deals of other prices may come together at their average. */
  averagePrice: z.optional(z.boolean({ error: 'averagePrice is true or false.' })),
});
export type CumulateDealBody = z.infer<typeof cumulateDealBody>;

export const correctDealPrincipleBody = z.strictObject({ requestId: requestIdSchema, dealSeq, ...account });
export type CorrectDealPrincipleBody = z.infer<typeof correctDealPrincipleBody>;

/** Null takes the deal out of its sub-account. */
export const subAccountChangeBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  subAccount: z.nullable(plainText(16, { missing: 'Name the sub-account, or say null for none.' })),
});
export type SubAccountChangeBody = z.infer<typeof subAccountChangeBody>;

export const assignDealToMemberBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  member: memberCode,
});
export type AssignDealToMemberBody = z.infer<typeof assignDealToMemberBody>;

/** Client and carrying member of an arrangement of GetTripartites in which the own member executes. */
export const tripartiteDealBody = z.strictObject({
  requestId: requestIdSchema,
  dealSeq,
  client: principal,
  carryingMember: memberCode,
});
export type TripartiteDealBody = z.infer<typeof tripartiteDealBody>;

export const insertUnmatchedDealBody = z.strictObject({
  requestId: requestIdSchema,
  contract,
  side,
  qty,
  price,
  ...account,
  /** The member on the other side. */
  counterparty: memberCode,
  /** The other client of a cross between two own clients. */
  counterpartyPrincipal: z.optional(principal),
  ref,
});
export type InsertUnmatchedDealBody = z.infer<typeof insertUnmatchedDealBody>;

/** What is left out stays; with a principal comes its sub-account, or none. */
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
export type EditUnmatchedDealBody = z.infer<typeof editUnmatchedDealBody>;

export const deleteUnmatchedDealBody = z.strictObject({ requestId: requestIdSchema, unmatchedSeq });
export type DeleteUnmatchedDealBody = z.infer<typeof deleteUnmatchedDealBody>;

export const acceptUnmatchedDealBody = z.strictObject({
  requestId: requestIdSchema,
  unmatchedSeq,
  /** Of the row that was seen. */
  version: z
    .int({ error: 'Give the version of the row that you accept, a whole number.' })
    .check(z.positive('The version of a row is greater than zero.')),
  ...account,
  dealer: z.optional(dealerCode),
  ref,
});
export type AcceptUnmatchedDealBody = z.infer<typeof acceptUnmatchedDealBody>;

/** Answer to an accepted action on deals: the numbers of the deals that stand after it. */
export const dealsReply = z.object({
  /** Place of the command in the journal. */
  seq: z.int(),
  deals: z.array(z.int()),
  /** True when this answers a repeat of an earlier request. */
  repeated: z.boolean(),
});
export type DealsReply = z.infer<typeof dealsReply>;

/** Answer to an accepted action on an unmatched deal, and to what makes one: its number, and the own deals that came of it. */
export const unmatchedDealReply = z.object({
  seq: z.int(),
  unmatchedSeq: z.int(),
  state: z.enum(['Waiting', 'Accepted', 'Withdrawn', 'Expired']),
  version: z.int(),
  deals: z.array(z.int()),
  repeated: z.boolean(),
});
export type UnmatchedDealReply = z.infer<typeof unmatchedDealReply>;

/** Whatever an accepted command on deals answers. */
export const anyDealReply = z.union([unmatchedDealReply, dealsReply]);
export type AnyDealReply = z.infer<typeof anyDealReply>;

/** What became of a request on deals: the answer that the client missed. */
export const dealRequestOutcome = z.union([
  z.object({ outcome: z.literal('accepted'), reply: anyDealReply }),
  z.object({
    outcome: z.literal('rejected'),
    seq: z.int(),
    status: z.int(),
    code: z.string(),
    message: z.string(),
  }),
]);
export type DealRequestOutcome = z.infer<typeof dealRequestOutcome>;
