// Reports about a journal for an operator: its sizes, and single commands. The server that owns the journal may be running.
import { join } from 'node:path';
import { dataFolderError } from './data-folder.ts';
import { openLibsql } from './database/libsql.ts';
import type { SqlDatabase } from './database/sql.ts';
import type { MarketPlace } from './history-store.ts';
import type { JournalSizes } from './journal/journal.ts';
import { readState } from './journal/journal-file.ts';
import { packedThrough, packWith } from './journal/pack-table.ts';
import { rowsFrom } from './journal/packs.ts';
import { openPostgresReader, postgresSizes } from './postgres/journal-reads.ts';

/** In files the journal must exist. Rejects with DataFolderError, DatabaseError or JournalDamagedError. */
export async function journalSizes({ dataFolder, database = null }: MarketPlace): Promise<JournalSizes> {
  if (database !== null) return await postgresSizes(database);
  return reading(dataFolder, (opened) => {
    const number = (sql: string, column: string) => Number(opened.get(sql)?.[column] ?? 0);
    const pageSize = number('pragma page_size', 'page_size');
    const packs = hasPacks(opened)
      ? {
          packedThrough: packedThrough(opened),
          packed: number('select sum(length(bytes)) as bytes from pack', 'bytes'),
          plain: number('select sum(plain_bytes) as bytes from pack', 'bytes'),
        }
      : { packedThrough: 0, packed: 0, plain: 0 };
    return {
      lastSeq: readState(opened).lastSeq,
      ...packs,
      stored: pageSize * number('pragma page_count', 'page_count'),
      free: pageSize * number('pragma freelist_count', 'freelist_count'),
    };
  });
}

interface JournalEntry {
  readonly command: Uint8Array;
  /** `null` when it is not written yet. */
  readonly outcome: Uint8Array | null;
}

/** A command with its outcome, without a check of rows that are not packed; null if there is none. Rejects as `journalSizes` does. */
export async function journalEntry(
  { dataFolder, database = null }: MarketPlace,
  seq: number,
): Promise<JournalEntry | null> {
  if (database === null) return reading(dataFolder, (opened) => entryIn(opened, seq));
  const reader = await openPostgresReader(database);
  try {
    if (seq > (await reader.lastSeq())) return null;
    const [command] = await firstOf(reader.read(seq));
    if (command === undefined) return null;
    const hasOutcome = seq <= (await reader.lastOutcome()).seq;
    const [outcome] = hasOutcome ? await firstOf(reader.readOutcomes(seq)) : [];
    return { command: command.bytes, outcome: outcome?.bytes ?? null };
  } finally {
    await reader.close();
  }
}

function entryIn(database: SqlDatabase, seq: number): JournalEntry | null {
  const bytesIn = (table: string) => {
    const bytes = database.get(`select cast(bytes as blob) as bytes from ${table} where seq = ?`, [
      seq,
    ])?.bytes;
    return bytes instanceof Uint8Array ? bytes : null;
  };
  const command = bytesIn('command');
  if (command !== null) return { command, outcome: bytesIn('outcome') };
  const packed = hasPacks(database) ? packWith(database, seq) : undefined;
  if (packed === undefined) return null;
  const [packedCommand, outcome] = [rowsFrom(packed.commands, seq)[0], rowsFrom(packed.outcomes, seq)[0]];
  return packedCommand === undefined
    ? null
    : { command: packedCommand.bytes, outcome: outcome?.bytes ?? null };
}

/** A journal that only versions without packs have opened has no table for them. */
const hasPacks = (database: SqlDatabase): boolean =>
  database.get("select 1 as found from sqlite_schema where name = 'pack'") !== undefined;

async function firstOf<Row>(batches: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  for await (const rows of batches) return rows;
  return [];
}

function reading<Result>(dataFolder: string, read: (database: SqlDatabase) => Result): Result {
  const file = join(dataFolder, 'journal.db');
  let database: SqlDatabase | undefined;
  try {
    database = openLibsql(file, { busyTimeoutMs: 2000 });
    database.all('pragma query_only = on');
    return read(database);
  } catch (error) {
    throw dataFolderError(error, file);
  } finally {
    database?.close();
  }
}
