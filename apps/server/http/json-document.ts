// Parses a JSON document inside a text field, and reports faults under the path of that field. Also computes the version of a
// stored document, which a save compares.
import { createHash } from 'node:crypto';
import { messageOf } from '@openpit/storage';
import { type core, safeParse } from 'zod/mini';
import { errorsByPath, InvalidRequest } from './rejections.ts';

/** Throws InvalidRequest under `field` for a text that is not JSON or not of this shape. */
export function readJsonDocument<Document>(
  text: string,
  { field, schema }: { readonly field: string; readonly schema: core.$ZodType<Document> },
): Document {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidRequest({
      [field]: [`This is not JSON: ${messageOf(error)}.`],
    });
  }
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new InvalidRequest(
    errorsByPath(result.error.issues.map(({ path, message }) => [[field, ...path].join('.'), message])),
  );
}

/** Differs for documents with different texts. */
export const documentVersion = (json: string): string =>
  createHash('sha256').update(json).digest('hex').slice(0, 16);
