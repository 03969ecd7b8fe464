// The journal in PostgreSQL, for one owner at a time. A batch is one statement, which is durable once it is answered. If the
// connection is lost, calls wait until the database is back. The state row then shows whether the last batch was committed, so
// that it is written exactly once.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { acceptableLossError, messageOf } from '../data-folder.ts';
import { commandChecksum } from '../journal/command-checksum.ts';
import type {
  BaseState,
  DamagedBaseState,
  JournalRow,
  JournalWatch,
  OutcomeRow,
  OwnedJournal,
} from '../journal/journal.ts';
import {
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  journalFailed,
  requireEpoch,
} from '../journal/journal-errors.ts';
import { requireCommand, requireKept, requireNext, requireReadable } from '../journal/journal-order.ts';
import { nextHash } from '../journal/outcome-chain.ts';
import { type Owner, takeOwnership } from '../journal/ownership.ts';
import { lastSeqOf, packRows, rowsPerPack } from '../journal/packs.ts';
import { openTailFile, readTail, readTailMark, type TailFile } from '../tail-file.ts';
import { describeDatabase } from './addresses.ts';
import { readBaseState, writeBaseState } from './base-states.ts';
import {
  backendOf,
  checkEveryMs,
  checkWithinMs,
  connect,
  discard,
  endFormerConnection,
  requireDurableServer,
  schemas,
} from './connection.ts';
import { checksumOf, lastOutcomeOf, readCommands, readOutcomes } from './journal-reads.ts';
import {
  confirmWrites,
  heldError,
  packedFormat,
  prepareTables,
  readState,
  requireComplete,
  takeEpoch,
  takeLock,
} from './journal-schema.ts';
import { type ChainedOutcome, insertBatch, type WrittenBatch } from './journal-writes.ts';
import { writePack } from './packs.ts';
import { databaseError, fateOf } from './postgres-errors.ts';

interface PostgresJournalOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The data folder, which also has a single owner. */
  readonly folder: string;
  /** How long outcomes wait for the next commands before they are committed alone; 5 ms by default. */
  readonly outcomeLagMs?: number;
  /** Opens it even after an interrupted move; false by default. */
  readonly acceptsIncomplete?: boolean;
  /** Opens it even if acknowledged commands are missing; false by default. */
  readonly acceptsMissing?: boolean;
  /** Called with the identity of the market before anything is changed; throws for the wrong market. */
  readonly checkMarket?: (market: string) => void;
}

/** A file in the data folder: the number and the checksum of the last command that this machine has acknowledged. */
export const databaseTail = 'database.tail';

const lockWithinMs = 1_000;
/** The retry interval for lost connections, and for statements that the server has not executed. */
const retryEveryMs = 250;
/** The number of failed attempts after which users are no longer kept waiting. */
const triesBeforeNotice = 4;
/** The journal gives up after this number of inconclusive answers. */
const maxUnknown = 20;

/**
 * Takes folder and database for this process and opens the journal, creating its tables if there are none. Rejects immediately
 * with JournalHeldError when another process has one of them; with DataFolderError, DatabaseError or JournalDamagedError when
 * one cannot be used.
 */
export async function openPostgresJournal({
  url,
  folder,
  outcomeLagMs = 5,
  acceptsIncomplete = false,
  acceptsMissing = false,
  checkMarket = () => undefined,
}: PostgresJournalOptions): Promise<PostgresJournal> {
  const owner = await takeOwnership(folder);
  let client: pg.Client | undefined;
  try {
    client = await connect(url, { schema: schemas.market });
    await requireDurableServer(client, url);
    await takeFreeLock(client, url);
    await prepareTables(client, url);
    if (!acceptsIncomplete) await requireComplete(client, url);
    const before = await readState(client, url);
    checkMarket(before.market);
    const tailFile = join(owner.folder, databaseTail);
    if (!acceptsMissing)
      await requireAcknowledgedRows(client, { file: tailFile, lastSeq: before.lastSeq, url });
    const { market, epoch, lastSeq, lastOutcomeSeq, packedThrough } = await takeEpoch(client, url);
    const backend = await backendOf(client);
    const last = await lastOutcomeOf(client, lastOutcomeSeq);
    const tail = openTailFile(tailFile, lastSeq, (await checksumOf(client, lastSeq)) ?? 0);
    const ends = { epoch, lastSeq, last, packedThrough };
    const opened = { url, owner, client, backend, market, ...ends, outcomeLagMs, tail };
    return new PostgresJournal(opened);
  } catch (error) {
    await client?.end().catch(() => undefined);
    await owner.release();
    throw databaseError(error, url);
  }
}

