// Phases of the market (market.md, Phases), and the settings that the server sends to every page, also before sign-in.
import {
  type ClientSettingsReply,
  clientSettingsReply,
  type PhasesReply,
  paths,
  phasesReply,
} from '@openpit/wire';
import { type CallResult, callSilently, replyAs } from './calls.ts';

export const getPhases = (signal?: AbortSignal): Promise<CallResult<PhasesReply>> =>
  callSilently(paths.getPhases, replyAs<PhasesReply>(phasesReply), { signal });

/** The start-up waits for this answer, but no longer than this. */
const timeoutMs = 5_000;

/**
 * Answered to everyone; it carries the token of a user who is signed in (AUTH-8). Without an answer the specification's values apply.
 */
export const getClientSettings = (): Promise<CallResult<ClientSettingsReply>> =>
  callSilently(paths.getClientSettings, replyAs(clientSettingsReply), {
    signal: AbortSignal.timeout(timeoutMs),
  });
