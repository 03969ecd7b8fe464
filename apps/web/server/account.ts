// Sign-in, password, second factor and sessions over HTTP (AUTH-1 to 3). All calls are silent: the screen shows the answer in place.
import {
  type ChangePasswordBody,
  type ChangePasswordReply,
  type ConfirmationReply,
  type ConfirmEnrolmentReply,
  changePasswordReply,
  confirmationReply,
  confirmEnrolmentReply,
  type DemoLoginBody,
  type EnrolReply,
  enrolReply,
  type LoginBody,
  type LoginReply,
  loginReply,
  paths,
  type RevokeSessionBody,
  type RevokeSessionReply,
  revokeSessionReply,
  type SessionsReply,
  sessionsReply,
  type TwoFactorResetBody,
  type TwoFactorResetReply,
  twoFactorResetReply,
} from '@openpit/wire';
import { type CallResult, callMainApi, replyAs } from './calls.ts';

/** All other sessions end. */
export function changePassword(body: ChangePasswordBody): Promise<CallResult<ChangePasswordReply>> {
  const read = replyAs(changePasswordReply);
  return callMainApi({ method: 'POST', path: paths.changePassword, body, read, isSilent: true });
}

export function enrolTwoFactor(password: string): Promise<CallResult<EnrolReply>> {
  const read = replyAs(enrolReply);
  return callMainApi({
    method: 'POST',
    path: paths.twoFactorEnrol,
    body: { password },
    read,
    isSilent: true,
  });
}

/** Switches two-factor on; all other sessions end. */
export function confirmEnrolment(otp: string): Promise<CallResult<ConfirmEnrolmentReply>> {
  const read = replyAs(confirmEnrolmentReply);
  const path = paths.twoFactorConfirmEnrolment;
  return callMainApi({ method: 'POST', path, body: { otp }, read, isSilent: true });
}

export function getSessions(): Promise<CallResult<SessionsReply>> {
  return callMainApi({ method: 'GET', path: paths.sessions, read: replyAs(sessionsReply), isSilent: true });
}

export function revokeSession(body: RevokeSessionBody): Promise<CallResult<RevokeSessionReply>> {
  const read = replyAs(revokeSessionReply);
  return callMainApi({ method: 'POST', path: paths.revokeSession, body, read, isSilent: true });
}

// The calls of the sign-in carry no token (AUTH-8).

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
