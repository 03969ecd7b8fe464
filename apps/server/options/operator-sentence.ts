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
  if (problems.some((kind) => error instanceof kind)) return asSentence(error.message);
  // These begin with a capital letter, unless they begin with the id of a user.
  return others.some((kind) => error instanceof kind) ? ended(error.message) : null;
}

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + ended(text.slice(1));

/** A text of several lines ends as it is, such as with a command or a list. */
const ended = (text: string): string => text + (/[.?!]$|\n/.test(text) ? '' : '.');
