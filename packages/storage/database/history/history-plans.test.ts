// How the database looks for what is asked of history: by an index, whatever the filter, and without sorting.
import { join } from 'node:path';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openLibsql } from '../libsql.ts';
import type { SqlDatabase, SqlInput } from '../sql.ts';
import { type OpenedHistoryDatabase, openHistoryDatabase } from './history-database.ts';
import {
  type HistoryBound,
  readCandles,
  readDayCandles,
  readPastDeals,
  readPastOrders,
  readPrints,
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

/** The steps that the database would take for what a reading asks. */
async function planOf(read: (db: HistoryDb) => Promise<unknown>): Promise<string[]> {
  const asked: { node: RootOperationNode; queryId: { readonly queryId: string } }[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push({ node, queryId });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(opened.db.withPlugin(listen));
  const [query] = asked;
  if (query === undefined) throw new Error('nothing was asked');
  const compiled = opened.db.getExecutor().compileQuery(query.node, query.queryId);
  const rows = plain.all(`explain query plan ${compiled.sql}`, compiled.parameters as SqlInput[]);
  return rows.map(({ detail }) => String(detail));
}

const time = (ms: number): HistoryBound => ({ kind: 'time', ms });
const day = (text: string): HistoryBound => ({ kind: 'businessDay', day: text });
const stretches = [
  ['no bounds', { from: null, to: null }],
  ['times', { from: time(5), to: time(9) }],
  ['business days', { from: day('2026-11-18'), to: day('2026-11-19') }],
  ['a beginning', { from: day('2026-11-18'), to: null }],
  ['an end', { from: null, to: time(9) }],
] as const;
const contracts = [null, 'DEC26 WMAZ'];
const principals = [null, 'KAND'];
const dealers = [null, 'THN'];

/** Rows of three days; of a day the deals that were booked later have times of earlier ones, and a day ends at the time at which the next begins. */
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

describe('what is asked of history', () => {
  it('is what a look at every row would find, whatever the filters and the page', async () => {
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
    const uniqueCandles = [...new Map(candles.map((one) => [`${one.contract} ${one.start}`, one])).values()];
    await writeHistory(opened.db, {
      position: { seq: 1, hash: '' },
      candles: uniqueCandles,
      dayCandles: [],
      prints,
      cancelledPrints: [],
      repricedPrints: [],
      deals: rows.map(({ key, ...row }) => ({ deal_seq: key, ...row })),
      removedDeals: [],
      orders: rows.map(({ key, ...row }) => ({ completed_order_seq: key, ...row })),
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
    let asked = 0;
    for (const from of bounds)
      for (const to of bounds)
        for (const before of [null, 40, 200]) {
          asked += 1;
          const contract = 'DEC26 WMAZ';
          const page = { from, to, limit: 4, before };
          const own = { ...page, member: 'KAND' };
          const narrow = asked % 2 === 0 ? contract : null;
          const principal = asked % 3 === 0 ? '9996S' : null;
          const dealer = asked % 5 < 2 ? 'THN' : null;
          const wanted = rows
            .filter((row) => row.member === 'KAND' && isIn(row, from, to))
            .filter((row) => narrow === null || row.contract === narrow)
            .filter((row) => principal === null || row.principal === principal)
            .filter((row) => dealer === null || row.dealer === dealer)
            .filter(({ key }) => before === null || key < before)
            .map(({ key }) => key)
            .sort((a, b) => b - a)
            .slice(0, 4);
          const about = JSON.stringify({ ...own, narrow, principal, dealer });
          for (const read of [readPastDeals, readPastOrders])
            expect(
              (await read(opened.db, { ...own, contract: narrow, principal, dealer })).map(({ key }) => key),
              about,
            ).toEqual(wanted);
          const seen = prints.filter((row) => row.contract === contract && isIn(row, from, to)).reverse();
          expect(
            (await readPrints(opened.db, { ...page, contract })).map(({ match_seq }) => match_seq),
            about,
          ).toEqual(
            seen
              .map(({ match_seq }) => match_seq)
              .filter((key) => before === null || key < before)
              .slice(0, 4),
          );
          const lasting = uniqueCandles
            .filter((row) => row.contract === contract && isIn({ ...row, time: row.start }, from, to))
            .map(({ start }) => start)
            .filter((start) => before === null || start < before + 1000)
            .sort((a, b) => b - a)
            .slice(0, 4);
          const late = before === null ? null : before + 1000;
          const told = await readCandles(opened.db, { ...page, before: late, contract, minutes: 5 });
          expect(
            told.map(({ start }) => start),
            about,
          ).toEqual(lasting);
        }
    expect(asked).toBeGreaterThan(500);
  });

  it.each(stretches)('is found by an index with %s, and comes out in its order', async (_what, stretch) => {
    const plans: Record<string, string[]> = {};
    for (const before of [null, 7]) {
      const page = { ...stretch, limit: 100, before };
      const contract = 'DEC26 WMAZ';
      plans[`candles before ${before}`] = await planOf((db) =>
        readCandles(db, { ...page, contract, minutes: 5 }),
      );
      plans[`prints before ${before}`] = await planOf((db) => readPrints(db, { ...page, contract }));
      for (const one of contracts)
        for (const principal of principals)
          for (const dealer of dealers) {
            const own = { ...page, member: 'KAND', contract: one, principal, dealer };
            const about = `${one} ${principal} ${dealer} ${before}`;
            plans[`deals ${about}`] = await planOf((db) => readPastDeals(db, own));
            plans[`orders ${about}`] = await planOf((db) => readPastOrders(db, own));
          }
    }
    for (const [asked, plan] of Object.entries(plans)) {
      expect(plan.length, asked).toBeGreaterThan(0);
      for (const step of plan) expect(step, asked).not.toMatch(/^SCAN (?!CONSTANT)|TEMP B-TREE/);
    }
    const narrowed = Object.entries(plans).filter(([asked]) => asked.startsWith('deals DEC26'));
    for (const [asked, plan] of narrowed)
      expect(plan.join('; '), asked).toMatch(
        /past_deal_(contract|principal|dealer) \(member=\? AND (contract|principal|dealer)=\?/,
      );
  });

  it('narrows the reading to its days, and to its contract in them', async () => {
    const asked = { from: day('2026-11-18'), to: null, limit: 100, before: null, member: 'KAND' };
    const plan = await planOf((db) =>
      readPastDeals(db, { ...asked, contract: 'DEC26 WMAZ', principal: null, dealer: null }),
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
