// What the Active orders panel saves: the tab, the filter that "Cancel all" and "Suspend all" also use, and whether
// "Cancel all" asks first.
import * as z from 'zod/mini';
import { plainText } from '../settings/layout-text.ts';

export const orderTabs = ['All', 'Active', 'Suspended'] as const;
export type OrderTab = (typeof orderTabs)[number];

export const activeOrdersSettings = z.object({
  tab: z.optional(z.enum(orderTabs)),
  /** Whether “Cancel all” asks first, which it does when this is left out. */
  asksFirst: z.optional(z.boolean()),
  filter: z.optional(
    z.strictObject({
      instrument: z.optional(plainText(16)),
      contract: z.optional(plainText(64)),
      principal: z.optional(plainText(16)),
      dealer: z.optional(plainText(16)),
    }),
  ),
});
