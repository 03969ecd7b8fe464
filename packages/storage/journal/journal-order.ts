// The numbering rules of every journal: no gap, no repeat, no outcome without its command, no read beyond
// the end.
import { JournalSequenceError } from './journal-errors.ts';

interface NextBatch {
  readonly kind: 'commands' | 'outcomes';
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly count: number;
}

/** Throws JournalSequenceError if the batch is empty or does not start right after the last one. */
export function requireNext({ kind, firstSeq, lastSeq, count }: NextBatch): void {
  if (count === 0) throw new JournalSequenceError(`a batch of ${kind} must contain at least one`);
  if (firstSeq !== lastSeq + 1) {
    throw new JournalSequenceError(
      `the batch of ${kind} starts at ${firstSeq}, and the next one is ${lastSeq + 1}`,
    );
  }
}

/** Throws JournalSequenceError when an outcome's command is not durable yet. */
export function requireCommand({ outcomeSeq, lastSeq }: { outcomeSeq: number; lastSeq: number }): void {
  if (outcomeSeq <= lastSeq) return;
  throw new JournalSequenceError(`outcome ${outcomeSeq} has no command: the last durable one is ${lastSeq}`);
}

/**
 * Throws JournalSequenceError if a read starts beyond the end, because then this journal has lost rows that the caller has seen.
 */
export function requireReadable(read: {
  kind: 'commands' | 'outcomes';
  fromSeq: number;
  lastSeq: number;
}): void {
  const { kind, fromSeq, lastSeq } = read;
  if (Number.isSafeInteger(fromSeq) && fromSeq >= 1 && fromSeq <= lastSeq + 1) return;
  const range = lastSeq === 0 ? 'none yet' : `1 to ${lastSeq}`;
  throw new JournalSequenceError(`${kind} were requested from ${fromSeq} on, and the journal holds ${range}`);
}

/** Throws JournalSequenceError for a base state of a command that the journal does not have. */
export function requireKept({ baseSeq, lastSeq }: { baseSeq: number; lastSeq: number }): void {
  if (Number.isSafeInteger(baseSeq) && baseSeq >= 0 && baseSeq <= lastSeq) return;
  throw new JournalSequenceError(
    `a base state of command ${baseSeq} cannot be kept: the last durable command is ${lastSeq}`,
  );
}
