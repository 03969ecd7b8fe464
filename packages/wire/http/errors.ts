// Bodies of rejections and errors. The body for bad input names each field; other bodies have a code and a sentence.
import * as z from 'zod/mini';

/** 400: errors by path of the field, `{"price": ["A price has at most two decimals."]}`. */
const badInputBody = z.object({
  status: z.literal(400),
  title: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});
export type BadInputBody = z.infer<typeof badInputBody>;

/** 401, 403, 404, 409, 422, 429, 503. */
export const errorBody = z.object({ status: z.int(), message: z.string(), code: z.string() });
export type ErrorBody = z.infer<typeof errorBody>;

/** The outcome of a command that was rejected, for a client that lost the reply. */
export const rejectedOutcome = z.extend(errorBody, { outcome: z.literal('rejected'), seq: z.int() });
