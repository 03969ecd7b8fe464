// Packs of the journal in PostgreSQL (journal/packs.ts).
import type pg from 'pg';
import { JournalDamagedError } from '../journal/journal-errors.ts';
import { chainStart } from '../journal/outcome-chain.ts';
import {
  firstSeqOf,
  lastSeqOf,
  type PackedRowsOfDay,
  packNumberOf,
  rowsPerPack,
  type StoredPack,
  unpackRows,
} from '../journal/packs.ts';
import { describeDatabase } from './addresses.ts';
import { schemas } from './connection.ts';

const table = `${schemas.market}.journal_pack`;
const advice = 'restore the database from a backup';

/** Versions without packs made journals without it. */
export const packTable = `
  create table if not exists ${table} (
    number bigint primary key,
    bytes bytea not null,
    checksum bigint not null,
    hash bytea not null,
    plain_bytes bigint not null
  );
`;

/** The number of the last packed command; 0 if there is none. Rejects with JournalDamagedError when a pack is missing. */
export async function packedThrough(client: pg.Client, url: string): Promise<number> {
  const { rows } = await client.query<{ count: number; last: number | null }>(
    `select count(*) as count, max(number) as last from ${table}`,
  );
  const { count = 0, last = null } = rows[0] ?? {};
  if (last === null || last === count - 1) return count * rowsPerPack;
  throw new JournalDamagedError(
    `${describeDatabase(url)} is damaged: of the packs of commands 1 to ${lastSeqOf(last)} some are missing: ${advice}`,
  );
}

/**
 * The rows of the pack that has this command; undefined if it is not packed, even where the table is missing. Rejects with
 * JournalDamagedError.
 */
export async function packWith(client: pg.Client, seq: number): Promise<PackedRowsOfDay | undefined> {
  if (!(await hasPacks(client))) return undefined;
  const number = packNumberOf(seq);
  const { rows } = await client.query<{ number: number; bytes: unknown; checksum: unknown; hash: unknown }>(
    `select number, bytes, checksum, hash from ${table} where number between $1 and $2 order by number desc`,
    [number - 1, number],
  );
  const [stored, previous] = rows;
  if (stored?.number !== number) return undefined;
  const previousHash = number === 0 ? chainStart : previous?.hash;
  return unpackRows(number, stored, { previousHash, advice });
}

/** The sizes of the journal; rejects with JournalDamagedError if a pack is missing. */
export async function packSizes(client: pg.Client, url: string) {
  const { rows: tables } = await client.query<{ stored: number }>(
    `select sum(pg_total_relation_size(oid)) as stored from pg_class
     where relnamespace = $1::regnamespace and relname in ('journal_command', 'journal_outcome', 'journal_pack')`,
    [schemas.market],
  );
  const stored = Number(tables[0]?.stored ?? 0);
  if (!(await hasPacks(client))) return { packedThrough: 0, packed: 0, plain: 0, stored };
  const { rows } = await client.query<{ packed: unknown; plain: unknown }>(
    `select coalesce(sum(length(bytes)), 0) as packed, coalesce(sum(plain_bytes), 0) as plain from ${table}`,
  );
  const [row] = rows;
  return {
    packedThrough: await packedThrough(client, url),
    packed: Number(row?.packed),
    plain: Number(row?.plain),
    stored,
  };
}

/** A journal that only versions without packs have opened has no table for them. */
async function hasPacks(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table]);
  return rows[0]?.found != null;
}

/**
 * Replaces rows by their pack in a transaction if the journal is still as its owner left it; repeating it is harmless. `format`
 * marks a journal that earlier versions cannot read. Returns false if the fence rejected it and nothing was written.
 */
export async function writePack(
  client: pg.Client,
  pack: StoredPack,
  { epoch, lastSeq, format }: { readonly epoch: number; readonly lastSeq: number; readonly format: number },
): Promise<boolean> {
  const { number, bytes, checksum, hash, plainBytes } = pack;
  await client.query('begin');
  try {
    const { rowCount } = await client.query(
      `update ${schemas.market}.journal_state set format = $3 where id = 1 and epoch = $1 and last_seq = $2`,
      [epoch, lastSeq, format],
    );
    if (rowCount !== 1) {
      await client.query('rollback');
      return false;
    }
    await client.query(
      `insert into ${table} (number, bytes, checksum, hash, plain_bytes) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [number, Buffer.from(bytes), checksum, Buffer.from(hash), plainBytes],
    );
    for (const rows of ['journal_command', 'journal_outcome'])
      await client.query(`delete from ${schemas.market}.${rows} where seq between $1 and $2`, [
        firstSeqOf(number),
        lastSeqOf(number),
      ]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
