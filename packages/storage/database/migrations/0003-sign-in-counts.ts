// Counts of failed sign-ins, which a restart does not forget.
import type { Kysely, Migration } from 'kysely';
import { createCheckedTable } from '../checked-tables.ts';

export const signInCounts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createCheckedTable(db, {
      name: 'sign_in_count',
      columns: {
        key: 'text primary key',
        failures: 'integer not null',
        next_at: 'bigint not null',
        is_of_user: 'integer not null',
        updated_at: 'bigint not null',
      },
      indices: { sign_in_count_updated_at: ['is_of_user', 'updated_at'] },
    });
  },
};
