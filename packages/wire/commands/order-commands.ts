// Bodies and replies of the commands on orders (market/orders.md, Orders). Every body contains a request id chosen by the client;
// repeating it returns the first reply. Prices are rand per ton, quantities lots.

import { hasTwoDecimals, inWords, maxLots, maxPrice, toRand } from '@openpit/terms';
import * as z from 'zod/mini';
import { orderTypeCode } from '../enumerations.ts';
import { plainText } from '../plain-text.ts';
import { isPricedOnce, optionReplyFields, pricedOnceError, volatilityField } from './option-fields.ts';

const heldOverRule = 'holdOverUntil is a date YYYY-MM-DD, null, or left out.';

/**
 * The last date of a held-over order (market/orders.md, Hold over), or null if it ends with this day. The venue checks that it is a business day.
 */
const holdOverField = z.optional(
  z.nullable(
    z
      .string({ error: heldOverRule })
      .check(z.maxLength(10, heldOverRule), z.regex(/^\d{4}-\d{2}-\d{2}$/, heldOverRule)),
  ),
);

export const requestIdSchema = z
  .string({ error: 'A request id is needed: text of 1 to 36 characters that the client makes up.' })
  .check(
    z.minLength(1, 'A request id needs at least one character.'),
    z.maxLength(36, 'A request id has at most 36 characters.'),
    z.regex(/^[\x21-\x7e]+$/, 'A request id is made of printable ASCII characters without spaces.'),
  );

const orderSeqSchema = z
  .int({ error: 'Give the number of the order (activeOrderSeq), a whole number.' })
  .check(z.positive('The number of an order is greater than zero.'));

/** The range that a message accepts; the venue's own limits are far lower. */
const lots = z
  .int({ error: 'A quantity is a whole number of lots.' })
  .check(
    z.minimum(1, 'A quantity is at least 1 lot.'),
    z.maximum(maxLots, `A quantity is at most ${inWords(maxLots)} lots.`),
  );

const maxRand = toRand(maxPrice);
/** Prices and strikes. The market's own maximum is lower for a contract of more than one ton. */
export const randPerTon = z
  .number({ error: 'A price is a number, in rand per ton.' })
  .check(
    z.minimum(-maxRand, `A price is at least -${inWords(maxRand)} rand per ton.`),
    z.maximum(maxRand, `A price is at most ${inWords(maxRand)} rand per ton.`),
    z.refine(hasTwoDecimals, 'A price has at most two decimals.'),
  );

const insertOrderFields = z.strictObject({
  requestId: requestIdSchema,
  contract: plainText(64, { missing: 'Name the contract, for example "DEC26 WMAZ".' }),
  side: z.enum(['B', 'S'], { error: 'The side is "B" (buy) or "S" (sell).' }),
  type: orderTypeCode,
  qty: lots,
  /** The premium of an option or a delta; the difference of a split or a spread. */
  price: z.optional(randPerTon),
  /** The volatility of an option or a delta, instead of the price. */
  volatility: z.optional(volatilityField),
  /** The price of the future, for an option or a delta; its current price by default. */
  reference: z.optional(randPerTon),
  capacity: z.enum(['P', 'A'], { error: 'The capacity is "P" (principal) or "A" (agency).' }),
  principal: plainText(16, { missing: 'Name the principal: your member code or the code of a client.' }),
  subAccount: z.optional(z.nullable(plainText(16, { missing: 'Name the sub-account, or leave it out.' }))),
  ref: z.optional(plainText(20, { missing: 'A reference is text.', mayBeEmpty: true })),
  /** The business day until whose end the remainder is kept; null or omitted: this day only. */
  holdOverUntil: holdOverField,
});
export const insertOrderBody = insertOrderFields.check(z.refine(isPricedOnce, pricedOnceError));
/** An order with a price or a volatility. */
export type AnyInsertOrderBody = z.infer<typeof insertOrderBody>;
/** An order with a price, which is possible on every contract. */
export type InsertOrderBody = AnyInsertOrderBody & { readonly price: number };

/** A bid and an offer: both are accepted or neither. */
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
    /** True if one side is deleted when the other is filled. */
    cancelOther: z.optional(z.boolean({ error: 'cancelOther is true or false.' })),
    holdOverUntil: holdOverField,
  })
  .check(
    z.refine(({ bidPrice: price, bidVolatility: volatility }) => isPricedOnce({ price, volatility }), {
      ...pricedOnceError,
      path: ['bidPrice'],
    }),
    z.refine(({ offerPrice: price, offerVolatility: volatility }) => isPricedOnce({ price, volatility }), {
      ...pricedOnceError,
      path: ['offerPrice'],
    }),
  );
export type AnyInsertDoubleOrderBody = z.infer<typeof insertDoubleOrderBody>;

/** An order whose effect on the margin of its account is computed; nothing is sent to the market. */
export const previewMarginBody = z.strictObject({
  /** The user's order that would be amended to this order, and therefore does not count in addition. */
  activeOrderSeq: z.optional(orderSeqSchema),
  contract: insertOrderFields.shape.contract,
  side: insertOrderFields.shape.side,
  qty: lots,
  price: z.optional(randPerTon),
  volatility: z.optional(volatilityField),
  reference: z.optional(randPerTon),
  principal: insertOrderFields.shape.principal,
});
export type PreviewMarginBody = z.infer<typeof previewMarginBody>;

