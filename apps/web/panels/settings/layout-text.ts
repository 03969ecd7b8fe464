// The texts that a layout may hold. A layout file can come from anywhere, so a text is short and has no
// control characters.
import * as z from 'zod/mini';

/** A schema for a text of at most `max` characters. */
export const plainText = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, `This text has at most ${max} characters.`),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'This text must not hold control characters.'),
    );

/** The id of a column of a grid. */
export const columnName = z
  .string()
  .check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'This is not the name of a column.'));
