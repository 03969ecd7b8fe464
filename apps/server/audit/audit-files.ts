// The files of the audit log, in the folder `audit` of the data folder: one file of entries per day in UTC, the signed end of the chain
// (`head.json`), the signed end of the pruned part (`pruned.json`), and the public key of the signatures.
import { createPublicKey, sign, verify } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dataFolderError } from '@openpit/storage';
import type { ChainEnd } from './audit-entry.ts';

export const auditFolderIn = (dataFolder: string): string => join(dataFolder, 'audit');
export const publicKeyFile = 'public-key.pem';
const dayFile = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/** Creates the folder, accessible to this user only. */
export function ensureAuditFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** The names of the files of entries, the oldest first. */
export function dayFilesIn(folder: string): readonly string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => dayFile.test(name))
        .sort()
    : [];
}

/** Each line of a file, and whether a line break ends it: the server may be writing the last one. */
export async function* linesOf(path: string): AsyncIterable<{ line: string; isComplete: boolean }> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { line, isComplete: true };
  }
  if (rest !== '') yield { line: rest, isComplete: false };
}

export interface SignedEnd extends ChainEnd {
  /** The time of the signature. */
  readonly at: string;
}

/** The signed ends of the chain and of its pruned part. */
export type SignedName = 'head.json' | 'pruned.json';

/** The text of a signed end. `key` is the private key as PEM. */
export function textOfEnd(name: SignedName, end: SignedEnd, key: string): string {
  const signature = sign(null, Buffer.from(signedText(name, end)), key).toString('base64url');
  return JSON.stringify({ ...end, signature });
}

/** Readers see either the previous text or this one. */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.new`;
  using(unfinished, () => writeFileSync(unfinished, text, { mode: 0o600 }));
  using(path, () => renameSync(unfinished, path));
}

export const readIfThere = (path: string): string | null =>
  existsSync(path) ? using(path, () => readFileSync(path, 'utf8')) : null;

/** Names the file in errors of its use: an error of a read names none, and an error of a rename names the other. */
export function using<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw dataFolderError(error, path);
  }
}

/** Parses a signed end; null if there is none. Throws if it was not signed with the private key for this public key. */
export function signedEnd(text: string | null, name: SignedName, key: string): SignedEnd | null {
  if (text === null) return null;
  let isSigned = false;
  let end: SignedEnd | null = null;
  try {
    const { signature, ...rest } = JSON.parse(text) as SignedEnd & { signature: string };
    end = { seq: rest.seq, hash: rest.hash, at: rest.at };
    isSigned = verify(
      null,
      Buffer.from(signedText(name, end)),
      createPublicKey(key),
      Buffer.from(signature, 'base64url'),
    );
  } catch {}
  if (end === null || !isSigned) throw new Error(`${name} does not have the signature of this server.`);
  return end;
}

const signedText = (name: SignedName, { seq, hash, at }: SignedEnd): string =>
  `openpit audit ${name} ${seq} ${hash} ${at}`;
