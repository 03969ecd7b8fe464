// Phases of the market (market.md, Phases), and the settings that the server sends to every page, also before sign-in. Silent: the screen
// shows an error in place.
import {
  type ClientSettingsReply,
  clientSettingsReply,
  type PhasesReply,
  paths,
  phasesReply,
} from '@openpit/wire';
import { type CallResult, callMainApi, replyAs } from './calls.ts';

export function getPhases(signal?: AbortSignal): Promise<CallResult<PhasesReply>> {
  return callMainApi({
    method: 'GET',
    path: paths.getPhases,
    read: replyAs<PhasesReply>(phasesReply),
    isSilent: true,
    ...(signal && { signal }),
  });
}

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
