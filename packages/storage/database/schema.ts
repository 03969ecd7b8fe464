// The tables of the relational database, as Kysely sees them. Times are milliseconds since 1970, booleans
// are 0 and 1, documents are JSON text. Only what SQLite and PostgreSQL share.
import type { Kysely } from 'kysely';

export interface Schema {
  user: {
    user_id: string;
    email: string;
    display_name: string;
    password_hash: string;
    disabled: number;
    created_at: number;
  };
  session: {
    session_id: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    ended_at: number | null;
    user_agent: string | null;
    remote_address: string | null;
  };
  session_use: { session_id: string; used_at: number };
  preference: { _id: string; user_id: string; json: string; updated_at: number };
  layout: { _id: string; user_id: string; json: string; created_at: number; updated_at: number };
  setting: { key: string; value: string };
  two_factor: {
    user_id: string;
    secret: string;
    confirmed_at: number | null;
    last_step: number;
    failures: number;
    paused_until: number;
  };
  recovery_code: { code_hash: string; user_id: string; expires_at: number | null };
  two_factor_reset: { user_id: string; requested_at: number };
  sign_in_count: {
    key: string;
    failures: number;
    next_at: number;
    is_of_user: number;
    updated_at: number;
  };
}

/** The database or a transaction in it. */
export type Db = Kysely<Schema>;
