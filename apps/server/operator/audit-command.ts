// `npm run admin -- audit verify` checks the audit log, and `audit export` copies the entries of some days into a file. Both read the
// files only, also while the server runs.
import { closeSync, openSync, writeSync } from 'node:fs';
import { auditFolderIn } from '../audit/audit-files.ts';
import { AuditFault, type VerifiedAudit, verifyAudit } from '../audit/verify-audit.ts';
import { OperatorRejection } from './operator-parts.ts';

export type WantedAudit =
  | 'verify'
  /** Days in UTC, both included. */
  | { readonly from: string; readonly to: string; readonly file: string };

/** Returns the sentence to print. Throws OperatorRejection for a log with a fault, and for a file that exists. */
export async function readAudit(dataFolder: string, wanted: WantedAudit): Promise<string> {
  const folder = auditFolderIn(dataFolder);
  try {
    if (wanted === 'verify') return verifiedSentence(await verifyAudit(folder));
    return await exportEntries(folder, wanted);
  } catch (error) {
    if (error instanceof AuditFault)
      throw new OperatorRejection(`The audit log has a fault. ${error.message}`);
    throw error;
  }
}

async function exportEntries(
  folder: string,
  { from, to, file }: Exclude<WantedAudit, 'verify'>,
): Promise<string> {
  let output: number;
  try {
    output = openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new OperatorRejection(`${file} cannot be made: ${error instanceof Error ? error.message : error}.`);
  }
  let entries = 0;
  try {
    const verified = await verifyAudit(folder, ({ at }, line) => {
      const day = at.slice(0, 10);
      if (day < from || day > to) return;
      writeSync(output, `${line}\n`);
      entries += 1;
    });
    return `${entries} entries from ${from} to ${to} are in ${file}.\n${verifiedSentence(verified)}`;
  } finally {
    closeSync(output);
  }
}

function verifiedSentence({ entries, last, pruned, fingerprint }: VerifiedAudit): string {
  const before = pruned === null ? '' : ` Those up to ${pruned.seq} were pruned at ${pruned.at}.`;
  return `The audit log is whole: ${entries} entries up to ${last.seq}.${before}\nThe fingerprint of its key: ${fingerprint}`;
}
