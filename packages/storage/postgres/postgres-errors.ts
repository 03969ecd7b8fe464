// One table that interprets PostgreSQL errors: for the running statement, for its callers, and as one line for the operator,
// which never contains the password.
import { describeDatabase } from './addresses.ts';

/**
 * - `lost`: the connection has ended, or no server takes writes at the moment. A new connection shows the committed data.
 * - `notDone`: the statement was certainly rolled back, and the next try may succeed.
 * - `unknown`: the answer does not reveal the committed data. A new connection does.
 * - `unusable`: the statement was certainly not done, and no try will succeed until somebody has removed the cause.
 */
export type Fate = 'lost' | 'notDone' | 'unknown' | 'unusable';

const problems = ['unreachable', 'standby', 'busy', 'full', 'rejected', 'unusable', 'newerFormat'] as const;
type DatabaseProblem = (typeof problems)[number];

/** PostgreSQL cannot be used. `message` is one line for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly problem: DatabaseProblem;

  constructor(problem: DatabaseProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

const fateOfProblem: Readonly<Record<DatabaseProblem, Fate>> = {
  unreachable: 'lost',
  standby: 'lost',
  busy: 'notDone',
  full: 'notDone',
  rejected: 'unusable',
  unusable: 'unusable',
  newerFormat: 'unusable',
};

interface Meaning {
  readonly fate: Fate;
  readonly problem: DatabaseProblem;
  /** `why`: the code, and the message of the server or the system. */
  readonly sentence: (database: string, why: string) => string;
}

const meanings = {
  unreachable: {
    fate: 'lost',
    problem: 'unreachable',
    sentence: (database, why) =>
      `${database} cannot be reached (${why}): start it, or correct the address in DATABASE_URL`,
  },
  standby: {
    fate: 'lost',
    problem: 'standby',
    sentence: (database) =>
      `${database} takes no writes, because it is a standby or read-only: name the primary in DATABASE_URL, or promote the standby`,
  },
  silent: {
    fate: 'unknown',
    problem: 'unreachable',
    sentence: (database, why) =>
      `${database} does not answer (${why}): look for a lock, a full disk or a standby that is away, then start again`,
  },
  uncertain: {
    fate: 'unknown',
    problem: 'unusable',
    sentence: (database, why) =>
      `${database} has a fault of its own (${why}): look into its log, then start again`,
  },
  busy: {
    fate: 'notDone',
    problem: 'busy',
    sentence: (database, why) =>
      `${database} could not do this now, and nothing has changed (${why}): try again`,
  },
  full: {
    fate: 'notDone',
    problem: 'full',
    sentence: (database) =>
      `the disk of ${database} is full: free some space, and start the server again if it has stopped`,
  },
  credentials: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `${database} rejects the user or the password (${why}): correct DATABASE_URL, or pg_hba.conf of the server`,
  },
  noDatabase: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database) => `${database} does not exist: create it with createdb, or correct DATABASE_URL`,
  },
  noRight: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `${database} does not give its user the right to do this (${why}): make the user the owner of the database`,
  },
  authority: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `the certificate of ${database} is signed by an authority that this machine does not know (${why}): name the file of the authority in DATABASE_URL with sslrootcert=FILE`,
  },
  wrongName: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `the certificate of ${database} is not for this name (${why}): use the name of the certificate in DATABASE_URL`,
  },
  expired: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `the certificate of ${database} is not valid at this time (${why}): renew it, or correct the clock of this machine`,
  },
  noTls: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `${database} cannot be reached over TLS (${why}): switch ssl on in postgresql.conf, or remove sslmode from DATABASE_URL`,
  },
  badFile: {
    fate: 'unusable',
    problem: 'rejected',
    sentence: (database, why) =>
      `a file that DATABASE_URL names for ${database} cannot be read (${why}): correct sslrootcert, sslcert or sslkey`,
  },
  damaged: {
    fate: 'unusable',
    problem: 'unusable',
    sentence: (database, why) => `${database} is damaged (${why}): restore it from a backup`,
  },
  declined: {
    fate: 'unusable',
    problem: 'unusable',
    sentence: (database, why) =>
      `${database} rejects what Openpit asks of it (${why}): look into the log of the server`,
  },
} satisfies Readonly<Record<string, Meaning>>;

type Kind = keyof typeof meanings;

