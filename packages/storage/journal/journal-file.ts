// The journal's SQLite file `journal.db`: its tables, and the settings that make a commit durable (write-ahead log, synchronous
// FULL: one fsync per transaction). Opening it checks that nothing is missing.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { acceptableLossError, DataFolderError, damageAdvice, dataFolderError } from '../data-folder.ts';
import { requireDurable } from '../database/durable-settings.ts';
import { openLibsql } from '../database/libsql.ts';
import { type SqlDatabase, SqlError, SqlUsageError } from '../database/sql.ts';
import { damageOfWriteAheadFile } from '../database/write-ahead-file.ts';
import { openTailFile, type TailFile, tailFileOf } from '../tail-file.ts';
import { requireAcknowledged } from './acknowledged-tail.ts';
import { JournalDamagedError } from './journal-errors.ts';
import { packedThrough, packTable } from './pack-table.ts';

/** 'OPIT' in SQLite's header distinguishes our database from another program's. */
const applicationId = 0x4f504954;
const journalFormat = 1;
/** The format of a journal with packs, which earlier versions cannot read. */
export const packedFormat = 2;

// Versions before rules 10 made journals without it.
const baseStateTable = `
  create table if not exists base_state (
    seq integer not null,
    part integer not null,
    parts integer not null,
    bytes blob not null,
    checksum integer not null,
    primary key (seq, part)
  ) strict, without rowid;
`;

// There are no text columns, and every column is converted on reading, because libsql aborts the process on damaged text.
const tables = `
  create table command (seq integer primary key, bytes blob not null, checksum integer not null) strict;
  create table outcome (seq integer primary key, bytes blob not null, hash blob not null) strict;
  create table state (
    id integer primary key check (id = 1),
    epoch integer not null,
    last_seq integer not null,
    last_outcome_seq integer not null
  ) strict;
  insert into state values (1, 0, 0, 0);
  ${baseStateTable}
  ${packTable}
  pragma application_id = ${applicationId};
  pragma user_version = ${journalFormat};
`;

/**
 * How long a write waits while another program has locked the file, such as a backup program or the SQLite shell. Meanwhile
 * nothing is written and no command is answered. After that the market stops, which is worse than waiting.
 */
const lockWithinMs = 30_000;

export interface JournalState {
  readonly epoch: number;
  readonly lastSeq: number;
  readonly lastOutcomeSeq: number;
}

interface OpenedJournalFile extends JournalState {
  /** The number of the last packed command; 0 if there is none. */
  readonly packedThrough: number;
  readonly database: SqlDatabase;
  readonly tail: TailFile;
}

export interface JournalFileOptions {
  /** Files and folders that are created after the journal: if one of them exists, so did the journal. None by default. */
  readonly laterFiles?: readonly string[];
  /** Opens the journal even if it, its end or its tail file is missing; false by default. */
  readonly acceptsMissing?: boolean;
}

/**
 * Opens or creates `….db`, and `….tail` next to it, and acquires the next epoch. Throws DataFolderError (not writable, full, not a
 * database, newer format) or JournalDamagedError. The caller must own the folder.
 */
export function openJournalFile(
  file: string,
  { laterFiles = [], acceptsMissing = false }: JournalFileOptions = {},
): OpenedJournalFile {
  const tailFile = tailFileOf(file);
  let database: SqlDatabase | undefined;
  try {
    // Before SQLite creates the file, and removes the write-ahead file of an empty database.
    if (!acceptsMissing && sizeOf(file) === 0) {
      const walFiles = sizeOf(`${file}-wal`) === 0 ? [] : [`${file}-wal`];
      requireNew(file, [tailFile, ...walFiles, ...laterFiles]);
    }
    const damage = damageOfWriteAheadFile(`${file}-wal`);
    if (damage !== null)
      throw new JournalDamagedError(
        `${file}-wal is damaged at ${damage}, and commands that were acknowledged after it would be lost: ${damageAdvice}`,
      );
    // Another program that reads the file may lock it for a moment.
    database = openLibsql(file, { busyTimeoutMs: 2000 });
    const opened = database;
    const contents = isEmptyOrOurs(opened);
    if (contents === 'empty' && !acceptsMissing) requireNew(file, [tailFile, ...laterFiles]);
    requireDurable(opened);
    if (contents === 'empty') opened.transaction(() => opened.execScript(tables));
    if (!acceptsMissing) {
      const isNew = !laterFiles.some(hasContents);
      requireAcknowledged(tailFile, { ...readState(opened), isNew });
    }
    const state = opened.transaction(() => {
      if (contents === 'ours') opened.execScript(`${baseStateTable} ${packTable}`);
      return takeEpoch(opened);
    });
    // Starts a new write-ahead file, so that remains of this crash are not attributed to the next one.
    opened.all('pragma wal_checkpoint(truncate)');
    const tail = openTailFile(tailFile, state.lastSeq);
    opened.all(`pragma busy_timeout = ${lockWithinMs}`);
    return { database: opened, tail, ...state };
  } catch (error) {
    database?.close();
    const explained = dataFolderError(error, file);
    // These statements are fixed: a statement that cannot run on a file with our application id means that the file
    // is damaged.
    if (explained instanceof SqlError || explained instanceof SqlUsageError) {
      throw new JournalDamagedError(`${file} is damaged (${explained.message}): ${damageAdvice}`);
    }
    throw explained;
  }
}

