// Reads an entire audit log and checks its chain, its signatures and its end, from a folder or a database, even while a server uses it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { messageOf, openAuditReader } from '@openpit/storage';
import { type AuditEntry, type ChainEnd, chainBeginning, hashOfEntry, readLine } from './audit-entry.ts';
import {
  dayFilesIn,
  linesOf,
  publicKeyFile,
  readIfThere,
  type SignedEnd,
  type SignedName,
  signedEnd,
} from './audit-files.ts';

export interface VerifiedAudit {
  readonly entries: number;
  readonly last: ChainEnd;
  /** The end of the pruned part; null if nothing was pruned. */
  readonly pruned: SignedEnd | null;
  /** SHA-256 of the public key. With another key, all signatures could be forged. */
  readonly fingerprint: string;
}

/** The log differs from what the server wrote; the message names the place. */
export class AuditFault extends Error {
  override name = 'AuditFault';
}

/** A log as a reader finds it. */
export interface AuditSource {
  readonly publicKey: string;
  /** The texts of the signed ends. */
  readonly head: string | null;
  readonly pruned: string | null;
  /** `where`: readable text. */
  lines(): AsyncIterable<{ readonly day: string; readonly line: string; readonly where: string }>;
  close(): Promise<void>;
}

/** The log in a folder, even while a server uses it. Throws AuditFault when there is none. */
export function folderSource(folder: string): AuditSource {
  const publicKey = readIfThere(join(folder, publicKeyFile));
  if (publicKey === null) throw new AuditFault(`There is no audit log in ${folder}.`);
  const [head, pruned] = [readIfThere(join(folder, 'head.json')), readIfThere(join(folder, 'pruned.json'))];
  return { publicKey, head, pruned, lines, close: async () => undefined };

  async function* lines() {
    const files = dayFilesIn(folder);
    for (const name of files) {
      let number = 0;
      for await (const { line, isComplete } of linesOf(join(folder, name))) {
        number += 1;
        // The server may be writing the last one.
        if (isComplete || name !== files.at(-1))
          yield { day: name.slice(0, 10), line, where: `${name}, line ${number}` };
      }
    }
  }
}

/** The log in a PostgreSQL database; null if it has none. Rejects with DatabaseError. */
export async function databaseSource(url: string): Promise<AuditSource | null> {
  const reader = await openAuditReader(url);
  if (reader === null) return null;
  const { head, pruned, publicKey } = reader.state;
  return {
    publicKey: publicKey ?? '',
    head,
    pruned,
    async *lines() {
      for await (const batch of reader.lines())
        for (const { day, line } of batch) yield { day, line, where: `a line of ${day}` };
    },
    close: () => reader.close(),
  };
}

/** Throws AuditFault. `onEntry` receives each line in order, with its entry. */
export async function verifyAudit(
  source: Omit<AuditSource, 'close'>,
  onEntry: (entry: AuditEntry, line: string) => void = () => {},
): Promise<VerifiedAudit> {
  const { publicKey: key } = source;
  const [head, pruned] = [endOf(source.head, 'head.json', key), endOf(source.pruned, 'pruned.json', key)];
  let end: ChainEnd = pruned ?? chainBeginning;
  let entries = 0;
  let headHash = head !== null && head.seq === end.seq ? end.hash : null;
  for await (const { line, where } of source.lines()) {
    const parsedLine = readLine(line);
    if (parsedLine === null) throw new AuditFault(`${where} is not an audit entry.`);
    const { entry, text } = parsedLine;
    // Left over from a pruning that was interrupted.
    if (pruned !== null && entry.seq <= pruned.seq) continue;
    if (entry.seq !== end.seq + 1)
      throw new AuditFault(`${where} is entry ${entry.seq}, and ${end.seq + 1} must follow ${end.seq}.`);
    if (hashOfEntry(end.hash, text) !== entry.hash)
      throw new AuditFault(`${where}: entry ${entry.seq} or the one before it was changed.`);
    if (entry.missing !== undefined)
      throw new AuditFault(
        `${where}: the server recorded at ${entry.at} that entries are missing: ${entry.missing}.`,
      );
    end = { seq: entry.seq, hash: entry.hash };
    if (head?.seq === entry.seq) headHash = entry.hash;
    entries += 1;
    onEntry(entry, line);
  }
  if (head !== null && head.hash !== headHash)
    throw new AuditFault(
      head.seq > end.seq
        ? `The log ends with entry ${end.seq}, and at ${head.at} it had ${head.seq}.`
        : `Entry ${head.seq} is not the one that was signed at ${head.at}.`,
    );
  if (head === null && entries > 0) throw new AuditFault('The signed end of the log, head.json, is missing.');
  return { entries, last: end, pruned, fingerprint: createHash('sha256').update(key).digest('hex') };
}

function endOf(text: string | null, name: SignedName, key: string): SignedEnd | null {
  try {
    return signedEnd(text, name, key);
  } catch (error) {
    throw new AuditFault(messageOf(error));
  }
}
