// What the data folder holds: the journal with its owner, snapshots of the market, and the relational database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OpenedDatabase,
  type OwnedJournal,
  openDatabase,
  openLibsqlJournal,
  setAsideSnapshotsAfter,
} from '@openpit/storage';
import { type Market, type MarketOptions, openMarket } from './market.ts';

/**
 * How long outcomes wait for the next commands, whose commit takes them along: a commit of their own would hold up the
 * next order.
 */
const outcomeLagMs = 50;

/** What the first start creates after the journal. */
const laterFiles = ['snapshots', 'openpit.db', 'history.db'];

export const databaseFile = (dataFolder: string): string => join(dataFolder, 'openpit.db');

/** Whether a market has ever been opened in the folder. */
export const hasMarket = (dataFolder: string): boolean =>
  ['journal.db', 'journal.tail', ...laterFiles].some((name) => existsSync(join(dataFolder, name)));

/** Files that this process creates from now on are closed to other users of the machine. */
export function closeNewFilesToOthers(): void {
  process.umask(0o077);
}

export interface MissingFilesOption {
  /** Opens the folder also where files of it are missing (operations.md, Missing files); false by default. */
  readonly acceptsMissingFiles?: boolean;
}

/**
 * Takes the folder and opens its journal. Rejects with JournalHeldError when another process has the folder, or with
 * DataFolderError or JournalDamagedError, each with a sentence for people.
 */
export function openJournalIn(
  dataFolder: string,
  { acceptsMissingFiles = false }: MissingFilesOption = {},
): Promise<OwnedJournal> {
  closeNewFilesToOthers();
  return openLibsqlJournal({
    folder: dataFolder,
    outcomeLagMs,
    laterFiles,
    acceptsMissing: acceptsMissingFiles,
  });
}

/** Takes the folder and opens its market. Rejects as `openJournalIn` does, or with RecoveryError. */
export async function openMarketIn(
  dataFolder: string,
  {
    acceptsMissingFiles = false,
    ...options
  }: Omit<MarketOptions, 'journal' | 'snapshotFolder'> & MissingFilesOption,
): Promise<Market & { readonly journal: OwnedJournal }> {
  const journal = await openJournalIn(dataFolder, { acceptsMissingFiles });
  const snapshotFolder = join(dataFolder, 'snapshots');
  try {
    if (acceptsMissingFiles) await setAsideSnapshotsAfter(snapshotFolder, await journal.lastSeq());
  } catch (error) {
    await journal.close();
    throw error;
  }
  const market = await openMarket({ ...options, journal, snapshotFolder });
  return { ...market, journal };
}

/**
 * Opens the database of users in a folder whose journal is open. Rejects with DataFolderError, also when it is missing
 * although the journal has commands: the first start creates it before the first command.
 */
export function openDatabaseIn(
  dataFolder: string,
  { lastSeq, acceptsMissingFiles = false }: { readonly lastSeq: number } & MissingFilesOption,
): Promise<OpenedDatabase> {
  return openDatabase(databaseFile(dataFolder), { isExpected: lastSeq > 0 && !acceptsMissingFiles });
}
