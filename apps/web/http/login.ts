// Signing in (AUTH-1).
import { type LoginBody, type LoginReply, loginReply, paths } from '@openpit/wire';
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
