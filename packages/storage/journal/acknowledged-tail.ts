// `journal.tail` holds the number of the last acknowledged command (tail-file.ts).
import { missingAdvice } from '../data-folder.ts';
import { readTail } from '../tail-file.ts';
import { JournalDamagedError } from './journal-errors.ts';

/**
 * Throws JournalDamagedError if acknowledged commands are or may be missing from the journal. `isNew` says whether the first
 * start may have been killed before it created the tail.
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
