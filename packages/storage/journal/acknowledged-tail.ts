// The tail file beside the journal: `journal.tail` holds the number of the last acknowledged command in one
// short line. SQLite cannot distinguish a write-ahead file that was truncated, lost or left behind by a
// copy from one that never held more; the tail file can. It is written after each commit and never fsynced,
// so after a power failure it may be behind the journal, but never ahead.
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { JournalDamagedError } from './journal-errors.ts';

export interface AcknowledgedTail {
  write(lastSeq: number): void;
  close(): void;
}

/** Throws JournalDamagedError when the journal no longer has commands that were acknowledged. */
export function requireAcknowledged(file: string, { lastSeq }: { lastSeq: number }): void {
  const acknowledged = readTail(file);
  if (acknowledged <= lastSeq) return;
  throw new JournalDamagedError(
    `commands up to ${acknowledged} were acknowledged (${file}), and the journal ends at ${lastSeq}: restore the whole data folder from a backup; delete ${file} only if you put an older journal there on purpose`,
    lastSeq + 1,
  );
}

export function openAcknowledgedTail(file: string): AcknowledgedTail {
  // Not 'w', which empties the file: for a moment the number would be lost.
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  return {
    write: (lastSeq) => {
      writeSync(descriptor, line(lastSeq), 0);
    },
    close: () => closeSync(descriptor),
  };
}

/** 0 for a file that is missing or half-written. */
function readTail(file: string): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  const lastSeq = Number.parseInt(text, 10);
  return text === line(lastSeq) ? lastSeq : 0;
}

function line(lastSeq: number): string {
  const number = String(lastSeq).padStart(16, '0');
  return `${number} ${crc32(number).toString(16).padStart(8, '0')}\n`;
}
