// What the Chart panel saves: the pinned contract, the length of a candle, whether it shows a picture, a table or the trade
// history and which part of that, and whether moving averages are shown.
import { candleIntervals } from '@openpit/wire';
import * as z from 'zod/mini';
import { contractSetting } from '../settings/pinned-contract.ts';

/** The days of a contract with their figures, or its deals. */
export const historyParts = ['Days', 'Deals'] as const;
export type HistoryPart = (typeof historyParts)[number];

export const chartSettings = z.object({
  contract: contractSetting,
  interval: z.optional(z.enum(candleIntervals)),
  look: z.optional(z.enum(['picture', 'table', 'history'])),
  history: z.optional(z.enum(historyParts)),
  averages: z.optional(z.boolean()),
});
