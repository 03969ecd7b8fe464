// Queries of a member about the current state of its accounts.
import * as z from 'zod/mini';

/**
 * The initial margin that the accounts of a member need for their current positions (market/money.md, Initial margin). Clearing has the margin
 * that they deposited at the last end of day. The figure changes with positions only, because it uses MTM prices. Accounts
 * without positions are omitted. An instrument is omitted if the account has no position in it.
 */
export const presentMarginsReply = z.array(
  z.object({
    principal: z.string(),
    instrument: z.string(),
    /** Rand; the sub-accounts of the principal are added up. */
    margin: z.number(),
  }),
);
export type PresentMargin = z.infer<typeof presentMarginsReply>[number];

/** The current instructions to abandon options on their expiry day (market/options.md, Exercise and abandon). */
export const abandonmentsReply = z.array(
  z.object({
    contract: z.string(),
    principal: z.string(),
    subAccount: z.nullable(z.string()),
    /** The dealer who sent the instruction. */
    dealer: z.string(),
    /** Lots that are not exercised automatically; for a dealer with own-only visibility, the lots of the instruction. */
    lots: z.int(),
  }),
);
export type Abandonment = Readonly<z.infer<typeof abandonmentsReply>[number]>;
