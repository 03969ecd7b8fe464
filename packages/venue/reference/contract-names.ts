// How contracts are called (domain §2.2): `DEC26 WMAZ` for people, `FZQ23 WMAZ` in the exchange's files.
import { civilOf, type Day } from '../kernel/civil-date.ts';

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

/**
 * `FZQ23 WMAZ`: flag, month letter, year letter (A = 2010), day of expiry. Years run from 2010 to 2035; beyond that the
 * letter is `?`, because the exchange has not said what follows Z.
 */
export function systemCode(instrument: string, expiry: Day, flag: 'F' | 'C' | 'P'): string {
  const { year, month, dayOfMonth } = civilOf(expiry);
  const yearLetter = year >= 2010 && year <= 2035 ? String.fromCharCode(65 + year - 2010) : '?';
  return `${flag}${monthLetters[month - 1] ?? '?'}${yearLetter}${String(dayOfMonth).padStart(2, '0')} ${instrument}`;
}
