// Base states of the journal in PostgreSQL (journal/base-state.ts).
import type pg from 'pg';
import { joined, partsOf, type StoredPart } from '../journal/base-state.ts';
import type { BaseState, DamagedBaseState } from '../journal/journal.ts';
import { schemas } from './connection.ts';

const table = `${schemas.market}.journal_base_state`;

/** Versions before rules 10 made journals without it. */
export const baseStateTable = `
  create table if not exists ${table} (
    seq bigint not null,
    part integer not null,
    parts integer not null,
    bytes bytea not null,
    checksum bigint not null,
    primary key (seq, part)
  );
`;

/**
 * Writes the state in a transaction if the journal is still as its owner left it; writing it twice is harmless. Returns false if
 * the fence rejected it and nothing was written.
 */
export async function writeBaseState(
  client: pg.Client,
  state: BaseState,
  { epoch, lastSeq }: { readonly epoch: number; readonly lastSeq: number },
): Promise<boolean> {
  await client.query('begin');
  try {
    const { rowCount } = await client.query(
      `select id from ${schemas.market}.journal_state where id = 1 and epoch = $1 and last_seq = $2 for update`,
      [epoch, lastSeq],
    );
    if (rowCount !== 1) {
      await client.query('rollback');
      return false;
    }
    await client.query(`delete from ${table} where seq >= $1`, [state.seq]);
    for (const { part, parts, bytes, checksum } of partsOf(state))
      await client.query(
        `insert into ${table} (seq, part, parts, bytes, checksum) values ($1, $2, $3, $4, $5)`,
        [state.seq, part, parts, Buffer.from(bytes), checksum],
      );
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The newest one of a command up to `upTo`; undefined if there is none, even where the table is missing. */
export async function readBaseState(
  client: pg.Client,
  upTo: number,
): Promise<BaseState | DamagedBaseState | undefined> {
  const { rows: tables } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    table,
  ]);
  if (tables[0]?.found == null) return undefined;
  const { rows: newest } = await client.query<{ seq: number | null }>(
    `select max(seq) as seq from ${table} where seq <= $1`,
    [upTo],
  );
  const seq = newest[0]?.seq;
  if (seq == null) return undefined;
  const { rows } = await client.query<Record<keyof StoredPart, unknown>>(
    `select part, parts, bytes, checksum from ${table} where seq = $1 order by part`,
    [seq],
  );
  return joined(seq, rows);
}
