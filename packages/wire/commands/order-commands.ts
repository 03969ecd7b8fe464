// Bodies and replies of the order calls (design §4.2). Every body carries the request id that the client made: a
// repeat of it gets the first answer. Prices are rand per ton, quantities lots.
import type { Capacity, Side } from '@openpit/terms';
import * as z from 'zod/mini';
import type { OrderTypeCode } from '../enumerations.ts';
import { plainText } from '../plain-text.ts';
import { holdOverField } from './hold-over-field.ts';
import {
  addStrikeReply,
  isPricedOnce,
  optionReplyFields,
  pricedOnceError,
  volatilityField,
} from './option-fields.ts';

export const requestIdSchema = z
  .string({ error: 'A request id is needed: text of 1 to 36 characters that the client makes up.' })
  .check(
    z.minLength(1, 'A request id needs at least one character.'),
    z.maxLength(36, 'A request id has at most 36 characters.'),
    z.regex(/^[\x21-\x7e]+$/, 'A request id is made of printable characters without spaces.'),
  );

const orderSeqSchema = z
  .int({ error: 'Give the number of the order (activeOrderSeq), a whole number.' })
  .check(z.positive('The number of an order is greater than zero.'));

/** Largest quantity that a message may carry; the venue's own limits are far below. */
const lots = z
  .int({ error: 'A quantity is a whole number of lots.' })
  .check(
    z.minimum(1, 'A quantity is at least 1 lot.'),
    z.maximum(1_000_000, 'A quantity is at most 1 000 000 lots.'),
  );

