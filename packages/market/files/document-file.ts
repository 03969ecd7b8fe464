// Parses JSON files that people write, such as reference data and schedules, and reports every fault with its location. Also
// contains the default error texts, for files and requests, of schemas that define none.
import { counted } from '@openpit/wire';
import type * as z from 'zod';
import { config } from 'zod/mini';

export interface DocumentFault {
  /** Fields and indexes in lists, such as `futures.3.mtm`; empty for the entire file. */
  readonly path: string;
  readonly text: string;
}

/** One line for each fault, after the sentence that the file cannot be used. */
export function faultLines(subject: string, faults: readonly DocumentFault[]): string {
  const lines = faults.map(({ path, text }) => `  ${path === '' ? '(the file)' : path}: ${text}`);
  return [`${subject} cannot be used:`, ...lines].join('\n');
}

/** Throws `fail` of a sentence with line and column. */
export function parseJson(text: string, subject: string, fail: (sentence: string) => Error): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    const { offset, expected } = jsonFault(json);
    const before = json.slice(0, offset).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    throw fail(`${subject} is not JSON: ${place}: ${expected}.`);
  }
}

/** The position where a text stops being valid JSON, which V8 reports only for some errors and in varying formats. */
function jsonFault(text: string): { readonly offset: number; readonly expected: string } {
  let at = 0;
  class Fault extends Error {}
  let expected = '';
  const fail = (problem: string): never => {
    expected =
      at >= text.length
        ? `the file ends here, where there should be ${problem}`
        : `there should be ${problem}`;
    throw new Fault();
  };
  const skip = () => {
    while (/[ \t\n\r]/.test(text[at] ?? '')) at += 1;
  };
  const token = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const token = pattern.exec(text);
    if (token === null) return false;
    at += token[0].length;
    return true;
  };
  const name = () => {
    if (token(/"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y)) return;
    fail(
      text[at] === '"'
        ? 'a text that is closed with a quotation mark on the same line'
        : 'a name in quotation marks',
    );
  };
  const list = (close: string, entry: () => void) => {
    at += 1;
    skip();
    if (text[at] === close) {
      at += 1;
      return;
    }
    for (;;) {
      entry();
      skip();
      if (text[at] === close) break;
      if (text[at] !== ',') fail(`a comma or ${close}`);
      at += 1;
      skip();
    }
    at += 1;
  };
  const value = (): void => {
    skip();
    if (text[at] === '{')
      list('}', () => {
        name();
        skip();
        if (text[at] !== ':') fail('a colon');
        at += 1;
        value();
      });
    else if (text[at] === '[') list(']', value);
    else if (text[at] === '"') name();
    else if (!token(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)) fail('a value');
  };
  try {
    value();
    skip();
    if (at < text.length) fail('nothing more');
    at = [...text].findIndex((character) => character < ' ' && !/[\t\n\r]/.test(character));
    fail('no control character in a text');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
  return { offset: at, expected };
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Returns the text for a fault whose schema defines none, as the `error` option of a parse. */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      if (issue.origin === 'array')
        return `must have at least ${counted(Number(issue.minimum), 'entry', 'entries')}`;
      if (issue.origin === 'string') return 'must not be empty';
      return issue.inclusive === false
        ? `must be above ${issue.minimum}`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return 'is not a field of this file';
    case 'invalid_union':
      return 'has none of the forms that are allowed here';
    default:
      return issue.message ?? 'cannot be used';
  }
}

/** The words of the fault as a sentence, for the fields of requests and the arguments of the hub, shown next to the path. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  return `This ${wordsOf(issue)}.`;
}

// Without this setting, the faults of a field without words are described in the words of the library, which are for developers.
config({ customError: sentenceOf });

/** Each unknown field becomes a separate fault with its own path. */
export function shapeFaults(error: z.ZodError): readonly DocumentFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, text: issue.message }];
    return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, text: issue.message }));
  });
}
