// The tables of the history database. They are derived from the outcome log, so a change here is a new
// `historyFormat`, which empties the file of another version; its contents are then written again.
import type { Kysely } from 'kysely';
import { type CheckedTable, createCheckedTable } from '../checked-tables.ts';

/** The shape and meaning of the tables, in the file's `user_version`. */
export const historyFormat = 4;

/** Every filter of history-reads.ts finds its rows by an index, in the order they are returned. */
const pastRows = (name: string, key: string): CheckedTable => ({
  name,
  columns: {
    [key]: 'integer primary key',
    member: 'text not null',
    dealer: 'text not null',
    business_day: 'text not null',
    time: 'bigint not null',
    contract: 'text not null',
    principal: 'text not null',
    json: 'text not null',
  },
  indices: {
    [`${name}_day`]: ['member', 'business_day', key],
    [`${name}_contract`]: ['member', 'contract', 'business_day', key],
    [`${name}_principal`]: ['member', 'principal', 'business_day', key],
    [`${name}_dealer`]: ['member', 'dealer', 'business_day', key],
    [`${name}_time`]: ['member', 'time', 'business_day'],
  },
});

const tables: readonly CheckedTable[] = [
  {
    name: 'history_position',
    columns: { id: 'integer primary key', seq: 'bigint not null', hash: 'text not null' },
  },
  {
    name: 'history_checkpoint',
    columns: { id: 'integer primary key', seq: 'bigint not null', json: 'text not null' },
  },
  {
    name: 'candle',
    columns: {
      contract: 'text not null',
      minutes: 'integer not null',
      start: 'bigint not null',
      business_day: 'text not null',
      open: 'bigint not null',
      high: 'bigint not null',
      low: 'bigint not null',
      close: 'bigint not null',
      volume: 'bigint not null',
      deals: 'bigint not null',
      illustrative: 'integer not null',
    },
    constraints: ['primary key (contract, minutes, start)'],
    indices: { candle_day: ['contract', 'minutes', 'business_day', 'start'] },
  },
  {
    name: 'day_candle',
    columns: {
      contract: 'text not null',
      business_day: 'text not null',
      open: 'bigint',
      high: 'bigint',
      low: 'bigint',
      close: 'bigint',
      volume: 'bigint not null',
      deals: 'bigint not null',
      mtm: 'bigint',
      previous_mtm: 'bigint',
      open_interest: 'bigint',
      illustrative: 'integer not null',
    },
    constraints: ['primary key (contract, business_day)'],
    indices: { day_candle_day: ['business_day', 'contract'] },
  },
  {
    name: 'deal_print',
    columns: {
      match_seq: 'integer primary key',
      contract: 'text not null',
      time: 'bigint not null',
      business_day: 'text not null',
      price: 'bigint not null',
      lots: 'bigint not null',
      aggressor: 'text',
      origin: 'text not null',
      counts: 'integer not null',
      cancelled: 'integer not null',
      buyer: 'text',
      seller: 'text',
    },
    indices: {
      deal_print_contract: ['contract', 'match_seq'],
      deal_print_day: ['contract', 'business_day', 'match_seq'],
      deal_print_time: ['contract', 'time', 'match_seq'],
    },
  },
  pastRows('past_deal', 'deal_seq'),
  pastRows('past_order', 'completed_order_seq'),
  {
    name: 'past_set_row',
    columns: {
      row_seq: 'integer primary key',
      data_set: 'integer not null',
      business_day: 'text not null',
      member: 'text not null',
      principal: 'text not null',
      json: 'text not null',
    },
    indices: {
      past_set_row_day: ['data_set', 'member', 'business_day', 'row_seq'],
      past_set_row_principal: ['data_set', 'member', 'principal', 'business_day', 'row_seq'],
    },
  },
];

export async function createHistoryTables(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) await createCheckedTable(db, table);
}
