// Builds end-of-day reports from history, one page at a time, so that long reports need little memory.
import type { MarketView } from '@openpit/projections';
import { minutesAhead } from '@openpit/venue';
import type { EndOfDayReport, PastDataSet } from '@openpit/wire';
import { CallRejected, notFound } from '../calls/market-calls.ts';
import { csvLine, type ReportedMtmDay, type ReportRows, reportColumns } from './report-columns.ts';

/** The rows of a business day in history, in the order of their keys: at most `limit`, those after `after`. */
export interface ReportReads {
  dealsOfDay(page: DayPage<number> & { readonly member: string }): Promise<readonly object[]>;
  /** `member`: empty for a set of the whole market. */
  setOfDay(
    page: DayPage<number> & { readonly dataSet: PastDataSet; readonly member: string },
  ): Promise<readonly object[]>;
  candlesOfDay(page: DayPage<string>): Promise<readonly DayOfContract[]>;
}

interface DayPage<Key> {
  readonly day: string;
  readonly after: Key | null;
  readonly limit: number;
}

/** A contract's day in history. */
export type DayOfContract = Omit<ReportedMtmDay, 'expiry' | 'tons'>;

export interface ReportSources {
  readonly reads: ReportReads;
  readonly view: Pick<MarketView, 'directory'>;
  /** The minutes by which the market's time is ahead of UTC now. */
  readonly offsetMinutes: number;
}

/** The member and the business day of a report. */
export interface ReportOf {
  readonly member: string;
  readonly day: string;
}

const pageRows = 500;

/** Throws CallRejected for a day that has not ended, or was not a business day. */
export async function requireEnded({ reads, view }: ReportSources, day: string): Promise<void> {
  if (day >= view.directory.businessDay)
    throw notFound(`The business day ${day} has not ended. Reports exist from the end of a day on.`);
  // There are margins on every business day, even on one without a deal.
  const rows = await reads.setOfDay({ dataSet: 'margins', member: '', day, after: null, limit: 1 });
  if (rows.length === 0)
    throw notFound(`There was no business day ${day} in this market. Name one that has ended.`);
}

/** The member of whose day a user may have reports. Throws CallRejected for a user without a member or with own-only visibility. */
export function memberOfReports({ rights }: Pick<MarketView, 'rights'>, userId: string): string {
  const userRights = rights.of(userId);
  if (userRights === undefined || userRights.onlyDealer !== null)
    throw new CallRejected(
      403,
      'reportsNotPermitted',
      'Reports contain the deals and accounts of your entire member, but you may see only your own. Ask your operator for access to the entire member.',
    );
  return userRights.member;
}

/** The text of a report in parts, the captions first. Its times are those of the market on that day. Rejects as the reads do. */
export async function* reportText(
  present: ReportSources,
  report: EndOfDayReport,
  reportOf: ReportOf,
): AsyncGenerator<string> {
  const former = present.view.directory.formerOffset(reportOf.day);
  const sources = former === undefined ? present : { ...present, offsetMinutes: minutesAhead(former) };
  yield csvLine(reportColumns[report].map(([caption]) => caption));
  switch (report) {
    case 'deals':
      return yield* linesOf(sources, 'deals', dealPages(sources, reportOf));
    case 'mtm':
      return yield* linesOf(sources, 'mtm', mtmPages(sources, reportOf));
    default:
      return yield* linesOf(
        sources,
        report,
        setPages<typeof report>(sources, { ...reportOf, dataSet: setOfReport[report] }),
      );
  }
}

/** The data sets whose rows make a report. */
const setOfReport = {
  positions: 'positions',
  margins: 'breakDownAnalysis',
  movements: 'movements',
  statement: 'clearing',
  invoices: 'siloInvoices',
} as const satisfies Partial<Record<EndOfDayReport, PastDataSet>>;

async function* linesOf<Name extends EndOfDayReport>(
  { offsetMinutes }: ReportSources,
  report: Name,
  pages: AsyncIterable<readonly ReportRows[Name][]>,
): AsyncGenerator<string> {
  const columns = reportColumns[report];
  for await (const rows of pages)
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row, offsetMinutes)))).join('');
}

/** The pages of a day, each after the last key of the one before. */
async function* pagesOf<Row, Key>(
  read: (after: Key | null) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<readonly Row[]> {
  let after: Key | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = keyOf(last);
  }
}

function dealPages(
  { reads }: ReportSources,
  report: ReportOf,
): AsyncGenerator<readonly ReportRows['deals'][]> {
  return pagesOf(
    async (after: number | null) => {
      const rows = await reads.dealsOfDay({ ...report, after, limit: pageRows });
      // The rows of a day's deals have the shape of data set 7.
      return rows as readonly ReportRows['deals'][];
    },
    ({ dealSeq }) => dealSeq,
  );
}

function setPages<Name extends keyof typeof setOfReport>(
  { reads }: ReportSources,
  report: ReportOf & { readonly dataSet: PastDataSet },
): AsyncGenerator<readonly (ReportRows[Name] & { readonly rowSeq: number })[]> {
  return pagesOf(
    async (after: number | null) => {
      const rows = await reads.setOfDay({ ...report, after, limit: pageRows });
      // The rows of a set are those that it had.
      return rows as readonly (ReportRows[Name] & { readonly rowSeq: number })[];
    },
    ({ rowSeq }) => rowSeq,
  );
}

function mtmPages(
  { reads, view }: ReportSources,
  { day }: ReportOf,
): AsyncGenerator<readonly ReportedMtmDay[]> {
  return pagesOf(
    async (after: string | null) => {
      const rows = await reads.candlesOfDay({ day, after, limit: pageRows });
      return rows.map((row): ReportedMtmDay => {
        const listing = view.directory.contractOn(row.contract, day);
        const instrument = listing === undefined ? undefined : view.directory.instrument(listing.instrument);
        const isOption = listing?.kind === 'option' || listing?.kind === 'delta';
        return {
          ...row,
          expiry: (isOption ? listing.optionExpiry : listing?.lastTradingDay) ?? '',
          tons: instrument?.tonsPerContract ?? null,
        };
      });
    },
    ({ contract }) => contract,
  );
}
