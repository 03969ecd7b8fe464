// The hash chain of the outcome log: each row's hash covers its bytes and the previous hash, so that changed, removed and moved
// rows are detected.
import { hash } from 'node:crypto';
import type { OutcomeRow } from './journal.ts';
import { JournalDamagedError } from './journal-errors.ts';

/** In bytes. */
export const hashLength = 32;

/** The previous hash of the first outcome. */
export const chainStart: Uint8Array = new Uint8Array(hashLength);

/** sha256(previous || bytes), 32 bytes. */
export function nextHash(previous: Uint8Array, bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(hashLength + bytes.length);
  joined.set(previous);
  joined.set(bytes, hashLength);
  const digest = hash('sha256', joined, 'buffer');
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.byteLength);
}

/**
 * Checks rows against the previous hash and returns their last hash. Throws JournalDamagedError with the
 * first wrong row.
 */
export function verifyChain(previous: Uint8Array, rows: readonly OutcomeRow[]): Uint8Array {
  let expected = previous;
  for (const { seq, bytes, hash: stored } of rows) {
    expected = nextHash(expected, bytes);
    if (Buffer.compare(expected, stored) !== 0) {
      throw new JournalDamagedError(
        `outcome ${seq} does not follow from the one before it (its hash does not match): rebuild the outcomes from the commands, or restore the data folder from a backup`,
        seq,
      );
    }
  }
  return expected;
}
