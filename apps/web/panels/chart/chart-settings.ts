// What the Chart panel saves: the pinned contract, the length of a candle, picture or table, and whether moving averages are
// shown.
import { candleIntervals } from '@openpit/wire';
import * as z from 'zod/mini';
import { contractSetting } from '../settings/pinned-contract.ts';

export const chartSettings = z.object({
  contract: contractSetting,
  interval: z.optional(z.enum(candleIntervals)),
  look: z.optional(z.enum(['picture', 'table'])),
  averages: z.optional(z.boolean()),
});
