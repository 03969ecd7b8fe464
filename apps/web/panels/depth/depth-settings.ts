// What the Depth panel saves: the pinned contract, one line per order or per price or the price ladder,
// whether it shows time and sales, and after how many seconds without use an armed ladder disarms.
import * as z from 'zod/mini';
import { contractSetting } from '../settings/pinned-contract.ts';

/** After how many seconds without use an armed ladder disarms. */
export const idleChoices = [15, 30, 60, 120, 300] as const;
export type IdleSeconds = (typeof idleChoices)[number];

export const depthSettings = z.object({
  contract: contractSetting,
  view: z.optional(z.enum(['order', 'price', 'ladder'])),
  showsSales: z.optional(z.boolean()),
  ladderIdleSeconds: z.optional(z.literal(idleChoices)),
});
