// Writes a batch of the journal to PostgreSQL in one statement, which forms one transaction.
import type pg from 'pg';
import { commandChecksum } from '../journal/command-checksum.ts';
import { pack } from '../journal/packed-rows.ts';
import { schemas } from './connection.ts';

export interface ChainedOutcome {
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

export interface WrittenBatch {
  readonly epoch: number;
  /** The ends before the batch. */
  readonly lastSeq: number;
  readonly lastOutcomeSeq: number;
  readonly commands: readonly Uint8Array[];
  readonly outcomes: readonly ChainedOutcome[];
}

// The bytes of all rows in one value, because an array of bytes would be sent as text.
const insertStatement = `
  with fence as (
    update ${schemas.market}.journal_state set last_seq = $1, last_outcome_seq = $2
    where id = 1 and epoch = $3 and last_seq = $4 and last_outcome_seq = $5
    returning id
  ), commands as (
    insert into ${schemas.market}.journal_command (seq, bytes, checksum)
    select $4::bigint + row.number, substring($6::bytea from row.start for row.length), row.checksum
    from fence, unnest($7::integer[], $8::integer[], $9::bigint[]) with ordinality
      as row (start, length, checksum, number)
  ), outcomes as (
    insert into ${schemas.market}.journal_outcome (seq, bytes, hash)
    select $5::bigint + row.number, substring($10::bytea from row.start for row.length),
      substring($13::bytea from (row.number::integer - 1) * 32 + 1 for 32)
    from fence, unnest($11::integer[], $12::integer[]) with ordinality as row (start, length, number)
  )
  select count(*) as written from fence`;

/** Returns false if the fence rejected it and nothing was written. */
export async function insertBatch(client: pg.Client, batch: WrittenBatch): Promise<boolean> {
  const { epoch, lastSeq, lastOutcomeSeq, commands, outcomes } = batch;
  const checksums = commands.map((bytes, index) => commandChecksum(lastSeq + 1 + index, bytes));
  const outcomeBytes = outcomes.map(({ bytes }) => bytes);
  const ends = [lastSeq + commands.length, lastOutcomeSeq + outcomes.length];
  const { rows } = await client.query<{ written: number }>({
    name: 'append',
    text: insertStatement,
    values: [
      ...ends,
      epoch,
      lastSeq,
      lastOutcomeSeq,
      ...packedValues(commands),
      checksums,
      ...packedValues(outcomeBytes),
      Buffer.concat(outcomes.map(({ hash }) => hash)),
    ],
  });
  return rows[0]?.written === 1;
}

/** All bytes, with the offset (from 1) and the length of each row. */
function packedValues(rows: readonly Uint8Array[]): [Buffer, number[], number[]] {
  const { bytes, lengths } = pack(rows);
  const starts: number[] = [];
  let start = 1;
  for (const length of lengths) {
    starts.push(start);
    start += length;
  }
  return [Buffer.from(bytes.buffer), starts, [...lengths]];
}
