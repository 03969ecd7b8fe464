// How orders on options and deltas are priced on the wire: by a price, which is the premium, or by a volatility in percent, with
// or without the price of the future that goes with it (domain §3.4, §5.4). Rand per ton, lots.
import * as z from 'zod/mini';

const hasTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** Percent a year, such as 27.5. */
export const volatilityField = z
  .number({ error: 'A volatility is a number, in percent a year, for example 27.5.' })
  .check(
    z.minimum(0, 'A volatility is at least 0 %.'),
    z.maximum(1_000, 'A volatility is at most 1 000 %.'),
    z.refine(hasTwoDecimals, 'A volatility has at most two decimals.'),
  );

/** Passes when an order says how it is priced, once. */
export const isPricedOnce = ({ price, volatility }: { price?: unknown; volatility?: unknown }): boolean =>
  (price === undefined) !== (volatility === undefined);
export const pricedOnceError = {
  error: 'Give either a price or, for an option or a delta, a volatility.',
  path: ['price'],
};

/** What the venue's answer says of an order on an option or a delta. */
export const optionReplyFields = {
  /** Premium per ton that was computed from the volatility, or goes with it. */
  premium: z.optional(z.number()),
  volatility: z.optional(z.number()),
  /** Price of the future at which it was computed. */
  reference: z.optional(z.number()),
  /** Change of the premium with the future, −1 to 1. */
  delta: z.optional(z.number()),
  /** Of a delta: what is dealt in the future besides, if the order deals whole. */
  hedge: z.optional(z.object({ contract: z.string(), side: z.enum(['B', 'S']), qty: z.int() })),
};

/** Answer to AddStrike, the new contracts: call, put and their delta twins. */
export const addStrikeReply = z.object({
  seq: z.int(),
  contracts: z.array(z.string()),
  repeated: z.boolean(),
});
export type AddStrikeReply = z.infer<typeof addStrikeReply>;
