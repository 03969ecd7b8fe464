// Writes and reads one snapshot, as a file or as compressed bytes. A file appears under its name only when it is complete and on the
// disk; an incomplete file is never read as a snapshot.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { crc32, gunzip, gzip } from 'node:zlib';
import { dataFolderError, syncFolder } from '../data-folder.ts';
import {
  chunkLength,
  decodeHeader,
  encodeHeader,
  encodeSections,
  type FileSection,
  headLength,
  knownMagic,
  longestHeader,
  magic,
  type Section,
  type SnapshotFacts,
  type SnapshotHeader,
  sectionsLength,
} from './snapshot-format.ts';

export interface NewSnapshot extends SnapshotFacts {
  readonly sections: Readonly<Record<string, Section>>;
}

/** The sections of a file are read from it whenever their pieces are needed, so it must stay in its place. */
export interface Snapshot extends NewSnapshot {
  readonly nodeMajor: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The suffix of a file until it is complete. */
export const unfinishedSuffix = '.new';

/**
 * Writes a new file, fsyncs, renames it and fsyncs the folder. Rejects with DataFolderError and leaves
 * nothing behind.
 */
export async function writeSnapshotFile(file: string, snapshot: NewSnapshot): Promise<void> {
  const unfinished = `${file}${unfinishedSuffix}`;
  try {
    const handle = await open(unfinished, 'w');
    try {
      for (const part of encoded(snapshot)) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw dataFolderError(error, file);
  }
}

/** The bytes of a snapshot file, compressed. */
export async function encodeSnapshot(snapshot: NewSnapshot): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await promisify(gzip)(Buffer.concat([...encoded(snapshot)]), { level: 1 });
  return new Uint8Array(bytes);
}

/** The snapshot that `encodeSnapshot` encoded, or the reason why it cannot be used. */
export async function decodeSnapshot(
  bytes: Uint8Array,
): Promise<{ snapshot: Snapshot } | { reason: string }> {
  try {
    const whole = await promisify(gunzip)(bytes);
    const fill = async (target: Uint8Array, position: number) => {
      if (position + target.length > whole.length) throw new Damage('it ends too early');
      target.set(whole.subarray(position, position + target.length));
    };
    return await read(
      { size: async () => whole.length, fill },
      (_position, length) => new Uint8Array(length),
    );
  } catch (error) {
    return { reason: error instanceof Damage ? error.message : 'it cannot be decompressed' };
  }
}

function* encoded({ seq, ruleVersion, stateHash, sections }: NewSnapshot): Generator<Uint8Array> {
  const header = encodeHeader({
    seq,
    ruleVersion,
    stateHash,
    nodeMajor: Number.parseInt(process.versions.node, 10),
    createdAt: Date.now(),
    sections: Object.entries(sections).map(([name, { length }]) => ({ name, length })),
  });
  yield header.bytes;
  yield* encodeSections(Object.values(sections), header.checksum);
}

/**
 * The snapshot, of which every byte has been checked, or the reason why it cannot be used. The snapshot of a busy day does not fit into
 * memory next to the market. Rejects only when the disk cannot be read.
 */
export async function readSnapshotFile(file: string): Promise<{ snapshot: Snapshot } | { reason: string }> {
  const handle = await open(file, 'r');
  try {
    const size = async () => (await handle.stat()).size;
    const fill = (target: Uint8Array, position: number) => readExactly(handle, target, position);
    return await read({ size, fill }, (position, length) => ({ file, position, length }));
  } catch (error) {
    if (error instanceof Damage) return { reason: error.message };
    throw dataFolderError(error, file);
  } finally {
    await handle.close();
  }
}

class Damage extends Error {}

/** The source of a snapshot's bytes. */
interface Source {
  size(): Promise<number>;
  /** Fills the target from this position; rejects with Damage at the end. */
  fill(target: Uint8Array, position: number): Promise<void>;
}

/** `sectionAt` returns a section to be filled, or its place. */
async function read(
  source: Source,
  sectionAt: (position: number, length: number) => Uint8Array | FileSection,
): Promise<{ snapshot: Snapshot }> {
  const size = await source.size();
  const { header, checksum, end } = await readHeader(source);
  const { sections: listed, ...facts } = header;
  const expected = end + sectionsLength(listed);
  if (size !== expected) throw new Damage(`it is ${size} bytes long and should be ${expected}`);

  const parts = new PartReader(source, end, checksum);
  const buffer = new Uint8Array(chunkLength);
  const sections: [string, Section][] = [];
  for (const { name, length } of listed) {
    const section = sectionAt(parts.position, length);
    for (let start = 0; start < length; start += chunkLength) {
      const end = Math.min(length, start + chunkLength);
      const target =
        section instanceof Uint8Array ? section.subarray(start, end) : buffer.subarray(0, end - start);
      await parts.readChunk(target, name);
    }
    sections.push([name, section]);
  }
  await parts.readChunk(new Uint8Array(), 'end mark');
  return { snapshot: { ...facts, sections: Object.fromEntries(sections) } };
}

async function readHeader(
  source: Source,
): Promise<{ header: SnapshotHeader; checksum: number; end: number }> {
  const start = await bytesAt(source, 0, magic.length + 4);
  const mark = start.subarray(0, magic.length).toString('latin1');
  if (!knownMagic.test(mark)) {
    const isNewer = /^openpit-snapshot \d/.test(mark);
    throw new Damage(isNewer ? 'it was written by a newer Openpit' : 'it is not a snapshot');
  }
  const length = start.readUInt32LE(magic.length);
  if (length > longestHeader) throw new Damage('its header is damaged');
  const rest = await bytesAt(source, start.length, length + 4);
  const json = rest.subarray(0, length);
  const checksum = crc32(json);
  const header = checksum === rest.readUInt32LE(length) ? decodeHeader(json) : undefined;
  if (header === undefined) throw new Damage('its header is damaged');
  return { header, checksum, end: start.length + rest.length };
}

/** Reads chunk after chunk and compares the running checksum. */
class PartReader {
  readonly #source: Source;
  #position: number;
  #checksum: number;

  constructor(source: Source, position: number, checksum: number) {
    this.#source = source;
    this.#position = position;
    this.#checksum = checksum;
  }

  /** The position of the next chunk. */
  get position(): number {
    return this.#position;
  }

  async readChunk(target: Uint8Array, where: string): Promise<void> {
    const head = await bytesAt(this.#source, this.#position, headLength);
    await this.#source.fill(target, this.#position + headLength);
    this.#position += headLength + target.length;
    if (target.length > 0) this.#checksum = crc32(target, this.#checksum);
    if (head.readUInt32LE(0) !== target.length || head.readUInt32LE(4) !== this.#checksum)
      throw new Damage(`its ${where === 'end mark' ? where : `section “${where}”`} is damaged`);
  }
}

async function bytesAt(source: Source, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await source.fill(bytes, position);
  return bytes;
}

async function readExactly(handle: FileHandle, target: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new Damage('it ends too early');
    done += bytesRead;
  }
}
