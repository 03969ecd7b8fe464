// Opens PostgreSQL connections with uniform settings: durable commits, no external time limits, and numbers as numbers. The
// settings are read back, because a pooler in between may ignore them. Of several servers, the one that accepts writes is used.
import { hostname } from 'node:os';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { messageOf } from '../data-folder.ts';
import { addressesOf, describeDatabase } from './addresses.ts';
import { DatabaseError, databaseError, fateOf } from './postgres-errors.ts';

/** The oldest version of PostgreSQL that is tested or still maintained. */
const oldestVersion = 14;
const connectWithinMs = 5_000;
/** A connection without an answer for this long counts as lost. */
const answerWithinMs = 10_000;
/** The server closes a connection immediately unless it is gone. */
const endWithinMs = 1_000;
/** How often an idle connection is probed. */
export const checkEveryMs = 2_000;
export const checkWithinMs = 5_000;

/** The schemas of a market in its database. Statements name them. */
export const schemas = {
  market: 'openpit',
  history: 'openpit_history',
  rebuiltHistory: 'openpit_history_rebuilt',
} as const;

export interface ConnectionOptions {
  /** The schema of tables without a schema in the statement, such as the tables of migrations. */
  readonly schema: string;
  /** Also accepts a standby; false by default. */
  readonly readsOnly?: boolean;
  /** 10 s by default. */
  readonly answerWithinMs?: number;
}

/** Settings that a role or a database may have changed. */
const settingsOf = (schema: string): Readonly<Record<string, string>> => ({
  search_path: schema,
  synchronous_commit: 'on',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  extra_float_digits: '1',
});

/** The server notices the death of this machine within half a minute, and releases its lock. A Unix socket has no such settings. */
const keepAlive = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };

/** Connects to the server that accepts writes. Rejects with DatabaseError. */
export async function connect(url: string, options: ConnectionOptions): Promise<pg.Client> {
  const failures: unknown[] = [];
  for (const address of addressesOf(url)) {
    try {
      return await connectTo(address, options);
    } catch (error) {
      failures.push(databaseError(error, address));
    }
  }
  const [first] = failures;
  if (failures.length === 1 || !failures.every((error) => error instanceof DatabaseError)) throw first;
  const passing = failures.find((error) => fateOf(error) !== 'unusable');
  if (passing === undefined) throw first;
  const why = failures.map(messageOf).join('; ');
  throw new DatabaseError('unreachable', `no server in DATABASE_URL takes writes: ${why}`);
}

async function connectTo(address: string, options: ConnectionOptions): Promise<pg.Client> {
  const client = new EndingClient({
    connectionString: address,
    application_name: `openpit ${process.pid} on ${hostname()}`,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: options.answerWithinMs ?? answerWithinMs,
    keepAlive: true,
    types: { getTypeParser },
  });
  // Reported again by the query in progress or the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await setUp(client, address, options);
    return client;
  } catch (error) {
    discard(client);
    throw error;
  }
}

/** Closes a connection that may no longer answer, immediately. */
export function discard(client: pg.Client): void {
  client.end().catch(() => undefined);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** A connection that also ends when the server does not answer, as when a network has forgotten it. */
class EndingClient extends pg.Client {
  override async end(): Promise<void> {
    const impatience = setTimeout(() => discard(this), endWithinMs);
    try {
      await super.end();
    } finally {
      clearTimeout(impatience);
    }
  }
}

interface FoundSetting {
  readonly name: string;
  readonly setting: string;
}

async function setUp(
  client: pg.Client,
  address: string,
  { schema, readsOnly = false }: ConnectionOptions,
): Promise<void> {
  const settings = settingsOf(schema);
  const all = Object.entries({ ...settings, ...keepAlive });
  // Older servers do not have all of them. Not as startup parameters, which poolers reject or ignore.
  await client.query(
    `select set_config(name, wanted, false) from unnest($1::text[], $2::text[]) as row (name, wanted)
     where exists (select from pg_catalog.pg_settings where pg_settings.name = row.name)`,
    [all.map(([name]) => name), all.map(([, value]) => value)],
  );
  const { rows } = await client.query<FoundSetting>(
    'select name, setting from pg_catalog.pg_settings where name = any($1)',
    [[...Object.keys(settings), 'transaction_read_only', 'in_hot_standby']],
  );
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]));
  for (const [name, value] of Object.entries(settings)) {
    const is = actual.get(name) ?? value;
    if (is.toLowerCase() === value.toLowerCase()) continue;
    throw new DatabaseError(
      'unusable',
      `${describeDatabase(address)} does not keep the settings of a connection (${name} is ${is}, not ${value}): connect directly, or through a pooler in session mode`,
    );
  }
  if (readsOnly) return;
  if (actual.get('in_hot_standby') === 'on' || actual.get('transaction_read_only') === 'on')
    throw databaseError(
      Object.assign(new Error('it is read-only'), { code: '25006', severity: 'ERROR' }),
      address,
    );
}

