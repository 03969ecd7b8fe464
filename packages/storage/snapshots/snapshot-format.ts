// The bytes of a snapshot file: a line of magic, a header in JSON, the sections in chunks of at most 1 MiB,
// and an end mark. Every part has a checksum that continues the previous one, so that a chunk that is
// changed, missing, repeated or in another place is detected.
//
//   "openpit-snapshot 2\n" | length, header, checksum | (length, checksum, bytes)… | 0, checksum
//
// Lengths and checksums (CRC-32) are 4 bytes each, little-endian. Files of version 1 have no packed lists (snapshot-contents.ts).
import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { dataFolderError } from '../data-folder.ts';

export const magic = new TextEncoder().encode('openpit-snapshot 2\n');
export const knownMagic = /^openpit-snapshot [12]\n$/;
export const chunkLength = 1 << 20;
/** The length and the checksum before a chunk. */
export const headLength = 8;
export const longestHeader = 1 << 20;

/** The bytes of a part of the state, in memory, or read only when they are needed. */
export type Section = Uint8Array | StoredSection | FileSection;

export interface StoredSection {
  readonly length: number;
  /** Reads the bytes piece by piece. */
  pieces(): Iterable<Uint8Array>;
}

/** A section of a snapshot file: plain data, so that another thread can read it. */
export interface FileSection {
  readonly file: string;
  /** The position of its first chunk. */
  readonly position: number;
  readonly length: number;
}

/** The bytes of a section, piece by piece. Throws DataFolderError if its file cannot be read. */
export function piecesOf(section: Section): Iterable<Uint8Array> {
  if (section instanceof Uint8Array) return [section];
  return 'file' in section ? piecesInFile(section) : section.pieces();
}

function* piecesInFile({ file, position, length }: FileSection): Generator<Uint8Array> {
  for (let start = 0, at = position; start < length; start += chunkLength) {
    const chunk = bytesInFile(file, at + headLength, Math.min(chunkLength, length - start));
    at += headLength + chunk.length;
    yield chunk;
  }
}

function bytesInFile(file: string, position: number, length: number): Uint8Array {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const count = readSync(descriptor, bytes, done, length - done, position + done);
        if (count === 0) throw new Error('it ends too early');
        done += count;
      }
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw dataFolderError(error, file);
  }
}

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
  for (const section of sections)
    for (const chunk of chunksOf(section)) {
      let length = 0;
      for (const piece of chunk) {
        checksum = crc32(piece, checksum);
        length += piece.length;
      }
      yield Buffer.concat([word(length), word(checksum)]);
      yield* chunk;
    }
  yield Buffer.concat([word(0), word(checksum)]);
}

/** The section in chunks of `chunkLength`, each in pieces that are not copied. */
function* chunksOf(section: Section): Generator<readonly Uint8Array[]> {
  let chunk: Uint8Array[] = [];
  let room = chunkLength;
  for (const piece of piecesOf(section))
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + room);
      chunk.push(part);
      from += part.length;
      room -= part.length;
      if (room > 0) continue;
      yield chunk;
      chunk = [];
      room = chunkLength;
    }
  if (chunk.length > 0) yield chunk;
}

/** The length of the part after the header. */
export function sectionsLength(sections: readonly { readonly length: number }[]): number {
  return sections.reduce(
    (sum, { length }) => sum + length + headLength * Math.ceil(length / chunkLength),
    headLength,
  );
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
