// The columns of the end-of-day reports (market/data.md, Reports). Amounts are in rand, quantities in lots, dates in `YYYY-MM-DD`, and times in
// market time.
import { epochMs, marketTime } from '@openpit/venue';
import {
  type BreakdownRow,
  type ClearingRow,
  type DealRow,
  type EndOfDayReport,
  type MovementRow,
  matchName,
  type PositionRow,
  type SiloInvoiceRow,
  toCents,
  toRand,
} from '@openpit/wire';

type CsvCell = string | number | null;

/** The text, after an apostrophe when a spreadsheet would otherwise run it as a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const cellText = (cell: CsvCell): string =>
  cell === null ? '' : typeof cell === 'number' ? String(cell) : guarded(cell);

/**
 * Comma-separated text of RFC 4180 that is safe to open in a spreadsheet, as the grids of the browser export it. A line with its end, CR
 * LF; quotes are doubled.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`;
}

/** A contract's day as the report of MTMs needs it. Prices are rand; `previous` is the MTM of the day before. */
export interface ReportedMtmDay {
  readonly businessDay: string;
  readonly contract: string;
  readonly expiry: string;
  readonly tons: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly mtm: number | null;
  readonly previous: number | null;
  readonly volume: number;
  readonly openInterest: number | null;
}

type Dated<Row> = Row & { readonly businessDay: string };

export interface ReportRows {
  readonly deals: Dated<DealRow>;
  readonly positions: Dated<PositionRow>;
  readonly mtm: ReportedMtmDay;
  readonly margins: BreakdownRow;
  readonly movements: MovementRow;
  readonly statement: ClearingRow;
  readonly invoices: SiloInvoiceRow;
}

type Columns<Row> = readonly (readonly [
  caption: string,
  cell: (row: Row, offsetMinutes: number) => CsvCell,
])[];

