// The lines of the audit log in PostgreSQL, next to the journal. One row of state has the end of their chain and the epoch of the journal's
// owner. A write is one statement that succeeds only at the end that it continues, and only for the current owner.
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { describeDatabase } from './addresses.ts';
import { connect, OneConnection, schemas } from './connection.ts';
import { DatabaseError, databaseError, explained } from './postgres-errors.ts';

const state = `${schemas.market}.audit_state`;
const entries = `${schemas.market}.audit_entry`;
const linesPerRead = 1_000;

const tables = `
  create table if not exists ${state} (
    id integer primary key check (id = 1),
    epoch bigint not null,
    last_seq bigint not null,
    last_hash text not null,
    -- The contents of the files of the same names: signed ends, and the public key.
    head text,
    pruned text,
    public_key text,
    -- The identity of the newest file of waiting entries, and the number of its lines that are stored here.
    taken text
  );
  create table if not exists ${entries} (
    position bigint generated always as identity primary key,
    day text not null,
    line text not null
  );
  create index if not exists audit_entry_day on ${entries} (day);
  insert into ${state} values (1, 0, 0, '', null, null, null, null) on conflict do nothing;
`;

interface AuditState {
  readonly lastSeq: number;
  /** Empty for a log that has not begun. */
  readonly lastHash: string;
  readonly head: string | null;
  readonly pruned: string | null;
  readonly publicKey: string | null;
  readonly taken: string | null;
}

export interface AuditLine {
  /** In UTC, `2026-11-25`. */
  readonly day: string;
  readonly line: string;
}

interface AuditAppend {
  readonly before: Pick<AuditState, 'lastSeq' | 'lastHash'>;
  readonly lines: readonly AuditLine[];
  readonly after: Pick<AuditState, 'lastSeq' | 'lastHash'> & { readonly head: string };
  /** `null` leaves the stored value. */
  readonly taken: string | null;
}

const selectState = `select last_seq as "lastSeq", last_hash as "lastHash", head, pruned, public_key as "publicKey", taken from ${state}`;

export class AuditTable {
  readonly #pool: OneConnection;
  readonly #epoch: number;

  private constructor(pool: OneConnection, epoch: number) {
    this.#pool = pool;
    this.#epoch = epoch;
  }

