// Opens the audit log next to the market's journal, with the key from the database.
import { generateKeyPairSync } from 'node:crypto';
import { type Db, ensureSetting, findSetting, type MarketPlace, putSetting } from '@openpit/storage';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import { DatabaseAudit, WaitingFile, waitingFileIn } from './audit-database.ts';
import { auditFolderIn } from './audit-files.ts';
import { FolderAudit } from './audit-folder.ts';
import { AuditLog, type AuditStore } from './audit-log.ts';

const keyName = 'auditKey';
/** Set once the log has its first signed end. From then on the log must exist. */
const begunName = 'auditBegun';
/** A year and a month. */
export const defaultAuditDays = 400;

/** `epoch`: of the journal's owner. */
export async function openAudit(
  parts: MarketPlace & {
    readonly db: Db;
    readonly epoch: number;
    readonly clock: TrustedClock;
    readonly keptDays: number;
    readonly onFailure: (error: unknown) => void;
  },
): Promise<AuditLog> {
  const { dataFolder, database = null, db, clock, onFailure } = parts;
  const isExpected = (await findSetting(db, begunName)) !== undefined;
  const key = await ensureSetting(db, keyName, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  let log: AuditLog | null = null;
  const store: AuditStore =
    database === null
      ? new FolderAudit({ ...parts, folder: auditFolderIn(dataFolder), key, isExpected })
      : await DatabaseAudit.open({ ...parts, url: database, key, isExpected, retry: () => log?.retry() });
  if (!isExpected) await putSetting(db, { key: begunName, value: new Date(clock.now()).toISOString() });
  log = new AuditLog({ store, clock, onFailure });
  if (database === null) await takeWaiting(new WaitingFile(waitingFileIn(dataFolder)), store);
  return log;
}

/** Writes entries that were buffered for a database from which the market has since moved. */
async function takeWaiting(waiting: WaitingFile, store: AuditStore): Promise<void> {
  if (!waiting.exists) return;
  await store.write(waiting.read().entries);
  waiting.remove();
}
