// The packs of a journal in its SQLite file.
import { damageAdvice } from '../data-folder.ts';
import type { SqlDatabase } from '../database/sql.ts';
import { JournalDamagedError } from './journal-errors.ts';
import { chainStart } from './outcome-chain.ts';
import {
  firstSeqOf,
  lastSeqOf,
  type PackedRowsOfDay,
  packNumberOf,
  rowsPerPack,
  type StoredPack,
  unpackRows,
} from './packs.ts';

/** Versions without packs made journals without it. */
export const packTable = `
  create table if not exists pack (
    number integer primary key,
    bytes blob not null,
    checksum integer not null,
    hash blob not null,
    plain_bytes integer not null
  ) strict;
`;

/** The number of the last packed command; 0 if there is none. Throws JournalDamagedError when a pack is missing. */
export function packedThrough(database: SqlDatabase): number {
  const { count, last } = database.get('select count(*) as count, max(number) as last from pack') ?? {};
  const packs = Number(count ?? 0);
  if (packs === 0 || last === packs - 1) return packs * rowsPerPack;
  throw new JournalDamagedError(
    `${database.file} is damaged: of the packs of commands 1 to ${lastSeqOf(Number(last))} some are missing: ${damageAdvice}`,
  );
}

/** The rows of the pack that has this command; undefined if it is not packed. Throws JournalDamagedError. */
export function packWith(database: SqlDatabase, seq: number): PackedRowsOfDay | undefined {
  const number = packNumberOf(seq);
  const stored = database.get(
    `select cast(bytes as blob) as bytes, cast(checksum as integer) as checksum, cast(hash as blob) as hash
     from pack where number = ?`,
    [number],
  );
  if (stored === undefined) return undefined;
  const { bytes, checksum, hash } = stored;
  const previousHash = number === 0 ? chainStart : lastHashOf(database, number - 1);
  return unpackRows(number, { bytes, checksum, hash }, { previousHash, advice: damageAdvice });
}

/** The hash of a packed outcome; undefined if it is not packed. Throws JournalDamagedError. */
export function packedHash(database: SqlDatabase, seq: number): Uint8Array | undefined {
  return packWith(database, seq)?.outcomes[seq - firstSeqOf(packNumberOf(seq))]?.hash;
}

/** Replaces the rows by their pack; call it inside a transaction. `format` marks a journal that earlier versions cannot read. */
export function putPack(database: SqlDatabase, pack: StoredPack, format: number): void {
  const { number, bytes, checksum, hash, plainBytes } = pack;
  database.run('insert into pack (number, bytes, checksum, hash, plain_bytes) values (?, ?, ?, ?, ?)', [
    number,
    bytes,
    checksum,
    hash,
    plainBytes,
  ]);
  for (const table of ['command', 'outcome'])
    database.run(`delete from ${table} where seq between ? and ?`, [firstSeqOf(number), lastSeqOf(number)]);
  database.execScript(`pragma user_version = ${format}`);
}

const lastHashOf = (database: SqlDatabase, number: number): unknown =>
  database.get('select cast(hash as blob) as hash from pack where number = ?', [number])?.hash;
