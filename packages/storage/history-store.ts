// Where a market's history is stored: `history.db` in its data folder, with the outcome log in `journal.db`, or a schema of its
// PostgreSQL database. A rebuilt history is written next to the current one, and replaces it once complete.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenedHistoryDatabase, openHistoryDatabase } from './database/history/history-database.ts';
import { type OutcomeReader, openOutcomeReader } from './journal/outcome-reader.ts';
import { postgresHistory } from './postgres/postgres-history.ts';

export interface HistoryStore {
  /** The file or the database, for messages. */
  readonly place: string;
  /** Opens history, or creates it. Rejects with DataFolderError or DatabaseError. */
  open(): Promise<OpenedHistoryDatabase>;
  /** Opens an empty history next to the current one. */
  openRebuilt(): Promise<OpenedHistoryDatabase>;
  removeRebuilt(): Promise<void>;
  /** Replaces the current history by the rebuilt one. Both must be sealed. */
  replaceByRebuilt(): Promise<void>;
  /** Opens the outcome log of the market, whose journal must be open in this process. */
  openLog(): Promise<OutcomeReader>;
}

/** The places of a market's data. */
export interface MarketPlace {
  readonly dataFolder: string;
  /** The address of a PostgreSQL database; null if all data are in the data folder. */
  readonly database?: string | null;
}

export function historyStore({ dataFolder, database = null }: MarketPlace): HistoryStore {
  return database === null ? historyFiles(dataFolder) : postgresHistory(database, dataFolder);
}

function historyFiles(dataFolder: string): HistoryStore {
  const file = join(dataFolder, 'history.db');
  const rebuiltFile = join(dataFolder, 'history-rebuild.db');
  return {
    place: file,
    open: () => openHistoryDatabase(file),
    openRebuilt: async () => {
      await removeDatabase(rebuiltFile);
      return await openHistoryDatabase(rebuiltFile);
    },
    removeRebuilt: () => removeDatabase(rebuiltFile),
    replaceByRebuilt: async () => {
      await removeDatabase(file);
      await rename(rebuiltFile, file);
    },
    openLog: async () => openOutcomeReader(dataFolder),
  };
}

/** Also a folder in its place. */
async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    await rm(`${file}${suffix}`, { force: true, recursive: true });
}
