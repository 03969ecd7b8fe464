// What the Clearing panel saves: the tab, and the account of its movements and valuations.
import * as z from 'zod/mini';
import { plainText } from '../settings/layout-text.ts';

export const clearingTabs = ['Accounts', 'Movements', 'Valuations', 'Margins', 'Fees', 'Reports'] as const;
export type ClearingTab = (typeof clearingTabs)[number];

export const clearingSettings = z.object({
  tab: z.optional(z.enum(clearingTabs)),
  /** Null or left out for all accounts. */
  account: z.optional(z.nullable(plainText(32))),
});