/** Initial margins of an account in rand. */
export const previewMarginReply = z.object({
  /** The margin of the account's current positions. */
  before: z.number(),
  /** The margin of its positions after the whole order has dealt. */
  after: z.number(),
  /** The maximum margin if the order and all other open orders of the account in one direction deal. */
  withOpenOrders: z.number(),
  /** The limit above which an order is rejected; null without a limit. */
  limit: z.nullable(z.number()),
});
export type PreviewMarginReply = z.infer<typeof previewMarginReply>;

/** Body of delete, suspend and resubmit. */
export const orderActionBody = z.strictObject({ requestId: requestIdSchema, activeOrderSeq: orderSeqSchema });
export type OrderActionBody = z.infer<typeof orderActionBody>;

/** `qty` is the remaining quantity after the command. */
export const reduceOrderBody = z.strictObject({
  requestId: requestIdSchema,
  activeOrderSeq: orderSeqSchema,
  qty: lots,
});

/**
 * New terms for a suspended order (edit) or an active one (amend). A field that is omitted keeps its value; `qty` is the remaining
 * quantity after the command. Lots that deal while the command is in transit are added to it. A client that must not exceed a total sends
 * `totalQty` instead: all lots of the order, including dealt lots.
 */
const changeOrderFields = z.strictObject({
  requestId: requestIdSchema,
  activeOrderSeq: orderSeqSchema,
  price: z.optional(randPerTon),
  volatility: z.optional(volatilityField),
  reference: z.optional(randPerTon),
  qty: z.optional(lots),
  totalQty: z.optional(lots),
  principal: z.optional(insertOrderFields.shape.principal),
  capacity: z.optional(insertOrderFields.shape.capacity),
  /** Null removes the order from its sub-account; so does another principal. */
  subAccount: insertOrderFields.shape.subAccount,
  /** Null ends the hold-over. */
  holdOverUntil: holdOverField,
});
export const changeOrderBody = changeOrderFields.check(
  z.refine(({ qty, totalQty }) => qty === undefined || totalQty === undefined, {
    error: 'Give qty (the lots that remain) or totalQty (with those that have dealt), not both.',
    path: ['totalQty'],
  }),
);
export type ChangeOrderBody = z.infer<typeof changeOrderBody>;

const filterText = z.optional(plainText(64, { missing: 'Name what to filter by, or leave it out.' }));

/**
 * Acts on all orders of the member that match the filter when the command is handled, including orders of its other dealers. It acts only
 * on visible orders (own-only visibility), and with `mine` only on orders that the user has entered.
 */
export const allOrdersBody = z.strictObject({
  requestId: requestIdSchema,
  filter: z.strictObject({
    instrument: filterText,
    contract: filterText,
    principal: filterText,
    dealer: filterText,
    /** True to select only orders that the user has entered. */
    mine: z.optional(z.boolean({ error: 'mine is true or false.' })),
    /** Any of these dealers, such as the dealers of a branch. */
    dealers: z.optional(
      z
        .array(plainText(16, { missing: 'Name the dealers by code, or leave them out.' }))
        .check(z.minLength(1, 'Name at least one dealer.'), z.maxLength(1000, 'Name at most 1000 dealers.')),
    ),
  }),
  /** True to include orders that are held over beyond today. */
  includeHoldOver: z.boolean({ error: 'includeHoldOver is true or false.' }),
  /** The number of orders that matched when the dealer confirmed. It is only recorded, and does not limit the command. */
  expectedCount: z.optional(
    z.int({ error: 'expectedCount is a whole number.' }).check(z.minimum(0), z.maximum(1_000_000)),
  ),
});
export type AllOrdersBody = z.infer<typeof allOrdersBody>;

export const byRequestIdQuery = z.strictObject({ requestId: requestIdSchema });

/** Reply to an accepted command on one order. */
export const orderReply = z.object({
  /** Sequence number of the command. */
  seq: z.int(),
  activeOrderSeq: z.int(),
  state: z.enum(['Pre-market', 'Active', 'Suspended', 'Filled', 'Cancelled', 'Killed', 'Expired']),
  /** Lots that are still open after the command. */
  remaining: z.int(),
  /** Lots that this command dealt, without earlier deals of the order. */
  dealt: z.int(),
  /** Average price of those lots, to four decimals; the average volatility for a delta. Omitted if none were dealt. */
  averagePrice: z.optional(z.number()),
  /** The deals of those lots in other contracts: the legs of a split or a spread, option and hedge of a delta. */
  legs: z.optional(
    z.array(
      z.object({
        contract: z.string(),
        side: z.enum(['B', 'S']),
        qty: z.int(),
        /** To four decimals. */
        averagePrice: z.number(),
      }),
    ),
  ),
  ref: z.string(),
  ...optionReplyFields,
  /** True if the request repeats an earlier one, whose reply this is. */
  repeated: z.boolean(),
});
export type OrderReply = z.infer<typeof orderReply>;

const oneOrder = orderReply.shape;

/** Reply to an accepted double. */
export const doubleOrderReply = z.object({
  seq: oneOrder.seq,
  bid: z.omit(orderReply, { seq: true, repeated: true }),
  offer: z.omit(orderReply, { seq: true, repeated: true }),
  repeated: oneOrder.repeated,
});
export type DoubleOrderReply = z.infer<typeof doubleOrderReply>;

/** Reply to a command on all orders: the orders that it changed. */
export const allOrdersReply = z.object({
  seq: oneOrder.seq,
  orders: z.array(z.int()),
  repeated: oneOrder.repeated,
});
export type AllOrdersReply = z.infer<typeof allOrdersReply>;
