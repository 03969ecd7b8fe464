// Reads a phrase of a grammar and the values in its pattern.
import type { Statement, Values } from '../scenario.ts';
import type { Line } from './line.ts';
import { type OrderRefs, readers } from './read-values.ts';

/** Throws LineFault if the line does not begin with a phrase, or does not match the phrase's pattern. */
export function parseStatement<Grammar extends Readonly<Record<string, string>>>(
  line: Line,
  grammar: Grammar,
  refs: OrderRefs,
): Statement<Grammar> {
  const phrase = Object.keys(grammar).find((candidate) => line.skip(candidate));
  if (phrase === undefined) throw line.fault(Object.keys(grammar).join(', '));
  const values: Record<string, unknown> = {};
  const [required = '', ...optional] = (grammar[phrase] ?? '').split(/ ?\[|\]/);
  readPattern(line, required, { values, refs });
  while (line.next !== '') {
    line.skip(',');
    const left = optional.filter((part) => part !== '' && !(keywordOf(part) in values));
    const keyword = line.oneOf([...left.map(keywordOf), 'the end of the line']);
    values[keyword] = true;
    const pattern = left.find((part) => keywordOf(part) === keyword)?.slice(keyword.length) ?? '';
    readPattern(line, pattern, { values, refs });
  }
  // Each value was read by the reader of its type, but the compiler cannot derive that from the pattern.
  return { phrase, values } as Statement<Grammar>;
}

function readPattern(
  line: Line,
  pattern: string,
  { values, refs }: { readonly values: Record<string, unknown>; readonly refs: OrderRefs },
): void {
  for (const part of pattern.match(/\S+/g) ?? [])
    if (isValue(part)) values[part] = readers[part](line, refs);
    else if (!line.skip(part)) throw line.fault(`"${part}"`);
}

const keywordOf = (part: string): string => part.split(' ')[0] ?? '';
const isValue = (part: string): part is keyof Values => Object.hasOwn(readers, part);
