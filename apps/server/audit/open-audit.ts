// Opens the audit log of a data folder with its key, which the database keeps.
import { generateKeyPairSync } from 'node:crypto';
import { type Db, ensureSetting, findSetting, putSetting } from '@openpit/storage';
import type { Clock } from '@openpit/venue';
import { auditFolderIn } from './audit-files.ts';
import { AuditLog } from './audit-log.ts';

const keyName = 'auditKey';
/** Set when the log has its first signed end: from then on it must exist. */
const begunName = 'auditBegun';
/** A year and a month. */
export const defaultAuditDays = 400;

export async function openAudit(parts: {
  readonly dataFolder: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly keptDays: number;
  readonly onFailure: (error: unknown) => void;
}): Promise<AuditLog> {
  const { dataFolder, db, clock, keptDays, onFailure } = parts;
  const isExpected = (await findSetting(db, begunName)) !== undefined;
  const key = await ensureSetting(db, keyName, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const folder = auditFolderIn(dataFolder);
  const log = new AuditLog({ folder, clock, key, isExpected, keptDays, onFailure });
  if (!isExpected) await putSetting(db, { key: begunName, value: new Date(clock.now()).toISOString() });
  return log;
}
