// The ways in which a journal says no. Each is its own class, because the sequencer does something else about each:
// a wrong number is a bug, a fenced or failed journal ends the process, a held one ends the start.

/** The batch does not follow what is there. Nothing was changed, and the journal goes on. */
export class JournalSequenceError extends Error {
  override readonly name = 'JournalSequenceError';
}

/** Another process has acquired the journal since: this one may never write again. */
export class JournalFencedError extends Error {
  override readonly name = 'JournalFencedError';
}

/** An append failed, or the journal is closed: no later append is tried. The process should end and recover by replay. */
export class JournalFailedError extends Error {
  override readonly name = 'JournalFailedError';
}

/** What is stored is not what was written. `seq` is the first command or outcome that is wrong, where one can be named. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError';
  readonly seq: number | undefined;

  constructor(message: string, seq?: number) {
    super(message);
    this.seq = seq;
  }
}

/** Who owns a data folder: written to `owner.json`, and told to whoever comes second. */
export interface Holder {
  readonly pid: number;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly host: string;
  /** Where its HTTP interface listens, once it does. */
  readonly address: string | null;
}

/** Another process owns the data folder. `holder` is undefined when it could not be found out. */
export class JournalHeldError extends Error {
  override readonly name = 'JournalHeldError';
  readonly holder: Holder | undefined;

  constructor(message: string, holder: Holder | undefined) {
    super(message);
    this.holder = holder;
  }
}
