// Checks SQLite's write-ahead file before SQLite opens it. SQLite reads it up to the first damaged frame
// and silently ignores the rest, committed or not; a journal would lose acknowledged commands that way.
// This check distinguishes a damaged frame inside the history from the unfinished last transaction that a
// crash leaves behind. Format: sqlite.org/fileformat2.html#walformat.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { damageAdvice } from '../data-folder.ts';
import { JournalDamagedError } from './journal-errors.ts';

const headerLength = 32;
const frameHeaderLength = 24;

/**
 * Throws JournalDamagedError when a transaction before the last one cannot be recovered completely. Returns
 * how many frames of an unfinished last transaction will be dropped: 0 after a clean stop, often some after
 * a crash.
 */
export function checkWriteAheadFile(file: string): { unfinishedFrames: number } {
  const descriptor = openIfPresent(file);
  if (descriptor === undefined) return { unfinishedFrames: 0 };
  try {
    return { unfinishedFrames: check(descriptor, file) };
  } finally {
    closeSync(descriptor);
  }
}

function check(descriptor: number, file: string): number {
  const size = fstatSync(descriptor).size;
  const header = Buffer.alloc(headerLength);
  if (size < headerLength) return 0;
  readSync(descriptor, header, 0, headerLength, 0);
  // A file that was extended just before a power failure: nothing had been committed to it.
  if (header.every((byte) => byte === 0)) return 0;

  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  const sum = new FrameSum(isBigEndian);
  sum.add(header.subarray(0, 24));
  if (!sum.matches(header, 24)) throw damaged(file, 'its header');

  const pageSize = header.readUInt32BE(8);
  const frame = Buffer.alloc(frameHeaderLength + pageSize);
  const salts = header.subarray(16, 24);
  const isOfThisRound = () => frame.subarray(8, 16).equals(salts);
  const isCommit = () => frame.readUInt32BE(4) !== 0;

  let wholeFrames = 0;
  let committedFrames = 0;
  let brokenAt: number | undefined;
  let framesAfter = 0;
  let endedAfterBreak = false;
  for (let index = 0; headerLength + (index + 1) * frame.length <= size; index += 1) {
    readSync(descriptor, frame, 0, frame.length, headerLength + index * frame.length);
    if (brokenAt === undefined) {
      sum.add(frame.subarray(0, 8));
      sum.add(frame.subarray(frameHeaderLength));
      if (isOfThisRound() && sum.matches(frame, 16)) {
        wholeFrames = index + 1;
        if (isCommit()) committedFrames = wholeFrames;
        continue;
      }
      brokenAt = index;
    }
    if (!isOfThisRound()) continue;
    // A transaction begins only when the one before it is durable.
    if (endedAfterBreak) throw damaged(file, `frame ${brokenAt + 1}`);
    framesAfter += 1;
    endedAfterBreak = isCommit();
  }
  return wholeFrames - committedFrames + framesAfter;
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

function damaged(file: string, where: string): JournalDamagedError {
  return new JournalDamagedError(
    `${file} is damaged at ${where}, and commands that were acknowledged after it would be lost: ${damageAdvice}`,
  );
}

function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
