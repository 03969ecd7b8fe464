// Text that can be stored and shown: without control characters and lone surrogates, which databases cut or change and
// screens show as something else.
import * as z from 'zod/mini';

const plain = /^[^\p{Cc}\p{Cs}]*$/u;

/** A schema for text of 1 (or 0, if it may be empty) to `max` characters; `words.missing` is the error for no text. */
export function plainText(max: number, words: { readonly missing: string; readonly mayBeEmpty?: boolean }) {
  return z
    .string({ error: words.missing })
    .check(
      z.minLength(words.mayBeEmpty === true ? 0 : 1, words.missing),
      z.maxLength(max, `This text has at most ${max} characters.`),
      z.regex(plain, 'This text must not hold control characters.'),
    );
}
