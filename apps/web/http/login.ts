// Signing in, with its second step, and the help for a lost second factor (AUTH-1 to 3). The calls carry no token (AUTH-8), and are
// silent: Login shows the answer in place.
import {
  type ConfirmationReply,
  confirmationReply,
  type DemoLoginBody,
  type LoginBody,
  type LoginReply,
  loginReply,
  paths,
  type TwoFactorResetBody,
  type TwoFactorResetReply,
  twoFactorResetReply,
} from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export function login(body: LoginBody): Promise<CallResult<LoginReply>> {
  return callMainApi({
    method: 'POST',
    path: paths.login,
    body,
    read: replyAs(loginReply),
    isSilent: true,
    isAnonymous: true,
  });
}

/** As a user of the demonstration, without a password; answered to a browser on the machine of the server. */
export function demoLogin(body: DemoLoginBody): Promise<CallResult<LoginReply>> {
  return callMainApi({
    method: 'POST',
    path: paths.demoLogin,
    body,
    read: replyAs(loginReply),
    isSilent: true,
    isAnonymous: true,
  });
}

/** The second step of a sign-in, in the browser of the first. `otp`: the six digits. */
export function confirmLogin(otp: string): Promise<CallResult<ConfirmationReply>> {
  return callMainApi({
    method: 'GET',
    path: `${paths.twoFactorConfirmation}?otp=${encodeURIComponent(otp)}`,
    read: replyAs(confirmationReply),
    isSilent: true,
    isAnonymous: true,
  });
}

/** Switches two-factor off with a recovery code; without one, asks the operator for one. */
export function resetTwoFactor(body: TwoFactorResetBody): Promise<CallResult<TwoFactorResetReply>> {
  return callMainApi({
    method: 'POST',
    path: paths.twoFactorReset,
    body,
    read: replyAs(twoFactorResetReply),
    isSilent: true,
    isAnonymous: true,
  });
}
