// Text that may be kept and shown: no control characters, no halves of characters. Databases cut or change such text,
// and a screen shows it as something else than was sent.
import * as z from 'zod/mini';

const plain = /^[^\p{Cc}\p{Cs}]*$/u;

/** From 1 (or 0, when it may be empty) to `max` characters. */
export function plainText(max: number, words: { readonly missing: string; readonly mayBeEmpty?: boolean }) {
  return z
    .string({ error: words.missing })
    .check(
      z.minLength(words.mayBeEmpty === true ? 0 : 1, words.missing),
      z.maxLength(max, `This text has at most ${max} characters.`),
      z.regex(plain, 'This text must not hold control characters.'),
    );
}
