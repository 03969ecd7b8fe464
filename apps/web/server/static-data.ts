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
import { type CallResult, callSilently, replyAs, replyRows } from './calls.ts';

export const getAllMembers = (): Promise<CallResult<readonly MemberRow[]>> =>
  callSilently(paths.getAllMembers, replyRows<MemberRow>);

/** The announcements of the business day. */
export const getAnnouncements = (): Promise<CallResult<readonly Announcement[]>> =>
  callSilently(paths.getAnnouncements, replyRows<Announcement>);

/** The present prices of every contract, until the rows of the hub arrive. */
export const getPrices = (): Promise<CallResult<readonly ListedPrice[]>> =>
  callSilently(paths.getPrices, replyRows<ListedPrice>);

/** The arrangements in which the user's member executes or carries (API-7). */
export const getTripartites = (signal: AbortSignal): Promise<CallResult<readonly TripartiteRow[]>> =>
  callSilently(paths.getTripartites, replyRows<TripartiteRow>, { signal });

/** `null` if the exchange does not know the contract or does not answer (API-2). */
export async function getContractDetails(
  body: ContractDetailsBody,
  signal: AbortSignal,
): Promise<ContractDetails | null> {
  const read = replyAs<ContractDetails | null>(contractDetailsReply);
  const answer = await callSilently(paths.getContractDetails, read, { body, signal });
  return answer.kind === 'ok' ? answer.value : null;
}

export const getHqAccess = (): Promise<CallResult<HqAccess>> =>
  callSilently(paths.getHqAccess, replyAs(hqAccess));
