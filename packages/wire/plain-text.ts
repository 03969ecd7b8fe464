// Text that can be stored and shown: without control characters and lone surrogates, which databases truncate or change. Line separators,
// direction marks and noncharacters are also excluded, because screens and reports show them differently.
import * as z from 'zod/mini';

/**
 * The ranges as JSON Schema writes them, because Python lacks `\p`. Direction marks that occur inside names, such as U+200F, are allowed.
 */
const unusable = String.raw`\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff`;
const plain = new RegExp(`^[^${unusable}]*$`, 'u');

/** A schema for text of 1 (or 0, if it may be empty) to `max` characters; `words.missing` is the error for no text. */
export function plainText(max: number, words: { readonly missing: string; readonly mayBeEmpty?: boolean }) {
  return z
    .string({ error: words.missing })
    .check(
      z.minLength(words.mayBeEmpty === true ? 0 : 1, words.missing),
      z.maxLength(max, `This text has at most ${max} characters.`),
      z.regex(plain, 'This text has a character that cannot be shown.'),
    );
}
