// Signing in (AUTH-1): the check of the form, the call, and the message when it fails. Faults of the form are reported by
// field, an error of the server in one sentence.
import { type LoginBody, type LoginReply, loginBody } from '@openpit/wire';
import * as z from 'zod/mini';
import type { CallResult } from '../http/call-result.ts';
import { demoLogin, login } from '../http/login.ts';
import { storeToken } from './stored-session.ts';

export type SignInFaults = Readonly<Partial<Record<keyof LoginBody, string>>>;

export type SignInResult =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'faults'; readonly faults: SignInFaults }
  | { readonly kind: 'failed'; readonly message: string };

/** The first fault of each field; empty when the form can be sent. */
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
  const own = faultsOf(body);
  if (Object.keys(own).length > 0) return { kind: 'faults', faults: own };
  return resultOf(await login(body));
}

export async function signInAsDemoUser(userId: string): Promise<SignInResult> {
  return resultOf(await demoLogin({ userId }));
}

function resultOf(result: CallResult<LoginReply>): SignInResult {
  if (result.kind === 'ok') {
    const { value } = result;
    if (!('token' in value))
      return {
        kind: 'failed',
        message: 'This account needs a one-time password, for which this page has no form.',
      };
    return storeToken(value.token)
      ? { kind: 'signedIn' }
      : {
          kind: 'failed',
          message:
            'You are signed in, but the token of the server cannot be used. Check the clock of this computer and try again.',
        };
  }
  if (result.kind === 'unknown')
    return {
      kind: 'failed',
      message: `The server could not be reached, or its answer could not be read (${result.errorText}). Try again in a moment.`,
    };
  if (result.kind === 'badInput') {
    const { email, password } = result.errors;
    const faults = {
      ...(email?.[0] && { email: email[0] }),
      ...(password?.[0] && { password: password[0] }),
    };
    if (Object.keys(faults).length > 0) return { kind: 'faults', faults };
  }
  return { kind: 'failed', message: result.message };
}