/** A folder of an earlier version, or of another machine, has no tail, so there is nothing to compare. Throws JournalDamagedError. */
async function requireAcknowledgedRows(
  client: pg.Client,
  { file, lastSeq, url }: { readonly file: string; readonly lastSeq: number; readonly url: string },
): Promise<void> {
  const acknowledged = readTail(file);
  if (acknowledged === 'missing') return;
  if (typeof acknowledged === 'number' && acknowledged <= lastSeq) {
    const checksum = readTailMark(file);
    const stored = await checksumOf(client, acknowledged);
    // A row that is missing is damage, which takeEpoch reports.
    if (checksum === null || stored === null || checksum === stored) return;
    throw journalLoss(
      `${describeDatabase(url)} has lost commands: command ${acknowledged} is not the one that this machine has acknowledged, as after the promotion of a standby that was not synchronous, on which another server went on`,
      acknowledged,
    );
  }
  throw acknowledged === 'unreadable'
    ? journalLoss(
        `${file} is unreadable, so nothing says whether ${describeDatabase(url)}, which ends at command ${lastSeq}, is complete`,
      )
    : lostCommands({ acknowledged, lastSeq, url });
}

/** `firstLost`: the first command that is missing, if it is known. */
const journalLoss = (loss: string, firstLost?: number): Error =>
  acceptableLossError(
    {
      loss,
      remedy: 'start on the server that has them or restore the database from a backup',
      to: 'go on without them',
    },
    (message) => new JournalDamagedError(message, firstLost),
  );

const lostCommands = ({
  acknowledged,
  lastSeq,
  url,
}: {
  acknowledged: number;
  lastSeq: number;
  url: string;
}) =>
  journalLoss(
    `${describeDatabase(url)} has lost commands: this machine has acknowledged commands up to ${acknowledged}, and the database ends at ${lastSeq}, as after the promotion of a standby that was not synchronous`,
    lastSeq + 1,
  );

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
  readonly packedThrough: number;
  readonly last: { readonly seq: number; readonly hash: Uint8Array };
  readonly outcomeLagMs: number;
  readonly tail: TailFile;
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

export class PostgresJournal implements OwnedJournal {
  readonly epoch: number;
  /** The permanent id of this market. */
  readonly market: string;
  readonly #url: string;
  readonly #owner: Owner;
  readonly #outcomeLagMs: number;
  readonly #tail: TailFile;
  /** `null` while the connection is lost. */
  #client: pg.Client | null = null;
  #backend: number;
  #lastSeq: number;
  #lastWrittenOutcome: number;
  /** The number of the last packed command. */
  #packedThrough: number;
  #lastOutcome: { readonly seq: number; readonly hash: Uint8Array };
  #unwritten: ChainedOutcome[] = [];
  #waiting: Waiting[] = [];
  #flushTimer: NodeJS.Timeout | undefined;
  #calls: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;
  #watch: JournalWatch | undefined;
  #isUnconfirmed = false;
  /** The number of calls that wait or run. */
  #pending = 0;
  readonly #check: NodeJS.Timeout;

