// The description of a call of the API: its input and its replies.
import { errorBody } from '@openpit/wire';
import type * as z from 'zod/v4/core';

interface Call {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly body?: z.$ZodType;
  readonly querystring?: z.$ZodType;
  /** The schema of the reply with status 200. */
  readonly reply: z.$ZodType;
  /**
   * The statuses of its rejections. Those that every call can have are added elsewhere: 400, 413, 415, 500 and 503 (open-api.ts), and
   * for signed-in users 401 and 429 (app.ts).
   */
  readonly errors?: readonly number[];
}

/** The chapter of the API description: "unmatched deals" for `/api/UnmatchedDeals/…`. */
export function tagOf(path: string): string {
  const [, , area = ''] = path.split('/');
  return area.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The options of a route for fastify. */
export function describedCall<const Described extends Call>(
  described: Described,
): {
  readonly schema: Omit<Described, 'reply' | 'errors'> & { readonly response: { 200: Described['reply'] } };
} {
  const { reply, errors = [], ...schema } = described;
  const rejections = Object.fromEntries(errors.map((status) => [status, errorBody]));
  return { schema: { ...schema, response: { ...rejections, 200: reply } } };
}
