// Bodies and replies of the commands on silo certificates (market/delivery.md, Silo certificates). Premiums are rand per ton.
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';
import { insertOrderBody, randPerTon, requestIdSchema } from './order-commands.ts';

const { contract, principal, subAccount } = insertOrderBody.shape;
const siloCertSeq = z
  .int({ error: 'Give the number of the lot (siloCertSeq), a whole number.' })
  .check(z.positive('The number of a lot is greater than zero.'));

/** The query of the call that returns the history of a certificate. */
export const siloCertHistoryQuery = z.strictObject({
  siloReceiptNo: plainText(16, { missing: 'Name the certificate by its receipt number.' }),
});

export const tenderSiloCertBody = z.strictObject({
  requestId: requestIdSchema,
  contract,
  siloReceiptNo: plainText(16, { missing: 'Name the certificate by its receipt number.' }),
  subAccount,
});

export const withdrawSiloTenderBody = z.strictObject({ requestId: requestIdSchema, siloCertSeq });

export const insertSiloCertAuctionBidBody = z.strictObject({
  requestId: requestIdSchema,
  siloCertSeq,
  principal,
  subAccount,
  premium: randPerTon,
});

export const deleteSiloCertAuctionBidBody = z.strictObject({
  requestId: requestIdSchema,
  siloBidSeq: z
    .int({ error: 'Give the number of the bid (siloBidSeq), a whole number.' })
    .check(z.positive('The number of a bid is greater than zero.')),
});

export const siloTenderReply = z.object({ seq: z.int(), siloCertSeq: z.int(), repeated: z.boolean() });

export const siloBidReply = z.object({
  seq: z.int(),
  siloCertSeq: z.int(),
  siloBidSeq: z.int(),
  /** Among the open bids of the lot, from 1; null if the bid is deleted. */
  rank: z.nullable(z.int()),
  repeated: z.boolean(),
});

/** The reply to any accepted command on silo certificates. The first has all fields of the second: order matters. */
export const anySiloReply = z.union([siloBidReply, siloTenderReply]);
