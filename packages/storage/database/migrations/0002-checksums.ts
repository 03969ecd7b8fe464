// A checksum for each row, by which damage is found (checked-tables.ts). The rows stay.
import type { Kysely, Migration } from 'kysely';
import { type CheckedTable, replaceByCheckedTable } from '../checked-tables.ts';

const ofUser = 'text not null references "user" (user_id) on delete cascade';

const tables: readonly CheckedTable[] = [
  {
    name: 'user',
    columns: {
      user_id: 'text primary key',
      email: 'text not null unique check (email = lower(email))',
      display_name: 'text not null',
      password_hash: 'text not null',
      disabled: 'integer not null default 0',
      created_at: 'bigint not null',
    },
  },
  {
    name: 'session',
    columns: {
      session_id: 'text primary key',
      user_id: ofUser,
      created_at: 'bigint not null',
      expires_at: 'bigint not null',
      ended_at: 'bigint',
      user_agent: 'text',
      remote_address: 'text',
    },
    indices: { session_user_id: ['user_id'], session_expires_at: ['expires_at'] },
  },
  {
    name: 'preference',
    columns: {
      _id: 'text primary key',
      user_id: `${ofUser} unique`,
      json: 'text not null',
      updated_at: 'bigint not null',
    },
  },
  {
    name: 'layout',
    columns: {
      _id: 'text primary key',
      user_id: ofUser,
      json: 'text not null',
      created_at: 'bigint not null',
      updated_at: 'bigint not null',
    },
    indices: { layout_user_id: ['user_id'] },
  },
  { name: 'setting', columns: { key: 'text primary key', value: 'text not null' } },
];

export const checksums: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of tables) await replaceByCheckedTable(db, table);
  },
};
