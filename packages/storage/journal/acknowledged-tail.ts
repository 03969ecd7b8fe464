// `journal.tail` holds the number of the last acknowledged command (tail-file.ts).
import { acceptableLossError } from '../data-folder.ts';
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
    throw acceptableLossError(
      {
        loss: `commands up to ${acknowledged} were acknowledged (${file}), and the journal ends at ${lastSeq}`,
        to: 'take this older journal',
      },
      (message) => new JournalDamagedError(message, lastSeq + 1),
    );
  }
  if (acknowledged === 'missing' && lastSeq === 0 && isNew) return;
  throw acceptableLossError(
    {
      loss: `${file} is ${acknowledged}, so nothing says whether the journal, which ends at command ${lastSeq}, is complete`,
      to: 'take the journal as it is',
    },
    (message) => new JournalDamagedError(message),
  );
}
