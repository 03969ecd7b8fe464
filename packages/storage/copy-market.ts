// Copies the record of a market from one engine to the other: commands with their outcomes, and the relational tables. History is
// not copied, because it is rebuilt from the outcomes.
import { createHash, type Hash } from 'node:crypto';
import { isPostgres } from './database/checked-tables.ts';
import type { Db, Schema } from './database/schema.ts';
import { damagedBaseState } from './journal/base-state.ts';
import type { BaseState, DamagedBaseState, Journal, JournalReader, JournalRow } from './journal/journal.ts';
import { JournalDamagedError } from './journal/journal-errors.ts';

/**
 * Copies a journal with its base states into an empty one and reads the copy again. `onProgress` is called with the rows read so
 * far and all of them. Rejects with JournalDamagedError when the copy differs, or when the newest base state is damaged.
 */
export async function copyJournalRows(
  from: JournalReader,
  to: Journal,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly lastSeq: number }> {
  const [lastSeq, lastOutcome] = [await from.lastSeq(), await from.lastOutcome()];
  const all = 2 * lastSeq + lastOutcome.seq;
  let done = 0;
  const note = (rows: readonly JournalRow[]) => {
    done += rows.length;
    onProgress(done, all);
  };
  const read = createHash('sha256');
  for await (const rows of from.read(1)) {
    await to.append({ firstSeq: rows[0]?.seq ?? 0, commands: rows.map(({ bytes }) => bytes) });
    addTo(read, rows);
    note(rows);
  }
  await copyBaseStates(from, to, lastSeq);
  for await (const rows of from.readOutcomes(1)) {
    await to.appendOutcomes({ firstSeq: rows[0]?.seq ?? 0, outcomes: rows.map(({ bytes }) => bytes) });
    note(rows);
  }
  const written = createHash('sha256');
  for await (const rows of to.read(1)) {
    addTo(written, rows);
    note(rows);
  }
  const copied = await to.lastOutcome();
  const isSame =
    read.digest('hex') === written.digest('hex') &&
    copied.seq === lastOutcome.seq &&
    Buffer.compare(copied.hash, lastOutcome.hash) === 0;
  if (!isSame) throw differs();
  return { lastSeq };
}

async function copyBaseStates(from: JournalReader, to: Journal, lastSeq: number): Promise<void> {
  const states: BaseState[] = [];
  for await (const entry of baseStatesOf(from, lastSeq)) if ('bytes' in entry) states.unshift(entry);
  for (const state of states) {
    await to.putBaseState(state);
    const written = await to.baseState(state.seq);
    const isSame =
      written !== undefined && 'bytes' in written && Buffer.compare(written.bytes, state.bytes) === 0;
    if (!isSame) throw differs();
  }
}

/**
 * All base states, the newest first. Only the newest is needed to open the market: rejects with JournalDamagedError if it is damaged; a
 * damaged older one is yielded.
 */
export async function* baseStatesOf(
  journal: Pick<JournalReader, 'baseState'>,
  lastSeq: number,
): AsyncGenerator<BaseState | DamagedBaseState> {
  for (let upTo = lastSeq; ; ) {
    const baseState = await journal.baseState(upTo);
    if (baseState === undefined) return;
    if ('damage' in baseState && upTo === lastSeq) throw damagedBaseState(baseState);
    yield baseState;
    upTo = baseState.seq - 1;
  }
}

const differs = (): JournalDamagedError =>
  new JournalDamagedError(
    'the copy of the journal differs from the original: check the disks, and copy again',
  );

function addTo(digest: Hash, rows: readonly JournalRow[]): void {
  for (const { seq, bytes } of rows) digest.update(`${seq}:${bytes.length}:`).update(bytes);
}

/** Rows refer only to rows of earlier tables. */
const tables: readonly (keyof Schema)[] = [
  'user',
  'session',
  'sessionUse',
  'preference',
  'layout',
  'setting',
  'twoFactor',
  'recoveryCode',
  'twoFactorReset',
  'signInCount',
];

const rowsPerInsert = 50;

/** Copies the tables as of one moment into empty ones, in one transaction, and compares the number of rows. Returns it. */
export async function copyTables(from: Db, to: Db): Promise<number> {
  return await inOneMoment(from, async (source) => {
    return await to.transaction().execute(async (target) => {
      let copied = 0;
      for (const table of tables) {
        const rows = await source.selectFrom(table).selectAll().execute();
        for (let start = 0; start < rows.length; start += rowsPerInsert)
          await target
            .insertInto(table)
            .values(rows.slice(start, start + rowsPerInsert))
            .execute();
        const written = await target.selectFrom(table).selectAll().execute();
        if (written.length !== rows.length)
          throw new Error(`${written.length} of ${rows.length} rows of ${table} were copied`);
        copied += rows.length;
      }
      return copied;
    });
  });
}

/** SQLite always reads as of one moment in a transaction, and has no isolation levels. */
async function inOneMoment<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  const transaction = db.transaction();
  return await (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    work,
  );
}

/** True if the database has a user or a setting. */
export async function hasRows(db: Db): Promise<boolean> {
  for (const table of ['user', 'setting'] as const)
    if ((await db.selectFrom(table).selectAll().limit(1).execute()).length > 0) return true;
  return false;
}
