// The handling of schemas when a market is moved to or from PostgreSQL.
import type pg from 'pg';
import { connect, schemas } from './connection.ts';
import { hasJournal, markComplete } from './journal-schema.ts';
import { databaseError } from './postgres-errors.ts';

async function using<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url, { schema: schemas.market });
  try {
    return await work(client);
  } catch (error) {
    throw databaseError(error, url);
  } finally {
    await client.end();
  }
}

/** The parts of a market in a database. */
export async function findPostgresMarket(url: string): Promise<'none' | 'part' | 'whole'> {
  return await using(url, async (client) => {
    if (!(await hasJournal(client))) return 'none';
    const { rows } = await client.query<{ isComplete: boolean; lastSeq: number }>(
      `select is_complete as "isComplete", last_seq as "lastSeq" from ${schemas.market}.journal_state`,
    );
    if (rows[0]?.isComplete === false) return 'part';
    return rows[0]?.lastSeq === 0 ? 'none' : 'whole';
  });
}

/** Removes the remains of an interrupted move. */
export async function dropPostgresMarket(url: string): Promise<void> {
  await using(url, (client) =>
    client.query(`drop schema if exists ${schemas.market}, ${schemas.history} cascade`),
  );
}

/** A market that is being moved here is incomplete until all of it is there. */
export async function markPostgresMarket(
  url: string,
  { isComplete }: { readonly isComplete: boolean },
): Promise<void> {
  await using(url, (client) => markComplete(client, isComplete));
}

/** Keeps the market under another name, so that no server opens it. Returns the schema's new name. */
export async function setAsidePostgresMarket(url: string, at: Date): Promise<string> {
  const name = `${schemas.market}_moved_${at.toISOString().replace(/\D/g, '').slice(0, 14)}`;
  await using(url, (client) =>
    client.query(
      `begin; alter schema ${schemas.market} rename to ${name}; drop schema if exists ${schemas.history} cascade; commit`,
    ),
  );
  return name;
}
