// The order of contracts in every list: by instrument (SHELL-10), then by the month of expiry.
import { classifyContract, compareInstruments, type MarketRow } from '@openpit/wire';
import { isInNoticePeriod } from './notice-period.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Months since the year 0 of a contract date such as `DEC26` (MODEL-3); null for any other text. */
export function contractMonth(contractDate: string): number | null {
  const month = months.indexOf(contractDate.slice(0, 3));
  const year = contractDate.slice(3);
  return month < 0 || !/^\d+$/.test(year) ? null : Number(year) * 12 + month;
}

/** A comparator for Array.sort. */
export function compareContracts(
  a: { readonly instrument: string; readonly contractDate: string },
  b: { readonly instrument: string; readonly contractDate: string },
): number {
  return (
    compareInstruments(a.instrument, b.instrument) ||
    (contractMonth(a.contractDate) ?? Number.MAX_SAFE_INTEGER) -
      (contractMonth(b.contractDate) ?? Number.MAX_SAFE_INTEGER)
  );
}

/** The first future that trades, or null if none does. */
export function firstFuture(
  rows: readonly Pick<
    MarketRow,
    'contract' | 'instrument' | 'contractDate' | 'contractDisplay' | 'noticeUntil'
  >[],
): string | null {
  const futures = rows.filter(
    (row) => classifyContract(row.contractDisplay) === 'futures' && !isInNoticePeriod(row),
  );
  return futures.toSorted(compareContracts)[0]?.contract ?? null;
}
