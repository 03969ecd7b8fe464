// The audit log in the journal's PostgreSQL database. The statement that writes entries also chains them and signs the end of the
// chain. While the database is unreachable, entries are buffered in a file in the data folder, so that neither a stop nor kill -9
// loses them.
import { createPublicKey, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditLine, AuditTable, DataFolderError } from '@openpit/storage';
import * as z from 'zod';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { type ChainEnd, type ChainedLine, chainBeginning, chainedLines, readLine } from './audit-entry.ts';
import {
  auditFolderIn,
  dayFilesIn,
  ensureAuditFolder,
  publicKeyFile,
  readIfThere,
  replaceFile,
  type SignedName,
  signedEnd,
  textOfEnd,
  using,
} from './audit-files.ts';
import { firstKeptDay, lastEntryOf, missingFact, signedByThisServer, utcDayOf } from './audit-folder.ts';
import type { AuditStore, WaitingEntry } from './audit-log.ts';
import { type AuditSource, folderSource } from './verify-audit.ts';

/** The pause before a retry after a failure; until then entries go directly to the file. */
const retryAfterMs = 1_000;
/** The maximum size of the buffer file in bytes. */
const maxWaitingBytes = 256 * 1024 * 1024;
const linesPerWrite = 1_000;

interface DatabaseAuditOptions {
  readonly dataFolder: string;
  readonly url: string;
  /** The epoch of the journal's owner. */
  readonly epoch: number;
  readonly clock: TrustedClock;
  /** Private, as PEM. */
  readonly key: string;
  readonly isExpected: boolean;
  readonly keptDays: number;
  readonly onFailure: (error: unknown) => void;
  /** Called a while after a failure: `write` tries again, even without entries. */
  readonly retry: () => void;
}

export class DatabaseAudit implements AuditStore {
  readonly missing: readonly string[];
  readonly #options: DatabaseAuditOptions;
  readonly #table: AuditTable;
  readonly #waiting: WaitingFile;
  #end: ChainEnd;
  #day = '';
  /** True from a failure until a write succeeds. */
  #isAway = false;
  /**
   * True from a failure until its timer fires: entries go directly to the file. Only the timer ends this state, independent of any clock.
   */
  #isPaused = false;
  #retryTimer: NodeJS.Timeout | null = null;

  private constructor(
    options: DatabaseAuditOptions,
    table: AuditTable,
    { end, missing }: { readonly end: ChainEnd; readonly missing: readonly string[] },
  ) {
    this.missing = missing;
    this.#options = options;
    this.#table = table;
    this.#end = end;
    this.#waiting = new WaitingFile(waitingFileIn(options.dataFolder));
  }

