// Signing in (AUTH-1).
import { type DemoLoginBody, type LoginBody, type LoginReply, loginReply, paths } from '@openpit/wire';
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
