// Signing in, and the profile of the signed-in account (AUTH-1 to 3).
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';

export const passwordText = z
  .string({ error: 'Give your password.' })
  .check(z.minLength(1, 'Give your password.'), z.maxLength(1024, 'A password has at most 1024 characters.'));

export const loginBody = z.strictObject({
  email: plainText(254, { missing: 'Give your e-mail address.' }),
  password: passwordText,
  /** Issued by the operator. A new browser needs it while somebody else tries passwords for the account. */
  signInCode: z.optional(plainText(64, { missing: 'Give the sign-in code of your operator.' })),
});
export type LoginBody = z.infer<typeof loginBody>;

export const demoLoginBody = z.strictObject({ userId: plainText(64, { missing: 'Name the user.' }) });
export type DemoLoginBody = z.infer<typeof demoLoginBody>;

/** Lengths of a new password, in Unicode characters. With two-factor a shorter one is enough. */
export const newPasswordLength = { alone: 15, withTwoFactor: 8, max: 256 } as const;

/** A character has at most two units of JavaScript's `length`. The server applies the other rules. */
export const changePasswordBody = z.strictObject({
  password: passwordText,
  newPassword: z
    .string({ error: 'Give the new password.' })
    .check(
      z.minLength(1, 'Give the new password.'),
      z.maxLength(2 * newPasswordLength.max, `A password has at most ${newPasswordLength.max} characters.`),
    ),
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

export const changePasswordReply = z.object({ changed: z.literal(true) });
export type ChangePasswordReply = z.infer<typeof changePasswordReply>;

/** `confirm`: the user has two-factor on, and the token is the reply to the one-time password (AUTH-2). */
export const loginReply = z.union([
  z.object({ token: z.string() }),
  z.object({ twoFactor: z.literal('confirm') }),
]);
export type LoginReply = z.infer<typeof loginReply>;

export const hqAccess = z.object({
  userId: z.string(),
  userName: z.string(),
  email: z.string(),
  memberCode: z.string(),
  memberName: z.string(),
  branch: z.string(),
  dealerCode: z.string(),
  /** The dealers of the member; for a dealer with own-only visibility that dealer alone. */
  dealers: z.array(z.object({ code: z.string(), name: z.string(), branch: z.string() })),
  clients: z.array(z.object({ code: z.string(), name: z.string() })),
  subAccounts: z.array(z.object({ code: z.string(), principal: z.string() })),
  twoFactorEnabled: z.boolean(),
  /** `own`: the dealer sees only their own orders and deals, and no positions. `member` or omitted: all of the member's. */
  scope: z.optional(z.enum(['member', 'own'])),
});
export type HqAccess = z.infer<typeof hqAccess>;
