// The query plans of the history reads: always by an index, for every filter, and without sorting.
import { join } from 'node:path';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { postgresHistory } from '../../postgres/postgres-history.ts';
import { sharedPostgres } from '../../testing/postgres-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openLibsql } from '../libsql.ts';
import type { SqlDatabase, SqlInput } from '../sql.ts';
import { type OpenedHistoryDatabase, openHistoryDatabase } from './history-database.ts';
import {
  type HistoryBound,
  readCandles,
  readCandlesOfDay,
  readDayCandles,
  readDealsOfDay,
  readPastDeals,
  readPastOrders,
  readPastSetRows,
  readPrints,
  readSetOfDay,
} from './history-reads.ts';
import type { HistoryDb } from './history-schema.ts';
import { writeHistory } from './history-writes.ts';

let opened: OpenedHistoryDatabase;
let plain: SqlDatabase;
beforeEach(async () => {
  const file = join(temporaryFolder(), 'history.db');
  opened = await openHistoryDatabase(file);
  plain = openLibsql(file);
});
afterEach(async () => {
  plain.close();
  await opened.close();
});

/** The steps of the query plan of the first query that `read` sends. */
async function planOf(read: (db: HistoryDb) => Promise<unknown>): Promise<string[]> {
  const queries: { node: RootOperationNode; queryId: { readonly queryId: string } }[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push({ node, queryId });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(opened.db.withPlugin(listen));
  const [query] = queries;
  if (query === undefined) throw new Error('no query was sent');
  const compiled = opened.db.getExecutor().compileQuery(query.node, query.queryId);
  const rows = plain.all(`explain query plan ${compiled.sql}`, compiled.parameters as SqlInput[]);
  return rows.map(({ detail }) => String(detail));
}

const time = (ms: number): HistoryBound => ({ kind: 'time', ms });
const day = (text: string): HistoryBound => ({ kind: 'businessDay', day: text });
const ranges = [
  ['no bounds', { from: null, to: null }],
  ['times', { from: time(5), to: time(9) }],
  ['business days', { from: day('2026-11-18'), to: day('2026-11-19') }],
  ['only a first day', { from: day('2026-11-18'), to: null }],
  ['only a last time', { from: null, to: time(9) }],
] as const;
const contracts = [null, 'DEC26 WMAZ'];
const principals = [null, 'KAND'];
const dealers = [null, 'THN'];

/**
 * Rows of three days. In a day, deals with later numbers have earlier times, and a day ends when the next
 * begins.
 */
const rows = Array.from({ length: 90 }, (_, at) => {
  const dayNumber = Math.floor(at / 30);
  const inDay = at % 30;
  const earlier = inDay > 20 ? inDay - 17 : inDay;
  return {
    key: at + 1,
    member: at % 7 === 3 ? 'VELD' : 'KAND',
    dealer: at % 4 === 0 ? 'THN' : 'JVM',
    business_day: `2026-11-${17 + dayNumber}`,
    time: 1000 + dayNumber * 29 + Math.min(earlier, 29),
    contract: at % 3 === 0 ? 'MAR27 WMAZ' : 'DEC26 WMAZ',
    principal: at % 5 === 0 ? '9996S' : 'KAND',
    json: '{}',
  };
});

describe('a read of history', () => {
  it.each([
    ['a file', async () => opened],
    [
      'PostgreSQL',
      async () =>
        postgresHistory(
          await (await sharedPostgres()).createDatabase(onTestFinished),
          temporaryFolder(),
        ).open(),
    ],
  ])('returns in %s the same rows as a full scan, for all filters and pages', async (_, open) => {
    const { db, close } = await open();
    const prints = rows.map(({ key, contract, business_day }) => ({
      match_seq: key,
      contract,
      business_day,
      time: 1000 + key - Math.floor((key - 1) / 30),
      price: 1,
      lots: 1,
      aggressor: null,
      origin: 'screen',
      counts: 1,
      cancelled: 0,
      buyer: null,
      seller: null,
    }));
    const candles = prints.map(({ contract, business_day, time: at }) => ({
      contract,
      business_day,
      minutes: 5,
      start: at,
      ...{ open: 1, high: 1, low: 1, close: 1, volume: 1, deals: 1, illustrative: 0 },
    }));
    const uniqueCandles = [
      ...new Map(candles.map((candle) => [`${candle.contract} ${candle.start}`, candle])).values(),
    ];
    await writeHistory(db, {
      after: 0,
      position: { seq: 1, hash: '' },
      candles: uniqueCandles,
      dayCandles: [],
      prints,
      cancelledPrints: [],
      repricedPrints: [],
      deals: rows.map(({ key, ...row }) => ({ deal_seq: key, ...row })),
      removedDeals: [],
      orders: rows.map(({ key, ...row }) => ({ completed_order_seq: key, ...row })),
      setRows: [],
      checkpoint: null,
    });
    const bounds: (HistoryBound | null)[] = [
      null,
      ...[999, 1000, 1004, 1029, 1044, 1058, 1087, 1200].map(time),
      ...['2026-11-01', '2026-11-17', '2026-11-18', '2026-11-19', '2026-12-01'].map(day),
    ];
    const isIn = (row: { time: number; business_day: string }, from: HistoryBound | null, to: typeof from) =>
      (from === null || (from.kind === 'time' ? row.time >= from.ms : row.business_day >= from.day)) &&
      (to === null || (to.kind === 'time' ? row.time <= to.ms : row.business_day <= to.day));
    let reads = 0;
    for (const from of bounds)
      for (const to of bounds)
        for (const before of [null, 40, 200]) {
          reads += 1;
          const contract = 'DEC26 WMAZ';
          const page = { from, to, limit: 4, before };
          const own = { ...page, member: 'KAND' };
          const narrow = reads % 2 === 0 ? contract : null;
          const principal = reads % 3 === 0 ? '9996S' : null;
          const dealer = reads % 5 < 2 ? 'THN' : null;
          const expected = rows
            .filter((row) => row.member === 'KAND' && isIn(row, from, to))
            .filter((row) => narrow === null || row.contract === narrow)
            .filter((row) => principal === null || row.principal === principal)
            .filter((row) => dealer === null || row.dealer === dealer)
            .filter(({ key }) => before === null || key < before)
            .map(({ key }) => key)
            .sort((a, b) => b - a)
            .slice(0, 4);
          const query = JSON.stringify({ ...own, narrow, principal, dealer });
          for (const read of [readPastDeals, readPastOrders])
            expect(
              (await read(db, { ...own, contract: narrow, principal, dealer })).map(({ key }) => key),
              query,
            ).toEqual(expected);
          const expectedPrints = prints
            .filter((row) => row.contract === contract && isIn(row, from, to))
            .reverse();
          expect(
            (await readPrints(db, { ...page, contract })).map(({ match_seq }) => match_seq),
            query,
          ).toEqual(
            expectedPrints
              .map(({ match_seq }) => match_seq)
              .filter((key) => before === null || key < before)
              .slice(0, 4),
          );
          const expectedCandles = uniqueCandles
            .filter((row) => row.contract === contract && isIn({ ...row, time: row.start }, from, to))
            .map(({ start }) => start)
            .filter((start) => before === null || start < before + 1000)
            .sort((a, b) => b - a)
            .slice(0, 4);
          const late = before === null ? null : before + 1000;
          const candles = await readCandles(db, { ...page, before: late, contract, minutes: 5 });
          expect(
            candles.map(({ start }) => start),
            query,
          ).toEqual(expectedCandles);
        }
    expect(reads).toBeGreaterThan(500);
    await close();
  });

  it.each(ranges)('uses an index with %s, and needs no sorting', async (_, range) => {
    const plans: Record<string, string[]> = {};
    for (const before of [null, 7]) {
      const page = { ...range, limit: 100, before };
      const contract = 'DEC26 WMAZ';
      plans[`candles before ${before}`] = await planOf((db) =>
        readCandles(db, { ...page, contract, minutes: 5 }),
      );
      plans[`prints before ${before}`] = await planOf((db) => readPrints(db, { ...page, contract }));
      for (const one of contracts)
        for (const principal of principals)
          for (const dealer of dealers) {
            const own = { ...page, member: 'KAND', contract: one, principal, dealer };
            const query = `${one} ${principal} ${dealer} ${before}`;
            plans[`deals ${query}`] = await planOf((db) => readPastDeals(db, own));
            plans[`orders ${query}`] = await planOf((db) => readPastOrders(db, own));
          }
    }
    for (const [read, plan] of Object.entries(plans)) {
      expect(plan.length, read).toBeGreaterThan(0);
      for (const step of plan) expect(step, read).not.toMatch(/^SCAN (?!CONSTANT)|TEMP B-TREE/);
    }
    const narrowed = Object.entries(plans).filter(([read]) => read.startsWith('deals DEC26'));
    for (const [read, plan] of narrowed)
      expect(plan.join('; '), read).toMatch(
        /past_deal_(contract|principal|dealer) \(member=\? AND (contract|principal|dealer)=\?/,
      );
  });

  it('uses an index and needs no sorting for a data set, or for the candles of a day', async () => {
    const days = [null, '2026-11-18'];
    for (const principal of principals)
      for (const from of days)
        for (const to of days)
          for (const before of [null, 7]) {
            const range = { dataSet: 17, member: 'KAND', principal, from, to, before, limit: 100 };
            const plan = await planOf((db) => readPastSetRows(db, range));
            const query = JSON.stringify(range);
            for (const step of plan) expect(step, query).not.toMatch(/^SCAN (?!CONSTANT)|TEMP B-TREE/);
            expect(plan.join('; '), query).toMatch(
              principal === null
                ? /past_set_row_day \(data_set=\? AND member=\?/
                : /past_set_row_principal \(data_set=\? AND member=\? AND principal=\?/,
            );
          }
    for (const after of [null, 'DEC26 WMAZ']) {
      const plan = await planOf((db) => readCandlesOfDay(db, { day: '2026-11-18', after, limit: 100 }));
      expect(plan.join('; ')).toMatch(/^SEARCH day_candle USING INDEX day_candle_day \(business_day=\?/);
    }
  });

  it('uses an index for a day, in the order of the rows', async () => {
    const day = { member: 'KAND', day: '2026-11-18', after: 7, limit: 100 };
    expect(await planOf((db) => readDealsOfDay(db, day))).toEqual([
      expect.stringMatching(
        /^SEARCH past_deal USING INDEX past_deal_day \(member=\? AND business_day=\? AND/,
      ),
    ]);
    expect(await planOf((db) => readSetOfDay(db, { ...day, dataSet: 17 }))).toEqual([
      expect.stringMatching(
        /USING INDEX past_set_row_day \(data_set=\? AND member=\? AND business_day=\? AND/,
      ),
    ]);
  });

  it('returns the rows of a data set of one owner and day, the newest first, page by page', async () => {
    const setRows = rows.map(({ key, member, principal, business_day }) => ({
      row_seq: key,
      data_set: key % 2 === 0 ? 17 : 20,
      business_day,
      member,
      principal,
      json: '{}',
    }));
    await writeHistory(opened.db, {
      after: 0,
      position: { seq: 1, hash: '' },
      candles: [],
      dayCandles: [],
      prints: [],
      cancelledPrints: [],
      repricedPrints: [],
      deals: [],
      removedDeals: [],
      orders: [],
      setRows,
      checkpoint: null,
    });
    const keysOf = async (fields: Partial<Parameters<typeof readPastSetRows>[1]>) => {
      const all = {
        dataSet: 17,
        member: 'KAND',
        principal: null,
        from: null,
        to: null,
        before: null,
        limit: 500,
      };
      return (await readPastSetRows(opened.db, { ...all, ...fields })).map(({ key }) => key);
    };
    const expected = (keep: (row: (typeof setRows)[number]) => boolean) =>
      setRows
        .filter((row) => row.data_set === 17 && row.member === 'KAND' && keep(row))
        .map(({ row_seq }) => row_seq)
        .reverse();
    expect(await keysOf({})).toEqual(expected(() => true));
    expect(await keysOf({ principal: '9996S' })).toEqual(expected(({ principal }) => principal === '9996S'));
    const oneDay = { from: '2026-11-18', to: '2026-11-18' };
    expect(await keysOf(oneDay)).toEqual(expected(({ business_day }) => business_day === '2026-11-18'));
    const [first, second] = [await keysOf({ limit: 5 }), expected(() => true).slice(5, 10)];
    expect(await keysOf({ limit: 5, before: first.at(-1) ?? 0 })).toEqual(second);
    expect(await keysOf({ member: '' })).toEqual([]);
    const after = { dataSet: 17, member: 'KAND', day: '2026-11-18', limit: 4 };
    const ofDay = expected(({ business_day }) => business_day === '2026-11-18').reverse();
    const start = (await readSetOfDay(opened.db, { ...after, after: null })).map(({ key }) => key);
    const rest = await readSetOfDay(opened.db, { ...after, after: start.at(-1) ?? 0, limit: 500 });
    expect([...start, ...rest.map(({ key }) => key)]).toEqual(ofDay);
  });

  it('is limited to its days, and to its contract within them', async () => {
    const range = { from: day('2026-11-18'), to: null, limit: 100, before: null, member: 'KAND' };
    const plan = await planOf((db) =>
      readPastDeals(db, { ...range, contract: 'DEC26 WMAZ', principal: null, dealer: null }),
    );
    expect(plan).toEqual([
      'SEARCH past_deal USING INDEX past_deal_contract (member=? AND contract=? AND business_day>?)',
    ]);
    const days = await planOf((db) =>
      readDayCandles(db, { contract: 'DEC26 WMAZ', from: '2026-11-18', to: null, before: null, limit: 9 }),
    );
    expect(days.join('; ')).toMatch(/SEARCH day_candle USING INDEX .*\(contract=\? AND business_day>\?\)/);
  });
});
