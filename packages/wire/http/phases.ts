// Where the exchange day stands (domain §3.1), for the clock of the browser and for who must know whether orders are taken.
// Times are epoch milliseconds. It is asked for after each MarketAnnouncement of the kinds Phase, Halt, Resume and EndOfDay.
import { contractGroups, phases } from '@openpit/terms';
import * as z from 'zod/mini';

const phase = z.enum(phases);

export const phasesReply = z.object({
  serverTime: z.number(),
  businessDay: z.string(),
  groups: z.array(
    z.object({
      /** `deliveryMonth`, `other` months, or `world` products that follow a market elsewhere. */
      group: z.enum(contractGroups),
      phase,
      /** Null: since the market was opened. */
      since: z.nullable(z.number()),
      /** What the schedule has next; null when nothing. */
      next: z.nullable(z.object({ phase, at: z.number() })),
      /** When orders are taken next; null while they are, or when the schedule does not say. */
      opensAt: z.nullable(z.number()),
      instruments: z.array(z.string()),
    }),
  ),
  /** When the schedule ends the business day, which signs everybody out; null when by hand only. */
  dayEndsAt: z.nullable(z.number()),
  halted: z.array(z.object({ instrument: z.string(), reason: z.string(), since: z.number() })),
});
export type PhasesReply = z.infer<typeof phasesReply>;
