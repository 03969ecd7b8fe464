// What the MTM panel saves: which kind of contracts it shows.
import * as z from 'zod/mini';

export const mtmKinds = ['Futures', 'Options', 'Deltas', 'Pairs', 'All'] as const;
export type MtmKind = (typeof mtmKinds)[number];

export const mtmSettings = z.object({ kind: z.optional(z.enum(mtmKinds)) });
