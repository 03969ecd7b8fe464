// The journal in PostgreSQL, for one owner at a time. A batch is one statement, which is durable when it is answered. When the
// connection is lost, calls wait until the database is back: the state row then says whether the last batch was committed, so
// that it is written exactly once.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { JournalRow, JournalWatch, OutcomeRow, OwnedJournal } from '../journal/journal.ts';
import { JournalFailedError, JournalFencedError } from '../journal/journal-errors.ts';
import { requireCommand, requireNext, requireReadable } from '../journal/journal-order.ts';
import { nextHash } from '../journal/outcome-chain.ts';
import { type Owner, takeOwnership } from '../journal/ownership.ts';
import {
  connect,
  databaseError,
  describeDatabase,
  isConnectionLost,
  requireDurableServer,
  schemas,
} from './connection.ts';
import { lastOutcomeOf, readCommands, readOutcomes } from './journal-reads.ts';
import {
  backendOf,
  endFormerConnection,
  heldError,
  prepareTables,
  readState,
  requireComplete,
  takeEpoch,
  takeLock,
} from './journal-schema.ts';
import { type ChainedOutcome, insertBatch, type WrittenBatch } from './journal-writes.ts';

export interface PostgresJournalOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The data folder, of which there is one owner, too. */
  readonly folder: string;
  /** How long outcomes wait for the next commands before they are committed alone; 5 ms by default. */
  readonly outcomeLagMs?: number;
  /** Opens it also after an interrupted move; false by default. */
  readonly acceptsIncomplete?: boolean;
}

const lockWithinMs = 1_000;
/** How often a lost connection is tried again. */
const retryEveryMs = 250;

/**
 * Takes folder and database for this process and opens the journal, creating its tables if there are none. Rejects at once
 * with JournalHeldError when another process has one of them; with DataFolderError, DatabaseError or JournalDamagedError when
 * one cannot be used.
 */
export async function openPostgresJournal({
  url,
  folder,
  outcomeLagMs = 5,
  acceptsIncomplete = false,
}: PostgresJournalOptions): Promise<PostgresJournal> {
  const owner = await takeOwnership(folder);
  let client: pg.Client | undefined;
  try {
    client = await connect(url, schemas.market);
    await requireDurableServer(client, url);
    await takeFreeLock(client, url);
    await prepareTables(client, url);
    if (!acceptsIncomplete) await requireComplete(client, url);
    const { market, epoch, lastSeq, lastOutcomeSeq } = await takeEpoch(client, url);
    const backend = await backendOf(client);
    const last = await lastOutcomeOf(client, lastOutcomeSeq);
    return new PostgresJournal({ url, owner, client, backend, market, epoch, lastSeq, last, outcomeLagMs });
  } catch (error) {
    await client?.end().catch(() => undefined);
    await owner.release();
    throw databaseError(error, url);
  }
}

/** The server may take a moment to notice that a killed process is gone. Rejects with JournalHeldError. */
async function takeFreeLock(client: pg.Client, url: string): Promise<void> {
  const until = performance.now() + lockWithinMs;
  while (!(await takeLock(client))) {
    if (performance.now() > until) throw await heldError(client, url);
    await pause(50);
  }
}

interface Opened {
  readonly url: string;
  readonly owner: Owner;
  readonly client: pg.Client;
  readonly backend: number;
  readonly market: string;
  readonly epoch: number;
  readonly lastSeq: number;
  readonly last: { readonly seq: number; readonly hash: Uint8Array };
  readonly outcomeLagMs: number;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

export class PostgresJournal implements OwnedJournal {
  readonly epoch: number;
  /** Of this market, permanently. */
  readonly market: string;
  readonly #url: string;
  readonly #owner: Owner;
  readonly #outcomeLagMs: number;
  /** Null while the connection is lost. */
  #client: pg.Client | null = null;
  #backend: number;
  #lastSeq: number;
  #lastWrittenOutcome: number;
  #lastOutcome: { readonly seq: number; readonly hash: Uint8Array };
  #unwritten: ChainedOutcome[] = [];
  #waiting: Waiting[] = [];
  #flushTimer: NodeJS.Timeout | undefined;
  #calls: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;
  #watch: JournalWatch | undefined;

