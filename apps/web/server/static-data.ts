// The calls for static data: the account (AUTH-9), members, announcements, prices, tripartite arrangements, details of a contract.
import {
  type Announcement,
  type ContractDetails,
  type ContractDetailsBody,
  contractDetailsReply,
  type HqAccess,
  hqAccess,
  type ListedPrice,
  type MemberRow,
  paths,
  type TripartiteRow,
} from '@openpit/wire';
import { type CallResult, callMainApi, replyAs, replyRows } from './calls.ts';

/** Silent: the start-up shows the error. */
export function getAllMembers(): Promise<CallResult<readonly MemberRow[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getAllMembers,
    read: replyRows<MemberRow>,
    isSilent: true,
  });
}

/** The announcements of the business day. Silent: they only complete the list of notices. */
export function getAnnouncements(): Promise<CallResult<readonly Announcement[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getAnnouncements,
    read: replyRows<Announcement>,
    isSilent: true,
  });
}

/** The present prices of every contract. Silent: the rows of the hub follow. */
export function getPrices(): Promise<CallResult<readonly ListedPrice[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getPrices,
    read: replyRows<ListedPrice>,
    isSilent: true,
  });
}

/** The arrangements in which the user's member executes or carries (API-7). Silent: the form shows an error in its own place. */
export function getTripartites(signal: AbortSignal): Promise<CallResult<readonly TripartiteRow[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.getTripartites,
    read: replyRows<TripartiteRow>,
    isSilent: true,
    signal,
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

/** Silent: the start-up shows the error. */
export function getHqAccess(): Promise<CallResult<HqAccess>> {
  return callMainApi({ method: 'GET', path: paths.getHqAccess, read: replyAs(hqAccess), isSilent: true });
}
