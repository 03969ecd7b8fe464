// What the Options and Deltas panels save: the series, the unit of bid and offer, and chain or flat list.
import * as z from 'zod/mini';
import { plainText } from '../settings/layout-text.ts';

/** What the chain shows for each option. */
export const chainShows = ['volatility', 'premium', 'greeks'] as const;
export type ChainShow = (typeof chainShows)[number];

/** The unit of bid and offer, in which the ticket opens. */
export const quotedIn = (show: ChainShow): 'volatility' | 'premium' =>
  show === 'premium' ? 'premium' : 'volatility';

export const chainSettings = z.object({
  show: z.optional(z.enum(chainShows)),
  /** The id of an `OptionSeries`. */
  series: z.optional(plainText(64)),
  look: z.optional(z.enum(['chain', 'list'])),
});
