// Reads the rows of the journal in PostgreSQL, each checked.
import type pg from 'pg';
import { commandChecksum } from '../journal/command-checksum.ts';
import type { JournalReader, JournalRow, JournalSizes, OutcomeRow } from '../journal/journal.ts';
import { JournalDamagedError } from '../journal/journal-errors.ts';
import { chainStart, verifyChain } from '../journal/outcome-chain.ts';
import { rowsFrom, rowsPerPack } from '../journal/packs.ts';
import { describeDatabase } from './addresses.ts';
import { readBaseState } from './base-states.ts';
import { connect, schemas } from './connection.ts';
import { hasJournal, readState, requireComplete } from './journal-schema.ts';
import { packSizes, packWith } from './packs.ts';
import { DatabaseError, databaseError, explained } from './postgres-errors.ts';

/**
 * Reads the current journal without owning it; a server may continue to write. Rejects with DatabaseError, even if there is no market, or
 * if the connection is lost while it reads.
 */
export async function openPostgresReader(url: string): Promise<JournalReader> {
  const client = await connect(url, { schema: schemas.market, readsOnly: true });
  try {
    if (!(await hasJournal(client)))
      throw new DatabaseError(
        'unusable',
        `there is no market in ${describeDatabase(url)}: correct DATABASE_URL`,
      );
    await requireComplete(client, url);
    const { lastSeq, lastOutcomeSeq } = await readState(client, url);
    const reading = <Result>(read: () => Promise<Result>) => explained(url, read);
    return {
      lastSeq: async () => lastSeq,
      lastOutcome: () => reading(() => lastOutcomeOf(client, lastOutcomeSeq)),
      read: (fromSeq) => inBatches(fromSeq, (seq) => reading(() => readCommands(client, seq, lastSeq))),
      readOutcomes: (fromSeq) =>
        inBatches(fromSeq, (seq) => reading(() => readOutcomes(client, seq, lastOutcomeSeq))),
      baseState: (upTo) => reading(() => readBaseState(client, Math.min(upTo, lastSeq))),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw databaseError(error, url);
  }
}

/** The sizes of the current journal, which a server may be writing. Rejects with DatabaseError or JournalDamagedError. */
export async function postgresSizes(url: string): Promise<JournalSizes> {
  const client = await connect(url, { schema: schemas.market, readsOnly: true });
  return await explained(url, async () => {
    const { lastSeq } = await readState(client, url);
    return { lastSeq, ...(await packSizes(client, url)), free: null };
  }).finally(() => client.end());
}

async function* inBatches<Row>(
  fromSeq: number,
  read: (fromSeq: number) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  for (let seq = fromSeq; ; ) {
    const rows = await read(seq);
    if (rows.length === 0) return;
    yield rows;
    seq += rows.length;
  }
}

/** The next commands, checked, at most 512; empty after `lastSeq`. Rejects with JournalDamagedError. */
export async function readCommands(
  client: pg.Client,
  fromSeq: number,
  lastSeq: number,
): Promise<JournalRow[]> {
  const { rows } = await client.query<{ seq: number; bytes: Buffer; checksum: number }>(
    `select seq, bytes, checksum from ${schemas.market}.journal_command where seq between $1 and $2 order by seq limit $3`,
    [fromSeq, lastSeq, rowsPerPack],
  );
  const packed = rows[0]?.seq === fromSeq || fromSeq > lastSeq ? undefined : await packWith(client, fromSeq);
  if (packed !== undefined) return rowsFrom(packed.commands, fromSeq, lastSeq);
  requireRows('command', rows, fromSeq, lastSeq);
  return rows.map(({ seq, bytes, checksum }) => {
    if (checksum !== commandChecksum(seq, bytes))
      throw damagedRow('command', seq, 'its checksum does not match');
    return { seq, bytes: ownBytes(bytes) };
  });
}

/** The next outcomes, the chain verified, at most 512; empty after `lastSeq`. Rejects with JournalDamagedError. */
export async function readOutcomes(
  client: pg.Client,
  fromSeq: number,
  lastSeq: number,
): Promise<OutcomeRow[]> {
  const { rows } = await client.query<{ seq: number; bytes: Buffer; hash: Buffer }>(
    `select seq, bytes, hash from ${schemas.market}.journal_outcome where seq between $1 and $2 order by seq limit $3`,
    [fromSeq, lastSeq, rowsPerPack],
  );
  const packed = rows[0]?.seq === fromSeq || fromSeq > lastSeq ? undefined : await packWith(client, fromSeq);
  if (packed !== undefined) return rowsFrom(packed.outcomes, fromSeq, lastSeq);
  requireRows('outcome', rows, fromSeq, lastSeq);
  const outcomes = rows.map(({ seq, bytes, hash }) => ({
    seq,
    bytes: ownBytes(bytes),
    hash: ownBytes(hash),
  }));
  const previous = fromSeq === 1 ? chainStart : await hashOf(client, fromSeq - 1);
  if (outcomes.length > 0) verifyChain(previous ?? chainStart, outcomes);
  return outcomes;
}

/** The hash of this outcome in the chain, undefined if there is none. */
export async function hashOf(client: pg.Client, seq: number): Promise<Uint8Array | undefined> {
  const { rows } = await client.query<{ hash: Buffer }>(
    `select hash from ${schemas.market}.journal_outcome where seq = $1`,
    [seq],
  );
  if (rows[0] !== undefined) return ownBytes(rows[0].hash);
  const [packed] = rowsFrom((await packWith(client, seq))?.outcomes ?? [], seq);
  return packed?.hash;
}

/** The checksum of this command; null if there is none. */
export async function checksumOf(client: pg.Client, seq: number): Promise<number | null> {
  const { rows } = await client.query<{ checksum: number }>(
    `select checksum from ${schemas.market}.journal_command where seq = $1`,
    [seq],
  );
  if (rows[0] !== undefined) return rows[0].checksum;
  const [packed] = rowsFrom((await packWith(client, seq))?.commands ?? [], seq);
  return packed === undefined ? null : commandChecksum(seq, packed.bytes);
}

/** `{ seq: 0, hash: 32 zero bytes }` when there is none. */
export async function lastOutcomeOf(
  client: pg.Client,
  seq: number,
): Promise<{ seq: number; hash: Uint8Array }> {
  const [last] = seq === 0 ? [] : await readOutcomes(client, seq, seq);
  return last === undefined ? { seq: 0, hash: chainStart } : { seq: last.seq, hash: last.hash };
}

function requireRows(
  kind: 'command' | 'outcome',
  rows: readonly { readonly seq: number }[],
  fromSeq: number,
  lastSeq: number,
): void {
  const expected = Math.max(0, Math.min(rowsPerPack, lastSeq - fromSeq + 1));
  for (let index = 0; index < expected; index += 1)
    if (rows[index]?.seq !== fromSeq + index) throw damagedRow(kind, fromSeq + index, 'it is missing');
}

function damagedRow(kind: 'command' | 'outcome', seq: number, why: string): JournalDamagedError {
  return new JournalDamagedError(
    `${kind} ${seq} in the database is damaged (${why}): restore the database from a backup`,
    seq,
  );
}

/** A copy: pg returns views into the buffer of the whole reply. */
const ownBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
