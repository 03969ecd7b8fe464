// The migrations of the history database. It is derived from the outcome log, so a change of its tables may
// also be a new `historyFormat`, which rebuilds it instead.
import { type Kysely, type Migration, sql } from 'kysely';
import type { MigrationSet } from '../migrations.ts';

const history: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('history_position')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('format', 'integer', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('history_checkpoint')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('candle')
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('minutes', 'integer', (column) => column.notNull())
      .addColumn('start', 'bigint', (column) => column.notNull())
      .addColumn('business_day', 'text', (column) => column.notNull())
      .addColumn('open', 'bigint', (column) => column.notNull())
      .addColumn('high', 'bigint', (column) => column.notNull())
      .addColumn('low', 'bigint', (column) => column.notNull())
      .addColumn('close', 'bigint', (column) => column.notNull())
      .addColumn('volume', 'bigint', (column) => column.notNull())
      .addColumn('deals', 'bigint', (column) => column.notNull())
      .addColumn('illustrative', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('candle_key', ['contract', 'minutes', 'start'])
      .execute();
    await schema
      .createTable('day_candle')
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('business_day', 'text', (column) => column.notNull())
      .addColumn('open', 'bigint')
      .addColumn('high', 'bigint')
      .addColumn('low', 'bigint')
      .addColumn('close', 'bigint')
      .addColumn('volume', 'bigint', (column) => column.notNull())
      .addColumn('deals', 'bigint', (column) => column.notNull())
      .addColumn('mtm', 'bigint')
      .addColumn('open_interest', 'bigint')
      .addColumn('illustrative', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('day_candle_key', ['contract', 'business_day'])
      .execute();
    await schema
      .createTable('deal_print')
      .addColumn('match_seq', 'integer', (column) => column.primaryKey())
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('business_day', 'text', (column) => column.notNull())
      .addColumn('price', 'bigint', (column) => column.notNull())
      .addColumn('lots', 'bigint', (column) => column.notNull())
      .addColumn('aggressor', 'text')
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('counts', 'integer', (column) => column.notNull())
      .addColumn('cancelled', 'integer', (column) => column.notNull())
      .addColumn('buyer', 'text')
      .addColumn('seller', 'text')
      .execute();
    await schema
      .createIndex('deal_print_contract')
      .on('deal_print')
      .columns(['contract', 'match_seq'])
      .execute();
    for (const [table, key] of [
      ['past_deal', 'deal_seq'],
      ['past_order', 'completed_order_seq'],
    ] as const) {
      await schema
        .createTable(table)
        .addColumn(key, 'integer', (column) => column.primaryKey())
        .addColumn('member', 'text', (column) => column.notNull())
        .addColumn('business_day', 'text', (column) => column.notNull())
        .addColumn('time', 'bigint', (column) => column.notNull())
        .addColumn('contract', 'text', (column) => column.notNull())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('json', 'text', (column) => column.notNull())
        .execute();
      await schema.createIndex(`${table}_member`).on(table).columns(['member', key]).execute();
    }
  },
};

/** Every filter of history-reads.ts finds its rows by an index, in the order in which they are returned. */
const indices: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    const index = (table: string, name: string, columns: string[]) =>
      schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute();
    await index('candle', 'day', ['contract', 'minutes', 'business_day', 'start']);
    await index('deal_print', 'day', ['contract', 'business_day', 'match_seq']);
    await index('deal_print', 'time', ['contract', 'time', 'match_seq']);
    for (const [table, key] of [
      ['past_deal', 'deal_seq'],
      ['past_order', 'completed_order_seq'],
    ] as const) {
      await schema.dropIndex(`${table}_member`).execute();
      await index(table, 'day', ['member', 'business_day', key]);
      await index(table, 'contract', ['member', 'contract', 'business_day', key]);
      await index(table, 'principal', ['member', 'principal', 'business_day', key]);
      await index(table, 'time', ['member', 'time', 'business_day']);
    }
  },
};

/** The dealer of a row, for dealers with own-only visibility. The rows' JSON has always had it. */
const dealers: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const [table, key] of [
      ['past_deal', 'deal_seq'],
      ['past_order', 'completed_order_seq'],
    ] as const) {
      await db.schema
        .alterTable(table)
        .addColumn('dealer', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await sql`update ${sql.table(table)} set dealer = coalesce(json_extract(json, '$.dealer'), '')`.execute(
        db,
      );
      await db.schema
        .createIndex(`${table}_dealer`)
        .on(table)
        .columns(['member', 'dealer', 'business_day', key])
        .execute();
    }
  },
};

export const historyMigrations: MigrationSet = {
  '0001-history': history,
  '0002-indices': indices,
  '0003-dealers': dealers,
};
