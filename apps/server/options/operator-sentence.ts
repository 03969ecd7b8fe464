// The sentence that a command line prints for a problem that its user can solve. Other errors are faults of the program, and keep
// their stack.
import {
  DatabaseError,
  DataFolderError,
  explainedFileError,
  JournalDamagedError,
  JournalHeldError,
} from '@openpit/storage';
import { RecoveryError } from '../sequencer/recovery-error.ts';

const problems = [DatabaseError, DataFolderError, JournalHeldError, JournalDamagedError, RecoveryError];

/**
 * Returns null for a fault of the program. `others` are kinds of errors that only this command line
 * prints.
 */
export function operatorSentence(
  thrown: unknown,
  others: readonly (abstract new (...given: never[]) => Error)[],
): string | null {
  const error = explainedFileError(thrown);
  if (!(error instanceof Error)) return null;
  return [...problems, ...others].some((kind) => error instanceof kind) ? asSentence(error.message) : null;
}

/** A text of several lines ends as it is, such as with a command or a list. */
export const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$|\n/.test(text) ? '' : '.');
