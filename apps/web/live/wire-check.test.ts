import { describe, expect, it } from 'vitest';
import { wireFault } from './wire-check.ts';

class Price {
  value = 1;
}
const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};

describe('[HUB-6] a message of the hub', () => {
  it.each<[string, unknown]>([
    ['a text', 'True'],
    ['a number', -4.5],
    ['a boolean', false],
    ['null', null],
    ['an object of scalars', { contract: 'DEC26 WMAZ', bid: null, bidQty: 0 }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['rows', { rows: [{ contract: 'DEC26 WMAZ', contractDisplay: { flag: 'F', strike: 0 } }], asOf: 3 }],
    ['an empty list', []],
    ['a hundred levels', deep(100)],
  ])('is valid when it is %s', (_what, value) => {
    expect(wireFault(value)).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['NaN', { rows: [{ bid: 1 }, { bid: Number.NaN }] }, 'rows[1].bid: NaN'],
    ['infinity', { asOf: Number.POSITIVE_INFINITY }, 'asOf: Infinity'],
    ['undefined', { rows: [{ bid: undefined }] }, 'rows[0].bid: undefined'],
    ['nothing at all', undefined, 'the message: undefined'],
    ['an empty slot in a list', { rows: new Array(1) }, 'rows[0]: undefined'],
    ['binary', { rows: new Uint8Array(2) }, 'rows: Uint8Array'],
    ['a timestamp', { asOf: new Date(0) }, 'asOf: Date'],
    ['a big integer', { seq: 1n }, 'seq: bigint'],
    ['a function', { seq: () => 1 }, 'seq: function'],
    ['a map', { rows: new Map() }, 'rows: Map'],
    ['an object of a class', { bid: new Price() }, 'bid: Price'],
    ['a hundred and one levels', deep(101), `${'a.'.repeat(99)}a: nested deeper than 100`],
  ])('is invalid with %s, and says where', (_what, value, fault) => {
    expect(wireFault(value)).toBe(fault);
  });
});
