// A tail file beside a database: the number of the last acknowledged change in one short line. SQLite cannot distinguish a
// write-ahead file that was truncated, lost or left behind by a copy from one that never held more; the tail file can. It is flushed when
// it is created. After each commit its line is overwritten and not flushed, so after a power failure it may be behind the
// database, but never ahead, missing or empty.
import { closeSync, constants, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { dataFolderError } from './data-folder.ts';

export interface TailFile {
  write(last: number): void;
  close(): void;
}

/** `….tail` beside `….db`. */
export const tailFileOf = (databaseFile: string): string => databaseFile.replace(/\.db$/, '.tail');

/** Opens or creates the file and writes this number. A new file is on the disk when it returns. */
export function openTailFile(file: string, last: number): TailFile {
  const isNew = typeof readTail(file) !== 'number';
  // Not 'w', which empties the file: for a moment the number would be lost.
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  const write = (number: number): void => {
    writeSync(descriptor, line(number), 0);
  };
  write(last);
  if (isNew) {
    fsyncSync(descriptor);
    syncName(file);
  }
  return { write, close: () => closeSync(descriptor) };
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
  const last = Number.parseInt(text, 10);
  return text.slice(0, lineLength) === line(last) ? last : 'unreadable';
}

const lineLength = 26;

function line(last: number): string {
  const number = String(last).padStart(16, '0');
  return `${number} ${crc32(number).toString(16).padStart(8, '0')}\n`;
}
