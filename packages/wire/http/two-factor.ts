// Two-factor: confirming a sign-in, switching it on and off (AUTH-2, AUTH-3).
import * as z from 'zod/mini';
import { plainText } from '../plain-text.ts';
import { passwordText } from './session.ts';

const noCode = 'Give the six digits of your authenticator application.';
const otp = z.string({ error: noCode }).check(z.maxLength(6, noCode), z.regex(/^\d{6}$/, noCode));

export const confirmationQuery = z.strictObject({ otp });
export const confirmationReply = z.object({ token: z.string() });
export type ConfirmationReply = z.infer<typeof confirmationReply>;

/** A call without a recovery code is a request to the operator, who can approve the reset once. */
export const twoFactorResetBody = z.strictObject({
  email: plainText(254, { missing: 'Give your e-mail address.' }),
  password: passwordText,
  recoveryCode: z.optional(plainText(64, { missing: 'Give the recovery code.' })),
});
export type TwoFactorResetBody = z.infer<typeof twoFactorResetBody>;
/** Without a recovery code, the text is the same for every e-mail address and password. */
export const twoFactorResetReply = z.object({ message: z.string() });
export type TwoFactorResetReply = z.infer<typeof twoFactorResetReply>;

export const enrolBody = z.strictObject({ password: passwordText });
/** `secret`: in base32, for typing; `uri`: for the QR code. */
export const enrolReply = z.object({ secret: z.string(), uri: z.string() });
export type EnrolReply = z.infer<typeof enrolReply>;

export const confirmEnrolmentBody = z.strictObject({ otp });
/** The codes are shown once. */
export const confirmEnrolmentReply = z.object({ recoveryCodes: z.array(z.string()) });
export type ConfirmEnrolmentReply = z.infer<typeof confirmEnrolmentReply>;
