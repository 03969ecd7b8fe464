// The second factor of users, their recovery codes, and their requests to switch it off.
import type { Kysely, Migration } from 'kysely';
import { createCheckedTable } from '../checked-tables.ts';

const user = 'text primary key references "user" (user_id) on delete cascade';

export const twoFactor: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createCheckedTable(db, {
      name: 'two_factor',
      columns: {
        user_id: user,
        secret: 'text not null',
        confirmed_at: 'bigint',
        last_step: 'bigint not null',
        failures: 'integer not null',
        paused_until: 'bigint not null',
      },
    });
    await createCheckedTable(db, {
      name: 'recovery_code',
      columns: {
        code_hash: 'text primary key',
        user_id: 'text not null references "user" (user_id) on delete cascade',
        expires_at: 'bigint',
      },
      indices: { recovery_code_user_id: ['user_id'] },
    });
    await createCheckedTable(db, {
      name: 'two_factor_reset',
      columns: { user_id: user, requested_at: 'bigint not null' },
    });
  },
};
