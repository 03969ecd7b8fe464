// The calls for static data: settings of the client, members, details of a contract.
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

/** The start-up waits for this answer, but no longer than this. */
const settingsTimeoutMs = 5_000;

/** Public; silent: without an answer the specification's values apply. */
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

/** Silent: the start-up shows the error. */
export function getAllMembers(): Promise<CallResult<readonly MemberRow[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getAllMembers,
    read: replyRows<MemberRow>,
    isSilent: true,
  });
}

/** Silent; null when the exchange does not know the contract or does not answer (API-2). */
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