export const reportColumns: { readonly [Name in EndOfDayReport]: Columns<ReportRows[Name]> } = {
  deals: [
    ['Date', (row) => row.businessDay],
    ['Deal No', (row) => row.dealSeq],
    // The same for both sides.
    ['Match No', (row) => matchName(row.matchSeq)],
    ['Time', (row, offsetMinutes) => marketTime(epochMs(row.time), offsetMinutes)],
    ['Contract', (row) => row.contract],
    ['B/S', (row) => row.side],
    ['Qty', (row) => row.qty],
    ['Price', (row) => row.price],
    ['Vol', (row) => row.volatility ?? null],
    ['Value', (row) => row.value],
    ['Principal', (row) => row.principal],
    ['Sub-acc', (row) => row.subAccount],
    ['Dealer', (row) => row.dealer],
    ['Capacity', (row) => row.capacity],
    ['Counterparty', (row) => row.counterparty],
    ['Origin', (row) => row.origin],
    ['State', (row) => row.state],
    ['Linked group', (row) => row.linkedGroup],
    ['Ref', (row) => row.ref],
    ['Fee', (row) => row.fee],
  ],
  positions: [
    ['Date', (row) => row.businessDay],
    ['Principal', (row) => row.principal],
    ['Sub-acc', (row) => row.subAccount],
    ['Contract', (row) => row.contract],
    ['Opening', (row) => row.opening],
    ['Bought', (row) => row.bought],
    ['Sold', (row) => row.sold],
    ['Net', (row) => row.net],
    ['Avg open price', (row) => row.averagePrice],
    ['Realised', (row) => row.realised],
  ],
  // The columns of the exchange's own data files; a high and low of 0 mean that nothing was dealt.
  mtm: [
    ['Trade date', (row) => row.businessDay],
    ['Expiry date', (row) => row.expiry],
    ['Short name', (row) => row.contract],
    ['Open', (row) => row.open],
    ['High', (row) => row.high ?? 0],
    ['Low', (row) => row.low ?? 0],
    ['Close', (row) => row.mtm],
    ['Change', (row) => differenceOf(row.mtm, row.previous)],
    ['Volume', (row) => row.volume],
    ['Open interest', (row) => row.openInterest],
    ['First trade price', (row) => row.open],
    ['Contract size', (row) => row.tons],
    ['Open interest in rand', ({ openInterest, mtm, tons }) => worthOf(openInterest, mtm, tons)],
  ],
  margins: [
    ['Date', (row) => row.businessDay],
    ['Principal', (row) => row.principal],
    ['Level', (row) => row.level],
    ['Instrument', (row) => row.instrument],
    ['Contract', (row) => row.contract],
    ['Position', (row) => row.position?.net ?? null],
    ['MTM', (row) => row.position?.mtm ?? null],
    ['MTM change', ({ position }) => differenceOf(position?.mtm, position?.mtmPrevious)],
    ['Variation margin', (row) => row.variationMargin],
    ['Initial margin yesterday', (row) => row.marginBefore],
    ['Initial margin today', (row) => row.margin],
    ['Initial margin movement', (row) => row.initialMargin],
    ['Fees', (row) => row.bookingFees],
    ['Amount', (row) => row.amount],
  ],
  movements: [
    ['Date', (row) => row.businessDay],
    ['Time', (row, offsetMinutes) => marketTime(epochMs(row.time), offsetMinutes)],
    ['Reference', (row) => row.movementSeq],
    ['Account', (row) => row.principal],
    ['Type', (row) => row.movement],
    ['Amount', (row) => row.amount],
    ['Running balance', (row) => row.balance],
    ['About', (row) => row.about ?? null],
  ],
  statement: [
    ['Date', (row) => row.businessDay],
    ['Principal', (row) => row.principal],
    ['Opening balance', (row) => row.openingBalance],
    ['Variation margin', (row) => row.variationMargin],
    ['Initial margin yesterday', (row) => row.marginBefore],
    ['Initial margin today', (row) => row.margin],
    ['Initial margin movement', (row) => row.initialMargin],
    ['Fees', (row) => row.bookingFees],
    ['Interest', (row) => row.interest],
    ['Deliveries', (row) => row.deliveries],
    ['Payments', (row) => row.payments],
    ['Payable', (row) => Math.max(-row.balance, 0)],
    ['Receivable', (row) => Math.max(row.balance, 0)],
    ['Status', (row) => row.status],
    ['Overdue', (row) => row.overdue],
    ['Due on', (row) => row.dueOn],
    ['Due by', (row) => row.dueBy],
    ['Clearing member', (row) => row.clearingMember],
  ],
  invoices: [
    ['Date', (row) => row.businessDay],
    ['Time', (row, offsetMinutes) => marketTime(epochMs(row.time), offsetMinutes)],
    ['Invoice No', (row) => row.invoiceSeq],
    ['Contract', (row) => row.contract],
    ['Certificate', (row) => row.siloReceiptNo],
    ['Location', (row) => row.location],
    ['Principal', (row) => row.principal],
    ['Sub-acc', (row) => row.subAccount],
    // The side of the future that is closed: the account that was long (B) pays and receives the certificate.
    ['B/S', (row) => row.side],
    ['Seller', (row) => row.terms?.seller ?? null],
    ['Seller member', (row) => row.terms?.sellerMember ?? null],
    ['Seller VAT No', (row) => row.terms?.sellerVatNumber ?? null],
    ['Buyer', (row) => row.terms?.buyer ?? null],
    ['Buyer member', (row) => row.terms?.buyerMember ?? null],
    ['Buyer VAT No', (row) => row.terms?.buyerVatNumber ?? null],
    ['Grade', (row) => row.terms?.grade ?? null],
    ['Origin', (row) => row.terms?.origin ?? null],
    ['Season', (row) => row.terms?.season ?? null],
    ['Lots', (row) => row.terms?.lots ?? null],
    ['Tons', (row) => row.tons],
    ['MTM', (row) => row.mtm],
    ['Differential', (row) => row.differential],
    ['Discount', (row) => row.discount],
    ['Premium', (row) => row.dealtPremium],
    ['Price per ton', (row) => row.perTon],
    ['Storage days', (row) => row.storageDays],
    ['Storage', (row) => row.storage],
    ['Amount before VAT', (row) => row.amount],
    ['VAT', (row) => row.terms?.vat ?? 0],
    ['Amount', (row) => toRand(toCents(row.amount) + toCents(row.terms?.vat ?? 0))],
    ['Due on', (row) => row.terms?.dueOn ?? null],
    ['Due by', (row) => row.terms?.dueBy ?? null],
  ],
};

function differenceOf(now: number | null | undefined, before: number | null | undefined): number | null {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  return toRand(toCents(now) - toCents(before));
}

function worthOf(lots: number | null, price: number | null, tons: number | null): number | null {
  if (lots === null || price === null || tons === null) return null;
  return toRand(lots * tons * toCents(price));
}
