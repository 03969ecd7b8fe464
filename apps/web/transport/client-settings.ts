// The settings that the server sends to every page, even before sign-in. The page of the login loads this file.
import { type ClientSettingsReply, clientSettingsReply, paths } from '@openpit/wire';
import { type CallResult, callServer, replyAs } from './calls.ts';

/** The start-up waits for this answer, but no longer than this. */
const timeoutMs = 5_000;

/**
 * Answered to everyone; it carries the token of a user who is signed in (AUTH-8). Without an answer the specification's values apply.
 */
export const getClientSettings = (): Promise<CallResult<ClientSettingsReply>> =>
  callServer(paths.getClientSettings, replyAs(clientSettingsReply), {
    signal: AbortSignal.timeout(timeoutMs),
  });
