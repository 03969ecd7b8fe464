// The time of the last use of each session, in its own table, so that a use does not rewrite the session.
import type { Kysely, Migration } from 'kysely';
import { createCheckedTable } from '../checked-tables.ts';

export const sessionUses: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createCheckedTable(db, {
      name: 'session_use',
      columns: {
        session_id: 'text primary key references session (session_id) on delete cascade',
        used_at: 'bigint not null',
      },
    });
  },
};
