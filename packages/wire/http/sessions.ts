// The sessions of a user: where the user is signed in, and ending them.
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';
import { passwordText } from './session.ts';

/** Times are milliseconds since 1970. */
const sessionRow = z.object({
  sessionId: z.string(),
  beganAt: z.number(),
  /** The last call or invocation of the hub, to the minute. */
  lastUsedAt: z.number(),
  expiresAt: z.number(),
  /** The client address of the sign-in, and its browser as the browser identifies itself; null if unknown. */
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  /** True for the session of the call. */
  isThis: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;

/** The newest session first. */
export const sessionsReply = z.object({ userId: z.string(), sessions: z.array(sessionRow) });
export type SessionsReply = z.infer<typeof sessionsReply>;

/** `sessionId`: a session in the list, or `all` for all sessions, including the session of the call. */
export const revokeSessionBody = z.strictObject({
  password: passwordText,
  sessionId: plainText(64, { missing: 'Name the session, or all.' }),
});
export type RevokeSessionBody = z.infer<typeof revokeSessionBody>;
export const revokeSessionReply = z.object({ ended: z.int() });
export type RevokeSessionReply = z.infer<typeof revokeSessionReply>;