  /** Continues the log of the database, imports the log of the folder, or begins a new one. Rejects with DatabaseError. */
  static async open(options: DatabaseAuditOptions): Promise<DatabaseAudit> {
    const { dataFolder, url, epoch, key, clock, isExpected } = options;
    const table = await AuditTable.open(url, epoch);
    try {
      const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
      const missing = await takeFolder(table, auditFolderIn(dataFolder));
      const state = await table.state();
      const last = readLine((await table.lastLine()) ?? '')?.entry;
      const pruned = state.pruned === null ? null : (JSON.parse(state.pruned) as ChainEnd);
      const { seq, hash } = last ?? pruned ?? chainBeginning;
      if (state.lastHash === '') {
        if (isExpected) missing.push('the log that was here before');
      } else {
        if (hash !== state.lastHash)
          missing.push(seq < state.lastSeq ? `entries ${seq + 1} to ${state.lastSeq}` : 'the end of the log');
        try {
          if (signedEnd(state.head, 'head.json', publicKey) === null) missing.push('the signed end');
        } catch {
          missing.push(signedByThisServer('head.json'));
        }
      }
      await table.setPublicKey(publicKey);
      const log = new DatabaseAudit(options, table, { end: { seq, hash }, missing });
      const at = clock.now();
      const facts = missing.map((item) => ({ at, fact: missingFact(item) }));
      const { lastSeq, lastHash } = state;
      await log.#append(chainedLines(log.#end, facts), { before: { lastSeq, lastHash } });
      // A day recorded by a clock that was ahead would never end.
      const today = utcDayOf(clock.earliest());
      log.#day = last !== undefined && last.at < today ? last.at.slice(0, 10) : today;
      if (log.#waiting.exists) await log.#takeWaiting();
      return log;
    } catch (error) {
      await table.close();
      throw error;
    }
  }

  /** Resolves when the entries are in the database or in the buffer file. */
  async write(entries: readonly WaitingEntry[]): Promise<void> {
    try {
      if (this.#isPaused) return this.#waiting.add(entries);
      if (this.#waiting.exists) await this.#takeWaiting();
    } catch (error) {
      this.#failed(error);
      return this.#waiting.add(entries);
    }
    for (let from = 0; from < entries.length; from += linesPerWrite) {
      const lines = chainedLines(this.#end, entries.slice(from, from + linesPerWrite));
      try {
        await this.#append(lines);
      } catch (error) {
        this.#failed(error);
        const until = lines.at(-1)?.end.hash ?? '';
        return this.#waiting.begin(entries.slice(from), { until, count: lines.length });
      }
    }
  }

  sign(): void {
    // Each write signs.
  }

  async close(): Promise<void> {
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    await this.#table.close();
  }

  #failed(error: unknown): void {
    if (!this.#isAway) this.#options.onFailure(error);
    this.#isAway = true;
    this.#isPaused = true;
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = null;
      this.#isPaused = false;
      this.#options.retry();
    }, retryAfterMs).unref();
  }

  async #append(
    lines: readonly ChainedLine[],
    {
      before = { lastSeq: this.#end.seq, lastHash: this.#end.hash },
      taken = null,
    }: { readonly before?: { lastSeq: number; lastHash: string }; readonly taken?: string | null } = {},
  ): Promise<void> {
    const last = lines.at(-1);
    const end = last?.end ?? this.#end;
    if (last !== undefined && last.day > this.#day && last.day <= utcDayOf(this.#options.clock.earliest()))
      await this.#beginDay(last.day);
    const isWritten = await this.#table.append({
      before,
      lines,
      after: { lastSeq: end.seq, lastHash: end.hash, head: this.#signed('head.json', end) },
      taken,
    });
    if (!isWritten) throw new Error('The audit log in the database has another end or another owner.');
    this.#end = end;
    this.#isAway = false;
  }

  #signed(name: SignedName, end: ChainEnd): string {
    const { key, clock } = this.#options;
    return textOfEnd(name, { seq: end.seq, hash: end.hash, at: new Date(clock.now()).toISOString() }, key);
  }

  async #beginDay(day: string): Promise<void> {
    this.#day = day;
    await this.prune();
  }

  async prune(): Promise<void> {
    const { clock, keptDays } = this.#options;
    if (keptDays === Number.POSITIVE_INFINITY || !clock.isTrusted) return;
    const before = firstKeptDay(clock.earliest(), keptDays);
    const last = readLine((await this.#table.lastLine({ before })) ?? '')?.entry;
    if (last !== undefined) await this.#table.prune({ before, pruned: this.#signed('pruned.json', last) });
  }

  /** Writes the buffered entries to the database. Each is written once, because the database counts its entries. */
  async #takeWaiting(): Promise<void> {
    const { id, until, count, entries } = this.#waiting.read();
    const state = await this.#table.state();
    this.#end = { seq: state.lastSeq, hash: state.lastHash };
    const [takenOf, takenCount] = (state.taken ?? '').split(' ');
    let done = takenOf === id ? Number(takenCount) : until === state.lastHash ? count : 0;
    while (done < entries.length) {
      const some = entries.slice(done, done + linesPerWrite);
      done += some.length;
      await this.#append(chainedLines(this.#end, some), { taken: `${id} ${done}` });
    }
    this.#isAway = false;
    this.#waiting.remove();
  }
}

export const waitingFileIn = (dataFolder: string): string => join(dataFolder, 'audit-waiting.jsonl');

/** The first `count` entries are in the database if its chain ends with the hash `until`. */
const waitingHead = z.object({ id: z.string(), until: z.string(), count: z.int().nonnegative() });
type WaitingHead = Readonly<z.infer<typeof waitingHead>>;

const waitingEntry = z.object({
  at: z.int(),
  fact: z.looseObject({ kind: z.string(), what: z.string(), outcome: z.string() }),
});

/** The buffer file: a head, then one entry per line. */
export class WaitingFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  get exists(): boolean {
    return existsSync(this.#file);
  }

