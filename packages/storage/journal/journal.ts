// The port to the durable record. The journal contains the commands, which are durable before anyone gets a reply. The outcome log contains
// their outcomes, appended right after and chained by hash. A replay of the commands reproduces the outcomes, so they may lag behind, but
// their chain never breaks. Every value is structured-cloneable.

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
  /** At least one, and none for a command that is not durable yet. */
  readonly outcomes: readonly Uint8Array[];
}

/** A state of the market after the command `seq`, from which the commands after it can be replayed. */
export interface BaseState {
  readonly seq: number;
  /** As `encodeSnapshot` makes them; the journal does not read them. */
  readonly bytes: Uint8Array;
}

/** A base state that differs from the written state. */
export interface DamagedBaseState {
  readonly seq: number;
  /** Readable, without a full stop. */
  readonly damage: string;
}

/** Notified of a journal that cannot be written for a while. */
export interface JournalWatch {
  /** The database of the journal cannot be reached; calls wait until it can. `why` is for the operator. */
  interrupted(why: string): void;
  /** The journal can be written again. */
  resumed(): void;
  /** The journal accepts no more writes, for example because another owner has acquired it. */
  failed(cause: Error): void;
}

export interface Journal {
  /** Incremented each time that the journal is acquired. */
  readonly epoch: number;
  /** The number of the last durable command; 0 if there is none. */
  lastSeq(): Promise<number>;
  /**
   * Resolves only when the whole batch is durable. Rejects with JournalSequenceError (nothing changed, it
   * can still be used), JournalFencedError (another owner) or JournalFailedError (no write is tried
   * again). A batch is kept as a whole or not at all.
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
   * Keeps a base state in addition to older base states, and removes base states of the same and of later commands. The state is kept
   * completely or not at all. It is durable when the promise resolves. Rejects like `append`, and with JournalSequenceError if there is no
   * such command.
   */
  putBaseState(state: BaseState): Promise<void>;
  /** The newest base state of a command up to `upTo`, undefined if there is none. */
  baseState(upTo: number): Promise<BaseState | DamagedBaseState | undefined>;
  /**
   * Packs the oldest rows that are not packed: 512 commands up to `upTo` with their outcomes (packs.ts). Resolves to false if there are
   * fewer, or when the newest would be among them; rejects like `append`. Reads return the same rows as before.
   */
  pack?(upTo: number): Promise<boolean>;
  /** Sets the listener of interruptions, for a journal that can be interrupted. */
  watch?(watch: JournalWatch): void;
  /** Writes the waiting outcomes and releases the record; a second call does nothing. */
  close(): Promise<void>;
}

/** In bytes, except for the numbers of commands. */
export interface JournalSizes {
  readonly lastSeq: number;
  /** The number of the last packed command; 0 if there is none. */
  readonly packedThrough: number;
  /** The packs. */
  readonly packed: number;
  /** The rows in the packs before they were compressed. */
  readonly plain: number;
  /** The space that the journal occupies. */
  readonly stored: number;
  /** Free space within it, which the next rows use; null where the database does not say. */
  readonly free: number | null;
}

/** A journal that is only read. */
export type JournalReader = Pick<
  Journal,
  'lastSeq' | 'lastOutcome' | 'read' | 'readOutcomes' | 'baseState' | 'close'
>;

/** The journal of a data folder, which this process owns. */
export interface OwnedJournal extends Journal {
  /** Writes to `owner.json` where this owner listens, for a process that finds the folder taken. */
  announceAddress(address: string): Promise<void>;
}