  /** Takes the log for the owner of the journal with this epoch, and creates its tables. Rejects with DatabaseError. */
  static async open(url: string, epoch: number): Promise<AuditTable> {
    const pool = new OneConnection(url, { schema: schemas.market });
    const table = new AuditTable(pool, epoch);
    try {
      await table.#using(async (client) => {
        await query(client, `begin; ${tables} commit`);
        await query(client, `update ${state} set epoch = $1 where epoch <= $1`, [epoch]);
      });
      return table;
    } catch (error) {
      await pool.end();
      throw databaseError(error, url);
    }
  }

  async state(): Promise<AuditState> {
    const [row] = await this.#rows<AuditState>(selectState);
    if (row === undefined) throw new Error('The state of the audit log is missing in the database.');
    return row;
  }

  /** The last line of days before this one, or of all; null if there is none. */
  async lastLine({ before = '9999' }: { readonly before?: string } = {}): Promise<string | null> {
    const [row] = await this.#rows<{ line: string }>(
      `select line from ${entries} where day < $1 order by position desc limit 1`,
      [before],
    );
    return row?.line ?? null;
  }

  /** True if a line has this hash. */
  async has(hash: string): Promise<boolean> {
    const rows = await this.#rows(`select 1 from ${entries} where right(line, 66) = $1 limit 1`, [
      `${hash}"}`,
    ]);
    return rows.length > 0;
  }

  /** False when the log does not end where it should, or belongs to another owner; then nothing was written. */
  async append({ before, lines, after, taken }: AuditAppend): Promise<boolean> {
    const [row] = await this.#rows<{ written: number }>(
      `with fence as (
         update ${state} set last_seq = $1, last_hash = $2, head = $3, taken = coalesce($4, taken)
         where id = 1 and epoch = $5 and last_seq = $6 and last_hash = $7
         returning id
       ), written as (
         insert into ${entries} (day, line)
         select row.day, row.line from fence, unnest($8::text[], $9::text[]) with ordinality as row (day, line, number)
         order by row.number
       )
       select count(*) as written from fence`,
      [
        after.lastSeq,
        after.lastHash,
        after.head,
        taken,
        this.#epoch,
        before.lastSeq,
        before.lastHash,
        lines.map(({ day }) => day),
        lines.map(({ line }) => line),
      ],
    );
    return row?.written === 1;
  }

  async setPublicKey(publicKey: string): Promise<void> {
    await this.#rows(`update ${state} set public_key = $1 where epoch = $2`, [publicKey, this.#epoch]);
  }

  /** Deletes the lines of earlier days, and keeps their signed end. */
  async prune({ before, pruned }: { readonly before: string; readonly pruned: string }): Promise<void> {
    await this.#rows(
      `with fence as (update ${state} set pruned = $1 where epoch = $2 returning id)
       delete from ${entries} using fence where day < $3`,
      [pruned, this.#epoch, before],
    );
  }

  /** Imports an entire log into one that has not begun, completely or not at all. */
  async take(batches: AsyncIterable<readonly AuditLine[]>, ends: Omit<AuditState, 'taken'>): Promise<void> {
    await this.#using(async (client) => {
      await query(client, 'begin');
      try {
        for await (const lines of batches)
          await query(
            client,
            `insert into ${entries} (day, line)
             select row.day, row.line from unnest($1::text[], $2::text[]) with ordinality as row (day, line, number)
             order by row.number`,
            [lines.map(({ day }) => day), lines.map(({ line }) => line)],
          );
        const { rows } = await query(
          client,
          `update ${state} set last_seq = $1, last_hash = $2, head = $3, pruned = $4, public_key = $5
           where epoch = $6 and last_hash = '' returning id`,
          [ends.lastSeq, ends.lastHash, ends.head, ends.pruned, ends.publicKey, this.#epoch],
        );
        if (rows.length !== 1) throw new Error('The audit log in the database has already begun.');
        await query(client, 'commit');
      } catch (error) {
        await query(client, 'rollback').catch(() => undefined);
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #using<Result>(work: (client: PostgresPoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  #rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#using(async (client) => (await query(client, sql, values)).rows as Row[]);
  }
}

/** Several statements without values, or one. */
const query = (client: PostgresPoolClient, sql: string, values?: readonly unknown[]) =>
  client.query<unknown>(sql, values as readonly unknown[]);

interface AuditReader {
  readonly state: AuditState;
  lines(): AsyncIterable<readonly AuditLine[]>;
  close(): Promise<void>;
}

/** Reads the log as of one moment, while a server may write it; null if the database has none. Rejects with DatabaseError. */
export async function openAuditReader(url: string): Promise<AuditReader | null> {
  const client = await connect(url, { schema: schemas.market, readsOnly: true });
  try {
    await client.query('begin isolation level repeatable read read only');
    const table = await client.query<{ found: string | null }>('select to_regclass($1) as found', [state]);
    const { rows } =
      table.rows[0]?.found == null ? { rows: [] } : await client.query<AuditState>(selectState);
    const [row] = rows;
    if (row === undefined || row.lastHash === '') {
      await client.end();
      return null;
    }
    return { state: row, lines: () => linesOf(client, url), close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => undefined);
    const explained = databaseError(error, url);
    if (explained instanceof DatabaseError) throw explained;
    throw new Error(`the audit log in ${describeDatabase(url)} cannot be read`, { cause: error });
  }
}

async function* linesOf(client: pg.Client, url: string): AsyncIterable<readonly AuditLine[]> {
  for (let after = 0; ; ) {
    const { rows } = await explained(url, () =>
      client.query<AuditLine & { position: number }>(
        `select position, day, line from ${entries} where position > $1 order by position limit ${linesPerRead}`,
        [after],
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
  }
}
