// What the Deals panel saves: whether it shows today's deals or the history, and whether it shows the deals consolidated.
import * as z from 'zod/mini';

export const dealViews = ['Today', 'History'] as const;
export type DealView = (typeof dealViews)[number];

export const dealsSettings = z.object({
  dealView: z.optional(z.enum(dealViews)),
  isConsolidated: z.optional(z.boolean()),
});
