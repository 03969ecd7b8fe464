// Readers of replies: from JSON to a value of the contract's type, or an error that names the field.
import * as z from 'zod/mini';

/** A reader that checks the reply against a schema of the contract. */
export function replyAs<T>(schema: z.ZodMiniType<T>): (json: unknown) => T {
  return (json) => {
    const result = z.safeParse(schema, json);
    if (result.success) return result.data;
    const faults = result.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    );
    throw new Error(`The server's answer cannot be read (${faults.join('; ')}).`);
  };
}

/** A reader for rows whose fields the server's types guarantee; it checks only that they are a list of objects. */
export function replyRows<Row extends object>(json: unknown): readonly Row[] {
  if (!Array.isArray(json) || json.some((row) => typeof row !== 'object' || row === null))
    throw new Error('The server sent something other than a list of rows.');
  return json as readonly Row[];
}

/** A reader for replies whose contents are not used. */
export function anyReply(): null {
  return null;
}
