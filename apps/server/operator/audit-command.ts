// `npm run admin -- audit verify` checks the audit log, and `audit export` copies the entries of some days into a file. Both only read
// it, in the data folder or in the database, even while the server runs.
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MarketPlace, messageOf } from '@openpit/storage';
import { counted } from '@openpit/wire';
import { auditFolderIn } from '../audit/audit-files.ts';
import {
  AuditFault,
  type AuditSource,
  databaseSource,
  folderSource,
  type VerifiedAudit,
  verifyAudit,
} from '../audit/verify-audit.ts';
import { hasMarket, requirePlace } from '../data-folder.ts';
import { argumentSchemas, localAction, OperatorRejection, word } from './operator-action.ts';

export const auditActions = {
  'audit-verify': localAction({
    words: 'audit verify',
    arguments: {},
    help: 'check that no entry of the audit log was changed or is missing',
    runHere: (place) => withAudit(place, async (source) => verifiedSentence(await verifyAudit(source))),
  }),
  'audit-export': localAction({
    words: 'audit export',
    arguments: {
      from: word('FROM', argumentSchemas.date),
      to: word('TO', argumentSchemas.date),
      file: word('FILE', argumentSchemas.shortText(4_096, 'Name the new file.')),
    },
    help: 'copy its entries of these days (in UTC, both included) into a new FILE',
    runHere: (place, { file, ...days }) =>
      withAudit(place, (source) => exportEntries(source, { ...days, file: resolve(file) })),
  }),
};

/** Throws OperatorRejection without a log, for a log with a fault, and for a file that exists; DataFolderError or DatabaseError. */
async function withAudit(place: MarketPlace, use: (source: AuditSource) => Promise<string>): Promise<string> {
  requirePlace(place);
  if (!(await hasAudit(place)))
    throw new OperatorRejection(
      (await hasMarket(place))
        ? `There is no audit log in ${place.dataFolder}. A start of the server begins one. If there was one before, restore it from a backup.`
        : `There is no market in ${place.dataFolder}. Name the folder with --data.`,
    );
  try {
    const source = await openAuditIn(place);
    try {
      return await use(source);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof AuditFault)
      throw new OperatorRejection(`The audit log has a fault. ${error.message}`);
    throw error;
  }
}

/**
 * Opens the log of a market, or of its backup, which is in files even if the market is in a database. Throws AuditFault if there is none.
 */
export async function openAuditIn({ dataFolder, database = null }: MarketPlace): Promise<AuditSource> {
  requirePlace({ dataFolder, database });
  const isInFiles = database === null || existsSync(join(dataFolder, 'journal.db'));
  // Earlier versions of the server stored it in the folder, even if the journal was elsewhere.
  return (isInFiles ? null : await databaseSource(database)) ?? folderSource(auditFolderIn(dataFolder));
}

/** True if the market has a log, complete or not, in its database or in its folder. */
export async function hasAudit({ dataFolder, database = null }: MarketPlace): Promise<boolean> {
  const source = database === null ? null : await databaseSource(database);
  await source?.close();
  return source !== null || existsSync(auditFolderIn(dataFolder));
}

async function exportEntries(
  source: AuditSource,
  { from, to, file }: { readonly from: string; readonly to: string; readonly file: string },
): Promise<string> {
  if (from > to) throw new OperatorRejection(`The first day, ${from}, is after the last day, ${to}.`);
  let output: number;
  try {
    output = openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new OperatorRejection(`${file} cannot be made: ${messageOf(error)}.`);
  }
  let entries = 0;
  try {
    const verified = await verifyAudit(source, ({ at }, line) => {
      const day = at.slice(0, 10);
      if (day < from || day > to) return;
      writeSync(output, `${line}\n`);
      entries += 1;
    });
    return `${counted(entries, 'entry', 'entries')} from ${from} to ${to} are in ${file}.\n${verifiedSentence(verified)}`;
  } catch (error) {
    // A part would be taken for all of it, and would be in the way of the next export.
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(output);
  }
}

function verifiedSentence({ entries, last, pruned, fingerprint }: VerifiedAudit): string {
  const before = pruned === null ? '' : ` Those up to ${pruned.seq} were pruned at ${pruned.at}.`;
  return `The audit log is whole: ${counted(entries, 'entry', 'entries')} up to ${last.seq}.${before}\nThe fingerprint of its key: ${fingerprint}`;
}
