// Writes the audit log. Entries are chained and written a moment after they are added, and are on the disk a second later, when the
// end of the chain is signed. A signed end exists before the first entry: a log without one has lost it. Failures that repeat are counted: a flood of them makes a few entries.
import { createPublicKey } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@openpit/venue';
import { type AuditFact, type ChainEnd, chainBeginning, lineOf, readLine } from './audit-entry.ts';
import {
  dayFilesIn,
  ensureAuditFolder,
  publicKeyFile,
  readSignedEnd,
  replaceFile,
  writeSignedEnd,
} from './audit-files.ts';
import { RepeatedFailures } from './repeated-failures.ts';

const writeAfterMs = 50;
const signAfterMs = 1_000;
/** Longer than any entry. */
const tailBytes = 256 * 1024;
const dayMs = 24 * 60 * 60_000;

export interface AuditLogOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Private, as PEM. */
  readonly key: string;
  /** Whether a log must exist: its loss is recorded. */
  readonly isExpected: boolean;
  /** Entries older than this many days are pruned. */
  readonly keptDays: number;
  /** Called when the log cannot be written; the market goes on. */
  readonly onFailure: (error: unknown) => void;
}

export class AuditLog {
  readonly #options: AuditLogOptions;
  #end: ChainEnd = chainBeginning;
  #day = '';
  #file: number | null = null;
  #waiting: { readonly at: number; readonly fact: AuditFact }[] = [];
  readonly #failures = new RepeatedFailures();
  #writeTimer: NodeJS.Timeout | null = null;
  #signTimer: NodeJS.Timeout | null = null;

  /** Continues the log of the folder, or begins one. */
  constructor(options: AuditLogOptions) {
    this.#options = options;
    const { folder, key, isExpected } = options;
    ensureAuditFolder(folder);
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    replaceFile(join(folder, publicKeyFile), publicKey);
    const problems = this.#resume(publicKey, isExpected);
    for (const missing of problems)
      this.add({ kind: 'audit', what: 'resume', outcome: 'incomplete', missing });
    // On the disk before the end beyond which nothing was found is signed.
    if (problems.length > 0) this.#write();
    this.#flush();
    this.#sign();
    this.#prune();
  }

  /** Does not throw. Failures of sign-ins and denied calls that repeat are counted. */
  add(fact: AuditFact): void {
    const at = this.#options.clock.now();
    const isFailure = fact.outcome !== 'ok' && (fact.kind === 'signIn' || fact.kind === 'denied');
    this.#wait(at, isFailure ? this.#failures.add(fact, at) : [fact]);
    if (isFailure) this.#signTimer ??= later(signAfterMs, () => this.#everySecond());
  }