export const randPerTon = z.number({ error: 'A price is a number, in rand per ton.' }).check(
  z.minimum(-1_000_000, 'A price is at least -1 000 000 rand per ton.'),
  z.maximum(1_000_000, 'A price is at most 1 000 000 rand per ton.'),
  z.refine(
    (price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6,
    'A price has at most two decimals.',
  ),
);

const insertOrderFields = z.strictObject({
  requestId: requestIdSchema,
  contract: plainText(64, { missing: 'Name the contract, for example "DEC26 WMAZ".' }),
  side: z.enum(['B', 'S'], { error: 'The side is "B" (buy) or "S" (sell).' }),
  type: z.union([z.literal(0), z.literal(1), z.literal(2)], {
    error: 'The order type is 0 (Normal), 1 (TOK) or 2 (FOK).',
  }),
  qty: lots,
  /** Of an option or a delta the premium; of a split or a spread the difference. */
  price: z.optional(randPerTon),
  /** On options and deltas in place of the price. */
  volatility: z.optional(volatilityField),
  /** On options and deltas the price of the future; left out: where it stands. */
  reference: z.optional(randPerTon),
  capacity: z.enum(['P', 'A'], { error: 'The capacity is "P" (principal) or "A" (agency).' }),
  principal: plainText(16, { missing: 'Name the principal: your member code or the code of a client.' }),
  subAccount: z.optional(z.nullable(plainText(16, { missing: 'Name the sub-account, or leave it out.' }))),
  ref: z.optional(plainText(20, { missing: 'A reference is text.', mayBeEmpty: true })),
  /** Keeps the remainder until the end of this business day; null or left out: this day only. */
  holdOverUntil: holdOverField,
});
export const insertOrderBody = insertOrderFields.check(z.refine(isPricedOnce, pricedOnceError));
/** Priced by a price or by a volatility. */
export type AnyInsertOrderBody = z.infer<typeof insertOrderBody>;
/** Priced by a price, as every contract may be. */
export type InsertOrderBody = AnyInsertOrderBody & { readonly price: number };

/** A two-way quote: one form, both sides or neither. */
export const insertDoubleOrderBody = z
  .strictObject({
    requestId: requestIdSchema,
    contract: insertOrderFields.shape.contract,
    bidQty: lots,
    bidPrice: z.optional(randPerTon),
    bidVolatility: z.optional(volatilityField),
    offerQty: lots,
    offerPrice: z.optional(randPerTon),
    offerVolatility: z.optional(volatilityField),
    reference: z.optional(randPerTon),
    capacity: insertOrderFields.shape.capacity,
    principal: insertOrderFields.shape.principal,
    subAccount: insertOrderFields.shape.subAccount,
    ref: insertOrderFields.shape.ref,
    /** Whether a side that is filled takes the other out of the market. */
    cancelOther: z.optional(z.boolean({ error: 'cancelOther is true or false.' })),
    holdOverUntil: holdOverField,
  })
  .check(
    z.refine(
      ({ bidPrice, bidVolatility, offerPrice, offerVolatility }) =>
        isPricedOnce({ price: bidPrice, volatility: bidVolatility }) &&
        isPricedOnce({ price: offerPrice, volatility: offerVolatility }),
      { ...pricedOnceError, path: ['bidPrice'] },
    ),
  );
export type AnyInsertDoubleOrderBody = z.infer<typeof insertDoubleOrderBody>;
export type InsertDoubleOrderBody = AnyInsertDoubleOrderBody & {
  readonly bidPrice: number;
  readonly offerPrice: number;
};

/** Body of every action on one order: delete, suspend, resubmit. */
export const orderActionBody = z.strictObject({ requestId: requestIdSchema, activeOrderSeq: orderSeqSchema });
export type OrderActionBody = z.infer<typeof orderActionBody>;

/** `qty` is what is to be left. */
export const reduceOrderBody = z.strictObject({
  requestId: requestIdSchema,
  activeOrderSeq: orderSeqSchema,
  qty: lots,
});
export type ReduceOrderBody = z.infer<typeof reduceOrderBody>;

/** Other terms for a suspended order (edit) or an active one (amend); what is left out stays. `qty` is what is to be left. */
export const changeOrderBody = z.strictObject({
  requestId: requestIdSchema,
  activeOrderSeq: orderSeqSchema,
  price: z.optional(randPerTon),
  volatility: z.optional(volatilityField),
  reference: z.optional(randPerTon),
  qty: z.optional(lots),
  principal: z.optional(insertOrderFields.shape.principal),
  capacity: z.optional(insertOrderFields.shape.capacity),
  /** Null takes the order out of its sub-account; another principal does so too. */
  subAccount: insertOrderFields.shape.subAccount,
  /** Null takes the hold-over away; left out it stays. */
  holdOverUntil: holdOverField,
});
export type ChangeOrderBody = z.infer<typeof changeOrderBody>;

const filterText = z.optional(plainText(64, { missing: 'Name what to filter by, or leave it out.' }));

/** The all-actions: what matches the filter at that moment, among the own member's orders. */
export const allOrdersBody = z.strictObject({
  requestId: requestIdSchema,
  filter: z.strictObject({
    instrument: filterText,
    contract: filterText,
    principal: filterText,
    dealer: filterText,
  }),
  /** Whether also orders that are held over beyond today. */
  includeHoldOver: z.boolean({ error: 'includeHoldOver is true or false.' }),
  /** How many the dealer saw when he confirmed. */
  expectedCount: z
    .int({ error: 'expectedCount is a whole number.' })
    .check(z.minimum(0), z.maximum(1_000_000)),
});
export type AllOrdersBody = z.infer<typeof allOrdersBody>;

export const byRequestIdQuery = z.strictObject({ requestId: requestIdSchema });

/** Answer to an accepted order command. */
export const orderReply = z.object({
  /** Place of the command in the journal. */
  seq: z.int(),
  activeOrderSeq: z.int(),
  state: z.enum(['Pre-market', 'Active', 'Suspended', 'Filled', 'Cancelled', 'Killed', 'Expired']),
  /** Lots that are still open after the command. */
  remaining: z.int(),
  /** Lots that dealt at once. */
  dealt: z.int(),
  ref: z.string(),
  ...optionReplyFields,
  /** True when this answers a repeat of an earlier request. */
  repeated: z.boolean(),
});
export type OrderReply = z.infer<typeof orderReply>;

const oneOrder = orderReply.shape;

/** Answer to an accepted two-way quote. */
export const doubleOrderReply = z.object({
  seq: oneOrder.seq,
  bid: z.omit(orderReply, { seq: true, repeated: true }),
  offer: z.omit(orderReply, { seq: true, repeated: true }),
  repeated: oneOrder.repeated,
});
export type DoubleOrderReply = z.infer<typeof doubleOrderReply>;

/** Answer to an all-action: the orders on which it acted. */
export const allOrdersReply = z.object({
  seq: oneOrder.seq,
  orders: z.array(z.int()),
  repeated: oneOrder.repeated,
});
export type AllOrdersReply = z.infer<typeof allOrdersReply>;

/** Whatever an accepted command on orders answers. */
export const anyOrderReply = z.union([orderReply, doubleOrderReply, allOrdersReply, addStrikeReply]);
export type AnyOrderReply = z.infer<typeof anyOrderReply>;

/** What became of a request: the answer that the client missed. */
export const requestOutcome = z.union([
  z.object({ outcome: z.literal('accepted'), reply: anyOrderReply }),
  z.object({
    outcome: z.literal('rejected'),
    seq: z.int(),
    status: z.int(),
    code: z.string(),
    message: z.string(),
  }),
]);
export type RequestOutcome = z.infer<typeof requestOutcome>;

export interface OrderDraft {
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderTypeCode;
  readonly qty: number;
  readonly price: number;
  readonly capacity: Capacity;
  readonly principal: string;
}
