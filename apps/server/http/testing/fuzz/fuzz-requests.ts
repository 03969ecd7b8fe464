// Generates requests for every call of the OpenAPI document: valid ones, and valid ones with something wrong in the value of a
// field, in the fields, in the text of the body, in the headers, or in the address.

import fc, { type Arbitrary } from 'fast-check';
import type { InjectOptions } from 'fastify';
import { type FieldPath, fieldsOf, type JsonSchema, type Operation } from '../api-document.ts';
import { nestedText, withValueAt } from '../json-values.ts';
import { type KnownValues, valuesOf } from '../schema-values.ts';
import { hostileValues, prototypeNames } from './hostile-values.ts';

export interface FuzzRequest {
  readonly operation: Operation;
  /** The name of a token, or of none. */
  readonly by: string;
  readonly method: NonNullable<InjectOptions['method']>;
  readonly url: string;
  /** Empty for none. */
  readonly contentType: string;
  /** `null` for a request without a body. */
  readonly body: string | Buffer | null;
}

type Input = Readonly<Record<string, unknown>>;

/** `by`: who sends requests of the call. */
export function requestsOf(
  operations: readonly Operation[],
  known: KnownValues,
  {
    by,
    weight,
  }: { by: (operation: Operation) => Arbitrary<string>; weight: (operation: Operation) => number },
): Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weight(operation),
      arbitrary: fc
        .tuple(
          by(operation),
          inputs(operation.query, known),
          inputs(operation.body, known),
          contentTypes,
          addresses,
        )
        .chain(([sender, query, body, contentType, { method, suffix }]) => {
          const url = `${operation.path}${suffix}${query === null ? '' : `?${queryText(query)}`}`;
          const request = { operation, by: sender, method: method ?? operation.method, url };
          return bodies(body).map((text) => ({
            ...request,
            contentType: text === null && contentType === 'application/json' ? '' : contentType,
            body: text,
          }));
        }),
    })),
  );
}

/** Objects for a body or a query; null if there is none. */
function inputs(schema: JsonSchema | null, known: KnownValues): Arbitrary<Input | null> {
  if (schema === null) return fc.constant(null);
  const valid = valuesOf(schema, known) as Arbitrary<Input>;
  const places = fieldsOf(schema).map(({ path }) => path);
  return fc.oneof(
    { arbitrary: valid, weight: 5 },
    {
      arbitrary: fc
        .tuple(valid, fc.constantFrom<FieldPath>(...places), hostileValues)
        .map(([input, place, value]) => withValueAt(input, place, value) as Input),
      weight: 4,
    },
    fc.tuple(valid, fc.nat()).map(([input, at]) => without(input, at)),
    fc
      .tuple(valid, prototypeNames, hostileValues)
      .map(([input, name, value]) => withValueAt(input, [name], value) as Input),
  );
}

function without(input: Input, at: number): Input {
  const entries = Object.entries(input);
  const left = entries.filter((_entry, index) => index !== at % entries.length);
  return Object.fromEntries(left);
}

const contentTypes = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 30 },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'text/plain',
    'text/plain;;',
    '',
    'multipart/form-data',
    'a/b; x="',
  ),
);

interface Address {
  /** `null` for the call's own value. */
  readonly method: FuzzRequest['method'] | null;
  readonly suffix: string;
}
const addresses: Arbitrary<Address> = fc.oneof(
  { arbitrary: fc.constant({ method: null, suffix: '' }), weight: 30 },
  fc
    .constantFrom<FuzzRequest['method']>('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS')
    .map((method) => ({ method, suffix: '' })),
  fc
    .constantFrom(
      '/',
      '//',
      '/..',
      '/%2e%2e',
      '/%00',
      '/%',
      '/%zz',
      '/%ff',
      `/${'a'.repeat(3_000)}`,
      ';a=b',
      '#a',
    )
    .map((suffix) => ({ method: null, suffix })),
);

/** The text of a body, sometimes broken. */
function bodies(body: Input | null): Arbitrary<FuzzRequest['body']> {
  if (body === null)
    return fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, fc.constantFrom('{}', 'x'));
  const text = JSON.stringify(body);
  return fc.oneof(
    { arbitrary: fc.constant(text), weight: 30 },
    fc.nat(text.length).map((length) => text.slice(0, length)),
    fc.constantFrom<FuzzRequest['body']>(
      null,
      '',
      'null',
      '[]',
      '0',
      '""',
      `\ufeff${text}`,
      `${text}${text}`,
    ),
    fc.constantFrom(`{"a":1,${text.slice(1)}`, text.replace('{', '{"__proto__":{},'), nestedText(50_000)),
    fc.constantFrom(
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from(text, 'utf16le'),
      Buffer.alloc(200_000, ' '),
    ),
  );
}

/** A generated object may define `toString`, even inside a list. */
const valueText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);

function queryText(query: Input): string {
  const text = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(valueText(value))}`)
    .join('&');
  // Node rejects longer headers before the server sees them.
  return text.slice(0, 12_000);
}

const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** A request for the report of a failure, with long texts shortened. */
export function shown({ by, method, url, contentType, body }: FuzzRequest): string {
  const text = body === null ? 'no body' : String(body);
  return `${method} ${short(url)}, Content-Type "${contentType}", by ${by}: ${short(text)}`;
}

const short = (text: string): string =>
  text.length <= 2_000 ? text : `${text.slice(0, 1_000)}… (${text.length} characters)`;
