// Sign-in, password, second factor and sessions over HTTP (AUTH-1 to 3).
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
import { type CallResult, callServer, replyAs } from './calls.ts';

/** All other sessions end. */
export const changePassword = (body: ChangePasswordBody): Promise<CallResult<ChangePasswordReply>> =>
  callServer(paths.changePassword, replyAs(changePasswordReply), { body });

export const enrolTwoFactor = (password: string): Promise<CallResult<EnrolReply>> =>
  callServer(paths.twoFactorEnrol, replyAs(enrolReply), { body: { password } });

/** Switches two-factor on; all other sessions end. */
export const confirmEnrolment = (otp: string): Promise<CallResult<ConfirmEnrolmentReply>> =>
  callServer(paths.twoFactorConfirmEnrolment, replyAs(confirmEnrolmentReply), { body: { otp } });

export const getSessions = (): Promise<CallResult<SessionsReply>> =>
  callServer(paths.sessions, replyAs(sessionsReply));

export const revokeSession = (body: RevokeSessionBody): Promise<CallResult<RevokeSessionReply>> =>
  callServer(paths.revokeSession, replyAs(revokeSessionReply), { body });

/** The calls of the sign-in carry no token (AUTH-8). */
export const login = (body: LoginBody): Promise<CallResult<LoginReply>> =>
  callServer(paths.login, replyAs(loginReply), { body, isAnonymous: true });

/** Signs in as a user of the demonstration, without a password. The server accepts this only from a browser on its own machine. */
export const demoLogin = (body: DemoLoginBody): Promise<CallResult<LoginReply>> =>
  callServer(paths.demoLogin, replyAs(loginReply), { body, isAnonymous: true });

/**
 * The second step of a sign-in, in the browser of the first step. `otp` contains the six digits.
 */
export const confirmLogin = (otp: string): Promise<CallResult<ConfirmationReply>> =>
  callServer(paths.twoFactorConfirmation, replyAs(confirmationReply), {
    query: { otp },
    isAnonymous: true,
  });

/** Switches two-factor off with a recovery code; without one, asks the operator for one. */
export const resetTwoFactor = (body: TwoFactorResetBody): Promise<CallResult<TwoFactorResetReply>> =>
  callServer(paths.twoFactorReset, replyAs(twoFactorResetReply), { body, isAnonymous: true });
