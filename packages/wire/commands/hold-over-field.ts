// The date until which an order is held over (market.md, Hold over). The venue checks that it is a business day.
import * as z from 'zod/mini';

const rule = 'holdOverUntil is a date YYYY-MM-DD, null, or left out.';

/** Null: the order ends with this day. */
export const holdOverField = z.optional(
  z.nullable(z.string({ error: rule }).check(z.maxLength(10, rule), z.regex(/^\d{4}-\d{2}-\d{2}$/, rule))),
);
