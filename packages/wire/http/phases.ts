// The phases of the exchange day (market/sessions.md, Phases), for the browser's clock and for clients that must know
// whether orders are accepted. Times are epoch milliseconds. Clients request it again after each
// MarketAnnouncement of the kinds Phase, Halt, Resume and EndOfDay.
import { contractGroups, phases } from '@openpit/terms';
import * as z from 'zod/mini';

const phase = z.enum(phases);

/** The phase of a group of products. */
export const groupPhase = z.object({
  /** `deliveryMonth`, `other` months, or `world` products that follow a market elsewhere. */
  group: z.enum(contractGroups),
  phase,
  /** Null if the phase has not changed since the market started. */
  since: z.nullable(z.number()),
  /** The next phase in the schedule; null if there is none. */
  next: z.nullable(z.object({ phase, at: z.number() })),
  /** The next time when orders are accepted; null while they are accepted, or if the schedule has no such time. */
  opensAt: z.nullable(z.number()),
});
export type GroupPhase = z.infer<typeof groupPhase>;

/** How far the exchange's times are ahead of UTC, in minutes. The hours of a new business day may change it. */
export const utcOffsetMinutes = z._default(z.int().check(z.minimum(-1_439), z.maximum(1_439)), 120);

export const phasesReply = z.object({
  serverTime: z.number(),
  businessDay: z.string(),
  utcOffsetMinutes,
  groups: z.array(
    z.extend(groupPhase, {
      instruments: z.array(z.string()),
      /** The scheduled end of deal housekeeping; null outside of it, or if the schedule has no such time. */
      dealsUntil: z.nullable(z.number()),
    }),
  ),
  /** When the schedule ends the business day, which signs everybody out; null if only the operator ends it. */
  dayEndsAt: z.nullable(z.number()),
  halted: z.array(z.object({ instrument: z.string(), reason: z.string(), since: z.number() })),
  /** The treatment of an order that would deal with an order of the same member and principal; omitted if unknown. */
  selfMatch: z.optional(z.enum(['reject', 'allow'])),
});
export type PhasesReply = z.infer<typeof phasesReply>;
