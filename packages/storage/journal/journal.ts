// The port to the durable record. The journal holds commands, durable before anyone is answered; the outcome log holds
// the events that came of them, appended right after and chained by hash. A replay of the commands gives the same
// outcomes again, so outcomes may lag behind, but their chain never breaks. Every value can be structured-cloned.

export interface JournalRow {
  readonly seq: number;
  readonly bytes: Uint8Array;
}

export interface OutcomeRow extends JournalRow {
  /** sha256(hash of the previous row || bytes); the row before the first has 32 zero bytes. */
  readonly hash: Uint8Array;
}

export interface CommandBatch {
  /** The number of the first command: the last number plus one. Numbers start at 1. */
  readonly firstSeq: number;
  /** At least one. */
  readonly commands: readonly Uint8Array[];
}

export interface OutcomeBatch {
  /** The number of the command that the first outcome came of: the last outcome's plus one. */
  readonly firstSeq: number;
  /** At least one, and none for a command that is not durable yet. */
  readonly outcomes: readonly Uint8Array[];
}

export interface Journal {
  /** Grows by one each time that the journal is acquired. */
  readonly epoch: number;
  /** The number of the last durable command; 0 when there is none. */
  lastSeq(): Promise<number>;
  /**
   * Resolves only when the whole batch is durable. Rejects with JournalSequenceError (nothing changed, go on),
   * JournalFencedError (another owner) or JournalFailedError (nothing is ever tried again); never a part of a batch is kept.
   */
  append(batch: CommandBatch): Promise<void>;
  /** All durable commands from `fromSeq` on, in batches, each checked; throws JournalDamagedError naming the first that is wrong. */
  read(fromSeq: number): AsyncIterable<readonly JournalRow[]>;
  /** Resolves when durable. May be written together with the next commands, and never delays them by a commit of its own while they flow. */
  appendOutcomes(batch: OutcomeBatch): Promise<void>;
  /** `{ seq: 0, hash: 32 zero bytes }` when there is none. */
  lastOutcome(): Promise<{ seq: number; hash: Uint8Array }>;
  /** All outcomes from `fromSeq` on, the chain verified on the way; throws JournalDamagedError naming the first that is wrong. */
  readOutcomes(fromSeq: number): AsyncIterable<readonly OutcomeRow[]>;
  /** Writes what is waiting and lets go; a second call does nothing. */
  close(): Promise<void>;
}
