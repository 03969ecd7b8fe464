// `npm run admin -- data move to-postgres` and `to-files`: moves a market from the files of its data folder to a PostgreSQL database, or
// back. Nothing is removed: moved files are set aside. While database.json is in the data folder, the database holds the market.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AuditTable,
  copyJournalRows,
  copyTables,
  describeDatabase,
  dropPostgresMarket,
  findPostgresMarket,
  hasRows,
  type MarketPlace,
  markPostgresMarket,
  openDatabase,
  openLibsqlJournal,
  openPostgresDatabase,
  openPostgresJournal,
  operatorCommand,
  setAsidePostgresMarket,
} from '@openpit/storage';
import { counted } from '@openpit/wire';
import { copyFolder, writeFolder } from '../audit/audit-database.ts';
import { auditFolderIn } from '../audit/audit-files.ts';
import {
  databaseFile,
  embeddedFiles,
  openDatabaseIn,
  openJournalIn,
  readLink,
  removeLink,
  requireLink,
  writeLink,
} from '../data-folder.ts';
import { hasAudit, openAuditIn } from './audit-command.ts';
import { localAction, OperatorRejection, paced, shareDone } from './operator-action.ts';

type WantedMove = 'to-postgres' | 'to-files';

type Print = (line: string) => void;

export const moveActions = {
  'data-move-to-postgres': localAction({
    words: 'data move to-postgres',
    arguments: {},
    help: 'move the market from files of the data folder to the database in DATABASE_URL; no server may run',
    runHere: (place, _fields, progress) => moveData(place, 'to-postgres', progress),
  }),
  'data-move-to-files': localAction({
    words: 'data move to-files',
    arguments: {},
    help: 'move it back',
    runHere: (place, _fields, progress) => moveData(place, 'to-files', progress),
  }),
};

/**
 * Returns the sentence to print. Throws OperatorRejection, or JournalHeldError, DataFolderError, DatabaseError or
 * JournalDamagedError; the market then stays where it was.
 */
