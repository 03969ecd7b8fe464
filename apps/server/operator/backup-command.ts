// `npm run admin -- data backup FOLDER`: copies the data folder, even while the market runs in another process. The journal is copied
// last, because everything else is derived from it or added to it. The copied journal therefore contains the command of every copied
// login, snapshot and past deal. The backup is complete only after it has been opened (`checkBackup`).
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  baseStatesOf,
  copyCountedDatabase,
  copyDatabase,
  copyJournal,
  copyJournalRows,
  copySnapshots,
  copyTables,
  DataFolderError,
  JournalDamagedError,
  JournalHeldError,
  type MarketPlace,
  messageOf,
  type OwnedJournal,
  openDatabase,
  openLibsqlJournal,
  openPostgresReader,
  openPostgresTables,
  openSnapshots,
  operatorCommand,
  placeJournal,
  prepareBackupFolder,
  type Snapshots,
} from '@openpit/storage';
import { writeFolder } from '../audit/audit-database.ts';
import { auditFolderIn, dayFilesIn } from '../audit/audit-files.ts';
import {
  closeNewFilesToOthers,
  databaseFile,
  openJournalIn,
  requirePlace,
  uncheckedIn,
} from '../data-folder.ts';
import { noteBackup } from '../last-backup.ts';
import { realClock } from '../schedule/real-clock.ts';
import { newestState, replay } from '../sequencer/recovery.ts';
import { RecoveryError } from '../sequencer/recovery-error.ts';
import { marketOf } from '../sequencer/snapshot-contents.ts';
import { hasAudit, openAuditIn } from './audit-command.ts';
import {
  argumentSchemas,
  localAction,
  megabytes,
  OperatorRejection,
  paced,
  shareDone,
  thenClosed,
  word,
} from './operator-action.ts';

type Print = (line: string) => void;

export const backupActions = {
  'data-backup': localAction({
    words: 'data backup',
    arguments: { folder: word('FOLDER', argumentSchemas.shortText(4_096, 'Name the new folder.')) },
    help: 'copy the data folder into a new FOLDER, even while the market runs',
    runHere: async (place, { folder }, progress) => {
      const sentence = await backUp(place, resolve(folder), progress);
      try {
        await noteBackup(place.dataFolder, realClock.now());
      } catch (error) {
        // The backup is complete even if the data folder cannot be written.
        const why = messageOf(error);
        progress(`The time of this backup could not be noted for /metrics (${why}).`);
      }
      return sentence;
    },
  }),
};

/**
 * Returns the sentence to print. Throws OperatorRejection, DataFolderError or JournalDamagedError; no server starts from
 * an incomplete copy.
 */
export async function backUp(
  { dataFolder, database = null }: MarketPlace,
  folder: string,
  print: Print,
): Promise<string> {
  requirePlace({ dataFolder, database });
  if (database !== null) return await backUpDatabase(dataFolder, { url: database, folder, print });
  if (!existsSync(join(dataFolder, 'journal.db')) || !existsSync(databaseFile(dataFolder)))
    throw new OperatorRejection(
      `There is no complete market in ${dataFolder}: journal.db or openpit.db is missing. Name the data folder with --data.`,
    );
  const startedAt = performance.now();
  const to = await startBackup(folder);
  const journal = await ownJournal(dataFolder);
  return await thenClosed({ close: () => journal?.close() }, print, async () => {
    const { lastSeq, bytes } = await copyAll(dataFolder, to, print);
    await check(to, lastSeq, print);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return `The backup in ${to} is complete: commands up to ${lastSeq}, ${megabytes(bytes)}, ${seconds} s. A server starts from a copy of it: --data FOLDER.`;
  });
}

/** Copies a market in PostgreSQL into files, even while a server writes to it. The backup is an ordinary data folder. */
async function backUpDatabase(
  dataFolder: string,
  { url, folder, print }: { readonly url: string; readonly folder: string; readonly print: Print },
): Promise<string> {
  const startedAt = performance.now();
  const to = await startBackup(folder);
  print('Copying snapshots');
  await copySnapshots(join(dataFolder, 'snapshots'), join(to, 'snapshots'));
  print('Copying users and settings');
  const source = await openPostgresTables(url, dataFolder);
  try {
    const target = await openDatabase(databaseFile(to));
    await copyTables(source.db, target.db).finally(() => target.close());
  } finally {
    await source.close();
  }
  const place = { dataFolder, database: url };
  // A market without a first start has no log to copy, as in files.
  if (await hasAudit(place)) {
    const audit = await openAuditIn(place);
    await writeFolder(audit, auditFolderIn(to)).finally(() => audit.close());
  }
  print('Copying the journal');
  const reader = await openPostgresReader(url);
  return await thenClosed(reader, print, async () => {
    const journal = await openLibsqlJournal({ folder: uncheckedIn(to), acceptsMissing: true });
    const onRow = printed(print, 'Copying and checking the journal: row');
    const { lastSeq } = await copyJournalRows(reader, journal, onRow).finally(() => journal.close());
    await check(to, lastSeq, print);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return `The backup in ${to} is complete: commands up to ${lastSeq}, ${seconds} s. A server starts from a copy of it: --data FOLDER. To put it into an empty database: ${operatorCommand('data move to-postgres', 'FOLDER')}.`;
  });
}

