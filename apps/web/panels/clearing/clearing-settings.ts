// What the Clearing panel saves: the tab.
import * as z from 'zod/mini';

export const clearingTabs = ['Accounts', 'Movements', 'Valuations', 'Margins', 'Fees', 'Reports'] as const;
export type ClearingTab = (typeof clearingTabs)[number];

export const clearingSettings = z.object({ tab: z.optional(z.enum(clearingTabs)) });
