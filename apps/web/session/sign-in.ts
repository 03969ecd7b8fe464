// Signing in (AUTH-1): what the form may send, the call, and what to say when it fails. The form's own faults are told by
// field, the server's answer in one sentence.
import { type LoginBody, loginBody } from '@openpit/wire';
import * as z from 'zod/mini';
import { login } from '../http/authenticate.ts';
import { keepToken } from './stored-session.ts';

export type SignInFaults = Readonly<Partial<Record<keyof LoginBody, string>>>;

export type SignInResult =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'faults'; readonly faults: SignInFaults }
  | { readonly kind: 'failed'; readonly message: string };

/** The first fault of each field; empty when the form may be sent. */
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
  const result = await login(body);
  if (result.kind === 'ok')
    return keepToken(result.value.token)
      ? { kind: 'signedIn' }
      : {
          kind: 'failed',
          message:
            'The server let you in, but its token cannot be used. Check the clock of this computer and try again.',
        };
  if (result.kind === 'unknown')
    return {
      kind: 'failed',
      message: `The server could not be reached, or its answer could not be used (${result.errorText}). Try again in a moment.`,
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