/** Creates the folder of a backup, from which no server starts until `check` has removed `unchecked`. */
async function startBackup(folder: string): Promise<string> {
  closeNewFilesToOthers();
  const to = await prepareBackupFolder(folder);
  await mkdir(uncheckedIn(to), { mode: 0o700 });
  return to;
}

async function check(folder: string, lastSeq: number, print: Print): Promise<void> {
  print('Opening the copy');
  const onProgress = printed(print, 'Replaying the copy: command');
  const journalFolder = uncheckedIn(folder);
  await checkBackup(folder, { journalFolder, lastSeq, print, onProgress });
  await placeJournal(journalFolder, folder);
}

/** Opens the journal, which checks it and locks servers out; null while a server holds it. */
async function ownJournal(dataFolder: string): Promise<OwnedJournal | null> {
  try {
    return await openJournalIn({ dataFolder });
  } catch (error) {
    if (error instanceof JournalHeldError) return null;
    throw error;
  }
}

async function copyAll(
  from: string,
  to: string,
  print: Print,
): Promise<{ readonly lastSeq: number; readonly bytes: number }> {
  print('Copying snapshots');
  const snapshots = await copySnapshots(join(from, 'snapshots'), join(to, 'snapshots'));
  print('Copying history.db');
  const history = await copyHistory(join(from, 'history.db'), join(to, 'history.db'), print);
  print('Copying openpit.db');
  const database = copyCountedDatabase(databaseFile(from), databaseFile(to));
  const audit = await copyAudit(auditFolderIn(from), auditFolderIn(to));
  print('Copying journal.db');
  const journal = copyJournal(from, uncheckedIn(to), printed(print, 'Checking the copied journal: command'));
  return { lastSeq: journal.lastSeq, bytes: snapshots + history + database + audit + journal.bytes };
}

/**
 * Copies the signed end first, because the copied entries must not end before it. Repeats the copy if pruning removes files in the
 * meantime.
 */
async function copyAudit(from: string, to: string): Promise<number> {
  if (!existsSync(from)) return 0;
  const pruned = () => readIfThere(join(from, 'pruned.json'));
  for (;;) {
    await rm(to, { recursive: true, force: true });
    await mkdir(to, { mode: 0o700 });
    const before = await pruned();
    let bytes = 0;
    for (const list of [() => ['pruned.json', 'head.json', 'public-key.pem'], () => dayFilesIn(from)])
      for (const name of list()) bytes += await copyIfThere(join(from, name), join(to, name));
    if ((await pruned()) === before) return bytes;
  }
}

async function copyIfThere(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to);
    return (await stat(to)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A damaged history is omitted, because the first start rebuilds it from the journal. */
async function copyHistory(from: string, to: string, print: Print): Promise<number> {
  try {
    return copyDatabase(from, to) ?? 0;
  } catch (error) {
    const isDamaged =
      error instanceof DataFolderError && (error.problem === 'damaged' || error.problem === 'notADatabase');
    if (!isDamaged) throw error;
    for (const suffix of ['', '-journal']) await rm(`${to}${suffix}`, { force: true });
    print('history.db is damaged and was left out: a server that starts from the backup rebuilds it.');
    return 0;
  }
}

const printed = (print: Print, task: string) =>
  paced((done: number, total: number) => print(`${task} ${shareDone(done, total)}`));

interface BackupCheck {
  /** The place of the backup's journal until it is checked. */
  readonly journalFolder: string;
  /** The number of commands in the backup. */
  readonly lastSeq: number;
  readonly print: (line: string) => void;
  readonly onProgress: (replayed: number, total: number) => void;
}

/**
 * Opens the market of a backup as a start would: its newest snapshot with all commands after it, and also the state with which a replay
 * of the journal alone begins. Runs in the process of the operator's command line, so that the running market is not slowed down. Writes
 * no command and no outcome, and migrates nothing. Rejects with OperatorRejection.
 */
async function checkBackup(folder: string, check: BackupCheck): Promise<void> {
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

/** Opens a separate copy, because opening migrates the tables, and the previous version may need the backup. */
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
      print(`${basename(file)} is damaged (${reason}): a start does not need it.`);
    for await (const baseState of baseStatesOf(journal, lastSeq))
      if ('damage' in baseState)
        print(
          `The older state of command ${baseState.seq} in the journal is damaged (${baseState.damage}): no start needs it.`,
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
