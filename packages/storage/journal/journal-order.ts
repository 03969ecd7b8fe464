// The rules of numbering that every journal keeps, whatever it is made of: no hole, no repeat, no outcome without its
// command, no reading of what is not there.
import { JournalSequenceError } from './journal-errors.ts';

export interface NextBatch {
  readonly what: 'commands' | 'outcomes';
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly count: number;
}

/** Throws JournalSequenceError unless the batch holds something and starts right after the last one. */
export function requireNext({ what, firstSeq, lastSeq, count }: NextBatch): void {
  if (count === 0) throw new JournalSequenceError(`a batch of ${what} must hold at least one`);
  if (firstSeq !== lastSeq + 1) {
    throw new JournalSequenceError(
      `the batch of ${what} starts at ${firstSeq}, and the next one is ${lastSeq + 1}`,
    );
  }
}

/** Throws JournalSequenceError when an outcome's command is not durable yet. */
export function requireCommand({ outcomeSeq, lastSeq }: { outcomeSeq: number; lastSeq: number }): void {
  if (outcomeSeq <= lastSeq) return;
  throw new JournalSequenceError(`outcome ${outcomeSeq} has no command: the last durable one is ${lastSeq}`);
}

/** Throws JournalSequenceError when reading starts beyond the end: the asker knows of rows that this journal has lost. */
export function requireReadable(asked: {
  what: 'commands' | 'outcomes';
  fromSeq: number;
  lastSeq: number;
}): void {
  const { what, fromSeq, lastSeq } = asked;
  if (Number.isSafeInteger(fromSeq) && fromSeq >= 1 && fromSeq <= lastSeq + 1) return;
  const held = lastSeq === 0 ? 'none yet' : `1 to ${lastSeq}`;
  throw new JournalSequenceError(`${what} were asked for from ${fromSeq} on, and the journal holds ${held}`);
}
