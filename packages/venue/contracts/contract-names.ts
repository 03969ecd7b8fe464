// The names of contracts (market.md, Contract names): `DEC26 WMAZ` for people, `FZQ23 WMAZ` in the exchange's files.
import { civilOf, type Day } from '../kernel/civil-date.ts';
import { amountText } from '../kernel/units.ts';

const monthNames = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
] as const;
const monthLetters = 'FGHJKMNQUVXZ';

export interface ContractMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** `DEC26`. */
export function contractDateName({ year, month }: ContractMonth): string {
  return `${monthNames[month - 1] ?? '???'}${String(year % 100).padStart(2, '0')}`;
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
  const strikeText = strike % 100 === 0 ? String(strike / 100) : amountText(strike);
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

/**
 * `FZQ23 WMAZ`: flag, month letter, year letter (A = 2010), day of expiry. Years run from 2010 to 2035; beyond that the
 * letter is `?`, because the exchange has not said what follows Z.
 */
export function systemCode(instrument: string, expiry: Day, flag: 'F' | 'C' | 'P'): string {
  const { year, month, dayOfMonth } = civilOf(expiry);
  const yearLetter = year >= 2010 && year <= 2035 ? String.fromCharCode(65 + year - 2010) : '?';
  return `${flag}${monthLetters[month - 1] ?? '?'}${yearLetter}${String(dayOfMonth).padStart(2, '0')} ${instrument}`;
}
