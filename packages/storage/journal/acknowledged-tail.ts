// The tail file beside the journal: `journal.tail` holds the number of the last acknowledged command in one
// short line. SQLite cannot distinguish a write-ahead file that was truncated, lost or left behind by a
// copy from one that never held more; the tail file can. It is flushed when it is created. After each commit
// its line is overwritten and not flushed, so after a power failure it may be behind the journal, but never
// ahead, missing or empty.
import { closeSync, constants, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { dataFolderError, missingAdvice } from '../data-folder.ts';
import { JournalDamagedError } from './journal-errors.ts';

export interface AcknowledgedTail {
  write(lastSeq: number): void;
  close(): void;
}

/**
 * Throws JournalDamagedError when the journal no longer has commands that were acknowledged, or may lack some. `isNew`:
 * whether the first start may have been killed before it created the tail.
 */
export function requireAcknowledged(
  file: string,
  { lastSeq, isNew }: { lastSeq: number; isNew: boolean },
): void {
  const acknowledged = readTail(file);
  if (typeof acknowledged === 'number') {
    if (acknowledged <= lastSeq) return;
    throw new JournalDamagedError(
      `commands up to ${acknowledged} were acknowledged (${file}), and the journal ends at ${lastSeq}: ${missingAdvice('take this older journal')}`,
      lastSeq + 1,
    );
  }
  if (acknowledged === 'missing' && lastSeq === 0 && isNew) return;
  throw new JournalDamagedError(
    `${file} is ${acknowledged}, so nothing says whether the journal, which ends at command ${lastSeq}, is complete: ${missingAdvice('take the journal as it is')}`,
  );
}

/** Opens or creates the file and writes this number. A new file is on the disk when it returns. */
export function openAcknowledgedTail(file: string, lastSeq: number): AcknowledgedTail {
  const isNew = typeof readTail(file) !== 'number';
  // Not 'w', which empties the file: for a moment the number would be lost.
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  const write = (seq: number): void => {
    writeSync(descriptor, line(seq), 0);
  };
  write(lastSeq);
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
  const lastSeq = Number.parseInt(text, 10);
  return text.slice(0, lineLength) === line(lastSeq) ? lastSeq : 'unreadable';
}

const lineLength = 26;

function line(lastSeq: number): string {
  const number = String(lastSeq).padStart(16, '0');
  return `${number} ${crc32(number).toString(16).padStart(8, '0')}\n`;
}
