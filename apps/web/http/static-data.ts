// The static calls that the start-up needs (specification §7).
import { type ClientSettings, clientSettings, type MemberRow, paths } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs, replyRows } from './read-reply.ts';

/** The start-up waits for this one answer: a server that is silent for longer holds nothing up. */
const settingsTimeoutMs = 5_000;

/** Public; silent: without an answer the specification's figures hold. */
export function getClientSettings(): Promise<CallResult<ClientSettings>> {
  return callMainApi({
    method: 'GET',
    path: paths.getClientSettings,
    read: replyAs(clientSettings),
    isSilent: true,
    isAnonymous: true,
    signal: AbortSignal.timeout(settingsTimeoutMs),
  });
}

/** Silent: the start-up says what happened. */
export function getAllMembers(): Promise<CallResult<readonly MemberRow[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getAllMembers,
    read: replyRows<MemberRow>,
    isSilent: true,
  });
}
