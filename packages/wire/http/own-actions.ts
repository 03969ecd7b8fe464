// The commands that a user has sent today, from any browser or program, with their outcomes.
import * as z from 'zod/mini';
import { orderReply } from '../commands/order-commands.ts';

export const ownActionsQuery = z.strictObject({
  /** Selects actions with a higher sequence number. */
  afterSeq: z.optional(
    z
      .string()
      .check(z.maxLength(15), z.regex(/^\d+$/, 'Give the sequence number of an action, or leave it out.')),
  ),
});

const ownAction = z.object({
  /** Sequence number of the command in the journal. */
  seq: z.int(),
  /** When the market received it, in epoch milliseconds. */
  at: z.number(),
  requestId: z.string(),
  /** The kind of command, a key of `userCommands`. */
  command: z.string(),
  /** The orders that it entered or changed, and a rejected order. */
  orders: z.array(
    z.object({
      /** Null for an order that was rejected. */
      activeOrderSeq: z.nullable(z.int()),
      contract: z.string(),
      side: z.enum(['B', 'S']),
      /** All lots, including dealt lots. */
      qty: z.int(),
      price: z.number(),
      /** The order as the market replied; null if it was rejected. */
      reply: z.nullable(z.omit(orderReply, { seq: true, repeated: true })),
    }),
  ),
  /** Everything else that it acted on or created: numbers of orders, deals, unmatched deals or certificates, or names of contracts. */
  numbers: z.array(z.string()),
  /** The reason of the rejection; null if the action was accepted. */
  error: z.nullable(z.object({ status: z.int(), code: z.string(), message: z.string() })),
});
export type OwnActionRow = Readonly<z.infer<typeof ownAction>>;

/** The oldest first; at most the newest 500. */
export const ownActionsReply = z.object({ businessDay: z.string(), actions: z.array(ownAction) });
export type OwnActionsReply = z.infer<typeof ownActionsReply>;