  #wait(at: number, facts: readonly AuditFact[]): void {
    if (facts.length === 0) return;
    for (const fact of facts) this.#waiting.push({ at, fact });
    this.#writeTimer ??= later(writeAfterMs, () => this.#attempt(() => this.#write()));
  }

  /** Writes and signs what was added, counts included. */
  close(): void {
    this.#attempt(() => {
      this.#wait(this.#options.clock.now(), this.#failures.over(Number.POSITIVE_INFINITY));
      this.#write();
      this.#flush();
      this.#sign();
    });
    for (const timer of [this.#writeTimer, this.#signTimer]) if (timer !== null) clearTimeout(timer);
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(): void {
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer);
    this.#writeTimer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    let lines = '';
    let timeAt = Number.NaN;
    let time = '';
    for (const { at, fact } of waiting) {
      // Many have the same millisecond in a busy market.
      if (at !== timeAt) time = new Date(at).toISOString();
      timeAt = at;
      if (time.slice(0, 10) > this.#day) {
        this.#append(lines);
        lines = '';
        this.#beginDay(time.slice(0, 10));
      }
      const { line, end } = lineOf(this.#end, time, fact);
      lines += `${line}\n`;
      this.#end = end;
    }
    this.#append(lines);
    if (waiting.length > 0) this.#signTimer ??= later(signAfterMs, () => this.#everySecond());
  }

  #append(lines: string): void {
    if (lines === '') return;
    this.#file ??= openSync(join(this.#options.folder, `${this.#day}.jsonl`), 'a', 0o600);
    const bytes = Buffer.from(lines);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }

  #beginDay(day: string): void {
    this.#flush();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#day = day;
    // What is pruned must not end after the signed end.
    this.#sign();
    this.#prune();
  }

  #flush(): void {
    if (this.#file !== null) fdatasyncSync(this.#file);
  }

  #everySecond(): void {
    this.#signTimer = null;
    this.#attempt(() => {
      const now = this.#options.clock.now();
      this.#wait(now, this.#failures.over(now));
      this.#write();
      if (this.#failures.size > 0) this.#signTimer ??= later(signAfterMs, () => this.#everySecond());
      if (this.#file === null) return;
      const end = this.#end;
      fdatasync(this.#file, (error) => {
        if (error !== null) this.#options.onFailure(error);
        else this.#attempt(() => this.#sign(end));
      });
    });
  }

  #sign(end = this.#end): void {
    const { folder, key, clock } = this.#options;
    writeSignedEnd(folder, 'head.json', { ...end, at: new Date(clock.now()).toISOString() }, key);
  }

  /** Finds the end of the chain. Returns what is missing. */
  #resume(publicKey: string, isExpected: boolean): readonly string[] {
    const { folder } = this.#options;
    const problems: string[] = [];
    const signed = (name: 'head.json' | 'pruned.json') => {
      try {
        return readSignedEnd(folder, name, publicKey);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
        return null;
      }
    };
    const [head, pruned] = [signed('head.json'), signed('pruned.json')];
    const files = dayFilesIn(folder);
    const last = files.at(-1);
    this.#end = pruned ?? chainBeginning;
    if (last !== undefined) {
      const found = lastEntryOf(join(folder, last));
      this.#day = last.slice(0, 10);
      // As after a power failure; the signed end knows whether more is missing.
      if (found.cutBytes > 0) this.add({ kind: 'audit', what: 'interruptedEntry', outcome: 'ok' });
      if (found.end === null) problems.push(`the end of ${last}`);
      else this.#end = found.end;
    } else if (isExpected && pruned === null && head === null) problems.push('the log that was here before');
    if (last !== undefined) this.#file = openSync(join(folder, last), 'a', 0o600);
    if (head !== null && head.seq > this.#end.seq)
      problems.push(`entries ${this.#end.seq + 1} to ${head.seq}`);
    if (head === null && last !== undefined && problems.length === 0) problems.push('the signed end');
    return problems;
  }

  /** Signs the end of what is older than it must be, and deletes it. */
  #prune(): void {
    const { folder, clock, keptDays, key } = this.#options;
    if (keptDays === Number.POSITIVE_INFINITY) return;
    const first = new Date(clock.now() - keptDays * dayMs).toISOString().slice(0, 10);
    const old = dayFilesIn(folder).filter((name) => name.slice(0, 10) < first);
    const newest = old.at(-1);
    if (newest === undefined) return;
    const { end } = lastEntryOf(join(folder, newest));
    if (end === null) return;
    writeSignedEnd(folder, 'pruned.json', { ...end, at: new Date(clock.now()).toISOString() }, key);
    for (const name of old) rmSync(join(folder, name));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}

function later(afterMs: number, work: () => void): NodeJS.Timeout {
  const timer = setTimeout(work, afterMs);
  timer.unref();
  return timer;
}

/** The last complete entry of a file, and how many bytes after it were cut off; the end is null when no line is complete. */
function lastEntryOf(path: string): { readonly end: ChainEnd | null; readonly cutBytes: number } {
  const bytes = tailOf(path);
  const length = bytes.lastIndexOf('\n') + 1;
  if (length < bytes.length) truncateSync(path, statSync(path).size - (bytes.length - length));
  const start = bytes.lastIndexOf('\n', length - 2) + 1;
  const found = readLine(bytes.subarray(start, Math.max(0, length - 1)).toString());
  const end = found === null ? null : { seq: found.entry.seq, hash: found.entry.hash };
  return { end, cutBytes: bytes.length - length };
}

function tailOf(path: string): Buffer {
  const { size } = statSync(path);
  const bytes = Buffer.alloc(Math.min(size, tailBytes));
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(file);
  }
  return bytes;
}
