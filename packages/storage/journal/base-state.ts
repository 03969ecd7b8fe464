// A base state: a state of the market, stored with its journal, from which later commands can be replayed without any other file.
// New rules begin at a base state, because earlier commands cannot be handled again. Both engines store it in parts, each with a
// checksum.
import { crc32 } from 'node:zlib';
import type { BaseState, DamagedBaseState } from './journal.ts';
import { JournalDamagedError } from './journal-errors.ts';

/** PostgreSQL and libsql hold several copies of a row in memory. */
const bytesPerPart = 1 << 20;

export interface StoredPart {
  /** From 0. */
  readonly part: number;
  readonly parts: number;
  readonly bytes: Uint8Array;
  readonly checksum: number;
}

export function partsOf({ seq, bytes }: BaseState): StoredPart[] {
  const parts = Math.max(1, Math.ceil(bytes.length / bytesPerPart));
  return Array.from({ length: parts }, (_, part) => {
    const slice = bytes.subarray(part * bytesPerPart, (part + 1) * bytesPerPart);
    return { part, parts, bytes: slice, checksum: partChecksum(seq, { part, parts, bytes: slice }) };
  });
}

/** Reassembles the stored parts, which are in order but may be damaged in any way. */
export function joined(
  seq: number,
  rows: readonly Readonly<Record<keyof StoredPart, unknown>>[],
): BaseState | DamagedBaseState {
  const chunks: Uint8Array[] = [];
  for (const [at, { part, parts, bytes, checksum }] of rows.entries()) {
    const isWhole =
      part === at &&
      parts === rows.length &&
      bytes instanceof Uint8Array &&
      checksum === partChecksum(seq, { part, parts, bytes });
    if (!isWhole) return { seq, damage: `part ${at + 1} of it is missing or does not match its checksum` };
    chunks.push(bytes);
  }
  return { seq, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

/** Includes the part's position, so that a moved part is detected. */
const partChecksum = (
  seq: number,
  { part, parts, bytes }: { readonly part: number; readonly parts: number; readonly bytes: Uint8Array },
): number => crc32(`${seq} ${part} ${parts}`, crc32(bytes));

export const damagedBaseState = ({ seq, damage }: DamagedBaseState): JournalDamagedError =>
  new JournalDamagedError(
    `the state of command ${seq} in the journal, from which the market is replayed, is damaged (${damage}): start the market with its folder snapshots, from which the state is written again, or restore the whole market from a backup`,
    seq,
  );
