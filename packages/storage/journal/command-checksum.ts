// The checksum of a command in the journal, to detect damage.
import { crc32 } from 'node:zlib';

/** Includes the number, so that a moved row is detected. */
export function commandChecksum(seq: number, bytes: Uint8Array): number {
  // Bytes first: Node ignores the initial value for some empty arrays.
  return crc32(String(seq), crc32(bytes));
}
