// A JSON document inside a field of a request: parsed, with the fault told under the path of the field.
import type { core } from 'zod/mini';
import { safeParse } from 'zod/mini';
import { BadInput } from './rejections.ts';

/** The document; throws BadInput under `field` when it is not JSON, not an object, or not of this shape. */
export function readJsonDocument<Document>(
  text: string,
  { field, schema }: { readonly field: string; readonly schema: core.$ZodType<Document> },
): Document {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadInput({
      [field]: [`This is not JSON: ${error instanceof Error ? error.message : String(error)}.`],
    });
  }
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    const at = [field, ...path].join('.');
    errors[at] = [...(errors[at] ?? []), message];
  }
  throw new BadInput(errors);
}
