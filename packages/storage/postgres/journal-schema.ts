// The tables of the journal in PostgreSQL, and its ownership. One row of `state` has the epoch and the ends. Each write advances it,
// provided that it is unchanged since this owner's last write. The owner also holds an advisory lock as long as its connection lives, so
// that a second server is rejected immediately instead of acquiring the market.
import { hostname } from 'node:os';
import type pg from 'pg';
import { JournalDamagedError, JournalHeldError } from '../journal/journal-errors.ts';
import { operatorCommand } from '../operator-command.ts';
import { describeDatabase } from './addresses.ts';
import { baseStateTable } from './base-states.ts';
import { schemas } from './connection.ts';
import { packedThrough, packTable } from './packs.ts';
import { DatabaseError } from './postgres-errors.ts';

const journalFormat = 1;
/** The format of a journal with packs, which earlier versions cannot read. */
export const packedFormat = 2;
/** The key of the advisory lock: the bytes of "openpit". */
const lockKey = '31367303361751412';

const damageAdvice = 'restore the database from a backup';

const tables = `
  create table ${schemas.market}.journal_state (
    id integer primary key check (id = 1),
    format integer not null,
    market text not null,
    epoch bigint not null,
    last_seq bigint not null,
    last_outcome_seq bigint not null,
    holder text,
    -- False while the market is being moved here.
    is_complete boolean not null default true
  );
  create table ${schemas.market}.journal_command (seq bigint primary key, bytes bytea not null, checksum bigint not null);
  create table ${schemas.market}.journal_outcome (seq bigint primary key, bytes bytea not null, hash bytea not null);
  insert into ${schemas.market}.journal_state values (1, ${journalFormat}, gen_random_uuid(), 0, 0, 0, null, true);
  ${baseStateTable}
  ${packTable}
`;

export interface JournalState {
  /** The permanent id of this market, which links a data folder and a database. */
  readonly market: string;
  readonly epoch: number;
  readonly lastSeq: number;
  readonly lastOutcomeSeq: number;
}

/** True if the database has a market. */
export async function hasJournal(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schemas.market}.journal_state`,
  ]);
  return rows[0]?.found != null;
}

/** Creates the tables if they are missing. Rejects with DatabaseError if a newer build wrote them. */
export async function prepareTables(client: pg.Client, url: string): Promise<void> {
  if (!(await hasJournal(client))) {
    await client.query(`begin; create schema if not exists ${schemas.market}; ${tables}; commit`);
    return;
  }
  const { rows } = await client.query<{ format: number }>(
    `select format from ${schemas.market}.journal_state`,
  );
  const format = rows[0]?.format ?? 0;
  if (format <= packedFormat) {
    await client.query(`${baseStateTable} ${packTable}`);
    return;
  }
  throw new DatabaseError(
    'newerFormat',
    `${describeDatabase(url)} was written by a newer Openpit (journal format ${format}, this one knows up to ${packedFormat}): start the newer one, or name another database`,
  );
}

/** Rejects with DatabaseError when a move to this database was interrupted. */
export async function requireComplete(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ isComplete: boolean }>(
    `select is_complete as "isComplete" from ${schemas.market}.journal_state`,
  );
  if (rows[0]?.isComplete !== false) return;
  throw new DatabaseError(
    'unusable',
    `${describeDatabase(url)} has only a part of a market, because its move was interrupted: run "${operatorCommand('data move to-postgres', 'FOLDER')}" again, with the folder of the market that was being moved`,
  );
}

export async function markComplete(client: pg.Client, isComplete: boolean): Promise<void> {
  await client.query(`update ${schemas.market}.journal_state set is_complete = $1`, [isComplete]);
}

/**
 * Acquires the lock of the market for this connection. Returns false if another connection has it.
 */
export async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`);
  return rows[0]?.taken === true;
}

/**
 * Commits a small write. With a synchronous standby, it is answered only once the standby has it and everything before it. That
 * includes a batch whose own answer was lost, which the primary already shows as committed.
 */
export async function confirmWrites(client: pg.Client, epoch: number): Promise<void> {
  await client.query(
    `update ${schemas.market}.journal_state set holder = holder where id = 1 and epoch = $1`,
    [epoch],
  );
}

/** The error for a server that comes second. */
export async function heldError(client: pg.Client, url: string): Promise<JournalHeldError> {
  const { rows } = await client.query<{ holder: string | null }>(
    `select holder from ${schemas.market}.journal_state`,
  );
  return new JournalHeldError(
    `${describeDatabase(url)} is in use by ${rows[0]?.holder ?? 'another server of Openpit'}: stop it first, or name another database`,
    undefined,
  );
}

/** Starts the next epoch. Rejects with JournalDamagedError if acknowledged rows are missing. */
export async function takeEpoch(
  client: pg.Client,
  url: string,
): Promise<JournalState & { readonly packedThrough: number }> {
  const state = await readState(client, url);
  const packed = await packedThrough(client, url);
  for (const [kind, table, promised] of [
    ['commands', 'journal_command', state.lastSeq],
    ['outcomes', 'journal_outcome', state.lastOutcomeSeq],
  ] as const) {
    const { rows } = await client.query<{ first: number | null; last: number | null }>(
      `select min(seq) as first, max(seq) as last from ${schemas.market}.${table}`,
    );
    const [first, last] = [rows[0]?.first ?? 0, rows[0]?.last ?? 0];
    if (last === promised && (last === 0 || first === packed + 1)) continue;
    throw new JournalDamagedError(
      `${describeDatabase(url)} is damaged: ${kind} 1 to ${promised} were acknowledged, and ${last === 0 ? 'none are' : `${first} to ${last} are`} there: ${damageAdvice}`,
      Math.min(last, promised) + 1,
    );
  }
  const holder = `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}`;
  const { rows } = await client.query<{ epoch: number }>(
    `update ${schemas.market}.journal_state set epoch = epoch + 1, holder = $1 returning epoch`,
    [holder],
  );
  return { ...state, packedThrough: packed, epoch: rows[0]?.epoch ?? 0 };
}

/** Rejects with JournalDamagedError when the row is missing. */
export async function readState(client: pg.Client, url: string): Promise<JournalState> {
  const { rows } = await client.query<JournalState>(
    `select market, epoch, last_seq as "lastSeq", last_outcome_seq as "lastOutcomeSeq" from ${schemas.market}.journal_state where id = 1`,
  );
  const [state] = rows;
  if (state !== undefined) return state;
  throw new JournalDamagedError(
    `${describeDatabase(url)} is damaged: the state of its journal is missing: ${damageAdvice}`,
  );
}
