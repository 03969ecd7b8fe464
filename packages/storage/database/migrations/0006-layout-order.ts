// The layouts of a user in the order in which they were created, so that the next one is found without reading the others.
import type { Kysely, Migration } from 'kysely';

export const layoutOrder: Migration = {
  up: async (db: Kysely<unknown>) => {
    const columns = ['user_id', 'created_at', '_id'] as const;
    await db.schema
      .createIndex('layout_order')
      .on('layout')
      .columns([...columns])
      .execute();
    await db.schema.dropIndex('layout_user_id').execute();
  },
};
