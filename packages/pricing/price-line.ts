// One line of the command line's input and its answer, both JSON objects. Input: {type: call|put, F, K, T
// (years), vol, r, style: european|american}; with `price` instead of `vol` the answer is the volatility;
// r is 0 and style is european by default; other fields are ignored. Answer: {price, delta, gamma, vega
// (per 1.00 of volatility), theta (per year, decay negative), rho (per 1.00 of rate)}, discounted by r; or
// {vol}; or {error, path, line}.
import { BadInput, type OptionType } from './black/black76.ts';
import type { ImpliedVolatility } from './implied-volatility/implied-volatility.ts';
import { type ExerciseStyle, impliedVolatilityOf, valueOption } from './style.ts';

/** The fault of a line and its field. */
class BadField extends Error {
  readonly path: string;
  constructor(path: string, text: string) {
    super(text);
    this.path = path;
  }
}

/** The names in a line of the inputs of an option. */
const lineNames: ReadonlyMap<string, string> = new Map([
  ['forward', 'F'],
  ['strike', 'K'],
  ['years', 'T'],
  ['volatility', 'vol'],
  ['rate', 'r'],
]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param line with or without its line end
 * @param lineNumber from 1, part of an error
 * @returns the answer as JSON without line end, or undefined for an empty line
 */
export function answerLine(line: string, lineNumber: number): string | undefined {
  if (line.trim() === '') return undefined;
  try {
    return JSON.stringify(answer(parseFields(line)));
  } catch (error) {
    if (error instanceof BadField) return badLine(error.path, error.message, lineNumber);
    if (error instanceof BadInput)
      return badLine(lineNames.get(error.field) ?? error.field, error.reason, lineNumber);
    throw error;
  }
}

/** @returns the answer to an invalid line */
export function badLine(path: string, text: string, line: number): string {
  return JSON.stringify({ error: path === '' ? text : `${path}: ${text}`, path, line });
}

function answer(fields: Fields): object {
  const option = {
    type: oneOf(fields, 'type', ['call', 'put'] satisfies OptionType[]),
    forward: numberFrom(fields, 'F', 'above 0'),
    strike: numberFrom(fields, 'K', 'above 0'),
    years: numberFrom(fields, 'T', 'from 0'),
    rate: fields.r === undefined ? 0 : numberFrom(fields, 'r', 'any'),
  };
  const style =
    fields.style === undefined
      ? 'european'
      : oneOf(fields, 'style', ['european', 'american'] satisfies ExerciseStyle[]);
  if (fields.price !== undefined) {
    if (fields.vol !== undefined) throw new BadField('vol', 'give either vol or price, not both');
    const implied = impliedVolatilityOf({ ...option, price: numberFrom(fields, 'price', 'any') }, style);
    return { vol: volatilityOf(implied, fields) };
  }
  if (fields.vol === undefined) throw new BadField('vol', 'it is missing: give vol, or price to get the vol');
  const value = valueOption({ ...option, volatility: numberFrom(fields, 'vol', 'from 0') }, style);
  const tooLarge = Object.entries(value).find(([, greek]) => !Number.isFinite(greek));
  if (tooLarge !== undefined)
    throw new BadField('vol', `with it, F and T, ${tooLarge[0]} is above the largest number`);
  return value;
}

function volatilityOf(implied: ImpliedVolatility, fields: Fields): number {
  switch (implied.kind) {
    case 'found':
      return implied.volatility;
    case 'belowIntrinsic':
      throw new BadField(
        'price',
        `it is ${String(fields.price)}, below the intrinsic value ${implied.min}: no volatility gives it`,
      );
    case 'notBelowCeiling':
      throw new BadField(
        'price',
        `it is ${String(fields.price)}, not below ${implied.ceiling}, which no option reaches: no volatility gives it`,
      );
    case 'expired':
      throw new BadField('T', 'it is 0: at expiry every volatility gives the intrinsic value');
  }
}

function parseFields(line: string): Fields {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw new BadField('', `the line is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isFields(json)) throw new BadField('', `the line must be an object like {"type":"call",…}`);
  return json;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numberFrom(fields: Fields, path: string, range: 'any' | 'from 0' | 'above 0'): number {
  const value = fields[path];
  if (value === undefined) throw new BadField(path, 'it is missing');
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new BadField(path, `it is ${shown(value)} and must be a number`);
  }
  if (range !== 'any' && (value < 0 || (value === 0 && range === 'above 0'))) {
    throw new BadField(path, `it is ${value} and must be a number ${range}`);
  }
  return value;
}

function oneOf<Word extends string>(fields: Fields, path: string, words: readonly Word[]): Word {
  const value = fields[path];
  if (value === undefined) throw new BadField(path, 'it is missing');
  const word = words.find((word) => word === value);
  if (word === undefined) throw new BadField(path, `it is ${shown(value)} and must be ${words.join(' or ')}`);
  return word;
}

function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
