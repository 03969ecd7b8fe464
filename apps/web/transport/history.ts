// History: candles and deals of a contract (PANEL-16, PANEL-17), the member's past deals (PANEL-10, PANEL-15) page by page from the newest
// backwards, and the end-of-day reports.
import {
  type CandleInterval,
  type CandlesReply,
  type DealRow,
  type EndOfDayReport,
  type PastDealsReply,
  pastDealsReply,
  pastSetReply,
  type TimeAndSalesReply,
  userReads,
} from '@openpit/wire';
import { type CallResult, callServer, replyAs } from './calls.ts';
import { read, readWith } from './reads.ts';

export interface CandlesRequest {
  readonly contract: string;
  readonly interval: CandleInterval;
  /** `next` of the previous page. */
  readonly cursor?: string;
  /** Candles per page; by default the server's own number. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export const getCandles = ({ signal, ...query }: CandlesRequest): Promise<CallResult<CandlesReply>> =>
  read('historyCandles', query, signal);

export interface TimeAndSalesRequest {
  readonly contract: string;
  /** Deals per page; by default the server's own number. */
  readonly limit?: number;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The latest public deals of a contract, the newest first. */
export const getTimeAndSales = ({
  signal,
  ...query
}: TimeAndSalesRequest): Promise<CallResult<TimeAndSalesReply>> => read('historyTimeAndSales', query, signal);

/** A row of data set 7 with its business day. */
export type PastDeal = DealRow & { readonly businessDay: string };

/** Empty texts select everything; days are `2026-11-18`. */
export interface PastDealsFilter {
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly principal: string;
}

interface PastRequest<Query> {
  readonly query: Query;
  /** `next` of the previous page; null for the newest. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

interface PastDealsPage extends Omit<PastDealsReply, 'rows'> {
  readonly rows: readonly PastDeal[];
}

/** The schema names the fields that filters and cursors need; the server's type of a row guarantees the others. */
function pastDealsPage(json: unknown): PastDealsPage {
  const page = replyAs<PastDealsReply>(pastDealsReply)(json);
  return { ...page, rows: page.rows as readonly object[] as readonly PastDeal[] };
}

/** The deals of all days that the user may see, the newest first. */
export function getPastDeals({
  query,
  cursor,
  signal,
}: PastRequest<PastDealsFilter>): Promise<CallResult<PastDealsPage>> {
  const filled = Object.entries(query).filter(([, text]) => text !== '');
  return readWith('historyDeals', pastDealsPage, { ...Object.fromEntries(filled), cursor }, signal);
}

interface DealsOfDayRequest {
  readonly businessDay: string;
  readonly contract: string;
  readonly principal: string;
  readonly signal: AbortSignal;
}

/** All deals of an account in a contract on a business day, in any state, the newest first. */
export async function getDealsOfDay({
  businessDay,
  contract,
  principal,
  signal,
}: DealsOfDayRequest): Promise<CallResult<readonly DealRow[]>> {
  const deals: DealRow[] = [];
  let cursor: string | null = null;
  do {
    const query = { from: businessDay, to: businessDay, contract, principal };
    const page: CallResult<PastDealsPage> = await getPastDeals({ query, cursor, signal });
    if (page.kind !== 'ok') return page;
    deals.push(...page.value.rows);
    cursor = page.value.next;
  } while (cursor !== null);
  return { kind: 'ok', value: deals };
}

/** The public deals of a contract on all days, the newest first. */
export const getPastPrints = ({
  query: { contract },
  cursor,
  signal,
}: PastRequest<{ readonly contract: string }>): Promise<CallResult<TimeAndSalesReply>> =>
  getTimeAndSales({ contract, signal, cursor: cursor ?? undefined });

/** The number of days to choose from: a quarter of a year. */
const maxDays = 64;

/** The last ended business days, newest first. They are found by the rows that history stores for each account at the end of a day. */
export const getReportDays = (member: string, signal?: AbortSignal): Promise<CallResult<readonly string[]>> =>
  readWith(
    'historyDataSet',
    (reply) => replyAs(pastSetReply)(reply).rows.map(({ businessDay }) => businessDay),
    { dataSet: 'clearingInfo', principal: member, limit: maxDays },
    signal,
  );

interface ReportRequest {
  readonly report: EndOfDayReport;
  /** The business day. */
  readonly date: string;
}

/** The report as CSV text. */
export const getEndOfDayReport = ({ report, date }: ReportRequest): Promise<CallResult<string>> =>
  callServer(userReads.endOfDayReport.path, String, { query: { report, date }, isText: true });
