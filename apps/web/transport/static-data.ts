// The calls for static data: the account (AUTH-9), members, announcements, prices, tripartite arrangements, details of a contract, phases
// (market/sessions.md, Phases), and the orders and deals since the last visit.
import {
  type Announcement,
  type CompletedOrderRow,
  type ContractDetails,
  type ContractDetailsBody,
  type DealRow,
  type HqAccess,
  hqAccess,
  type ListedPrice,
  type MemberRow,
  type PhasesReply,
  paths,
  type TripartiteRow,
} from '@openpit/wire';
import { type CallResult, callServer, replyAs, replyRows } from './calls.ts';
import { read, readRows, readWith } from './reads.ts';

export const getAllMembers = (): Promise<CallResult<readonly MemberRow[]>> => readRows('getAllMembers', {});

/** The announcements of the business day. */
export const getAnnouncements = (): Promise<CallResult<readonly Announcement[]>> =>
  readRows('getAnnouncements', {});

/** The current prices of every contract, until the rows of the hub arrive. */
export const getPrices = (): Promise<CallResult<readonly ListedPrice[]>> => readRows('getPrices', {});

/** The arrangements with the user's member as executor or carrier (API-7). */
export const getTripartites = (signal: AbortSignal): Promise<CallResult<readonly TripartiteRow[]>> =>
  readRows('getTripartites', {}, signal);

/** `null` if the exchange does not know the contract or does not answer (API-2). */
export async function getContractDetails(
  body: ContractDetailsBody,
  signal: AbortSignal,
): Promise<ContractDetails | null> {
  const answer = await read('getContractDetails', body, signal);
  return answer.kind === 'ok' ? answer.value : null;
}

export const getHqAccess = (): Promise<CallResult<HqAccess>> =>
  callServer(paths.getHqAccess, replyAs(hqAccess));

export const getPhases = (signal?: AbortSignal): Promise<CallResult<PhasesReply>> =>
  read('getPhases', {}, signal);

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
  readWith('historyOrders', rowsSince<CompletedOrderRow>, { from });

/** The user's deals since `from`. */
export const getDealsSince = (from: string): Promise<CallResult<RowsSince<DealRow>>> =>
  readWith('historyDeals', rowsSince<DealRow>, { from });
