// The initial margin that the accounts of a member need for what they hold now (market.md, Initial margin). Clearing has what they
// deposited at the last end of day. It changes with positions only, because prices are those of the MTM.
import * as z from 'zod/mini';

/** Only accounts with positions; an instrument is left out if the account has no position in it. */
export const presentMarginsReply = z.array(
  z.object({
    principal: z.string(),
    instrument: z.string(),
    /** Rand; the sub-accounts of the principal are added up. */
    margin: z.number(),
  }),
);
export type PresentMargin = z.infer<typeof presentMarginsReply>[number];
