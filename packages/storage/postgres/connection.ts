// Connections to PostgreSQL, set up alike: durable commits, and numbers as numbers. Everything that can be wrong with the
// database becomes one line for the operator that never contains the password.
import { hostname } from 'node:os';
import pg from 'pg';

const problems = ['unreachable', 'rejected', 'unusable', 'newerFormat', 'full'] as const;
export type DatabaseProblem = (typeof problems)[number];

/** PostgreSQL cannot be used. `message` is one line for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly problem: DatabaseProblem;

  constructor(problem: DatabaseProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** The oldest version of PostgreSQL that is tested or still maintained. */
const oldestVersion = 14;
const connectWithinMs = 5_000;
/** After so long without an answer a connection counts as lost. */
const answerWithinMs = 10_000;

/** The schemas of a market in its database. */
export const schemas = {
  market: 'openpit',
  history: 'openpit_history',
  rebuiltHistory: 'openpit_history_rebuilt',
} as const;

/** Host, port and database of an address without user and password, for people. */
export function describeDatabase(url: string): string {
  const { hostname: host, port, pathname, searchParams } = new URL(url);
  const where = searchParams.get('host') ?? `${host || 'localhost'}:${port || '5432'}`;
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1)) || 'of the user'} at ${where}`;
}

/** How every connection is opened; `searchPath` is the schema of its tables. */
export function connectionConfig(url: string, searchPath: string): pg.ClientConfig {
  const settings = {
    search_path: searchPath,
    synchronous_commit: 'on',
    // The server notices the death of this machine within half a minute, and releases its lock.
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
  };
  return {
    connectionString: url,
    application_name: `openpit ${process.pid} on ${hostname()}`,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    types: { getTypeParser },
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/** Connects. Rejects with DatabaseError. */
export async function connect(url: string, searchPath: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(url, searchPath));
  // Reported again by the query in progress or the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw databaseError(error, url);
  }
}

/** Rejects with DatabaseError for a server that is too old, or that may lose what it has acknowledged. */
export async function requireDurableServer(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string; setting: string }>(
    "select current_setting('server_version_num') as version, name, setting from pg_settings where name in ('fsync', 'full_page_writes')",
  );
  const version = Math.floor(Number(rows[0]?.version) / 10_000);
  if (version < oldestVersion)
    throw new DatabaseError(
      'unusable',
      `${describeDatabase(url)} is of version ${version}: Openpit needs PostgreSQL ${oldestVersion} or newer`,
    );
  const off = rows.filter(({ setting }) => setting !== 'on').map(({ name }) => name);
  if (off.length > 0)
    throw new DatabaseError(
      'unusable',
      `${describeDatabase(url)} may lose acknowledged commands, because ${off.join(' and ')} is off: switch it on in postgresql.conf`,
    );
}

/** Whether the connection was lost, so that a new one may work. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.problem === 'unreachable';
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // A server on a Unix socket that is not there; the same code is that of a missing file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  if (lostCodes.has(code) || code.startsWith('08')) return true;
  return /connection terminated|not queryable|connection error|query read timeout|timeout expired|timeout exceeded/i.test(
    error.message,
  );
}

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  // The server is shutting down, has crashed or is starting.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // Too many connections: one may end.
  '53300',
]);

/** Explains an error of the connection or of the server; returns any other error unchanged. */
export function databaseError(error: unknown, url: string): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const database = describeDatabase(url);
  const code = codeOf(error);
  if (isConnectionLost(error))
    return new DatabaseError(
      'unreachable',
      `${database} cannot be reached (${code || error.message}): start it, or correct the address in DATABASE_URL`,
      error,
    );
  switch (code) {
    case '28P01':
    case '28000':
      return new DatabaseError(
        'rejected',
        `${database} rejects the user or the password: correct DATABASE_URL`,
        error,
      );
    case '3D000':
      return new DatabaseError(
        'rejected',
        `${database} does not exist: create it with createdb, or correct DATABASE_URL`,
        error,
      );
    case '42501':
      return new DatabaseError(
        'rejected',
        `${database} does not give its user the right to do this (${error.message}): make the user the owner of the database`,
        error,
      );
    case '53100':
      return new DatabaseError(
        'full',
        `the disk of ${database} is full: free some space and start again`,
        error,
      );
    case '25006':
      return new DatabaseError(
        'unusable',
        `${database} takes no writes, because it is a standby or read-only: name the primary in DATABASE_URL`,
        error,
      );
    default:
      return error;
  }
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Node tries several addresses of a host.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? codeOf(first) : '';
}

const bigintType = 20;

/** bigint as a number; it holds times, prices and numbers of commands, which are all safe integers. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type !== bigintType || format === 'binary') return pg.types.getTypeParser(type, format as 'text');
  return (text: string): number => {
    const value = Number(text);
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`the database holds ${text}, which a number cannot hold exactly`);
  };
}
