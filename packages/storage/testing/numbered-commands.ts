// Commands and outcomes whose bytes are derived from their number, so that a test that reads a journal
// later can check each of them.
import { hash } from 'node:crypto';

/** 1 to 512 bytes. */
export function commandBytes(seq: number): Uint8Array {
  const digest = hash('sha256', `command ${seq}`, 'buffer');
  return new Uint8Array(Buffer.alloc(1 + (digest.readUInt16LE(0) % 512), digest));
}

/** 1 to 256 bytes. */
export function outcomeBytes(seq: number): Uint8Array {
  const digest = hash('sha256', `outcome ${seq}`, 'buffer');
  return new Uint8Array(Buffer.alloc(1 + (digest.readUInt16LE(0) % 256), digest));
}

export function numberedRows(
  bytesOf: (seq: number) => Uint8Array,
  firstSeq: number,
  count: number,
): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => bytesOf(firstSeq + index));
}
