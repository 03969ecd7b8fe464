// The static calls (specification §7).
import {
  type ClientSettings,
  type ContractDetails,
  type ContractDetailsBody,
  clientSettings,
  contractDetailsReply,
  type MemberRow,
  paths,
} from '@openpit/wire';
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

/** Silent, and null where the exchange knows nothing of it or does not answer (API-2). */
export async function getContractDetails(
  body: ContractDetailsBody,
  signal: AbortSignal,
): Promise<ContractDetails | null> {
  const answer = await callMainApi({
    method: 'POST',
    path: paths.getContractDetails,
    body,
    read: replyAs<ContractDetails | null>(contractDetailsReply),
    isSilent: true,
    signal,
  });
  return answer.kind === 'ok' ? answer.value : null;
}
