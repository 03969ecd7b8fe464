// History in PostgreSQL: the tables of history.db in a separate schema, next to the market's. A rebuilt history is
// another schema, which takes over the name of the old history.
import { sql } from 'kysely';
import type { OpenedHistoryDatabase } from '../database/history/history-database.ts';
import type { HistorySchema } from '../database/history/history-schema.ts';
import { createHistoryTables, historyFormat } from '../database/history/history-tables.ts';
import { JournalDamagedError } from '../journal/journal-errors.ts';
import { chainStart } from '../journal/outcome-chain.ts';
import type { OutcomeReader } from '../journal/outcome-reader.ts';
import { rebuildHistoryAdvice } from '../operator-command.ts';
import { describeDatabase } from './addresses.ts';
import { connect, schemas } from './connection.ts';
import { hashOf, readOutcomes } from './journal-reads.ts';
import { openPool } from './postgres-database.ts';
import { DatabaseError, databaseError, explained } from './postgres-errors.ts';

/** Emptying the tables of years takes a while. */
const longestQueryMs = 10 * 60_000;

/** See HistoryStore (history-store.ts). */
export function postgresHistory(url: string, dataFolder: string) {
  return {
    place: `the history in ${describeDatabase(url)}`,
    open: () => openSchema(url, { schema: schemas.history, dataFolder }),
    openRebuilt: async () => {
      await run(url, `drop schema if exists ${schemas.rebuiltHistory} cascade`);
      return await openSchema(url, { schema: schemas.rebuiltHistory, dataFolder });
    },
    removeRebuilt: () => run(url, `drop schema if exists ${schemas.rebuiltHistory} cascade`),
    replaceByRebuilt: () =>
      run(
        url,
        `begin; drop schema if exists ${schemas.history} cascade; alter schema ${schemas.rebuiltHistory} rename to ${schemas.history}; commit`,
      ),
    openLog: () => openLog(url),
  };
}

async function run(url: string, statements: string): Promise<void> {
  const client = await connect(url, { schema: 'public' });
  try {
    await client.query(statements);
  } catch (error) {
    throw databaseError(error, url);
  } finally {
    await client.end();
  }
}

/** Creates the tables in a new schema, and again in one of another version. */
async function openSchema(
  url: string,
  { schema, dataFolder }: { readonly schema: string; readonly dataFolder: string },
): Promise<OpenedHistoryDatabase> {
  const format = await formatOf(url, schema);
  if (format !== null && format > historyFormat)
    throw new DatabaseError(
      'newerFormat',
      `the history in ${describeDatabase(url)} was written by a newer Openpit (history format ${format}, this one knows up to ${historyFormat}): start the newer one, or ${rebuildHistoryAdvice(dataFolder)}`,
    );
  if (format !== historyFormat) await createTables(url, schema);
  const { db, close } = openPool<HistorySchema>(url, { schema, answerWithinMs: longestQueryMs });
  // PostgreSQL has checksums of its pages.
  return { db, checked: Promise.resolve(true), close, seal: close, discard: () => void close() };
}

/** The schema itself and its format in their own transaction; only the format makes it complete. */
async function createTables(url: string, schema: string): Promise<void> {
  await run(
    url,
    `begin; drop schema if exists ${schema} cascade; create schema ${schema}; create table ${schema}.history_format (format integer not null); commit`,
  );
  const { db, close } = openPool<unknown>(url, { schema });
  try {
    await db.transaction().execute(async (transaction) => {
      await createHistoryTables(transaction);
      await sql`insert into ${sql.table(`${schema}.history_format`)} values (${historyFormat})`.execute(
        transaction,
      );
    });
  } catch (error) {
    throw databaseError(error, url);
  } finally {
    await close();
  }
}

/** `null` for a schema that is missing or incomplete. */
async function formatOf(url: string, schema: string): Promise<number | null> {
  const client = await connect(url, { schema });
  try {
    const table = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
      `${schema}.history_format`,
    ]);
    if (table.rows[0]?.found == null) return null;
    const { rows } = await client.query<{ format: number }>(`select format from ${schema}.history_format`);
    return rows[0]?.format ?? null;
  } finally {
    await client.end();
  }
}

/** Reads over a separate connection, so that following the log costs the market nothing. */
async function openLog(url: string): Promise<OutcomeReader> {
  const client = await connect(url, { schema: schemas.market, readsOnly: true });
  const reading = <Result>(read: () => Promise<Result>) => explained(url, read);
  const lastSeq = () =>
    reading(async () => {
      const { rows } = await client.query<{ seq: number | null }>(
        `select max(seq) as seq from ${schemas.market}.journal_outcome`,
      );
      return rows[0]?.seq ?? 0;
    });
  return {
    hashOf: (seq) => reading(async () => (seq === 0 ? chainStart : await hashOf(client, seq))),
    lastSeq,
    readAfter: async (previous, limit) => {
      const last = Math.min(await lastSeq(), previous.seq + limit);
      return await reading(async () => {
        if (last <= previous.seq) return [];
        const before = await hashOf(client, previous.seq);
        if (previous.seq > 0 && (before === undefined || Buffer.compare(before, previous.hash) !== 0))
          throw new JournalDamagedError(
            `outcome ${previous.seq} has changed since it was read`,
            previous.seq,
          );
        const rows = [];
        while (previous.seq + rows.length < last)
          rows.push(...(await readOutcomes(client, previous.seq + rows.length + 1, last)));
        return rows;
      });
    },
    close: async () => {
      await client.end().catch(() => undefined);
    },
  };
}
