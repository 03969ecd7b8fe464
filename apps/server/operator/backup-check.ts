// Checks a backup before it is called complete: opens the copy as a start would, and replays it to its last command. It happens in the
// process of the operator's command line, so that the running market is not slowed down.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  baseStatesOf,
  DataFolderError,
  JournalDamagedError,
  openDatabase,
  openLibsqlJournal,
  openSnapshots,
  type Snapshots,
} from '@openpit/storage';
import { databaseFile } from '../data-folder.ts';
import { newestState, replay } from '../sequencer/recovery.ts';
import { RecoveryError } from '../sequencer/recovery-error.ts';
import { marketOf } from '../sequencer/snapshot-contents.ts';
import { OperatorRejection } from './operator-action.ts';

export interface BackupCheck {
  /** The place of its journal until it is checked. */
  readonly journalFolder: string;
  /** The commands that the backup has. */
  readonly lastSeq: number;
  readonly print: (line: string) => void;
  readonly onProgress: (replayed: number, of: number) => void;
}

/**
 * Opens the market of a backup: its newest snapshot with all commands after it, and also the state from which its journal alone is
 * replayed. Writes no command and no outcome, and migrates nothing. Rejects with OperatorRejection.
 */
export async function checkBackup(folder: string, check: BackupCheck): Promise<void> {
  try {
    await checkUsers(folder);
    await checkMarket(folder, check);
  } catch (error) {
    const isFound =
      error instanceof RecoveryError ||
      error instanceof JournalDamagedError ||
      error instanceof DataFolderError;
    if (!isFound) throw error;
    throw new OperatorRejection(
      `The copy of the market in ${folder} cannot be opened, so it is no backup: ${error.message}`,
    );
  }
}

/** In a separate copy, because opening brings the tables up to date, and the version before may need the backup. */
async function checkUsers(folder: string): Promise<void> {
  const trial = join(folder, 'trial');
  await mkdir(trial, { mode: 0o700 });
  try {
    for (const name of ['openpit.db', 'openpit.tail']) await copyFile(join(folder, name), join(trial, name));
    await (await openDatabase(databaseFile(trial), { isExpected: true })).close();
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

async function checkMarket(
  folder: string,
  { journalFolder, lastSeq, print, onProgress }: BackupCheck,
): Promise<void> {
  const snapshots = await openSnapshots(join(folder, 'snapshots'));
  const journal = await openLibsqlJournal({ folder: journalFolder });
  try {
    const { venue, loaded } = await replay(journal, snapshots, { onProgress });
    if (venue.lastSeq !== lastSeq)
      throw new JournalDamagedError(
        `the copied journal ends at command ${venue.lastSeq} instead of ${lastSeq}: copy again`,
      );
    for (const { file, reason } of loaded.damagedSnapshots)
      print(`${basename(file)} is damaged (${reason}): a start does without it.`);
    for await (const found of baseStatesOf(journal, lastSeq))
      if ('damage' in found)
        print(
          `The older state of command ${found.seq} in the journal is damaged (${found.damage}): no start needs it.`,
        );
    const { state } = await newestState(journal, withoutSnapshots, lastSeq);
    marketOf(state);
  } finally {
    await journal.close();
  }
}

const withoutSnapshots: Snapshots = {
  put: async () => undefined,
  latest: async () => ({ snapshot: undefined, damaged: [] }),
};
