// Signing in (AUTH-1 to 3): the check of the forms, the calls, and the message when one fails. Faults of the form are reported by
// field, an error of the server in one sentence.
import { type LoginBody, type LoginReply, loginBody, type TwoFactorResetBody } from '@openpit/wire';
import * as z from 'zod/mini';
import { confirmLogin, demoLogin, login, resetTwoFactor } from '../transport/account.ts';
import type { CallResult, FailedCallResult } from '../transport/calls.ts';
import { otpDigits } from '../ui/format.ts';
import { storeToken } from './stored-session.ts';

export type SignInFaults = Readonly<Partial<Record<keyof LoginBody, string>>>;

export type SignInResult =
  | { readonly kind: 'signedIn' }
  /** The one-time password is the next step (AUTH-2). */
  | { readonly kind: 'confirm' }
  | { readonly kind: 'faults'; readonly faults: SignInFaults }
  /** `asksForCode`: a sign-in code of the operator would help. */
  | { readonly kind: 'failed'; readonly message: string; readonly asksForCode: boolean };

/** The first fault of each field; empty if the form can be sent. */
export function faultsOf(body: LoginBody): SignInFaults {
  const result = z.safeParse(loginBody, body);
  if (result.success) return {};
  const faults: { -readonly [Field in keyof SignInFaults]: string } = {};
  for (const { path, message } of result.error.issues) {
    const [field] = path;
    if (field === 'email' || field === 'password') faults[field] ??= message;
  }
  return faults;
}

export async function signIn(body: LoginBody): Promise<SignInResult> {
  const faults = faultsOf(body);
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults };
  return resultOf(await login(body));
}

export async function signInAsDemoUser(userId: string): Promise<SignInResult> {
  return resultOf(await demoLogin({ userId }));
}

type ConfirmResult =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'failed'; readonly message: string }
  /** The sign-in begins again with the password; `message` states why. */
  | { readonly kind: 'again'; readonly message: string };

/** The second step. `otp`: the typed or pasted text; only its digits count. */
export async function confirmSignIn(otp: string): Promise<ConfirmResult> {
  const digits = otpDigits(otp);
  if (!/^\d{6}$/.test(digits))
    return { kind: 'failed', message: 'Enter the six digits that your authenticator application shows now.' };
  const result = await confirmLogin(digits);
  if (result.kind === 'ok') {
    const stored = resultOf(result);
    return stored.kind === 'failed' ? { kind: 'failed', message: stored.message } : { kind: 'signedIn' };
  }
  if (result.kind === 'rejected' && result.code === 'noSignInToConfirm')
    return { kind: 'again', message: result.message };
  return { kind: 'failed', message: failureSentence(result) };
}

type ResetResult =
  | { readonly kind: 'done'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** With a recovery code two-factor is off afterwards; without one the operator has the request. */
export async function resetSecondFactor(body: TwoFactorResetBody): Promise<ResetResult> {
  if (body.recoveryCode?.trim() === '')
    return { kind: 'failed', message: 'Enter a recovery code, or the code of your operator.' };
  const result = await resetTwoFactor(body);
  return result.kind === 'ok'
    ? { kind: 'done', message: result.value.message }
    : { kind: 'failed', message: failureSentence(result) };
}

/** The reason why a call has failed, as a sentence for the user. */
export function failureSentence(result: FailedCallResult): string {
  return result.kind === 'unknown'
    ? `The server could not be reached, or its answer could not be read (${result.errorText}). Try again in a moment.`
    : result.message;
}

/** The replies to a sign-in that a code of the operator changes. */
const codeHelps: readonly string[] = ['tooManyAttempts', 'knownBrowsersOnly', 'wrongSignInCode'];

function resultOf(result: CallResult<LoginReply>): SignInResult {
  if (result.kind === 'ok') {
    const { value } = result;
    if (!('token' in value)) return { kind: 'confirm' };
    return storeToken(value.token)
      ? { kind: 'signedIn' }
      : {
          kind: 'failed',
          asksForCode: false,
          message:
            'You are signed in, but the token of the server cannot be used. Check the clock of this computer and try again.',
        };
  }
  if (result.kind === 'badInput') {
    const { email, password } = result.errors;
    const faults = {
      ...(email?.[0] && { email: email[0] }),
      ...(password?.[0] && { password: password[0] }),
    };
    if (Object.keys(faults).length > 0) return { kind: 'faults', faults };
  }
  const asksForCode = result.kind === 'rejected' && codeHelps.includes(result.code);
  return { kind: 'failed', message: failureSentence(result), asksForCode };
}
