// The fields that price orders on options and deltas (market/options.md, Options; market/options.md, Deltas): a price, which is the premium, or a
// volatility in percent, optionally with the price of the future. Prices are rand per ton, quantities lots.
import { hasTwoDecimals } from '@openpit/terms';
import * as z from 'zod/mini';

/** Percent per year, such as 27.5. */
export const volatilityField = z
  .number({ error: 'A volatility is a number, in percent a year, for example 27.5.' })
  .check(
    z.minimum(0, 'A volatility is at least 0 %.'),
    z.maximum(1_000, 'A volatility is at most 1 000 %.'),
    z.refine(hasTwoDecimals, 'A volatility has at most two decimals.'),
  );

/** True if an order has either a price or a volatility. */
export const isPricedOnce = ({ price, volatility }: { price?: unknown; volatility?: unknown }): boolean =>
  (price === undefined) !== (volatility === undefined);
export const pricedOnceError = {
  error: 'Give either a price or, for an option or a delta, a volatility.',
  path: ['price'],
};

/** The fields that a reply adds for an order on an option or a delta. */
export const optionReplyFields = {
  /** Rand per ton: as entered, or computed from the volatility. */
  premium: z.optional(z.number()),
  /** Percent per year: as entered, or computed from the premium. */
  volatility: z.optional(z.number()),
  /** Price of the future used to compute premium and volatility. */
  reference: z.optional(z.number()),
  /** Change of the premium with the future, −1 to 1. */
  delta: z.optional(z.number()),
  /** For a delta: the hedge in the future if all lots deal at the order's own terms. In parts, it may differ by a lot. */
  hedge: z.optional(z.object({ contract: z.string(), side: z.enum(['B', 'S']), qty: z.int() })),
};