/** SQLSTATEs, and the codes of Node and of its TLS. A code wins over its class. */
export const kindsByCode: Readonly<Record<string, Kind>> = {
  '08007': 'uncertain',
  '25006': 'standby',
  '25P02': 'busy',
  '25P03': 'unreachable',
  '25P04': 'unreachable',
  // The prepared statement belongs to another connection of a pooler.
  '26000': 'unreachable',
  '3D000': 'noDatabase',
  '40003': 'uncertain',
  '42501': 'noRight',
  '53100': 'full',
  // Too many connections: one may end.
  '53300': 'unreachable',
  '55P03': 'busy',
  '55006': 'busy',
  // This is the answer of a standby that is being promoted.
  '55000': 'busy',
  '57014': 'busy',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P04': 'noDatabase',
  '57P05': 'unreachable',
  XX000: 'uncertain',
  XX001: 'damaged',
  XX002: 'damaged',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ECONNABORTED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EPIPE: 'unreachable',
  ENOTCONN: 'unreachable',
  ENETRESET: 'unreachable',
  EPROTO: 'unreachable',
  // This machine has no ports, handles or buffers left for a connection: some may become free.
  EADDRNOTAVAIL: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',
  ENOBUFS: 'unreachable',
  SELF_SIGNED_CERT_IN_CHAIN: 'authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'authority',
  UNABLE_TO_GET_ISSUER_CERT: 'authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'authority',
  CERT_UNTRUSTED: 'authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrongName',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
};

export const kindsByClass: Readonly<Record<string, Kind>> = {
  '08': 'unreachable',
  28: 'credentials',
  40: 'busy',
  53: 'busy',
  58: 'damaged',
  72: 'busy',
};

/** Errors that pg reports only as text. */
const kindsByWords: readonly (readonly [RegExp, Kind])[] = [
  [/query read timeout/i, 'silent'],
  [/does not support SSL|establishing an SSL connection/i, 'noTls'],
  [/^SASL|password/i, 'credentials'],
  [/connection terminated|not queryable|connection error|timeout expired|timeout exceeded/i, 'unreachable'],
];

function meaningOf(error: Error): Meaning | undefined {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'EACCES')
    // A Unix socket that is not there yet, or a file that the address names.
    return meanings[!isOfConnect(error) ? 'badFile' : code === 'ENOENT' ? 'unreachable' : 'noRight'];
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in error;
  const kind =
    kindsByCode[code] ??
    (code.startsWith('ERR_SSL_') || code.startsWith('ERR_OSSL_') ? 'noTls' : undefined) ??
    (isSqlState ? (kindsByClass[code.slice(0, 2)] ?? 'declined') : undefined) ??
    (code === '' ? kindsByWords.find(([words]) => words.test(error.message))?.[1] : undefined);
  return kind && meanings[kind];
}

/** The meaning of an error for the statement in progress; undefined if it is not an error of the database. */
export function fateOf(error: unknown): Fate | undefined {
  if (error instanceof DatabaseError)
    return error.cause instanceof Error
      ? (fateOf(error.cause) ?? fateOfProblem[error.problem])
      : fateOfProblem[error.problem];
  return error instanceof Error ? meaningOf(error)?.fate : undefined;
}

/** True if a retry may succeed without intervention: when the database is back or less busy. */
export function isPassing(error: unknown): boolean {
  const fate = fateOf(error);
  return fate !== undefined && fate !== 'unusable';
}

/** Explains an error of the connection or of the server; returns any other error unchanged. */
export function databaseError(error: unknown, url: string): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const meaning = meaningOf(error);
  if (meaning === undefined || (meaning === meanings.badFile && !isNamedBy(url, error))) return error;
  const code = codeOf(error);
  // The system's messages for its codes contain no further information.
  const why = /^E[A-Z_]+$/.test(code) ? code : [code, innermost(error).message].filter(Boolean).join(': ');
  return new DatabaseError(meaning.problem, meaning.sentence(describeDatabase(url), why), error);
}

/** Whether the address of the database names the file of the error, which may also be one of the data folder. */
const isNamedBy = (url: string, { path }: NodeJS.ErrnoException): boolean =>
  path !== undefined && [path, encodeURIComponent(path)].some((name) => url.includes(name));

/** Runs database work; rejects with the explained error. */
export async function explained<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw databaseError(error, url);
  }
}

/** Node tries several addresses of a host. */
function innermost(error: Error): Error {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? innermost(first) : error;
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner = innermost(error);
  return inner === error ? '' : codeOf(inner);
}

function isOfConnect(error: Error): boolean {
  const inner = innermost(error);
  return 'syscall' in inner && inner.syscall === 'connect';
}
