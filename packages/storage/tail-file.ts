// A tail file next to a database: the number of the last acknowledged change in one short line. SQLite cannot distinguish a
// write-ahead file that was truncated, lost or left behind by a copy from a file that never held more; the tail file can. It is flushed
// when it is created. After each commit its line is overwritten and not flushed, so after a power failure it may be behind the
// database, but never ahead, missing or empty. A second line has a mark of the change, to recognise another change with this
// number.
import { closeSync, constants, fdatasync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { dataFolderError } from './data-folder.ts';

export interface TailFile {
  write(last: number, mark?: number): void;
  /** Starts to flush the last write to the disk, without waiting for the flush. */
  flushSoon(): void;
  close(): void;
}

/** The path of the tail file: `….tail` next to `….db`. */
export const tailFileOf = (databaseFile: string): string => databaseFile.replace(/\.db$/, '.tail');

/** The flag 'w' would empty the file: for a moment the number would be lost. */
function openOrCreate(file: string): number {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (error) {
    throw dataFolderError(error, file);
  }
}

/** Opens or creates the file and writes this number. A new file is on the disk when it returns. Throws DataFolderError. */
export function openTailFile(file: string, last: number, mark?: number): TailFile {
  const isNew = typeof readTail(file) !== 'number';
  const descriptor = openOrCreate(file);
  let isFlushed = true;
  let isFlushing = false;
  let isClosed = false;
  const write = (number: number, ofChange?: number): void => {
    writeSync(descriptor, line(number) + (ofChange === undefined ? '' : line(ofChange)), 0);
    isFlushed = false;
  };
  const flushSoon = (): void => {
    if (isFlushed || isFlushing) return;
    isFlushed = true;
    isFlushing = true;
    // A failing disk is reported by the write that must be durable.
    fdatasync(descriptor, () => {
      isFlushing = false;
      if (isClosed) closeSync(descriptor);
    });
  };
  const close = (): void => {
    isClosed = true;
    if (!isFlushing) closeSync(descriptor);
  };
  write(last, mark);
  if (isNew) {
    fsyncSync(descriptor);
    syncName(file);
  }
  return { write, flushSoon, close };
}

function syncName(file: string): void {
  // Windows cannot open a folder and needs no such call.
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** An empty file counts as missing: kill -9 may come between its creation and its first line. Throws DataFolderError. */
export function readTail(file: string): number | 'missing' | 'unreadable' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing';
    throw dataFolderError(error, file);
  }
  if (text === '') return 'missing';
  return numberIn(text.slice(0, lineLength)) ?? 'unreadable';
}

/** The mark of the last change; null in a file without one. Throws DataFolderError. */
export function readTailMark(file: string): number | null {
  if (typeof readTail(file) !== 'number') return null;
  return numberIn(readFileSync(file, 'utf8').slice(lineLength, 2 * lineLength));
}

function numberIn(text: string): number | null {
  const number = Number.parseInt(text, 10);
  return text === line(number) ? number : null;
}

const lineLength = 26;

function line(last: number): string {
  const number = String(last).padStart(16, '0');
  return `${number} ${crc32(number).toString(16).padStart(8, '0')}\n`;
}
