// What the Breakdown panel saves: the account that it shows.
import * as z from 'zod/mini';
import { plainText } from '../settings/layout-text.ts';

export const breakdownSettings = z.object({
  /** Null or left out for all accounts. */
  account: z.optional(z.nullable(plainText(32))),
});
