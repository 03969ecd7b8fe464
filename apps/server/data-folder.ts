// Where a market's data is stored. The journal, its owner and the relational database are in files of the data folder or in a
// PostgreSQL database. Snapshots are always in the data folder. The market's identity ties a data folder to its database.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  acceptableLoss,
  DatabaseError,
  DataFolderError,
  databaseTail,
  describeDatabase,
  findPostgresMarket,
  type MarketPlace,
  type OpenedDatabase,
  type OwnedJournal,
  openDatabase,
  openLibsqlJournal,
  openPostgresDatabase,
  openPostgresJournal,
  operatorCommand,
  readTail,
  setAsideSnapshotsAfter,
} from '@openpit/storage';
import { type MarketOptions, type RunningMarket, runMarket } from './running-market.ts';

/** How long outcomes wait for the next commands, whose commit includes them. A separate commit would delay the next order. */
const outcomeLagMs = 50;

/** The parts that the first start creates after the journal. */
const laterFiles = ['snapshots', 'openpit.db', 'history.db'];
/** The files that PostgreSQL replaces. */
export const embeddedFiles = ['journal.db', 'journal.tail', 'openpit.db', 'openpit.tail', 'history.db'];

export const databaseFile = (dataFolder: string): string => join(dataFolder, 'openpit.db');

/** Names the database that a data folder belongs to; absent if the data is in files. */
const linkFile = (dataFolder: string): string => join(dataFolder, 'database.json');

/** The folder for the journal of a backup. It exists until the backup has been checked. */
export const uncheckedIn = (dataFolder: string): string => join(dataFolder, 'unchecked');

/** Whether a market has ever been opened in the folder, or is in the database. */
export async function hasMarket({ dataFolder, database = null }: MarketPlace): Promise<boolean> {
  const names = ['journal.db', 'journal.tail', 'database.json', ...laterFiles];
  if (names.some((name) => existsSync(join(dataFolder, name)))) return true;
  // A folder after a failover may be empty.
  return database !== null && (await findPostgresMarket(database)) !== 'none';
}

/** Files that this process creates from now on are inaccessible to other users of the machine. */
export function closeNewFilesToOthers(): void {
  process.umask(0o077);
}

interface LossOption {
  /** Opens the folder even if files are missing, and is told what (incident.md, Missing files). By default the folder is rejected. */
  readonly acceptLoss?: ((loss: string) => void) | undefined;
}

async function openAccepting<T>(
  acceptLoss: LossOption['acceptLoss'],
  open: (acceptsMissing: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await open(false);
  } catch (error) {
    const loss = acceptLoss === undefined ? null : acceptableLoss(error);
    if (loss === null) throw error;
    acceptLoss?.(loss);
    return await open(true);
  }
}

/**
 * Acquires the folder and opens its journal. Rejects with JournalHeldError if another process holds it, or with DataFolderError,
 * DatabaseError or JournalDamagedError, each with a readable sentence.
 */
export async function openJournalIn(
  { dataFolder, database = null }: MarketPlace,
  {
    acceptsMissing = false,
    ignoresLink = false,
  }: {
    /** Opens the journal even if it, its end or its tail file is missing; false by default. */
    readonly acceptsMissing?: boolean;
    /** For a move: whether to open the files although the folder belongs to a database; false by default. */
    readonly ignoresLink?: boolean;
  } = {},
): Promise<OwnedJournal> {
  closeNewFilesToOthers();
  if (existsSync(uncheckedIn(dataFolder)))
    throw new DataFolderError({
      problem: 'damaged',
      path: dataFolder,
      message: `${dataFolder} is a backup that was interrupted or failed: use another backup, or make a new one`,
    });
  if (database !== null) return await openLinkedJournal(dataFolder, database, acceptsMissing);
  if (!ignoresLink) requirePlace({ dataFolder });
  return await openLibsqlJournal({
    folder: dataFolder,
    outcomeLagMs,
    laterFiles,
    acceptsMissing,
  });
}

/**
 * Throws DataFolderError if the folder's market is in a database and no address was given. Called by every command that reads a
 * market without opening it.
 */
export function requirePlace({ dataFolder, database = null }: MarketPlace): void {
  const link = database === null ? readLink(dataFolder) : null;
  if (link === null) return;
  throw new DataFolderError({
    problem: 'inUse',
    path: dataFolder,
    message: `The market of ${dataFolder} is in ${link.database}: give its address in DATABASE_URL, which a service has in its environment file.`,
  });
}