  add(entries: readonly WaitingEntry[]): void {
    if (!this.exists) {
      this.begin(entries, { until: '', count: 0 });
      return;
    }
    const { size } = statSync(this.#file);
    if (size > maxWaitingBytes) return;
    const lines = entries.map((entry) => JSON.stringify(entry));
    const last = entries.at(-1);
    const isFull = size + lines.join('\n').length > maxWaitingBytes;
    // The last entry records this; later entries are lost.
    if (isFull && last !== undefined)
      lines.push(
        JSON.stringify({ at: last.at, fact: { kind: 'audit', what: 'tooManyToWait', outcome: 'dropped' } }),
      );
    appendFileSync(this.#file, lines.map((line) => `${line}\n`).join(''));
  }

  begin(entries: readonly WaitingEntry[], { until, count }: Omit<WaitingHead, 'id'>): void {
    const head: WaitingHead = { id: randomUUID(), until, count };
    replaceFile(this.#file, [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  read(): WaitingHead & { readonly entries: readonly WaitingEntry[] } {
    const path = this.#file;
    const [head = '', ...lines] = using(path, () => readFileSync(path, 'utf8')).split('\n');
    try {
      // Text after the last line break was being written when the process was killed.
      const entries = lines.slice(0, -1).map((line) => waitingEntry.parse(JSON.parse(line)) as WaitingEntry);
      return { ...waitingHead.parse(JSON.parse(head)), entries };
    } catch (error) {
      throw new DataFolderError({
        problem: 'damaged',
        path,
        message: `${path} is damaged, and has entries of the audit log that are stored nowhere else: move it away, keep it, and start again`,
        cause: error,
      });
    }
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

/**
 * Imports the log from the folder, where earlier versions kept it even with PostgreSQL, and sets the folder aside. Returns the
 * missing items.
 */
async function takeFolder(table: AuditTable, folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const last = dayFilesIn(folder).at(-1);
  const end = last === undefined ? null : lastEntryOf(join(folder, last)).end;
  const isNew = (await table.state()).lastHash === '';
  const problems = isNew ? await copyFolder(table, folder) : [];
  if (!isNew && end !== null && !(await table.has(end.hash)))
    problems.push(`the log in ${folder}, which is another one than that of the database`);
  renameSync(folder, `${folder}-taken-over-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`);
  return problems;
}

/** Copies the log of a folder into a database that has none. Returns the missing items. */
export async function copyFolder(table: AuditTable, folder: string): Promise<string[]> {
  const last = dayFilesIn(folder).at(-1);
  const head = readIfThere(join(folder, 'head.json'));
  if (last === undefined && head === null) return [];
  const pruned = readIfThere(join(folder, 'pruned.json'));
  const end = last === undefined ? null : lastEntryOf(join(folder, last)).end;
  const { seq, hash } = end ?? (pruned === null ? chainBeginning : (JSON.parse(pruned) as ChainEnd));
  const { publicKey, lines } = folderSource(folder);
  await table.take(batches({ lines }), { lastSeq: seq, lastHash: hash, head, pruned, publicKey });
  const signed = head === null ? null : (JSON.parse(head) as ChainEnd);
  return signed !== null && signed.seq > seq ? [`entries ${seq + 1} to ${signed.seq}`] : [];
}

async function* batches({ lines }: Pick<AuditSource, 'lines'>): AsyncIterable<readonly AuditLine[]> {
  let batch: AuditLine[] = [];
  for await (const { day, line } of lines()) {
    batch.push({ day, line });
    if (batch.length < linesPerWrite) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Writes a log to a new folder, in the format of a market in files. */
export async function writeFolder(source: AuditSource, folder: string): Promise<void> {
  ensureAuditFolder(folder);
  for (const [name, text] of [
    ['pruned.json', source.pruned],
    ['head.json', source.head],
    [publicKeyFile, source.publicKey],
  ] as const)
    if (text !== null) replaceFile(join(folder, name), text);
  let day = '';
  let lines: string[] = [];
  const flush = () => appendFileSync(join(folder, `${day}.jsonl`), lines.join(''), { mode: 0o600 });
  for await (const line of source.lines()) {
    // The clock may have been set back, so a file contains the entries of its day and all earlier links of the chain up to the
    // next file.
    if (line.day > day || lines.length >= linesPerWrite) {
      if (lines.length > 0) flush();
      lines = [];
      if (line.day > day) day = line.day;
    }
    lines.push(`${line.line}\n`);
  }
  if (lines.length > 0) flush();
}
