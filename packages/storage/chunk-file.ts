// Chunks of bytes in a file without a name: the memory of a process on its disk. A chunk stays in memory until it is written, and
// if the disk is full. The file ends with the process, so it is never flushed.
import { closeSync, openSync, readSync, rmSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { dataFolderError } from './data-folder.ts';

interface KeptChunk {
  readonly bytes: Uint8Array;
  drop(): void;
}

interface ChunkFileOptions {
  readonly folder: string;
  /** Bytes. A chunk of another length stays in memory. */
  readonly chunkSize: number;
}

export interface ChunkFile {
  /** The bytes must not be changed any more. */
  keep(bytes: Uint8Array): KeptChunk;
  /** `atOnce`, as at first: before `keep` returns. `later`: after it, for a thread that has more urgent work. */
  writes: 'atOnce' | 'later';
  /** The number of chunks that are in the file only. */
  readonly written: number;
  /** Resolves when no chunk is being written. */
  settled(): Promise<void>;
  /** No chunk can be read any more, except those in memory. */
  close(): Promise<void>;
}

/** The chunks that were read last and are kept, because a reader of values repeatedly reads the same chunk. */
const keptReads = 8;

/** The folder must exist. Throws DataFolderError. */
export function openChunkFile({ folder, chunkSize }: ChunkFileOptions): ChunkFile {
  const file = openWithoutName(folder);
  /** Places of dropped chunks. */
  const free: number[] = [];
  let places = 0;
  let written = 0;
  const writing = new Set<Promise<void>>();
  let isClosed = false;
  /** By place, the one read longest ago first. */
  const reads = new Map<number, Uint8Array>();

  const read = (place: number): Uint8Array => {
    const cached = reads.get(place);
    reads.delete(place);
    const bytes = cached ?? readAt(file, place * chunkSize, chunkSize);
    reads.set(place, bytes);
    for (const oldest of reads.keys()) {
      if (reads.size <= keptReads) break;
      reads.delete(oldest);
    }
    return bytes;
  };

  const writeAtOnce = (place: number, bytes: Uint8Array): boolean => {
    try {
      return writeSync(file, bytes, 0, chunkSize, place * chunkSize) === chunkSize;
    } catch {
      return false;
    }
  };

  const writeLater = (place: number, bytes: Uint8Array) =>
    new Promise<boolean>((resolve) => {
      write(file, bytes, 0, chunkSize, place * chunkSize, (error, length) =>
        resolve(error === null && length === chunkSize),
      );
    });

  const chunkFile: ChunkFile = {
    writes: 'atOnce',
    get written() {
      return written;
    },
    keep: (bytes) => {
      if (bytes.length !== chunkSize || isClosed) return { bytes, drop: () => undefined };
      const place = free.pop() ?? places++;
      let inMemory: Uint8Array | null = bytes;
      let isDropped = false;
      const end = (isWritten: boolean) => {
        if (isDropped) free.push(place);
        else if (isWritten) {
          inMemory = null;
          written += 1;
        }
      };
      if (chunkFile.writes === 'atOnce') end(writeAtOnce(place, bytes));
      else {
        const done = writeLater(place, bytes).then((isWritten) => {
          writing.delete(done);
          end(isWritten);
        });
        writing.add(done);
      }
      return {
        get bytes() {
          return inMemory ?? read(place);
        },
        drop: () => {
          isDropped = true;
          // Otherwise the place is still being written, or was not.
          if (inMemory !== null) return;
          written -= 1;
          reads.delete(place);
          free.push(place);
        },
      };
    },
    settled: async () => {
      await Promise.all(writing);
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await Promise.all(writing);
      closeSync(file);
    },
  };
  return chunkFile;
}

function openWithoutName(folder: string): number {
  // Named by thread, so that the next start opens and removes a file that a killed process has left.
  const path = join(folder, `chunks-${threadId}`);
  try {
    const file = openSync(path, 'w+', 0o600);
    rmSync(path);
    return file;
  } catch (error) {
    throw dataFolderError(error, path);
  }
}

function readAt(file: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, position + done);
    if (read === 0) throw new RangeError(`The chunk at ${position} ends after ${done} bytes.`);
    done += read;
  }
  return bytes;
}
