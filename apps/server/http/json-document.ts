// Parses JSON: the bodies of requests, and documents inside a text field, whose faults are reported under the path of that field. Also
// computes the version of a stored document, which a save compares.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { errorsByPath } from '@openpit/market';
import { messageOf } from '@openpit/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type core, safeParse } from 'zod/mini';
import { InvalidRequest } from './rejections.ts';

/** The maximum number of fields in one object of a body or a document: reading an object with thousands of fields takes longer than handling an order. */
const maxNames = 200;

/**
 * Rejects bodies that readers may understand differently: a field that is given twice, of which most readers keep the last, and bytes that
 * are not text.
 */
export function installJsonBodies(
  app: FastifyInstance,
  /** Resolves when a body of this size may be read; null for immediately. */
  whenAdmitted: (request: FastifyRequest, bytes: number) => Promise<void> | null,
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const read = () => {
      const text = bytes.toString();
      const fault: FaultOfNames | null = isUtf8(bytes)
        ? faultOfNames(text)
        : { path: [], message: 'The body is not UTF-8. Send JSON in this encoding.' };
      if (fault === null) void parse(request, text, done);
      else done(inField(fault.path.length === 0 ? ['body'] : fault.path, fault.message));
    };
    const admitted = whenAdmitted(request, bytes.length);
    if (admitted === null) read();
    else admitted.then(read, done);
  });
}

/** Throws InvalidRequest under `field` for a text that is not JSON or not of this shape. */
export function readJsonDocument<Document>(
  text: string,
  { field, schema }: { readonly field: string; readonly schema: core.$ZodType<Document> },
): Document {
  const fault = faultOfNames(text);
  if (fault !== null) throw inField([field, ...fault.path], fault.message);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw inField([field], `This is not JSON: ${messageOf(error)}.`);
  }
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new InvalidRequest(
    errorsByPath(result.error.issues.map(({ path, message }) => [[field, ...path].join('.'), message])),
  );
}

const inField = (path: readonly (string | number)[], message: string): InvalidRequest =>
  new InvalidRequest({ [path.join('.')]: [message] });

interface OpenValue {
  /** The names so far; null before the first, and in a list. */
  names: Set<string> | null;
  /** The name of the current field, or the index of the current item. */
  place: string | number;
}

interface FaultOfNames {
  /** Empty for the whole document. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The fault of the first field that an object has twice, or of the first object with too many fields; null if there is neither. Of a text
 * that is not JSON it finds no faults, or wrong ones.
 */
function faultOfNames(text: string): FaultOfNames | null {
  const open: OpenValue[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    const inside = open.at(-1);
    if (char === '{') open.push({ names: null, place: '' });
    else if (char === '[') open.push({ names: null, place: 0 });
    else if (char === '}' || char === ']') open.pop();
    else if (char === ',' && typeof inside?.place === 'number') inside.place += 1;
    else if (char === '"') {
      const end = endOfString(text, at);
      if (typeof inside?.place === 'string' && isBeforeColon(text, end)) {
        const name = nameIn(text.slice(at, end));
        inside.place = name;
        inside.names ??= new Set();
        if (inside.names.has(name))
          return {
            path: open.map(({ place }) => place),
            message: 'This field is given twice. Give it once.',
          };
        if (inside.names.size === maxNames)
          return {
            path: open.slice(0, -1).map(({ place }) => place),
            message: `An object has at most ${maxNames} fields.`,
          };
        inside.names.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

function nameIn(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (' \t\n\r'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':';
}

/** Differs for documents with different texts. */
export const documentVersion = (json: string): string =>
  createHash('sha256').update(json).digest('hex').slice(0, 16);