/** Throws JournalDamagedError if one of the later files exists, which means that the journal was lost. */
function requireNew(file: string, laterFiles: readonly string[]): void {
  const left = laterFiles.filter(hasContents).map((later) => basename(later));
  if (left.length === 0) return;
  throw acceptableLossError(
    {
      loss: `${file} is missing or empty, although the market was opened before (${left.join(', ')})`,
      to: 'begin a new market',
    },
    (message) => new JournalDamagedError(message),
  );
}

/** An empty folder does not count: a mount point is one before the first start. */
const hasContents = (path: string): boolean =>
  existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export function readState(database: SqlDatabase): JournalState {
  const columns = ['epoch', 'last_seq', 'last_outcome_seq'].map(
    (name) => `cast(${name} as integer) as ${name}`,
  );
  const row = database.get(`select ${columns.join(', ')} from state where id = 1`);
  return {
    epoch: Number(row?.epoch ?? 0),
    lastSeq: Number(row?.last_seq ?? 0),
    lastOutcomeSeq: Number(row?.last_outcome_seq ?? 0),
  };
}

/** Changes nothing. Throws if the file belongs to another program or a newer build. */
function isEmptyOrOurs(database: SqlDatabase): 'empty' | 'ours' {
  if (database.get('select count(*) as n from sqlite_schema')?.n === 0) return 'empty';
  if (database.get('pragma application_id')?.application_id !== applicationId) {
    throw new SqlError('the database belongs to another program', 'SQLITE_NOTADB');
  }
  const format = Number(database.get('pragma user_version')?.user_version);
  if (format <= packedFormat) return 'ours';
  throw new DataFolderError({
    problem: 'newerFormat',
    path: database.file,
    message: `${database.file} was written by a newer Openpit (journal format ${format}, this one knows up to ${packedFormat}): start the newer one, or choose another data folder`,
  });
}

function takeEpoch(database: SqlDatabase): JournalState & Pick<OpenedJournalFile, 'packedThrough'> {
  const state = readState(database);
  const packed = packedThrough(database);
  const range = {
    commands: ends(database, 'command'),
    outcomes: ends(database, 'outcome'),
  };
  for (const [kind, { first, last }, promised] of [
    ['commands', range.commands, state.lastSeq],
    ['outcomes', range.outcomes, state.lastOutcomeSeq],
  ] as const) {
    if (last !== promised || (last > 0 && first !== packed + 1)) {
      throw new JournalDamagedError(
        `${database.file} is damaged: ${kind} 1 to ${promised} were acknowledged, and ${last === 0 ? 'none are' : `${first} to ${last} are`} there: ${damageAdvice}`,
        Math.min(last, promised) + 1,
      );
    }
  }
  const epoch = state.epoch + 1;
  const { changes } = database.run('update state set epoch = ? where id = 1', [epoch]);
  if (changes !== 1) throw new JournalDamagedError(`${database.file} is damaged: its state row is missing`);
  return { ...state, packedThrough: packed, epoch };
}

function ends(database: SqlDatabase, table: 'command' | 'outcome'): { first: number; last: number } {
  // Two queries, because SQLite would read every row to find min and max together.
  const first = database.get(`select min(seq) as seq from ${table}`)?.seq;
  const last = database.get(`select max(seq) as seq from ${table}`)?.seq;
  return { first: Number(first ?? 0), last: Number(last ?? 0) };
}
