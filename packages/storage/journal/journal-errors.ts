// The errors of a journal. They have separate classes, because the sequencer handles them differently: a wrong number is a bug, a
// fenced or failed journal ends the process, and a held journal ends the start.
import { messageOf } from '../data-folder.ts';

/** The batch does not follow the last row. Nothing was changed, and the journal can still be used. */
export class JournalSequenceError extends Error {
  override readonly name = 'JournalSequenceError';
}

/** Another process has acquired the journal, so this process must not write again. */
export class JournalFencedError extends Error {
  override readonly name = 'JournalFencedError';
}

export function requireEpoch(epoch: number, own: { readonly journal: string; readonly epoch: number }): void {
  if (epoch === own.epoch) return;
  throw new JournalFencedError(
    `${own.journal} was acquired by another process (epoch ${epoch}, ours is ${own.epoch}): this one must end`,
  );
}

/** A write failed, or the journal is closed. No further write is attempted; the process should exit and recover by replay. */
export class JournalFailedError extends Error {
  override readonly name = 'JournalFailedError';
}

export function journalFailed(cause: unknown): JournalFailedError {
  if (cause instanceof JournalFailedError) return cause;
  const why = messageOf(cause);
  return new JournalFailedError(`the journal failed and accepts no more writes: ${why}`, { cause });
}

/** The file differs from the written data. `seq` is the first wrong command or outcome, if known. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError';
  readonly seq: number | undefined;

  constructor(message: string, seq?: number) {
    super(message);
    this.seq = seq;
  }
}

/** The process that owns a data folder, as stored in `owner.json` for the error message of a second process. */
export interface Holder {
  readonly pid: number;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly host: string;
  /** The address of its HTTP interface; null until it listens. */
  readonly address: string | null;
}

/** Another process owns the data folder. `holder` is undefined if it is unknown. */
export class JournalHeldError extends Error {
  override readonly name = 'JournalHeldError';
  readonly holder: Holder | undefined;

  constructor(message: string, holder: Holder | undefined) {
    super(message);
    this.holder = holder;
  }
}
