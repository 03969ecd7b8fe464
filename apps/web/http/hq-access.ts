// The account of the signed-in user (AUTH-9).
import { type HqAccess, hqAccess, paths } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

/** Silent: the start-up shows the error. */
export function getHqAccess(): Promise<CallResult<HqAccess>> {
  return callMainApi({ method: 'GET', path: paths.getHqAccess, read: replyAs(hqAccess), isSilent: true });
}
