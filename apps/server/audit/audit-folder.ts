// The audit log in files of the data folder. Entries are chained when they are written, and a second later, once they are on
// disk, the end of the chain is signed. A signed end exists before the first entry, so a log without one has lost it.

import { createPublicKey } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dayMs } from '@openpit/wire';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { type AuditFact, type ChainEnd, chainBeginning, chainedLines, readLine } from './audit-entry.ts';
import {
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
import type { AuditStore, WaitingEntry } from './audit-log.ts';

/** Longer than any entry. */
const maxEntryBytes = 256 * 1024;

/** `2026-11-25`, in UTC. */
export const utcDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const firstKeptDay = (now: number, keptDays: number): string => utcDayOf(now - keptDays * dayMs);

/** What is missing if a signed end cannot be read or has another signature. */
export const signedByThisServer = (name: SignedName): string => `a ${name} signed by this server`;

/** The entry about a log with missing entries. */
export const missingFact = (missing: string): AuditFact => ({
  kind: 'audit',
  what: 'resume',
  outcome: 'incomplete',
  missing,
});

interface FolderAuditOptions {
  readonly folder: string;
  readonly clock: TrustedClock;
  /** Private, as PEM. */
  readonly key: string;
  /** Whether a log must exist, so that its loss is recorded. */
  readonly isExpected: boolean;
  /** Entries older than this many days are pruned. */
  readonly keptDays: number;
}

export class FolderAudit implements AuditStore {
  readonly #options: FolderAuditOptions;
  readonly missing: readonly string[];
  #end: ChainEnd = chainBeginning;
  #day = '';
  #file: number | null = null;

  /** Continues the log of the folder, or begins one. */
  constructor(options: FolderAuditOptions) {
    this.#options = options;
    const { folder, key, isExpected, clock } = options;
    ensureAuditFolder(folder);
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    replaceFile(join(folder, publicKeyFile), publicKey);
    const { facts, missing } = this.#resume(publicKey, isExpected);
    this.missing = missing;
    const at = clock.now();
    this.write([...facts, ...missing.map(missingFact)].map((fact) => ({ at, fact })));
    // The findings must be on disk before the current end of the chain is signed.
    this.#flush();
    this.#sign();
  }

  /** Writes all or none of the entries; throws if they could not be written. */
  write(entries: readonly WaitingEntry[]): void {
    let text = '';
    let end = this.#end;
    for (const chainedLine of chainedLines(this.#end, entries)) {
      // If the clock was ahead, entries stay in the current file, so that later entries do not end up in a file of another year.
      if (
        chainedLine.day > this.#day &&
        (this.#day === '' || chainedLine.day <= utcDayOf(this.#options.clock.earliest()))
      ) {
        this.#append(text, end);
        text = '';
        this.#beginDay(chainedLine.day);
      }
      text += `${chainedLine.line}\n`;
      end = chainedLine.end;
    }
    this.#append(text, end);
  }

  async sign(): Promise<void> {
    if (this.#file === null) return;
    const end = this.#end;
    const file = this.#file;
    await promisify(fdatasync)(file);
    // A new day may have begun in between and signed a later end.
    if (this.#file === file) this.#sign(end);
  }

  close(): void {
    this.#flush();
    this.#sign();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #append(lines: string, end: ChainEnd): void {
    if (lines === '') return;
    const path = join(this.#options.folder, `${this.#day}.jsonl`);
    this.#file ??= openSync(path, 'a', 0o600);
    const { size } = fstatSync(this.#file);
    const bytes = Buffer.from(lines);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      // If only some were written, the next entry would not continue the chain.
      truncateSync(path, size);
      throw error;
    }
    this.#end = end;
  }

  #beginDay(day: string): void {
    this.#flush();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#day = day;
    // The pruned part must not end after the signed end.
    this.#sign();
    this.prune();
  }

  #flush(): void {
    if (this.#file !== null) fdatasyncSync(this.#file);
  }

  #sign(end = this.#end): void {
    this.#writeEnd('head.json', end);
  }

  #writeEnd(name: SignedName, end: ChainEnd): void {
    const { folder, key, clock } = this.#options;
    replaceFile(
      join(folder, name),
      textOfEnd(name, { ...end, at: new Date(clock.now()).toISOString() }, key),
    );
  }

  /** Finds the end of the chain. Returns the findings to record: an interrupted entry, and what is missing. */
  #resume(publicKey: string, isExpected: boolean) {
    const { folder } = this.#options;
    const missing: string[] = [];
    const facts: AuditFact[] = [];
    const signed = (name: SignedName) => {
      // A file that cannot be read is not missing: the start is rejected, and the log stays as it is.
      const text = readIfThere(join(folder, name));
      try {
        return signedEnd(text, name, publicKey);
      } catch {
        missing.push(signedByThisServer(name));
        return 'unreadable' as const;
      }
    };
    const [head, pruned] = [signed('head.json'), signed('pruned.json')];
    const files = dayFilesIn(folder);
    const [first, last] = [files[0], files.at(-1)];
    const beginning = pruned === null || pruned === 'unreadable' ? chainBeginning : pruned;
    this.#end = beginning;
    if (first !== undefined && last !== undefined) {
      const begins = firstEntryOf(join(folder, first))?.seq ?? 0;
      if (begins > beginning.seq + 1 && pruned !== 'unreadable')
        missing.push(
          `${pruned === null ? 'pruned.json, or ' : ''}entries ${beginning.seq + 1} to ${begins - 1}`,
        );
      const lastEntry = lastEntryOf(join(folder, last));
      this.#day = last.slice(0, 10);
      // A power failure can leave this state. The signed end shows whether more is missing.
      if (lastEntry.cutBytes > 0) facts.push({ kind: 'audit', what: 'interruptedEntry', outcome: 'ok' });
      if (lastEntry.end === null) missing.push(`the end of ${last}`);
      else this.#end = lastEntry.end;
      this.#file = openSync(join(folder, last), 'a', 0o600);
      if (head === null) missing.push('head.json, the signed end');
    } else if (isExpected && pruned === null && head === null) missing.push('the log that was here before');
    if (head !== null && head !== 'unreadable' && head.seq > this.#end.seq)
      missing.push(`entries ${this.#end.seq + 1} to ${head.seq}`);
    return { facts, missing };
  }

  prune(): void {
    const { folder, clock, keptDays } = this.#options;
    if (keptDays === Number.POSITIVE_INFINITY || !clock.isTrusted) return;
    const first = firstKeptDay(clock.earliest(), keptDays);
    const old = dayFilesIn(folder).filter((name) => name.slice(0, 10) < first);
    const newest = old.at(-1);
    if (newest === undefined) return;
    const { end } = lastEntryOf(join(folder, newest));
    if (end === null) return;
    this.#writeEnd('pruned.json', end);
    for (const name of old) rmSync(join(folder, name));
  }
}

/** The last complete entry of a file, and how many bytes after it were cut off; the end is null if no line is complete. */
export function lastEntryOf(path: string): { readonly end: ChainEnd | null; readonly cutBytes: number } {
  const bytes = using(path, () => tailOf(path));
  const length = bytes.lastIndexOf('\n') + 1;
  if (length < bytes.length) truncateSync(path, statSync(path).size - (bytes.length - length));
  const start = bytes.lastIndexOf('\n', length - 2) + 1;
  const lastLine = readLine(bytes.subarray(start, Math.max(0, length - 1)).toString());
  const end = lastLine === null ? null : { seq: lastLine.entry.seq, hash: lastLine.entry.hash };
  return { end, cutBytes: bytes.length - length };
}

/** The first entry of a file; null if its first line is not an entry. */
function firstEntryOf(path: string): ChainEnd | null {
  const [line = ''] = using(path, () => partOf(path, 0))
    .toString()
    .split('\n', 1);
  return readLine(line)?.entry ?? null;
}

const tailOf = (path: string): Buffer => partOf(path, Math.max(0, statSync(path).size - maxEntryBytes));

/** At most `maxEntryBytes`. */
function partOf(path: string, from: number): Buffer {
  const bytes = Buffer.alloc(Math.min(statSync(path).size - from, maxEntryBytes));
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, from);
  } finally {
    closeSync(file);
  }
  return bytes;
}
