// Makes the end-of-day reports from history, a page at a time, so that a long one needs little memory.
import type { MarketView } from '@openpit/projections';
import type { EndOfDayReport, PastDataSet } from '@openpit/wire';
import type { History } from '../history/history.ts';
import { csvLine } from './csv.ts';
import { type MtmDay, type ReportRows, reportColumns } from './report-columns.ts';

export interface ReportSources {
  readonly history: Pick<History, 'ask' | 'reach'>;
  readonly view: Pick<MarketView, 'directory' | 'lastSeq'>;
}

/** Whose day a report is about. */
export interface ReportOf {
  readonly member: string;
  readonly day: string;
}

const pageRows = 500;

/** The text of a report in parts, the captions first. Rejects with HistoryUnavailable. */
export async function* reportText(
  sources: ReportSources,
  report: EndOfDayReport,
  of: ReportOf,
): AsyncGenerator<string> {
  yield csvLine(reportColumns[report].map(([caption]) => caption));
  switch (report) {
    case 'deals':
      return yield* linesOf('deals', dealPages(sources, of));
    case 'mtm':
      return yield* linesOf('mtm', mtmPages(sources, of));
    default:
      return yield* linesOf(
        report,
        setPages<typeof report>(sources, { ...of, dataSet: setOfReport[report] }),
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
  report: Name,
  pages: AsyncIterable<readonly ReportRows[Name][]>,
): AsyncGenerator<string> {
  const columns = reportColumns[report];
  for await (const rows of pages)
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
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

function dealPages({ history }: ReportSources, of: ReportOf): AsyncGenerator<readonly ReportRows['deals'][]> {
  return pagesOf(
    async (after: number | null) => {
      const { rows } = await history.ask('dealsOfDay', { ...of, after, limit: pageRows });
      // The rows of a day's deals are those of data set 7.
      return rows as object as ReportRows['deals'][];
    },
    ({ dealSeq }) => dealSeq,
  );
}

function setPages<Name extends keyof typeof setOfReport>(
  { history }: ReportSources,
  of: ReportOf & { readonly dataSet: PastDataSet },
): AsyncGenerator<readonly (ReportRows[Name] & { readonly rowSeq: number })[]> {
  return pagesOf(
    async (after: number | null) => {
      const { rows } = await history.ask('setOfDay', { ...of, after, limit: pageRows });
      // The rows of a set are those that it had.
      return rows as object as (ReportRows[Name] & { readonly rowSeq: number })[];
    },
    ({ rowSeq }) => rowSeq,
  );
}

function mtmPages({ history, view }: ReportSources, { day }: ReportOf): AsyncGenerator<readonly MtmDay[]> {
  return pagesOf(
    async (after: string | null) => {
      const { rows } = await history.ask('candlesOfDay', { day, after, limit: pageRows });
      return rows.map((row): MtmDay => {
        const listing = view.directory.contract(row.contract);
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
