// Reads a whole audit log and checks its chain, its signatures and its end. It needs the folder only, also of a running server.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditEntry, type ChainEnd, chainBeginning, hashOf, readLine } from './audit-entry.ts';
import { dayFilesIn, linesOf, publicKeyFile, readSignedEnd, type SignedEnd } from './audit-files.ts';

export interface VerifiedAudit {
  readonly entries: number;
  readonly last: ChainEnd;
  /** The end of what was pruned; null when nothing was. */
  readonly pruned: SignedEnd | null;
  /** SHA-256 of the public key: of another one, all signatures could be forged. */
  readonly fingerprint: string;
}

/** The log is not what the server wrote; the message says where. */
export class AuditFault extends Error {
  override name = 'AuditFault';
}

/** Throws AuditFault. `onEntry` gets each line in its order, with its entry. */
export async function verifyAudit(
  folder: string,
  onEntry: (entry: AuditEntry, line: string) => void = () => {},
): Promise<VerifiedAudit> {
  if (!existsSync(join(folder, publicKeyFile))) throw new AuditFault(`There is no audit log in ${folder}.`);
  const key = readFileSync(join(folder, publicKeyFile), 'utf8');
  const [head, pruned] = [signedEnd(folder, 'head.json', key), signedEnd(folder, 'pruned.json', key)];
  let end: ChainEnd = pruned ?? chainBeginning;
  let entries = 0;
  let headHash = head !== null && head.seq === end.seq ? end.hash : null;
  const files = dayFilesIn(folder);
  for (const name of files) {
    let number = 0;
    for await (const { line, isComplete } of linesOf(join(folder, name))) {
      number += 1;
      if (!isComplete && name === files.at(-1)) break;
      const found = readLine(line);
      const where = `${name}, line ${number}`;
      if (found === null) throw new AuditFault(`${where} is no entry.`);
      const { entry, text } = found;
      // Left over from a pruning that was interrupted.
      if (pruned !== null && entry.seq <= pruned.seq) continue;
      if (entry.seq !== end.seq + 1)
        throw new AuditFault(`${where} is entry ${entry.seq}, and ${end.seq + 1} must follow ${end.seq}.`);
      if (hashOf(end.hash, text) !== entry.hash)
        throw new AuditFault(`${where}: entry ${entry.seq} or the one before it was changed.`);
      if (entry.missing !== undefined)
        throw new AuditFault(
          `${where}: the server found at ${entry.at} that this was missing: ${entry.missing}.`,
        );
      end = { seq: entry.seq, hash: entry.hash };
      if (head?.seq === entry.seq) headHash = entry.hash;
      entries += 1;
      onEntry(entry, line);
    }
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

function signedEnd(folder: string, name: 'head.json' | 'pruned.json', key: string): SignedEnd | null {
  try {
    return readSignedEnd(folder, name, key);
  } catch (error) {
    throw new AuditFault(error instanceof Error ? error.message : String(error));
  }
}