  constructor(opened: Opened) {
    this.epoch = opened.epoch;
    this.market = opened.market;
    this.#url = opened.url;
    this.#owner = opened.owner;
    this.#outcomeLagMs = opened.outcomeLagMs;
    this.#backend = opened.backend;
    this.#lastSeq = opened.lastSeq;
    this.#lastOutcome = opened.last;
    this.#lastWrittenOutcome = opened.last.seq;
    this.#use(opened.client);
  }

  watch(watch: JournalWatch): void {
    this.#watch = watch;
  }

  announceAddress(address: string): Promise<void> {
    return this.#owner.announce(address);
  }

  lastSeq(): Promise<number> {
    return this.#inTurn(async () => this.#lastSeq);
  }

  append({ firstSeq, commands }: { firstSeq: number; commands: readonly Uint8Array[] }): Promise<void> {
    return this.#inTurn(async () => {
      requireNext({ what: 'commands', firstSeq, lastSeq: this.#lastSeq, count: commands.length });
      await this.#write(commands);
    });
  }

  async appendOutcomes({
    firstSeq,
    outcomes,
  }: {
    firstSeq: number;
    outcomes: readonly Uint8Array[];
  }): Promise<void> {
    const written = await this.#inTurn(async () => {
      requireNext({ what: 'outcomes', firstSeq, lastSeq: this.#lastOutcome.seq, count: outcomes.length });
      const seq = firstSeq + outcomes.length - 1;
      requireCommand({ outcomeSeq: seq, lastSeq: this.#lastSeq });
      let { hash } = this.#lastOutcome;
      for (const bytes of outcomes) {
        hash = nextHash(hash, bytes);
        this.#unwritten.push({ bytes, hash });
      }
      this.#lastOutcome = { seq, hash };
      this.#flushTimer ??= setTimeout(() => {
        this.#inTurn(() => this.#flush()).catch(() => undefined);
      }, this.#outcomeLagMs);
      // In an array, because a promise would be awaited, and with it the turn.
      return [new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }))] as const;
    });
    await written[0];
  }

  lastOutcome(): Promise<{ seq: number; hash: Uint8Array }> {
    return this.#inTurn(async () => {
      await this.#flush();
      return this.#lastOutcome;
    });
  }

  async *read(fromSeq: number): AsyncIterable<readonly JournalRow[]> {
    for (let seq = fromSeq; ; ) {
      const rows = await this.#inTurn(async () => {
        requireReadable({ what: 'commands', fromSeq: seq, lastSeq: this.#lastSeq });
        return await this.#reading((client) => readCommands(client, seq, this.#lastSeq));
      });
      if (rows.length === 0) return;
      yield rows;
      seq += rows.length;
    }
  }

  async *readOutcomes(fromSeq: number): AsyncIterable<readonly OutcomeRow[]> {
    for (let seq = fromSeq; ; ) {
      const rows = await this.#inTurn(async () => {
        await this.#flush();
        requireReadable({ what: 'outcomes', fromSeq: seq, lastSeq: this.#lastWrittenOutcome });
        return await this.#reading((client) => readOutcomes(client, seq, this.#lastWrittenOutcome));
      });
      if (rows.length === 0) return;
      yield rows;
      seq += rows.length;
    }
  }

  /** Does not wait for a database that cannot be reached: then the waiting calls reject. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#calls.catch(() => undefined);
      if (this.#failure === undefined && this.#client !== null) await this.#flush();
    } finally {
      this.#fail(new JournalFailedError('the journal takes nothing more: it is closed'));
      const client = this.#client;
      this.#client = null;
      await client?.end().catch(() => undefined);
      await this.#owner.release();
    }
  }

  /** One call after the other, as they were made. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined)
      return Promise.reject(
        this.#failure ?? new JournalFailedError('the journal takes nothing more: it is closed'),
      );
    const turn = this.#calls.then(() => {
      if (this.#failure !== undefined) throw this.#failure;
      return work();
    });
    this.#calls = turn.catch(() => undefined);
    return turn;
  }

  async #flush(): Promise<void> {
    if (this.#unwritten.length > 0) await this.#write([]);
  }

  /** Writes the commands and every waiting outcome in one statement; durable when it resolves. */
  async #write(commands: readonly Uint8Array[]): Promise<void> {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    const outcomes = this.#unwritten;
    const waiting = this.#waiting;
    this.#unwritten = [];
    this.#waiting = [];
    const batch: WrittenBatch = {
      epoch: this.epoch,
      lastSeq: this.#lastSeq,
      lastOutcomeSeq: this.#lastWrittenOutcome,
      commands,
      outcomes,
    };
    try {
      await this.#commit(batch);
    } catch (error) {
      const failure = error instanceof JournalFencedError ? error : failed(databaseError(error, this.#url));
      this.#fail(failure);
      for (const { reject } of waiting) reject(failure);
      throw failure;
    }
    this.#lastSeq += commands.length;
    this.#lastWrittenOutcome += outcomes.length;
    for (const { resolve } of waiting) resolve();
  }

  /** Tries until the batch is certainly committed, once. */
  async #commit(batch: WrittenBatch): Promise<void> {
    for (;;) {
      const client = this.#client ?? (await this.#reconnect());
      try {
        if (await insertBatch(client, batch)) return;
        // A statement of the lost connection may have been committed after all.
        if (await this.#isCommitted(client, batch)) return;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        this.#lost(client, error);
      }
    }
  }

  /** Rejects with JournalFencedError when somebody else has written. */
  async #isCommitted(client: pg.Client, batch: WrittenBatch): Promise<boolean> {
    const found = await readState(client, this.#url);
    this.#requireEpoch(found.epoch);
    const commands = found.lastSeq - batch.lastSeq;
    const outcomes = found.lastOutcomeSeq - batch.lastOutcomeSeq;
    if (commands === batch.commands.length && outcomes === batch.outcomes.length) return true;
    throw new JournalFencedError(
      `${describeDatabase(this.#url)} was changed by another program: its journal ends at command ${found.lastSeq} and outcome ${found.lastOutcomeSeq}, not at ${batch.lastSeq} and ${batch.lastOutcomeSeq}`,
    );
  }

  #requireEpoch(found: number): void {
    if (found === this.epoch) return;
    throw new JournalFencedError(
      `${describeDatabase(this.#url)} was acquired by another process (epoch ${found}, ours is ${this.epoch}): this one must end`,
    );
  }

  async #reading<Rows>(read: (client: pg.Client) => Promise<Rows>): Promise<Rows> {
    for (;;) {
      const client = this.#client ?? (await this.#reconnect());
      try {
        return await read(client);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        this.#lost(client, error);
      }
    }
  }

  /** Tries until the database is back and has the epoch of this owner. Rejects with JournalFencedError, or when it is closed. */
  async #reconnect(): Promise<pg.Client> {
    for (;;) {
      if (this.#closing !== undefined || this.#failure !== undefined)
        throw this.#failure ?? new JournalFailedError('the journal was closed while its database was away');
      let client: pg.Client | undefined;
      try {
        client = await connect(this.#url, schemas.market);
        this.#requireEpoch((await readState(client, this.#url)).epoch);
        await endFormerConnection(client, this.#backend);
        if (await takeLock(client)) {
          this.#backend = await backendOf(client);
          this.#use(client);
          this.#watch?.resumed();
          return client;
        }
        // The former connection has not ended yet.
        await client.end();
      } catch (error) {
        await client?.end().catch(() => undefined);
        if (!isConnectionLost(error)) throw error;
      }
      await pause(retryEveryMs);
    }
  }

  #use(client: pg.Client): void {
    this.#client = client;
    client.on('end', () => this.#lost(client, new Error('the connection was closed')));
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    // Not awaited: a dead connection may never end.
    client.end().catch(() => undefined);
    if (this.#closing !== undefined || this.#failure !== undefined) return;
    this.#watch?.interrupted(error instanceof Error ? error.message : String(error));
    // Also when no call waits for it.
    this.#inTurn(async () => this.#client ?? (await this.#reconnect())).catch((cause: unknown) =>
      this.#fail(cause instanceof Error ? cause : failed(cause)),
    );
  }

  #fail(failure: Error): void {
    const isFirst = this.#failure === undefined;
    this.#failure ??= failure;
    if (isFirst && this.#closing === undefined) this.#watch?.failed(failure);
    clearTimeout(this.#flushTimer);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

function failed(cause: unknown): JournalFailedError {
  if (cause instanceof JournalFailedError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new JournalFailedError(`the journal failed and takes nothing more: ${why}`, { cause });
}
