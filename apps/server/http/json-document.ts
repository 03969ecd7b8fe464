// Parses JSON: the bodies of requests, and documents inside a text field, whose faults are reported under the path of that field. Also
// computes the version of a stored document, which a save compares.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { messageOf } from '@openpit/storage';
import type { FastifyInstance } from 'fastify';
import { type core, safeParse } from 'zod/mini';
import { errorsByPath, InvalidRequest } from './rejections.ts';

/**
 * Rejects bodies that readers may understand differently: a field that is given twice, of which most readers keep the last, and bytes that
 * are not text.
 */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes)) {
      done(new InvalidRequest({ body: ['The body is not UTF-8. Send JSON in this encoding.'] }));
      return;
    }
    const text = bytes.toString();
    void parse(request, text, (error, value) => {
      const repeated = error === null ? repeatedField(text) : null;
      if (repeated === null) done(error, value);
      else done(new InvalidRequest({ [repeated]: [givenTwice] }));
    });
  });
}

const givenTwice = 'This field is given twice. Give it once.';

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
  const repeated = repeatedField(text);
  if (repeated !== null) throw new InvalidRequest({ [`${field}.${repeated}`]: [givenTwice] });
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new InvalidRequest(
    errorsByPath(result.error.issues.map(({ path, message }) => [[field, ...path].join('.'), message])),
  );
}

interface OpenValue {
  /** The names so far; null in a list. */
  readonly names: Set<string> | null;
  /** The name of the current field, or the index of the current item. */
  place: string | number;
}

/** The path of the first field that an object in a valid JSON text has twice; null if there is none. */
function repeatedField(text: string): string | null {
  const open: OpenValue[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    const inside = open.at(-1);
    if (char === '{') open.push({ names: new Set(), place: '' });
    else if (char === '[') open.push({ names: null, place: 0 });
    else if (char === '}' || char === ']') open.pop();
    else if (char === ',' && typeof inside?.place === 'number') inside.place += 1;
    else if (char === '"') {
      const end = endOfString(text, at);
      if (inside?.names && isBeforeColon(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        inside.place = name;
        if (inside.names.has(name)) return open.map(({ place }) => place).join('.');
        inside.names.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':';
}

/** Differs for documents with different texts. */
export const documentVersion = (json: string): string =>
  createHash('sha256').update(json).digest('hex').slice(0, 16);
