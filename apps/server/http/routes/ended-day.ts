// Which days have reports.

import { notFound } from '@openpit/market';
import type { ReportSources } from '../../reports/end-of-day-report.ts';
import { available } from './history-available.ts';

/** Throws HttpRejection for a day that has not ended, or was none, and while history cannot answer. */
export async function requireEnded({ history, view }: ReportSources, day: string): Promise<void> {
  if (day >= view.directory.businessDay)
    throw notFound(`The business day ${day} has not ended. Reports exist from the end of a day on.`);
  await available(history.reach(view.lastSeq));
  // There are margins on every business day, also on one without a deal.
  const page = { dataSet: 'margins', member: '', day, after: null, limit: 1 } as const;
  if ((await available(history.ask('setOfDay', page))).rows.length === 0)
    throw notFound(`There was no business day ${day} in this market. Name one that has ended.`);
}
