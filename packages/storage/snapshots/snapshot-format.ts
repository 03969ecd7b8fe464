// The bytes of a snapshot file: a line of magic, a header in JSON, the sections in chunks of at most 1 MiB,
// and an end mark. Every part has a checksum that continues the previous one, so that a chunk that is
// changed, missing, repeated or in another place is detected.
//
//   "openpit-snapshot 2\n" | length, header, checksum | (length, checksum, bytes)… | 0, checksum
//
// Lengths and checksums (CRC-32) are 4 bytes each, little-endian. Files of version 1 have no packed lists (snapshot-contents.ts).
import { crc32 } from 'node:zlib';

export const magic = new TextEncoder().encode('openpit-snapshot 2\n');
export const knownMagic = /^openpit-snapshot [12]\n$/;
export const chunkLength = 1 << 20;
export const longestHeader = 1 << 20;

/** The bytes of a part of the state, in memory, or read only when they are needed. */
export type Section = Uint8Array | StoredSection;

export interface StoredSection {
  readonly length: number;
  read(): Uint8Array;
}

export const bytesOf = (section: Section): Uint8Array =>
  section instanceof Uint8Array ? section : section.read();

export interface SnapshotFacts {
  /** The last command in the state. */
  readonly seq: number;
  readonly ruleVersion: number;
  /** The hash of the venue's part of the sections, to compare after a restore. */
  readonly stateHash: string;
}

export interface SnapshotHeader extends SnapshotFacts {
  readonly nodeMajor: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly sections: readonly { readonly name: string; readonly length: number }[];
}

export function encodeHeader(header: SnapshotHeader): { bytes: Uint8Array; checksum: number } {
  const json = new TextEncoder().encode(JSON.stringify(header));
  if (json.length > longestHeader) throw new Error(`a snapshot header of ${json.length} bytes is too long`);
  const checksum = crc32(json);
  return { bytes: Buffer.concat([magic, word(json.length), json, word(checksum)]), checksum };
}

/** The chunks of all sections and the end mark, in order, each with the checksum so far. */
export function* encodeSections(sections: readonly Section[], headerChecksum: number): Generator<Uint8Array> {
  let checksum = headerChecksum;
  for (const stored of sections) {
    const section = bytesOf(stored);
    for (let start = 0; start < section.length; start += chunkLength) {
      const chunk = section.subarray(start, start + chunkLength);
      checksum = crc32(chunk, checksum);
      yield Buffer.concat([word(chunk.length), word(checksum)]);
      yield chunk;
    }
  }
  yield Buffer.concat([word(0), word(checksum)]);
}

/** The length of the part after the header. */
export function sectionsLength(sections: readonly { readonly length: number }[]): number {
  return sections.reduce((sum, { length }) => sum + length + 8 * Math.ceil(length / chunkLength), 8);
}

/** Reads a header's JSON; undefined if it is not a header. */
export function decodeHeader(json: Uint8Array): SnapshotHeader | undefined {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
  return isHeader(header) ? header : undefined;
}

function isHeader(header: unknown): header is SnapshotHeader {
  if (typeof header !== 'object' || header === null) return false;
  const { seq, ruleVersion, stateHash, nodeMajor, createdAt, sections } = header as Partial<
    Record<keyof SnapshotHeader, unknown>
  >;
  return (
    [seq, ruleVersion, nodeMajor, createdAt].every(Number.isSafeInteger) &&
    typeof stateHash === 'string' &&
    Array.isArray(sections) &&
    sections.every(
      (section) =>
        typeof section?.name === 'string' && Number.isSafeInteger(section.length) && section.length >= 0,
    )
  );
}

function word(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
