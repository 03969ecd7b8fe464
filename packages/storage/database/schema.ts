// The tables of the relational database, as Kysely sees them: columns in camel case, the column `_id` as `id`. Times are milliseconds since
// 1970, booleans are 0 and 1, documents are JSON text. Only what SQLite and PostgreSQL share.
import { CamelCasePlugin, type Kysely } from 'kysely';

export interface Schema {
  user: {
    userId: string;
    email: string;
    displayName: string;
    passwordHash: string;
    disabled: number;
    createdAt: number;
  };
  session: {
    sessionId: string;
    userId: string;
    createdAt: number;
    expiresAt: number;
    endedAt: number | null;
    userAgent: string | null;
    remoteAddress: string | null;
  };
  sessionUse: { sessionId: string; usedAt: number };
  preference: { id: string; userId: string; json: string; updatedAt: number };
  layout: { id: string; userId: string; json: string; createdAt: number; updatedAt: number };
  setting: { key: string; value: string };
  twoFactor: {
    userId: string;
    secret: string;
    confirmedAt: number | null;
    lastStep: number;
    failures: number;
    pausedUntil: number;
  };
  recoveryCode: { codeHash: string; userId: string; expiresAt: number | null };
  twoFactorReset: { userId: string; requestedAt: number };
  signInCount: { key: string; failures: number; nextAt: number; isOfUser: number; updatedAt: number };
}

/** The database or a transaction in it. */
export type Db = Kysely<Schema>;

/** Gives tables and columns, which are in snake case, the names of Schema. */
export class SchemaNames extends CamelCasePlugin {
  protected override snakeCase(name: string): string {
    return name === 'id' ? '_id' : super.snakeCase(name);
  }
  protected override camelCase(name: string): string {
    return name === '_id' ? 'id' : super.camelCase(name);
  }
}

/** Inserts the row, or replaces the one with the same key. */
export async function upsert<Table extends keyof Schema>(
  db: Db,
  table: Table,
  key: keyof Schema[Table] & string,
  row: Schema[Table],
): Promise<void> {
  // Kysely's types resolve only for a table that is known here.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const values: Record<string, unknown> = { ...row };
  const changed = Object.fromEntries(Object.entries(values).filter(([column]) => column !== key));
  await untyped
    .insertInto(table as string)
    .values(values)
    .onConflict((conflict) => conflict.column(key).doUpdateSet(changed))
    .execute();
}

/** The error codes of the engines for a unique constraint. */
const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

/** True if a row was rejected because its key, or another unique column, is taken. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && uniqueCodes.has(error.code);
