// Body and reply of AddStrike, which lists a new strike (market/contracts.md, Strikes).
import { hasTwoDecimals, inWords, maxPrice, toRand } from '@openpit/terms';
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';
import { requestIdSchema } from './order-commands.ts';

export const addStrikeBody = z.strictObject({
  requestId: requestIdSchema,
  instrument: plainText(16, { missing: 'Name the instrument, for example "WMAZ".' }),
  contractDate: plainText(8, { missing: 'Name the month of the future, for example "MAR27".' }),
  /** Rand per ton. */
  strike: z
    .number({ error: 'A strike is a number, in rand per ton.' })
    .check(
      z.positive('The strike must be above zero.'),
      z.maximum(toRand(maxPrice), `A strike is at most ${inWords(toRand(maxPrice))} rand per ton.`),
      z.refine(hasTwoDecimals, 'A strike has at most two decimals.'),
    ),
});

/** Reply to AddStrike: the new contracts, a call, a put and a delta on each. */
export const addStrikeReply = z.object({
  seq: z.int(),
  contracts: z.array(z.string()),
  repeated: z.boolean(),
});
export type AddStrikeReply = z.infer<typeof addStrikeReply>;
