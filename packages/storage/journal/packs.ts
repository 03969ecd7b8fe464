// Packs: 512 commands with their outcomes in one compressed value, about a fifteenth of the size of the rows. Both engines pack
// the rows of closed days. Pack 0 contains commands 1 to 512, pack 1 the next 512, and so on. The packs come first, and unpacked
// rows follow without a gap.
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import type { JournalRow, OutcomeRow } from './journal.ts';
import { JournalDamagedError } from './journal-errors.ts';
import { hashLength, nextHash } from './outcome-chain.ts';

const compress = promisify(brotliCompress);

/** The commands of a pack, and the most rows that one read of a journal returns: appends wait while it runs. */
export const rowsPerPack = 512;

export interface StoredPack {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly checksum: number;
  /** The hash of the last outcome. The other hashes are computed when the pack is read. */
  readonly hash: Uint8Array;
  /** The bytes of the rows before they were compressed. */
  readonly plainBytes: number;
}

/** The rows of a pack, all 512 of each. */
export interface PackedRowsOfDay {
  readonly commands: readonly JournalRow[];
  readonly outcomes: readonly OutcomeRow[];
}

export const packNumberOf = (seq: number): number => Math.floor((seq - 1) / rowsPerPack);
export const firstSeqOf = (number: number): number => number * rowsPerPack + 1;
export const lastSeqOf = (number: number): number => (number + 1) * rowsPerPack;

/** The rows of one pack from a number on, up to `lastSeq`. */
export const rowsFrom = <Row extends JournalRow>(
  rows: readonly Row[],
  fromSeq: number,
  lastSeq = Number.POSITIVE_INFINITY,
): Row[] => rows.slice((fromSeq - 1) % rowsPerPack).filter(({ seq }) => seq <= lastSeq);

/** Packs 512 commands and their outcomes, which the caller has checked. Rejects if they cannot be unpacked again. */
export async function packRows({ commands, outcomes }: PackedRowsOfDay): Promise<StoredPack> {
  const number = packNumberOf(commands[0]?.seq ?? 0);
  const rows = [...commands, ...outcomes];
  const lengths = Buffer.alloc(4 * rows.length);
  for (const [index, { bytes }] of rows.entries()) lengths.writeUInt32LE(bytes.length, 4 * index);
  const plain = Buffer.concat([lengths, ...rows.map(({ bytes }) => bytes)]);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const compressed = await compress(plain, { params });
  // The rows are removed afterwards.
  if (rows.length !== 2 * rowsPerPack || !brotliDecompressSync(compressed).equals(plain))
    throw new Error(`commands from ${firstSeqOf(number)} on cannot be packed`);
  const bytes = new Uint8Array(compressed);
  const hash = outcomes.at(-1)?.hash ?? new Uint8Array();
  return {
    number,
    bytes,
    checksum: packChecksum(number, bytes),
    hash,
    plainBytes: plain.length - lengths.length,
  };
}

/**
 * Unpacks the rows, each outcome with its hash. `stored` is the database's result, which may be damaged in any way;
 * `previousHash` is the hash of the outcome before the first. Throws JournalDamagedError with `advice`.
 */
export function unpackRows(
  number: number,
  stored: Readonly<Record<'bytes' | 'checksum' | 'hash', unknown>>,
  { previousHash, advice }: { readonly previousHash: unknown; readonly advice: string },
): PackedRowsOfDay {
  const { bytes, checksum, hash } = stored;
  const [first, last] = [firstSeqOf(number), lastSeqOf(number)];
  const damaged = (why: string) =>
    new JournalDamagedError(`commands ${first} to ${last} are damaged (${why}): ${advice}`, first);
  if (!(bytes instanceof Uint8Array) || checksum !== packChecksum(number, bytes))
    throw damaged('the checksum of their pack does not match');
  if (!isHash(hash) || !isHash(previousHash)) throw damaged('the hash of their pack is missing');
  const plain = brotliDecompressSync(bytes);
  let at = 4 * 2 * rowsPerPack;
  const rows = Array.from({ length: 2 * rowsPerPack }, (_, index) => {
    const start = at;
    at += plain.readUInt32LE(4 * index);
    return { seq: first + (index % rowsPerPack), bytes: new Uint8Array(plain.subarray(start, at)) };
  });
  const outcomes = chained(previousHash, rows.slice(rowsPerPack));
  if (Buffer.compare(outcomes.at(-1)?.hash ?? new Uint8Array(), hash) !== 0)
    throw damaged('their outcomes do not follow from the one before them');
  return { commands: rows.slice(0, rowsPerPack), outcomes };
}

/** Includes the number, so that a pack that has moved is detected. */
const packChecksum = (number: number, bytes: Uint8Array): number => crc32(`pack ${number}`, crc32(bytes));

const isHash = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array && value.length === hashLength;

function chained(previousHash: Uint8Array, rows: readonly JournalRow[]): OutcomeRow[] {
  let hash = previousHash;
  return rows.map((row) => {
    hash = nextHash(hash, row.bytes);
    return { ...row, hash };
  });
}
