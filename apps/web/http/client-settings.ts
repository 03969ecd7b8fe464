// The settings that the server gives to every page, before sign-in too, and what Login shows.
import { type ClientSettingsReply, clientSettingsReply, paths } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

/** The start-up waits for this answer, but no longer than this. */
const timeoutMs = 5_000;

/** Answered to everyone; it carries the token of a user who is signed in (AUTH-8). Silent: without an answer the specification's values apply. */
export function getClientSettings(): Promise<CallResult<ClientSettingsReply>> {
  return callMainApi({
    method: 'GET',
    path: paths.getClientSettings,
    read: replyAs(clientSettingsReply),
    isSilent: true,
    signal: AbortSignal.timeout(timeoutMs),
  });
}
