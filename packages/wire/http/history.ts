// History over HTTP: candles, time and sales, a member's past deals and orders. Prices are rand per ton, times epoch
// milliseconds, business days `YYYY-MM-DD`. The first page has the newest rows.
import * as z from 'zod/mini';
import { candleIntervals, type dataSetIds, orderTypeCode } from '../enumerations.ts';
import { plainText } from '../plain-text.ts';
import type { CompletedOrderRow } from '../rows/completed-order-row.ts';
import type { DealRow } from '../rows/deal-row.ts';

export const maxHistoryRows = 500;

/** A time in milliseconds: fewer than twelve digits other than 0 are seconds, or before 1973. Or a date. */
const boundForm = /^(?:0|\d{12,15}|\d{4}-\d{2}-\d{2})$/;
const boundWords = 'Give a time in milliseconds since 1970, or a business day as YYYY-MM-DD.';

/** A time, `1795000000000`, or a business day, `2026-11-18`; both bounds are inclusive. */
const bound = z.optional(
  z.string().check(
    z.maxLength(15, 'A time has at most 15 digits.'),
    z.regex(boundForm, { error: boundWords, abort: true }),
    z.refine((text) => !text.includes('-') || isDate(text), boundWords),
  ),
);
const contract = plainText(64, { missing: 'Name the contract, for example "DEC26 WMAZ".' });
const page = {
  from: bound,
  to: bound,
  /** Rows of a page; 500 by default. */
  limit: z.optional(
    z.string().check(
      z.maxLength(4),
      z.refine(
        (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= maxHistoryRows,
        `A page has 1 to ${maxHistoryRows} rows.`,
      ),
    ),
  ),
  /** `next` of the previous page. */
  cursor: z.optional(
    z
      .string()
      .check(z.minLength(1), z.maxLength(80), z.regex(/^[\w-]+$/, 'A cursor is the `next` of a page.')),
  ),
};

export const candlesQuery = z.strictObject({
  contract,
  interval: z.enum(candleIntervals, {
    error: 'An interval is 1, 5, 15 or 60 (minutes), or day.',
  }),
  ...page,
});
export type CandlesQuery = z.infer<typeof candlesQuery>;

export const timeAndSalesQuery = z.strictObject({ contract, ...page });
export type TimeAndSalesQuery = z.infer<typeof timeAndSalesQuery>;

export const pastRowsQuery = z.strictObject({
  contract: z.optional(contract),
  principal: z.optional(plainText(32, { missing: 'Name the principal, or leave it out.' })),
  ...page,
});
export type PastRowsQuery = z.infer<typeof pastRowsQuery>;
/** The fields of a query that select the rows of a page. */
export type PageQuery = Pick<PastRowsQuery, 'from' | 'to' | 'limit' | 'cursor'>;

const price = z.nullable(z.number());
const pageEnd = {
  /** The cursor of the page with older rows; null if there is none. */
  next: z.nullable(z.string()),
  /** History is complete up to this sequence number; the hub sends newer changes. */
  asOf: z.int(),
};

const candle = z.object({
  /** The beginning of the candle; for a day, midnight UTC of the business day. */
  time: z.number(),
  businessDay: z.string(),
  /** Null for a business day without a deal. */
  open: price,
  high: price,
  low: price,
  close: price,
  volume: z.int(),
  deals: z.int(),
  /** For a business day that has ended. */
  mtm: price,
  openInterest: z.nullable(z.int()),
  /** Generated for the demonstration: nobody dealt at these prices. */
  illustrative: z.boolean(),
});
export type Candle = z.infer<typeof candle>;

/** The oldest candle first. */
export const candlesReply = z.object({
  contract: z.string(),
  interval: z.enum(candleIntervals),
  rows: z.array(candle),
  ...pageEnd,
});
export type CandlesReply = z.infer<typeof candlesReply>;

const dealPrint = z.object({
  /** The key. */
  matchSeq: z.int(),
  contract: z.string(),
  time: z.number(),
  businessDay: z.string(),
  price: z.number(),
  qty: z.int(),
  aggressor: z.nullable(z.enum(['B', 'S'])),
  /** The origin of the deal, as in a deal's row. */
  origin: z.string(),
  /** Cancelled as an error trade: no candle includes it. */
  isCancelled: z.boolean(),
  /** The members; null if the market does not disclose them. */
  buyer: z.nullable(z.string()),
  seller: z.nullable(z.string()),
});
export type DealPrint = z.infer<typeof dealPrint>;

/** The newest deal first. */
export const timeAndSalesReply = z.object({ contract: z.string(), rows: z.array(dealPrint), ...pageEnd });
export type TimeAndSalesReply = z.infer<typeof timeAndSalesReply>;

const side = z.enum(['B', 'S']);
const capacity = z.enum(['P', 'A']);
const origin: z.ZodMiniType<DealRow['origin']> = z.enum([
  'screen',
  'package',
  'split',
  'spread',
  'delta',
  'reported',
  'assigned',
  'tripartite',
  'exercise',
  'lapse',
  'settlement',
  'delivery',
]);
const dealState: z.ZodMiniType<DealRow['state']> = z.enum([
  'Open',
  'Assigning',
  'Split',
  'Cumulated',
  'Assigned',
  'Tripartite',
  'Cancelled',
]);

/** A schema with all fields of a row and its business day. Fields of later versions are kept. */
type DayRow<Row> = { readonly [Field in keyof Row | 'businessDay']: z.ZodMiniType };

/** A row of data set 7 with its day. */
const pastDeal = z.looseObject({
  businessDay: z.string(),
  dealSeq: z.int(),
  matchSeq: z.int(),
  time: z.number(),
  contract: z.string(),
  displaySeq: z.int(),
  instrument: z.string(),
  side,
  qty: z.int(),
  price: z.number(),
  value: z.number(),
  activeOrderSeq: z.nullable(z.int()),
  principal: z.string(),
  subAccount: z.nullable(z.string()),
  member: z.string(),
  dealer: z.string(),
  capacity,
  counterparty: z.string(),
  origin,
  ref: z.string(),
  isAggressor: z.boolean(),
  state: dealState,
  linkedGroup: z.nullable(z.int()),
  fee: z.nullable(z.number()),
  volatility: z.optional(z.nullable(z.number())),
  reference: z.optional(z.number()),
  changes: z.array(
    z.object({
      time: z.number(),
      dealer: z.string(),
      what: z.enum(['principal', 'subAccount', 'price']),
      from: z.string(),
      to: z.string(),
    }),
  ),
} satisfies DayRow<Required<DealRow>>);
/** The newest deal first. */
export const pastDealsReply = z.object({ rows: z.array(pastDeal), ...pageEnd });
export type PastDealsReply = z.infer<typeof pastDealsReply>;

/** A row of data set 6 with its day. */
const pastOrder = z.looseObject({
  businessDay: z.string(),
  completedOrderSeq: z.int(),
  activeOrderSeq: z.nullable(z.int()),
  time: z.number(),
  enteredAt: z.number(),
  contract: z.string(),
  displaySeq: z.int(),
  instrument: z.string(),
  side,
  qty: z.int(),
  dealt: z.int(),
  price: z.number(),
  pricing: z.optional(
    z.object({ premium: z.number(), volatility: z.number(), reference: z.number(), delta: z.number() }),
  ),
  averagePrice: z.nullable(z.number()),
  orderType: orderTypeCode,
  state: z.enum(['Filled', 'Cancelled', 'Killed', 'Expired', 'Rejected']),
  reason: z.string(),
  principal: z.string(),
  subAccount: z.nullable(z.string()),
  member: z.string(),
  dealer: z.string(),
  capacity,
  ref: z.string(),
} satisfies DayRow<Required<CompletedOrderRow>>);
/** The order that ended last first. */
export const pastOrdersReply = z.object({ rows: z.array(pastOrder), ...pageEnd });
export type PastOrdersReply = z.infer<typeof pastOrdersReply>;

/** The sets whose rows history keeps as they were when a business day ended. */
export const pastDataSets = [
  'positions',
  'consPositions',
  'earlyValuations',
  'breakDownAnalysis',
  'margins',
  'bfProfiles',
  'movements',
  'clearingInfo',
  'clearing',
  'siloAllocations',
  'siloInvoices',
] as const satisfies readonly (keyof typeof dataSetIds)[];
export type PastDataSet = (typeof pastDataSets)[number];

export const dataSetQuery = z.strictObject({
  dataSet: z.enum(pastDataSets, { error: `A data set is one of ${pastDataSets.join(', ')}.` }),
  principal: z.optional(plainText(32, { missing: 'Name the principal, or leave it out.' })),
  ...page,
});
export type DataSetQuery = z.infer<typeof dataSetQuery>;

/** A row of the set with its day. Its other fields are kept. */
const pastSetRow = z.looseObject({
  businessDay: z.string(),
  /** The number of the row in history. */
  rowSeq: z.int(),
});
/** The rows of the newest day first. */
export const pastSetReply = z.object({ rows: z.array(pastSetRow), ...pageEnd });
export type PastSetReply = z.infer<typeof pastSetReply>;

/** True if a text is a date, `2026-11-18`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}
