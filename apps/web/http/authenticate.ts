// Signing in, and the account of the signed-in user (AUTH-1, AUTH-9).
import { type HqAccess, hqAccess, type LoginBody, type LoginReply, loginReply, paths } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

/** Carries no token (AUTH-8); silent: Login shows the answer in place. */
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

/** Silent: the start-up shows the error. */
export function getHqAccess(): Promise<CallResult<HqAccess>> {
  return callMainApi({ method: 'GET', path: paths.getHqAccess, read: replyAs(hqAccess), isSilent: true });
}
