// What the Futures panel saves: the user's list of contracts, and whether the panel shows only that list.
import * as z from 'zod/mini';
import { plainText } from '../settings/layout-text.ts';

export const futuresSettings = z.object({
  list: z.optional(z.array(plainText(64)).check(z.maxLength(500))),
  showsList: z.optional(z.boolean()),
});
