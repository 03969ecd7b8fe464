// What the data folder holds: the journal with its owner, snapshots of the market, and the relational database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LibsqlJournal, openLibsqlJournal } from '@openpit/storage';
import { type Market, type MarketOptions, openMarket } from './market.ts';

/**
 * How long outcomes wait for the next commands, whose commit takes them along: a commit of their own would hold up the
 * next order.
 */
const outcomeLagMs = 50;

export const databaseFile = (dataFolder: string): string => join(dataFolder, 'openpit.db');

/** Whether a market has ever been opened in the folder. */
export const hasMarket = (dataFolder: string): boolean => existsSync(join(dataFolder, 'journal.db'));

/** Files that this process creates from now on are closed to other users of the machine. */
export function closeNewFilesToOthers(): void {
  process.umask(0o077);
}

/**
 * Takes the folder and opens its market. Rejects with JournalHeldError when another process has the folder, or with
 * DataFolderError, JournalDamagedError or RecoveryError, each with a sentence for people.
 */
export async function openMarketIn(
  dataFolder: string,
  options: Omit<MarketOptions, 'journal' | 'snapshotFolder'>,
): Promise<Market & { readonly journal: LibsqlJournal }> {
  closeNewFilesToOthers();
  const journal = await openLibsqlJournal({ folder: dataFolder, outcomeLagMs });
  const market = await openMarket({ ...options, journal, snapshotFolder: join(dataFolder, 'snapshots') });
  return { ...market, journal };
}
