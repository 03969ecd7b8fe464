// The names of contracts (market/contracts.md, Contract names), written and read: a future `DEC26 WMAZ`, its option `DEC26 WMAZ 4200 C`, the delta
// of that option `DEC26 WMAZ 4200 C D`, a split `DEC26-MAR27 WMAZ`, a spread `DEC26 WMAZ-YMAZ`. No other file knows their form.

/** A delta is an option dealt together with its hedge; splits and spreads are pairs of futures. */
export type ContractKind = 'future' | 'option' | 'spread' | 'split' | 'delta';

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

export interface ContractMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** `DEC26`. */
export function contractDateName({ year, month }: ContractMonth): string {
  return `${monthNames[month - 1] ?? '???'}${String(year % 100).padStart(2, '0')}`;
}

/** The month of a contract date such as `DEC26`, in this century; null for any other text. */
export function parseContractDate(contractDate: string): ContractMonth | null {
  const month = monthNames.indexOf(contractDate.slice(0, 3)) + 1;
  const year = contractDate.slice(3);
  return month === 0 || !/^\d\d$/.test(year) ? null : { year: 2000 + Number(year), month };
}

/** `DEC26 WMAZ`. */
export function futureName(instrument: string, month: ContractMonth): string {
  return `${contractDateName(month)} ${instrument}`;
}

/** `DEC26 WMAZ 4200 C`, and `DEC26 WMAZ 4200 C D` for its delta. The strike is in cents and is written in rand. */
export function optionName(
  underlying: string,
  {
    strike,
    type,
    isDelta,
  }: { readonly strike: number; readonly type: 'call' | 'put'; readonly isDelta: boolean },
): string {
  const strikeText = (strike / 100).toFixed(strike % 100 === 0 ? 0 : 2);
  return `${underlying} ${strikeText} ${type === 'call' ? 'C' : 'P'}${isDelta ? ' D' : ''}`;
}

/** `DEC26-MAR27 WMAZ`. */
export function splitName(instrument: string, near: ContractMonth, far: ContractMonth): string {
  return `${contractDateName(near)}-${contractDateName(far)} ${instrument}`;
}

/** `DEC26 WMAZ-YMAZ`. */
export function spreadName(spread: {
  readonly first: string;
  readonly second: string;
  readonly year: number;
  readonly month: number;
}): string {
  return `${contractDateName(spread)} ${spread.first}-${spread.second}`;
}

export function kindOfContractName(contract: string): ContractKind {
  if (contract.includes('-')) return contract.indexOf('-') < contract.indexOf(' ') ? 'split' : 'spread';
  // Not by the last letter, because an instrument can have the code C, P or D.
  const words = contract.split(' ').length;
  if (words <= 2) return 'future';
  return words === 5 ? 'delta' : 'option';
}

/** Splits, spreads and deltas deal in other contracts, and hold no position themselves. */
export function dealsInOthers(contract: string): boolean {
  return !['future', 'option'].includes(kindOfContractName(contract));
}

interface ParsedContractName {
  /** `DEC26`; the near month of a split. */
  readonly contractDate: string;
  /** The far month of a split. */
  readonly farDate: string | undefined;
  /** `WMAZ`; the first instrument of a spread. */
  readonly instrument: string;
  /** The second instrument of a spread. */
  readonly secondInstrument: string | undefined;
  /** `DEC26 WMAZ`: the future itself, or the future on which the option or delta is. */
  readonly future: string;
}

/** Fields of a text that is not the name of a contract are empty or undefined. */
export function parseContractName(contract: string): ParsedContractName {
  const [dates = '', instruments = ''] = contract.split(' ');
  const [contractDate = '', farDate] = dates.split('-');
  const [instrument = '', secondInstrument] = instruments.split('-');
  return { contractDate, farDate, instrument, secondInstrument, future: `${contractDate} ${instrument}` };
}
