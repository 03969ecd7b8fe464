// The date of an order that outlives the day (domain §1, Hold over). Whether its market is open on that day the venue knows.
import * as z from 'zod/mini';

const words = 'holdOverUntil is a date YYYY-MM-DD, null, or left out.';

/** Null: for this day only. */
export const holdOverField = z.optional(
  z.nullable(z.string({ error: words }).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, words))),
);
