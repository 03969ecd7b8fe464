// The errors of a journal. Each has its own class, because the sequencer handles each differently: a wrong
// number is a bug, a fenced or failed journal ends the process, a held one ends the start.

/** The batch does not follow the last row. Nothing was changed, and the journal can still be used. */
export class JournalSequenceError extends Error {
  override readonly name = 'JournalSequenceError';
}

/** Another process has acquired the journal: this one must not write again. */
export class JournalFencedError extends Error {
  override readonly name = 'JournalFencedError';
}

/**
 * A write failed, or the journal is closed: no later write is tried. The process should end and recover by
 * replay.
 */
export class JournalFailedError extends Error {
  override readonly name = 'JournalFailedError';
}

/** The file differs from the data that were written. `seq` is the first wrong command or outcome, if it is known. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError';
  readonly seq: number | undefined;

  constructor(message: string, seq?: number) {
    super(message);
    this.seq = seq;
  }
}

/**
 * The process that owns a data folder. It is written to `owner.json`, for the message of a process that
 * comes second.
 */
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
