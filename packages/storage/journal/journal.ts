// The port to the durable record. The journal contains the commands, which are durable before anyone receives a reply. The
// outcome log contains their outcomes, appended afterwards and chained by hash. Replaying the commands reproduces the outcomes,
// so the log may lag behind, but its chain never breaks. All values can be structured-cloned.

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
  /** The number of the first outcome's command: the last outcome's number plus one. */
  readonly firstSeq: number;
  /** At least one outcome, each for a durable command. */
  readonly outcomes: readonly Uint8Array[];
}

/** A state of the market after the command `seq`, from which the commands after it can be replayed. */
export interface BaseState {
  readonly seq: number;
  /** Encoded by `encodeSnapshot`; opaque to the journal. */
  readonly bytes: Uint8Array;
}

/** A base state that differs from the written state. */
export interface DamagedBaseState {
  readonly seq: number;
  /** Readable, without a full stop. */
  readonly damage: string;
}

/** Is notified when the journal is temporarily unavailable. */
export interface JournalWatch {
  /** The database of the journal cannot be written, because it cannot be reached or is full; calls wait until it can. `why` is for the operator. */
  interrupted(why: string): void;
  /** The journal can be written again. */
  resumed(): void;
  /** The journal accepts no more writes, for example because another owner has acquired it. */
  failed(cause: Error): void;
}

export interface Journal {
  /** Incremented each time the journal is acquired. */
  readonly epoch: number;
  /** The number of the last durable command; 0 if there is none. */
  lastSeq(): Promise<number>;
  /**
   * Resolves once the whole batch is durable. A batch is stored as a whole or not at all. Rejects with JournalSequenceError
   * (nothing changed, the journal remains usable), JournalFencedError (another owner) or JournalFailedError (no further write is
   * attempted).
   */
  append(batch: CommandBatch): Promise<void>;
  /**
   * All durable commands from `fromSeq` on, in batches, each checked. Throws JournalDamagedError with the
   * first wrong one.
   */
  read(fromSeq: number): AsyncIterable<readonly JournalRow[]>;
  /**
   * Resolves when durable. The outcomes may be written together with the next commands. While commands arrive, a commit for outcomes alone
   * never delays them.
   */
  appendOutcomes(batch: OutcomeBatch): Promise<void>;
  /** `{ seq: 0, hash: 32 zero bytes }` when there is none. */
  lastOutcome(): Promise<{ seq: number; hash: Uint8Array }>;
  /**
   * All outcomes from `fromSeq` on, in batches, their chain verified. Throws JournalDamagedError with the
   * first wrong one.
   */
  readOutcomes(fromSeq: number): AsyncIterable<readonly OutcomeRow[]>;
  /**
   * Stores a base state beside older base states, and removes base states of the same command and of later ones. The state is
   * stored as a whole or not at all, and is durable when the promise resolves. Rejects like `append`, and with JournalSequenceError if there
   * is no such command.
   */
  putBaseState(state: BaseState): Promise<void>;
  /** The newest base state of a command up to `upTo`, undefined if there is none. */
  baseState(upTo: number): Promise<BaseState | DamagedBaseState | undefined>;
  /**
   * Packs the oldest unpacked rows: 512 commands up to `upTo` with their outcomes (packs.ts). Resolves to false if there are
   * fewer, or if they would include the newest; rejects like `append`. Reads return the same rows as before.
   */
  pack?(upTo: number): Promise<boolean>;
  /** Sets the listener of interruptions, for a journal that can be interrupted. */
  watch?(watch: JournalWatch): void;
  /** Writes the pending outcomes and releases the record. A second call does nothing. */
  close(): Promise<void>;
}

/** In bytes, except for the numbers of commands. */
export interface JournalSizes {
  readonly lastSeq: number;
  /** The number of the last packed command; 0 if there is none. */
  readonly packedThrough: number;
  readonly packed: number;
  /** The rows in the packs before they were compressed. */
  readonly plain: number;
  /** The space that the journal occupies. */
  readonly stored: number;
  /** Free space within it, which later rows reuse; null if the database does not report it. */
  readonly free: number | null;
}

/** A read-only journal. */
export type JournalReader = Pick<
  Journal,
  'lastSeq' | 'lastOutcome' | 'read' | 'readOutcomes' | 'baseState' | 'close'
>;

/** The journal of a data folder, which this process owns. */
export interface OwnedJournal extends Journal {
  /** Records in `owner.json` where this owner listens, for a process that finds the folder in use. */
  announceAddress(address: string): Promise<void>;
}
