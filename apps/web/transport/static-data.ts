// The calls for static data: the account (AUTH-9), members, announcements, prices, tripartite arrangements, details of a contract, phases
// (market.md, Phases), and the orders and deals since the last visit.
import {
  type Announcement,
  type CompletedOrderRow,
  type ContractDetails,
  type ContractDetailsBody,
  contractDetailsReply,
  type DealRow,
  type HqAccess,
  hqAccess,
  type ListedPrice,
  type MemberRow,
  type PhasesReply,
  paths,
  phasesReply,
  type TripartiteRow,
} from '@openpit/wire';
import { type CallResult, callServer, replyAs, replyRows } from './calls.ts';

export const getAllMembers = (): Promise<CallResult<readonly MemberRow[]>> =>
  callServer(paths.getAllMembers, replyRows<MemberRow>);

/** The announcements of the business day. */
export const getAnnouncements = (): Promise<CallResult<readonly Announcement[]>> =>
  callServer(paths.getAnnouncements, replyRows<Announcement>);

/** The current prices of every contract, until the rows of the hub arrive. */
export const getPrices = (): Promise<CallResult<readonly ListedPrice[]>> =>
  callServer(paths.getPrices, replyRows<ListedPrice>);

/** The arrangements with the user's member as executor or carrier (API-7). */
export const getTripartites = (signal: AbortSignal): Promise<CallResult<readonly TripartiteRow[]>> =>
  callServer(paths.getTripartites, replyRows<TripartiteRow>, { signal });

/** `null` if the exchange does not know the contract or does not answer (API-2). */
export async function getContractDetails(
  body: ContractDetailsBody,
  signal: AbortSignal,
): Promise<ContractDetails | null> {
  const read = replyAs<ContractDetails | null>(contractDetailsReply);
  const answer = await callServer(paths.getContractDetails, read, { body, signal });
  return answer.kind === 'ok' ? answer.value : null;
}

export const getHqAccess = (): Promise<CallResult<HqAccess>> =>
  callServer(paths.getHqAccess, replyAs(hqAccess));

export const getPhases = (signal?: AbortSignal): Promise<CallResult<PhasesReply>> =>
  callServer(paths.getPhases, replyAs<PhasesReply>(phasesReply), { signal });

/** The newest rows; `next` is null if there are no others. */
export interface RowsSince<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}
function rowsSince<Row extends object>(json: unknown): RowsSince<Row> {
  const { rows, next = null } = json as { readonly rows?: unknown; readonly next?: string | null };
  return { rows: replyRows<Row>(rows), next };
}

/** The user's orders that have ended since `from`, which is a time in epoch milliseconds or a business day. */
export const getOrdersSince = (from: string): Promise<CallResult<RowsSince<CompletedOrderRow>>> =>
  callServer(paths.historyOrders, rowsSince<CompletedOrderRow>, { query: { from } });

/** The user's deals since `from`. */
export const getDealsSince = (from: string): Promise<CallResult<RowsSince<DealRow>>> =>
  callServer(paths.historyDeals, rowsSince<DealRow>, { query: { from } });
