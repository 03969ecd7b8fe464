// The instructions to abandon options that stand on their expiry day (market.md, Exercise and abandon).
import * as z from 'zod/mini';

export const abandonmentsReply = z.array(
  z.object({
    contract: z.string(),
    principal: z.string(),
    subAccount: z.nullable(z.string()),
    /** The dealer who gave the instruction. */
    dealer: z.string(),
    /** Lots that are not exercised automatically; for a dealer with own-only visibility, as the instruction said. */
    lots: z.int(),
  }),
);
export type Abandonment = Readonly<z.infer<typeof abandonmentsReply>[number]>;
