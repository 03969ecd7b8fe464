// JSON values that break careless code: wrong types, extreme numbers and lengths, deep nesting, odd Unicode, names of the prototype.
import fc, { type Arbitrary } from 'fast-check';
import { nestedText } from '../json-values.ts';

/** Names that an object has without having been given them. */
export const prototypeNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
);

const numbers = fc.constantFrom(
  ...[0, -0, -1, 1.5, 0.1 + 0.2, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 2, -(2 ** 63)],
);

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '\ufeff',
    '%00',
    "'; drop table layout; --",
    '../../etc/passwd',
  ),
  fc.constantFrom(
    'NaN',
    'Infinity',
    '1e999',
    '-0',
    '00',
    'null',
    'true',
    '{}',
    '[]',
    '2026-02-30',
    '9999-99-99',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(20, 200, 20_000).map((count) => '😀'.repeat(count)),
  fc.constantFrom(60, 6_000).map((depth) => nestedText(depth)),
  prototypeNames,
);

const objects = fc.oneof(
  prototypeNames.map((name) => JSON.parse(`{${JSON.stringify(name)}:{"a":1}}`) as unknown),
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  fc.constantFrom(100, 2_000).map((depth) => JSON.parse(nestedText(depth)) as unknown),
  fc.constantFrom(1_000, 20_000).map((length) => new Array<number>(length).fill(1)),
  fc
    .constantFrom(500)
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))),
);

/** Small values first: a failing run is shrunk towards them. */
export const hostileValues: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, [], {}),
  { arbitrary: numbers, weight: 2 },
  { arbitrary: texts, weight: 3 },
  objects,
);
