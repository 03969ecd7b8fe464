// What a word of a story is worth; null where it is none.
import { cents, lots, type RejectionCode, rejectionCatalogue } from '@openpit/venue';

export const count = (word: string) => (/^-?\d{1,9}$/.test(word) ? lots(Number(word)) : null);

export const rand = (word: string) =>
  /^-?\d{1,9}(\.\d\d?)?$/.test(word) ? cents(Math.round(Number(word) * 100)) : null;

export const code = (word: string) =>
  Object.hasOwn(rejectionCatalogue, word) ? (word as RejectionCode) : null;

/** Milliseconds since midnight. */
export const time = (word: string) =>
  /^([01]\d|2[0-3])(:[0-5]\d){1,2}$/.test(word) ? Date.parse(`1970-01-01T${word}Z`) : null;

/** What is wrong in a line, and where. */
export class LineFault extends Error {
  column = 0;
}
