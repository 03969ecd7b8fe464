// The end-of-day reports of the user's member, and the business days that have them. Silent: the panel shows an error in its
// own place.
import { type EndOfDayReport, pastSetReply, paths } from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

/** How many days are offered: a quarter of a year. */
const maxDays = 64;

/** The last business days that have ended, the newest first: history has a row of each account at the end of each. */
export function getReportDays(member: string, signal?: AbortSignal): Promise<CallResult<readonly string[]>> {
  return callMainApi({
    method: 'GET',
    path: paths.historyDataSet,
    query: { dataSet: 'clearingInfo', principal: member, limit: String(maxDays) },
    read: (json) => replyAs(pastSetReply)(json).rows.map(({ businessDay }) => businessDay),
    isSilent: true,
    ...(signal && { signal }),
  });
}

export interface ReportRequest {
  readonly report: EndOfDayReport;
  /** The business day. */
  readonly date: string;
}

/** The report as CSV text. */
export function getEndOfDayReport({ report, date }: ReportRequest): Promise<CallResult<string>> {
  return callMainApi({
    method: 'GET',
    path: paths.endOfDayReport,
    query: { report, date },
    read: String,
    isText: true,
    isSilent: true,
  });
}
