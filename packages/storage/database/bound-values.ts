// Makes the values of statements and the columns of rows safe. libsql aborts the entire process on a boolean
// or a lone object, binds every number as REAL, truncates text at a NUL and loses digits of large integers;
// here each value becomes one that is stored as given, or is rejected with a sentence that names its
// position.
import { SqlError, type SqlOutput, SqlUsageError } from './sql.ts';

type Bound = string | number | bigint | null | Uint8Array;

const smallestInteger = -(2n ** 63n);
const largestInteger = 2n ** 63n - 1n;

/**
 * Converts parameters to what libsql binds faithfully: safe integers as bigint (INTEGER), other finite numbers unchanged (REAL), text,
 * bigint, null and bytes. Throws SqlUsageError for anything else and for a wrong count.
 */
export function boundValues(parameters: unknown, expected: number, sql: string): Bound[] {
  if (!Array.isArray(parameters)) {
    throw new SqlUsageError(`parameters must be an array, not ${kindOf(parameters)}, in ${quoted(sql)}`);
  }
  if (parameters.length !== expected) {
    throw new SqlUsageError(
      `${expected} parameter${expected === 1 ? ' is' : 's are'} expected, ${parameters.length} given, in ${quoted(sql)}`,
    );
  }
  // Array.from also visits holes, which map would leave as holes.
  return Array.from(parameters, (value: unknown, index) => {
    const bound = boundValue(value);
    if (typeof bound === 'object' && bound !== null && 'rejected' in bound) {
      throw new SqlUsageError(`parameter ${index + 1} is ${bound.rejected}, in ${quoted(sql)}`);
    }
    return bound;
  });
}

function boundValue(value: unknown): Bound | { rejected: string } {
  if (value === null) return null;
  if (typeof value === 'string') return boundText(value);
  if (typeof value === 'number') return boundNumber(value);
  if (typeof value === 'bigint') {
    const fits = value >= smallestInteger && value <= largestInteger;
    return fits ? value : { rejected: 'a bigint beyond 64 bits: pass it as text' };
  }
  if (value instanceof Uint8Array) {
    const isShared = typeof SharedArrayBuffer !== 'undefined' && value.buffer instanceof SharedArrayBuffer;
    return isShared ? value.slice() : value;
  }
  return { rejected: `${kindOf(value)}: ${adviceFor(value)}` };
}

function boundText(value: string): Bound | { rejected: string } {
  if (value.includes('\0'))
    return { rejected: 'text with a NUL character, which would truncate it: pass bytes, or remove it' };
  if (/\p{Surrogate}/u.test(value))
    return { rejected: 'text with half a surrogate pair, which would be changed: pass well-formed text' };
  return value;
}

function boundNumber(value: number): Bound | { rejected: string } {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!Number.isFinite(value)) return { rejected: `${value}: pass a finite number, or null` };
  if (Number.isInteger(value)) return { rejected: 'an integer beyond ±(2^53 − 1): pass a bigint' };
  return value;
}

function adviceFor(value: unknown): string {
  if (typeof value === 'boolean') return 'pass 1 or 0';
  if (value === undefined) return 'pass null';
  if (value instanceof Date) return 'pass its milliseconds (getTime())';
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return 'pass a Uint8Array of its bytes';
  if (typeof value === 'symbol' || typeof value === 'function')
    return 'pass text, a number, a bigint, null or a Uint8Array';
  return 'pass JSON.stringify(…) of it, or a Uint8Array';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && name !== 'Object' ? `an object of class ${name}` : 'an object';
}

/**
 * A value of a row as a plain number, text or Uint8Array. Throws SqlError for an integer beyond ±(2^53 − 1), which this
 * adapter stores only when a bigint is passed.
 */
export function readValue(value: unknown, column: string, sql: string): SqlOutput {
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    throw new SqlError(
      `column ${column} holds ${value}, which a number cannot hold exactly: select cast(${column} as text), in ${quoted(sql)}`,
      'SQLITE_CORRUPT',
    );
  }
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new SqlUsageError(`column ${column} was returned as ${kindOf(value)}, in ${quoted(sql)}`);
}

/** The statement on one line, cut to a readable length. It contains no values: those are parameters. */
export function quoted(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return `“${line.length > 120 ? `${line.slice(0, 119)}…` : line}”`;
}
