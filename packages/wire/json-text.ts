// The text of a JSON document with bounded size and nesting, so that its readers may be recursive.
import * as z from 'zod/mini';

/** The deepest nesting of objects and lists in a document. */
export const maxJsonDepth = 64;

const deep = `Objects and lists are nested at most ${maxJsonDepth} deep.`;

/** A schema for the text of a document of at most `maxBytes` in UTF-8. It does not check that the text is JSON. */
export function jsonText(maxBytes: number, words: { readonly missing: string; readonly tooLarge: string }) {
  return z.string({ error: words.missing }).check(
    z.maxLength(maxBytes, { error: words.tooLarge, abort: true }),
    z.refine((text) => utf8Length(text) <= maxBytes, { error: words.tooLarge, abort: true }),
    z.refine((text) => depthOf(text) <= maxJsonDepth, deep),
  );
}

/** The deepest nesting of brackets outside strings, without reading the document. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return deepest;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts for two of its four bytes.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** True for a JSON object, which a list is not. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