async function moveData(place: Required<MarketPlace>, move: WantedMove, print: Print): Promise<string> {
  const { dataFolder, database: url } = place;
  if (url === null)
    throw new OperatorRejection('Give the address of the PostgreSQL database in DATABASE_URL.');
  // The files of a move that is not complete; they have their own owner.
  const staging = join(dataFolder, 'moving');
  await rm(staging, { recursive: true, force: true });
  try {
    const printed = paced((done: number, total: number) =>
      print(`Moving the journal: row ${shareDone(done, total)}`),
    );
    return move === 'to-postgres'
      ? await toPostgres(dataFolder, { url, staging, print: printed })
      : await toFiles(dataFolder, { url, staging, print: printed });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

interface Move {
  readonly url: string;
  readonly staging: string;
  readonly print: (done: number, total: number) => void;
}

async function toPostgres(dataFolder: string, { url, staging, print }: Move): Promise<string> {
  const link = readLink(dataFolder);
  const left = embeddedFiles.filter((name) => existsSync(join(dataFolder, name)));
  if (link === null && !left.includes('journal.db'))
    throw new OperatorRejection(
      `There is no market in files in ${dataFolder}. Name the data folder with --data.`,
    );
  if (link !== null && left.length === 0)
    throw new OperatorRejection(`The market of ${dataFolder} is already in ${link.database}.`);
  const isCopied = link !== null && (await findPostgresMarket(url)) === 'whole';
  const lastSeq = isCopied
    ? await copiedCommands(dataFolder, { url, staging })
    : await copyToPostgres(dataFolder, { url, staging, print });
  const aside = join(
    dataFolder,
    `files-before-move-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`,
  );
  await mkdir(aside, { recursive: true, mode: 0o700 });
  // Before the files, which make a repeated move continue here.
  if (existsSync(auditFolderIn(dataFolder))) await rename(auditFolderIn(dataFolder), auditFolderIn(aside));
  await moveFiles(dataFolder, aside);
  return `The market is in ${describeDatabase(url)}: ${counted(lastSeq, 'command')}, read again and compared. Its former files are in ${aside}; remove them when a backup of the database exists.`;
}

/** The number of commands in the database after a move that was interrupted when all of them were there. */
async function copiedCommands(dataFolder: string, { url, staging }: Omit<Move, 'print'>): Promise<number> {
  const checkMarket = (market: string) => requireLink(dataFolder, { url, market });
  const journal = await openPostgresJournal({ url, folder: staging, checkMarket });
  return await journal.lastSeq().finally(() => journal.close());
}

/** Returns the number of commands. The database is complete only after the link exists: until then the market in files may change. */
async function copyToPostgres(dataFolder: string, { url, staging, print }: Move): Promise<number> {
  const journal = await openJournalIn({ dataFolder }, { ignoresLink: true });
  try {
    const existing = await findPostgresMarket(url);
    if (existing === 'whole')
      throw new OperatorRejection(
        `${describeDatabase(url)} already has another market. Name an empty database in DATABASE_URL.`,
      );
    if (existing === 'part') await dropPostgresMarket(url);
    const target = await openPostgresJournal({ url, folder: staging, acceptsIncomplete: true });
    try {
      await markPostgresMarket(url, { isComplete: false });
      const from = await openDatabaseIn({ dataFolder }, { lastSeq: await journal.lastSeq() });
      const to = await openPostgresDatabase(url);
      try {
        if (await hasRows(to.db))
          throw new OperatorRejection(
            `${describeDatabase(url)} already has users. Name an empty database in DATABASE_URL.`,
          );
        await copyTables(from.db, to.db);
      } finally {
        await from.close();
        await to.close();
      }
      const audit = await AuditTable.open(url, target.epoch);
      await copyFolder(audit, auditFolderIn(dataFolder)).finally(() => audit.close());
      const { lastSeq } = await copyJournalRows(journal, target, print);
      writeLink(dataFolder, { url, market: target.market });
      await markPostgresMarket(url, { isComplete: true });
      return lastSeq;
    } finally {
      await target.close();
    }
  } finally {
    await journal.close();
  }
}

async function toFiles(dataFolder: string, { url, staging, print }: Move): Promise<string> {
  if (readLink(dataFolder) === null)
    throw new OperatorRejection(`The market of ${dataFolder} is not in a database: it has no database.json.`);
  if ((await findPostgresMarket(url)) === 'part')
    throw new OperatorRejection(
      `The move of ${dataFolder} to ${describeDatabase(url)} was interrupted, and the market is still in its files. Repeat "${operatorCommand('data move to-postgres', dataFolder)}".`,
    );
  // Files of an interrupted move; the database still holds the market.
  for (const name of embeddedFiles) await rm(join(dataFolder, name), { force: true });
  const journal = await openJournalIn({ dataFolder, database: url });
  let lastSeq: number;
  try {
    lastSeq = await journal.lastSeq();
    const target = await openLibsqlJournal({ folder: staging });
    try {
      const from = await openDatabaseIn({ dataFolder, database: url }, { lastSeq });
      const to = await openDatabase(databaseFile(staging));
      try {
        await copyTables(from.db, to.db);
      } finally {
        await from.close();
        await to.close();
      }
      await copyJournalRows(journal, target, print);
    } finally {
      await target.close();
    }
    const place = { dataFolder, database: url };
    if (await hasAudit(place)) {
      const audit = await openAuditIn(place);
      await writeFolder(audit, auditFolderIn(staging)).finally(() => audit.close());
      await rm(auditFolderIn(dataFolder), { recursive: true, force: true });
      await rename(auditFolderIn(staging), auditFolderIn(dataFolder));
    }
    await moveFiles(staging, dataFolder);
    removeLink(dataFolder);
  } finally {
    await journal.close();
  }
  const aside = await setAsidePostgresMarket(url, new Date());
  return `The market is in files in ${dataFolder}: ${counted(lastSeq, 'command')}, read again and compared. The database keeps its former tables in the schema ${aside}; drop it when a backup of the data folder exists.`;
}

/** Moves the journal last, because without it no server accepts the other files as a market. */
async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of [...embeddedFiles].reverse())
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(join(from, `${name}${suffix}`)))
        await rename(join(from, `${name}${suffix}`), join(to, `${name}${suffix}`));
}
