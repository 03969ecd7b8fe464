// Users with their sessions, preferences and layouts, and the settings of the installation.
import { type Kysely, type Migration, sql } from 'kysely';

export const accounts: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('user')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique().check(sql`email = lower(email)`))
      .addColumn('display_name', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('disabled', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await schema
      .createTable('session')
      .addColumn('session_id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('user.user_id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('user_agent', 'text')
      .addColumn('remote_address', 'text')
      .execute();
    await schema.createIndex('session_user_id').on('session').column('user_id').execute();
    await schema.createIndex('session_expires_at').on('session').column('expires_at').execute();

    await schema
      .createTable('preference')
      .addColumn('_id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().unique().references('user.user_id').onDelete('cascade'),
      )
      .addColumn('json', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();

    await schema
      .createTable('layout')
      .addColumn('_id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('user.user_id').onDelete('cascade'),
      )
      .addColumn('json', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('layout_user_id').on('layout').column('user_id').execute();

    await schema
      .createTable('setting')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
