// What the Unmatched deals panel saves: its tab.
import * as z from 'zod/mini';

export const unmatchedTabs = ['For us', 'Ours'] as const;
export type UnmatchedTab = (typeof unmatchedTabs)[number];

export const unmatchedSettings = z.object({ tab: z.optional(z.enum(unmatchedTabs)) });
