// A stream of commands as order-stream.mjs writes it: records of six 32-bit integers, little-endian (type, book, orderId,
// side, price, qty). Type 1 cancels, types 0 and 2 insert; side 0 buys.
import { readFileSync } from 'node:fs';

export const recordFields = 6;

/** Throws an Error that names the file when it is not a stream of commands. */
export function readStream(file: string): Int32Array {
  const bytes = readFileSync(file);
  if (bytes.length === 0 || bytes.length % (recordFields * 4) !== 0)
    throw new Error(
      `${file} is not a stream of commands: its length of ${bytes.length} bytes is not a multiple of 24.`,
    );
  const aligned = new ArrayBuffer(bytes.length);
  Buffer.from(aligned).set(bytes);
  return new Int32Array(aligned);
}
