// The settings that the server sends to every page, even before sign-in. It is a separate file because Login loads it.
import { type ClientSettingsReply, clientSettingsReply, paths } from '@openpit/wire';
import { setServerClock } from '../stores/connection.ts';
import { type CallResult, callServer, replyAs } from './calls.ts';

/** The maximum time that the start-up waits for the answer. */
const timeoutMs = 5_000;

/** The call needs no token, but carries the token of a signed-in user (AUTH-8). Without an answer the specification's values apply. */
export async function getClientSettings(): Promise<CallResult<ClientSettingsReply>> {
  const result = await callServer(paths.getClientSettings, replyAs(clientSettingsReply), {
    signal: AbortSignal.timeout(timeoutMs),
  });
  // The first answer of the server that states its time; the hub connects only after the start-up.
  if (result.kind === 'ok' && result.value.exchangeDay !== null)
    setServerClock(result.value.exchangeDay.serverTime);
  return result;
}
