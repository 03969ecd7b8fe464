// The journal in the data folder: SQLite through libsql, on a worker thread of its own, for one owner at a time.
// This is the handle; the work is done in journal-worker.ts and journal-store.ts.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CommandBatch, Journal, JournalRow, OutcomeBatch, OutcomeRow } from './journal.ts';
import {
  errorOf,
  type JournalCall,
  type JournalCalls,
  type JournalReply,
  type JournalWorkerSettings,
} from './journal-calls.ts';
import { JournalFailedError } from './journal-errors.ts';
import { type Owner, takeOwnership } from './ownership.ts';
import { buffersOf, type PackedRows, pack, unpack } from './packed-rows.ts';

export interface LibsqlJournal extends Journal {
  /** Tells those who come second where this owner listens (`owner.json`). */
  announceAddress(address: string): Promise<void>;
}

export interface LibsqlJournalOptions {
  readonly folder: string;
  readonly address?: string;
  /** How long outcomes wait for the next commands before they are committed alone; 5 ms by default. */
  readonly outcomeLagMs?: number;
}

/**
 * Takes the data folder and opens `journal.db` in it, making both if they are missing. Rejects at once with
 * JournalHeldError when another process has the folder; with DataFolderError or JournalDamagedError when it is not well.
 */
export async function openLibsqlJournal({
  folder,
  address,
  outcomeLagMs = 5,
}: LibsqlJournalOptions): Promise<LibsqlJournal> {
  const owner = await takeOwnership(folder, { address: address ?? null });
  try {
    const worker = startWorker({ file: join(owner.folder, 'journal.db'), outcomeLagMs });
    return new JournalHandle({ owner, worker, epoch: await opened(worker) });
  } catch (error) {
    await owner.release();
    throw error;
  }
}

class JournalHandle implements LibsqlJournal {
  readonly epoch: number;
  readonly #owner: Owner;
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #open = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  #lastId = 0;
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor({ owner, worker, epoch }: { owner: Owner; worker: Worker; epoch: number }) {
    this.epoch = epoch;
    this.#owner = owner;
    this.#worker = worker;
    this.#exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', (reply: JournalReply) => this.#hear(reply));
    worker.on('error', (error) => this.#fail(`its thread failed: ${error.message}`));
    worker.on('exit', () => this.#fail('it is closed'));
  }

  lastSeq(): Promise<number> {
    return this.#ask('lastSeq', null);
  }

  async append({ firstSeq, commands }: CommandBatch): Promise<void> {
    const rows = pack(commands);
    await this.#ask('append', { firstSeq, rows }, rows);
  }

  async *read(fromSeq: number): AsyncGenerator<readonly JournalRow[]> {
    for (let seq = fromSeq; ; ) {
      const { rows } = await this.#ask('read', { fromSeq: seq });
      if (rows.lengths.length === 0) return;
      yield numbered(rows, seq);
      seq += rows.lengths.length;
    }
  }

  async appendOutcomes({ firstSeq, outcomes }: OutcomeBatch): Promise<void> {
    const rows = pack(outcomes);
    await this.#ask('appendOutcomes', { firstSeq, rows }, rows);
  }

  lastOutcome(): Promise<{ seq: number; hash: Uint8Array }> {
    return this.#ask('lastOutcome', null);
  }

  async *readOutcomes(fromSeq: number): AsyncGenerator<readonly OutcomeRow[]> {
    for (let seq = fromSeq; ; ) {
      const { rows, hashes } = await this.#ask('readOutcomes', { fromSeq: seq });
      if (rows.lengths.length === 0) return;
      const hashOf = unpack(hashes);
      yield numbered(rows, seq).map((row, index) => ({ ...row, hash: hashOf[index] ?? new Uint8Array() }));
      seq += rows.lengths.length;
    }
  }

  announceAddress(address: string): Promise<void> {
    return this.#owner.announce(address);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      if (this.#failure === undefined) await this.#ask('close', null);
    } finally {
      await this.#exited;
      await this.#owner.release();
    }
  }

  #ask<C extends JournalCall>(
    call: C,
    question: JournalCalls[C]['question'],
    rows?: PackedRows,
  ): Promise<JournalCalls[C]['answer']> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#lastId += 1;
      this.#open.set(this.#lastId, {
        resolve: (answer) => resolve(answer as JournalCalls[C]['answer']),
        reject,
      });
      this.#worker.postMessage(
        { id: this.#lastId, call, question },
        rows === undefined ? [] : buffersOf(rows),
      );
    });
  }

  #hear(reply: JournalReply): void {
    if (reply.kind === 'opened' || reply.id === null) return;
    const asked = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if (reply.kind === 'answer') asked?.resolve(reply.answer);
    else asked?.reject(errorOf(reply.error));
  }

  #fail(why: string): void {
    this.#failure ??= new JournalFailedError(`the journal takes nothing more: ${why}`);
    for (const { reject } of this.#open.values()) reject(this.#failure);
    this.#open.clear();
  }
}

function numbered(rows: PackedRows, firstSeq: number): JournalRow[] {
  return unpack(rows).map((bytes, index) => ({ seq: firstSeq + index, bytes }));
}

function startWorker(settings: JournalWorkerSettings): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(`./journal-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
  const start = isSource ? new URL('./source-worker.mjs', import.meta.url) : entry;
  return new Worker(start, { name: 'journal', execArgv: [], workerData: { settings, entry: entry.href } });
}

/** The epoch, once the worker has the file open; rejects with what it could not open it for. */
async function opened(worker: Worker): Promise<number> {
  const [reply]: [JournalReply] = await Promise.race([
    once(worker, 'message') as Promise<[JournalReply]>,
    once(worker, 'exit').then((): never => {
      throw new JournalFailedError('the thread of the journal ended before it had opened the file');
    }),
  ]);
  if (reply.kind === 'opened') return reply.epoch;
  await once(worker, 'exit');
  throw reply.kind === 'error'
    ? errorOf(reply.error)
    : new JournalFailedError('the thread of the journal did not open the file');
}