  constructor(opened: Opened) {
    this.epoch = opened.epoch;
    this.market = opened.market;
    this.#url = opened.url;
    this.#owner = opened.owner;
    this.#outcomeLagMs = opened.outcomeLagMs;
    this.#tail = opened.tail;
    this.#backend = opened.backend;
    this.#lastSeq = opened.lastSeq;
    this.#lastOutcome = opened.last;
    this.#lastWrittenOutcome = opened.last.seq;
    this.#packedThrough = opened.packedThrough;
    this.#use(opened.client);
    this.#check = setInterval(() => {
      this.#tail.flushSoon();
      this.#tryIdle();
    }, checkEveryMs);
    this.#check.unref();
  }

  /** A dead connection is found before a command runs into it. */
  #tryIdle(): void {
    if (this.#pending > 0 || this.#client === null) return;
    const question = { text: 'select 1', query_timeout: checkWithinMs };
    this.#inTurn(() => this.#trying((client) => client.query(question))).catch(() => undefined);
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
      requireNext({ kind: 'commands', firstSeq, lastSeq: this.#lastSeq, count: commands.length });
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
      requireNext({ kind: 'outcomes', firstSeq, lastSeq: this.#lastOutcome.seq, count: outcomes.length });
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
      // The promise is in an array, because otherwise it would be awaited, and with it the turn.
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
        requireReadable({ kind: 'commands', fromSeq: seq, lastSeq: this.#lastSeq });
        return await this.#trying((client) => readCommands(client, seq, this.#lastSeq));
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
        requireReadable({ kind: 'outcomes', fromSeq: seq, lastSeq: this.#lastWrittenOutcome });
        return await this.#trying((client) => readOutcomes(client, seq, this.#lastWrittenOutcome));
      });
      if (rows.length === 0) return;
      yield rows;
      seq += rows.length;
    }
  }

  async pack(upTo: number): Promise<boolean> {
    const rows = await this.#inTurn(async () => {
      const [first, last] = [this.#packedThrough + 1, this.#packedThrough + rowsPerPack];
      if (last > upTo || last >= this.#lastWrittenOutcome) return null;
      return await this.#trying(async (client) => ({
        commands: await readCommands(client, first, last),
        outcomes: await readOutcomes(client, first, last),
      }));
    });
    if (rows === null) return false;
    // Other calls have their turn while the rows are compressed.
    const pack = await packRows(rows);
    await this.#inTurn(() =>
      this.#fenced((client, end) => writePack(client, pack, { ...end, format: packedFormat })),
    );
    this.#packedThrough = lastSeqOf(pack.number);
    return true;
  }

  putBaseState(state: BaseState): Promise<void> {
    return this.#inTurn(async () => {
      requireKept({ baseSeq: state.seq, lastSeq: this.#lastSeq });
      await this.#fenced((client, end) => writeBaseState(client, state, end));
    });
  }

  /** Tries a write until it is certainly done. It returns false if the journal is not as this owner left it. A failure is final. */
  async #fenced(
    write: (client: pg.Client, end: { readonly epoch: number; readonly lastSeq: number }) => Promise<boolean>,
  ): Promise<void> {
    try {
      await this.#trying(async (client) => {
        if (await write(client, { epoch: this.epoch, lastSeq: this.#lastSeq })) return;
        this.#requireEpoch((await readState(client, this.#url)).epoch);
        throw new JournalFencedError(`${describeDatabase(this.#url)} was changed by another program`);
      });
    } catch (error) {
      const failure =
        error instanceof JournalFencedError ? error : journalFailed(databaseError(error, this.#url));
      this.#fail(failure);
      throw failure;
    }
  }

  baseState(upTo: number): Promise<BaseState | DamagedBaseState | undefined> {
    return this.#inTurn(() => this.#trying((client) => readBaseState(client, upTo)));
  }

  /** Does not wait for a database that cannot be reached: then the waiting calls reject. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#check);
    try {
      await this.#calls.catch(() => undefined);
      if (this.#failure === undefined && this.#client !== null) await this.#flush();
    } finally {
      this.#fail(new JournalFailedError('the journal accepts no more writes: it is closed'));
      const client = this.#client;
      this.#client = null;
      await client?.end().catch(() => undefined);
      this.#tail.close();
      await this.#owner.release();
    }
  }

  /** One call after another, in the order they were made. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined)
      return Promise.reject(
        this.#failure ?? new JournalFailedError('the journal accepts no more writes: it is closed'),
      );
    this.#pending += 1;
    const turn = this.#calls.then(() => {
      if (this.#failure !== undefined) throw this.#failure;
      return work();
    });
    this.#calls = turn
      .catch(() => undefined)
      .then(() => {
        this.#pending -= 1;
      });
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
      const failure =
        error instanceof JournalFencedError ? error : journalFailed(databaseError(error, this.#url));
      this.#fail(failure);
      for (const { reject } of waiting) reject(failure);
      throw failure;
    }
    this.#lastSeq += commands.length;
    const last = commands.at(-1);
    if (last !== undefined) this.#tail.write(this.#lastSeq, commandChecksum(this.#lastSeq, last));
    this.#lastWrittenOutcome += outcomes.length;
    for (const { resolve } of waiting) resolve();
  }

  /** Tries until the batch is certainly committed, once. */
  #commit(batch: WrittenBatch): Promise<void> {
    return this.#trying(async (client) => {
      if (await insertBatch(client, batch)) {
        if (!this.#isUnconfirmed) return;
        throw Object.assign(new Error('the wait for the standby was cancelled'), {
          code: '40003',
          severity: 'ERROR',
        });
      }
      // A statement of the lost connection may have been committed after all.
      if (!(await this.#isCommitted(client, batch))) throw new Error('A batch is neither there nor written.');
    });
  }

  /**
   * Tries until it is done: again over a new connection when the current one was lost or left the result open, and again over the
   * same one when the server has certainly done nothing. Rejects when no try can succeed, and when the journal is closed.
   */
  async #trying<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    let unknown = 0;
    let notDone = 0;
    for (;;) {
      const client = this.#client ?? (await this.#reconnect());
      try {
        const result = await work(client);
        if (notDone >= triesBeforeNotice) this.#watch?.resumed();
        return result;
      } catch (error) {
        const fate = fateOf(error);
        if (fate === 'unknown') unknown += 1;
        if (fate === undefined || fate === 'unusable' || unknown > maxUnknown) throw error;
        if (fate !== 'notDone') {
          this.#lost(client, error);
          continue;
        }
        notDone += 1;
        if (notDone === triesBeforeNotice)
          this.#watch?.interrupted(messageOf(databaseError(error, this.#url)));
        this.#requireOpen();
        await pause(retryEveryMs);
      }
    }
  }

  #requireOpen(): void {
    if (this.#closing !== undefined || this.#failure !== undefined)
      throw this.#failure ?? new JournalFailedError('the journal was closed while its database was away');
  }

  /** Rejects with JournalFencedError when another owner has written. */
  async #isCommitted(client: pg.Client, batch: WrittenBatch): Promise<boolean> {
    const state = await readState(client, this.#url);
    this.#requireEpoch(state.epoch);
    const commands = state.lastSeq - batch.lastSeq;
    const outcomes = state.lastOutcomeSeq - batch.lastOutcomeSeq;
    if (commands === batch.commands.length && outcomes === batch.outcomes.length) return true;
    throw new JournalFencedError(
      `${describeDatabase(this.#url)} was changed by another program: its journal ends at command ${state.lastSeq} and outcome ${state.lastOutcomeSeq}, not at ${batch.lastSeq} and ${batch.lastOutcomeSeq}`,
    );
  }

  #requireEpoch(epoch: number): void {
    requireEpoch(epoch, { journal: describeDatabase(this.#url), epoch: this.epoch });
  }

  /**
   * Retries until a server accepts writes again and has the epoch and every acknowledged command of this owner. Rejects with
   * JournalFencedError or JournalDamagedError if it has not, or if the journal is closed.
   */
  async #reconnect(): Promise<pg.Client> {
    for (;;) {
      this.#requireOpen();
      let client: pg.Client | undefined;
      try {
        client = await connect(this.#url, { schema: schemas.market });
        const state = await readState(client, this.#url);
        this.#requireEpoch(state.epoch);
        if (state.lastSeq < this.#lastSeq)
          throw lostCommands({ acknowledged: this.#lastSeq, lastSeq: state.lastSeq, url: this.#url });
        await endFormerConnection(client, this.#backend);
        if (await takeLock(client)) {
          // This connection is the old one if its standby does not answer in time.
          this.#backend = await backendOf(client);
          await confirmWrites(client, this.epoch);
          this.#use(client);
          this.#watch?.resumed();
          return client;
        }
        // The old connection has not ended yet.
        discard(client);
      } catch (error) {
        if (client !== undefined) discard(client);
        const fate = fateOf(error);
        if (fate === undefined || fate === 'unusable') throw error;
      }
      await pause(retryEveryMs);
    }
  }

  #use(client: pg.Client): void {
    this.#client = client;
    this.#isUnconfirmed = false;
    // The wait for a synchronous standby was cancelled: the commit is only on the primary.
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true;
    });
    client.on('end', () => this.#lost(client, new Error('the connection was closed')));
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    discard(client);
    if (this.#closing !== undefined || this.#failure !== undefined) return;
    this.#watch?.interrupted(messageOf(error));
    // The connection is also tried again when no call waits for it.
    this.#inTurn(async () => this.#client ?? (await this.#reconnect())).catch((cause: unknown) =>
      this.#fail(cause instanceof Error ? cause : journalFailed(cause)),
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