async function openLinkedJournal(
  dataFolder: string,
  url: string,
  acceptsMissing: boolean,
): Promise<OwnedJournal> {
  const left = embeddedFiles.filter((name) => existsSync(join(dataFolder, name)));
  if (left.length > 0)
    throw new DataFolderError({
      problem: 'inUse',
      path: dataFolder,
      message: `${dataFolder} has a market in files (${left.join(', ')}): move it to the database with "${operatorCommand('data move to-postgres', dataFolder)}", or choose another data folder`,
    });
  const remembered = acceptsMissing ? 0 : readTail(join(dataFolder, databaseTail));
  const journal = await openPostgresJournal({
    url,
    folder: dataFolder,
    outcomeLagMs,
    acceptsMissing,
    checkMarket: (market) => requireLink(dataFolder, { url, market }),
  });
  try {
    writeLink(dataFolder, { url, market: journal.market });
    // Later snapshots may contain commands that the database has lost and whose numbers other commands may have reused.
    if (typeof remembered === 'number')
      await setAsideSnapshotsAfter(join(dataFolder, 'snapshots'), remembered);
  } catch (error) {
    await journal.close();
    throw error;
  }
  return journal;
}

interface Link {
  /** The identity of the market. */
  readonly market: string;
  /** A readable description of the database. */
  readonly database: string;
}

/** `null` for a folder without a database. Throws DataFolderError for an unreadable link. */
export function readLink(dataFolder: string): Link | null {
  const file = linkFile(dataFolder);
  if (!existsSync(file)) return null;
  try {
    const { market, database } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Link>;
    if (typeof market === 'string' && typeof database === 'string') return { market, database };
  } catch {
    // A link that is not JSON is treated like a link without these fields.
  }
  throw new DataFolderError({
    problem: 'damaged',
    path: file,
    message: `${file} cannot be read: remove it if this data folder belongs to the database in DATABASE_URL`,
  });
}

export function writeLink(dataFolder: string, { url, market }: { url: string; market: string }): void {
  const link: Link = { market, database: describeDatabase(url) };
  writeFileSync(linkFile(dataFolder), `${JSON.stringify(link)}\n`);
}

export function removeLink(dataFolder: string): void {
  rmSync(linkFile(dataFolder), { force: true });
  rmSync(join(dataFolder, databaseTail), { force: true });
}

/** Snapshots of another market would be mistaken for this market's state. Throws DatabaseError or DataFolderError. */
export function requireLink(dataFolder: string, { url, market }: { url: string; market: string }): void {
  const link = readLink(dataFolder);
  if (link !== null && link.market !== market)
    throw new DatabaseError(
      'unusable',
      `${describeDatabase(url)} belongs to a different market than ${dataFolder}, which belongs to ${link.database}: correct DATABASE_URL, or choose another data folder`,
    );
  const snapshots = join(dataFolder, 'snapshots');
  if (link === null && existsSync(snapshots) && readdirSync(snapshots).length > 0)
    throw new DataFolderError({
      problem: 'inUse',
      path: dataFolder,
      message: `${snapshots} has snapshots, and nothing says of which market: set them aside, or choose another data folder`,
    });
}

/** Acquires the folder and opens its market. Rejects like `openJournalIn`, or with RecoveryError. */
export async function openMarketIn(
  place: MarketPlace,
  { acceptLoss, ...options }: Omit<MarketOptions, 'journal' | 'snapshotFolder'> & LossOption,
): Promise<RunningMarket & { readonly journal: OwnedJournal }> {
  const journal = await openAccepting(acceptLoss, (acceptsMissing) =>
    openJournalIn(place, { acceptsMissing }),
  );
  const snapshotFolder = join(place.dataFolder, 'snapshots');
  try {
    if (acceptLoss !== undefined) await setAsideSnapshotsAfter(snapshotFolder, await journal.lastSeq());
  } catch (error) {
    await journal.close();
    throw error;
  }
  const market = await runMarket({ ...options, journal, snapshotFolder });
  return { ...market, journal };
}

/**
 * Opens the user database of a market whose journal is open. Rejects with DataFolderError or DatabaseError, also if changes are
 * missing, or if the database is missing although the journal contains commands: the first start creates it before the first
 * command.
 */
export function openDatabaseIn(
  { dataFolder, database = null }: MarketPlace,
  { lastSeq, acceptLoss }: { readonly lastSeq: number } & LossOption,
): Promise<OpenedDatabase> {
  return openAccepting(acceptLoss, (acceptsMissing) => {
    const isExpected = lastSeq > 0 && !acceptsMissing;
    return database === null
      ? openDatabase(databaseFile(dataFolder), { isExpected, acceptsMissing })
      : openPostgresDatabase(database, { expectedBy: isExpected ? dataFolder : null });
  });
}
