// Text that can be stored and shown: without control characters and lone surrogates, which databases cut or
// change and screens show as something else.
import * as z from 'zod/mini';

/** Control characters, and surrogates without their other half: as JSON Schema writes them, because Python knows no `\p`. */
const unusable = String.raw`\u0000-\u001f\u007f-\u009f\ud800-\udfff`;
const plain = new RegExp(`^[^${unusable}]*$`, 'u');

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
