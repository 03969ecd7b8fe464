// Checks SQLite's write-ahead file before SQLite opens it. SQLite reads it up to the first damaged frame
// and silently ignores the rest, committed or not; a journal would lose acknowledged commands that way.
// This check distinguishes a damaged frame inside the history from the unfinished last transaction that a
// crash leaves behind. Format: sqlite.org/fileformat2.html#walformat.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dataFolderError } from '../data-folder.ts';

const headerLength = 32;
const frameHeaderLength = 24;

/**
 * The place where the file is damaged, if a transaction before the last one cannot be recovered completely; otherwise null, even for
 * an unfinished last transaction, which a crash leaves behind and SQLite drops.
 */
export function damageOfWriteAheadFile(file: string): string | null {
  const descriptor = openIfPresent(file);
  if (descriptor === undefined) return null;
  try {
    return damageIn(descriptor);
  } catch (error) {
    throw dataFolderError(error, file);
  } finally {
    closeSync(descriptor);
  }
}

function damageIn(descriptor: number): string | null {
  const size = fstatSync(descriptor).size;
  const header = Buffer.alloc(headerLength);
  if (size < headerLength) return null;
  readSync(descriptor, header, 0, headerLength, 0);
  // A file that was extended just before a power failure: nothing had been committed to it.
  if (header.every((byte) => byte === 0)) return null;

  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  const sum = new FrameSum(isBigEndian);
  sum.add(header.subarray(0, 24));
  if (!sum.matches(header, 24)) return 'its header';

  const pageSize = header.readUInt32BE(8);
  const frame = Buffer.alloc(frameHeaderLength + pageSize);
  const salts = header.subarray(16, 24);
  const isOfThisRound = () => frame.subarray(8, 16).equals(salts);
  const isCommit = () => frame.readUInt32BE(4) !== 0;

  let brokenAt: number | undefined;
  let endedAfterBreak = false;
  for (let index = 0; headerLength + (index + 1) * frame.length <= size; index += 1) {
    readSync(descriptor, frame, 0, frame.length, headerLength + index * frame.length);
    if (brokenAt === undefined) {
      sum.add(frame.subarray(0, 8));
      sum.add(frame.subarray(frameHeaderLength));
      if (isOfThisRound() && sum.matches(frame, 16)) continue;
      brokenAt = index;
    }
    if (!isOfThisRound()) continue;
    // A transaction begins only when the one before it is durable.
    if (endedAfterBreak) return `frame ${brokenAt + 1}`;
    endedAfterBreak = isCommit();
  }
  return null;
}

/** SQLite's running checksum of frames. */
class FrameSum {
  #first = 0;
  #second = 0;
  readonly #isBigEndian: boolean;

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  add(bytes: Buffer): void {
    for (let offset = 0; offset < bytes.length; offset += 8) {
      const left = this.#isBigEndian ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset);
      const right = this.#isBigEndian ? bytes.readUInt32BE(offset + 4) : bytes.readUInt32LE(offset + 4);
      this.#first = (this.#first + left + this.#second) >>> 0;
      this.#second = (this.#second + right + this.#first) >>> 0;
    }
  }

  matches(bytes: Buffer, offset: number): boolean {
    return bytes.readUInt32BE(offset) === this.#first && bytes.readUInt32BE(offset + 4) === this.#second;
  }
}

function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw dataFolderError(error, file);
  }
}
