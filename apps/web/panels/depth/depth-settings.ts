// What the Depth panel saves: the pinned contract, one line per order or per price, and whether it shows time
// and sales.
import * as z from 'zod/mini';
import { contractSetting } from '../settings/pinned-contract.ts';

export const depthSettings = z.object({
  contract: contractSetting,
  view: z.optional(z.enum(['order', 'price'])),
  showsSales: z.optional(z.boolean()),
});