/**
 * Rejects with DatabaseError for a server that is too old, that may lose acknowledged commits, or that cannot store every text. Also
 * rejects a pooler that assigns each transaction another connection.
 */
export async function requireDurableServer(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<FoundSetting>(
    `select name, setting from pg_catalog.pg_settings
     where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes')`,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const database = describeDatabase(url);
  const unusable = (problem: string) => new DatabaseError('unusable', `${database} ${problem}`);
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < oldestVersion)
    throw unusable(`is of version ${version}: Openpit needs PostgreSQL ${oldestVersion} or newer`);
  const encoding = settings.get('server_encoding');
  if (encoding !== 'UTF8')
    throw unusable(
      `has the encoding ${encoding}, which cannot hold every text: create one with "createdb --encoding UTF8 --template template0"`,
    );
  const off = ['fsync', 'full_page_writes'].filter((name) => settings.get(name) !== 'on');
  if (off.length > 0)
    throw unusable(
      `may lose acknowledged commands, because ${off.join(' and ')} is off: switch it on in postgresql.conf`,
    );
  const other = await connect(url, { schema: schemas.market });
  try {
    if ((await backendOf(client)) === (await backendOf(other)))
      throw unusable(
        'is behind a pooler in transaction or statement mode, which mixes connections: connect directly, or through a pooler in session mode',
      );
  } finally {
    await other.end();
  }
}

/** The process of the server that this connection talks to. */
export async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Ends an earlier connection of this process that still holds locks because the server has not noticed its end. */
export async function endFormerConnection(client: pg.Client, backend: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
     where pid = $1 and application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
    [backend],
  );
}

/**
 * A single connection for Kysely, so that queries run in turn as they do on a file. It is replaced if it is lost or does not
 * answer in time.
 */
export class OneConnection implements PostgresPool {
  readonly #url: string;
  readonly #options: ConnectionOptions;
  #client: pg.Client | null = null;
  /** The server's process of the last connection. */
  #backend: number | null = null;
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isReachable = true;
  #isEnded = false;
  readonly #check: NodeJS.Timeout;

  constructor(url: string, options: ConnectionOptions) {
    this.#url = url;
    this.#options = options;
    this.#check = setInterval(() => {
      if (this.#waiting === 0) void this.#tryNow();
    }, checkEveryMs);
    this.#check.unref();
  }

  /** Whether the last query, or the last probe of an idle connection, was answered. */
  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Rejects with DatabaseError. */
  async connect(): Promise<PostgresPoolClient> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise((resolve) => {
      release = resolve;
    });
    this.#waiting += 1;
    const done = () => {
      this.#waiting -= 1;
      release();
    };
    try {
      await before;
      if (this.#isEnded) throw new Error('The database is closed.');
      this.#client ??= await this.#open();
      return this.#lend(this.#client, done);
    } catch (error) {
      done();
      this.#note(error);
      throw error;
    }
  }

  async #open(): Promise<pg.Client> {
    const client = await connect(this.#url, this.#options);
    client.on('end', () => this.#drop(client));
    try {
      if (this.#backend !== null) await endFormerConnection(client, this.#backend);
      this.#backend = await backendOf(client);
    } catch (error) {
      discard(client);
      throw databaseError(error, this.#url);
    }
    this.#isReachable = true;
    return client;
  }

  #lend(client: pg.Client, done: () => void): PostgresPoolClient {
    let failure: unknown = null;
    const query = async (text: unknown, values?: unknown, answerWithinMs?: number): Promise<unknown> => {
      // Later queries would wait behind the unanswered query.
      if (failure !== null) throw failure;
      try {
        const limit = answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs };
        const result = await client.query({ text: String(text), values: values as unknown[], ...limit });
        this.#isReachable = true;
        return result;
      } catch (error) {
        const fate = fateOf(error);
        if (fate === 'lost' || fate === 'unknown') {
          failure = databaseError(error, this.#url);
          this.#drop(client);
          this.#note(error);
          throw failure;
        }
        throw error;
      }
    };
    return { query: query as PostgresPoolClient['query'], release: done };
  }

  #note(error: unknown): void {
    if (!this.#isEnded && fateOf(error) !== undefined) this.#isReachable = false;
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    if (!this.#isEnded) discard(client);
  }

  async #tryNow(): Promise<void> {
    const client = await this.connect().catch(() => null);
    if (client === null) return;
    const query = client.query as (text: string, values: unknown[], withinMs: number) => Promise<unknown>;
    await query('select 1', [], checkWithinMs).catch(() => undefined);
    client.release();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#check);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}

const bigintType = 20;

/** bigint as a number: the columns contain times, prices and numbers of commands, which are all safe integers. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type !== bigintType || format === 'binary') return pg.types.getTypeParser(type, format as 'text');
  return (text: string): number => {
    const value = Number(text);
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`the database holds ${text}, which a number cannot hold exactly`);
  };
}
