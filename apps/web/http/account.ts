// The account of the signed-in user: password, second factor, sessions (AUTH-1 to 3). Silent: the dialog shows the answer in place.
import {
  type ChangePasswordBody,
  type ChangePasswordReply,
  type ConfirmEnrolmentReply,
  changePasswordReply,
  confirmEnrolmentReply,
  type EnrolReply,
  enrolReply,
  paths,
  type RevokeSessionBody,
  type RevokeSessionReply,
  revokeSessionReply,
  type SessionsReply,
  sessionsReply,
} from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

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
