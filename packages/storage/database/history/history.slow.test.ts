// Writes and reads the tables of history, in each engine.
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type HistoryStore, historyStore } from '../../history-store.ts';
import { sharedPostgres } from '../../testing/postgres-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openLibsql } from '../libsql.ts';
import type { OpenedHistoryDatabase } from './history-database.ts';
import { readCandles, readDayCandles, readPastDeals, readPastOrders, readPrints } from './history-reads.ts';
import {
  clearHistory,
  findHistoryCheckpoint,
  findHistoryPosition,
  type HistoryBatch,
  writeHistory,
} from './history-writes.ts';

interface Engine {
  readonly name: string;
  create(): Promise<{ readonly store: HistoryStore; setFormat(format: number): Promise<void> }>;
}

const engines: readonly Engine[] = [
  {
    name: 'in a file',
    create: async () => {
      const dataFolder = temporaryFolder();
      const store = historyStore({ dataFolder });
      return {
        store,
        setFormat: async (format) => {
          const plain = openLibsql(store.place);
          plain.all(`pragma user_version = ${format}`);
          plain.close();
        },
      };
    },
  },
  {
    name: 'in PostgreSQL',
    create: async () => {
      const server = await sharedPostgres();
      const url = await server.createDatabase(onTestFinished);
      return {
        store: historyStore({ dataFolder: '', database: url }),
        setFormat: async (format) => {
          await server.run(url, `update openpit_history.history_format set format = ${format}`);
        },
      };
    },
  },
];

let store: HistoryStore;
let setFormat: (format: number) => Promise<void>;
let opened: OpenedHistoryDatabase;

const batch = (seq: number, fields: Partial<HistoryBatch> = {}): HistoryBatch => ({
  after: seq - 1,
  position: { seq, hash: `h${seq}` },
  candles: [],
  dayCandles: [],
  prints: [],
  cancelledPrints: [],
  repricedPrints: [],
  deals: [],
  removedDeals: [],
  orders: [],
  setRows: [],
  checkpoint: null,
  ...fields,
});
const candle = (fields: Partial<HistoryBatch['candles'][number]> = {}): HistoryBatch['candles'][number] => ({
  contract: 'DEC26 WMAZ',
  minutes: 5,
  start: 300_000,
  business_day: '2026-11-18',
  open: 400_000,
  high: 400_400,
  low: 399_800,
  close: 400_200,
  volume: 7,
  deals: 3,
  illustrative: 0,
  ...fields,
});
const day = (
  fields: Partial<HistoryBatch['dayCandles'][number]> = {},
): HistoryBatch['dayCandles'][number] => ({
  contract: 'DEC26 WMAZ',
  business_day: '2026-11-18',
  open: 400_000,
  high: 400_400,
  low: 399_800,
  close: 400_200,
  volume: 7,
  deals: 3,
  mtm: null,
  previous_mtm: null,
  open_interest: null,
  illustrative: 0,
  ...fields,
});
const deal = (deal_seq: number, fields: Partial<HistoryBatch['deals'][number]> = {}) => ({
  deal_seq,
  member: 'KAND',
  dealer: 'THN',
  business_day: '2026-11-18',
  time: deal_seq * 1000,
  contract: 'DEC26 WMAZ',
  principal: 'KAND',
  json: JSON.stringify({ dealSeq: deal_seq }),
  ...fields,
});
const everything = { from: null, to: null, limit: 500 };
const ofContract = { ...everything, contract: 'DEC26 WMAZ', before: null };
const ofMember = {
  ...everything,
  member: 'KAND',
  dealer: null,
  contract: null,
  principal: null,
  before: null,
};

describe.each(engines)('the tables of history $name', ({ create }) => {
  beforeEach(async () => {
    ({ store, setFormat } = await create());
    opened = await store.open();
  });
  afterEach(() => opened.close());

  it('merge a candle into the one that is there: first open, last close, highest, lowest, sums of lots and deals', async () => {
    await writeHistory(opened.db, batch(1, { candles: [candle()] }));
    const later = candle({ open: 1, high: 400_300, low: 399_600, close: 399_900, volume: 2, deals: 1 });
    await writeHistory(opened.db, batch(2, { candles: [later, candle({ start: 600_000 })] }));
    const rows = await readCandles(opened.db, { ...ofContract, minutes: 5 });
    expect(rows.map(({ start }) => start)).toEqual([600_000, 300_000]);
    expect(rows[1]).toEqual(candle({ low: 399_600, close: 399_900, volume: 9, deals: 4 }));
    expect(await readCandles(opened.db, { ...ofContract, minutes: 1 })).toEqual([]);
  });

  it('take the MTM of a day with deals and of a day without, and keep its prices', async () => {
    const onlyMtm = { open: null, high: null, low: null, close: null, volume: 0, deals: 0, mtm: 401_000 };
    await writeHistory(
      opened.db,
      batch(1, { dayCandles: [day(), day({ contract: 'MAR27 WMAZ', ...onlyMtm })] }),
    );
    await writeHistory(opened.db, batch(2, { dayCandles: [day({ ...onlyMtm, open_interest: 55 })] }));
    const whole = { ...ofContract, before: null };
    expect(await readDayCandles(opened.db, whole)).toEqual([day({ mtm: 401_000, open_interest: 55 })]);
    expect(await readDayCandles(opened.db, { ...whole, contract: 'MAR27 WMAZ' })).toEqual([
      day({ contract: 'MAR27 WMAZ', ...onlyMtm }),
    ]);
    const late = { open: 402_000, high: 402_000, low: 402_000, close: 402_000, volume: 1, deals: 1 };
    await writeHistory(opened.db, batch(3, { dayCandles: [day({ contract: 'MAR27 WMAZ', ...late })] }));
    expect((await readDayCandles(opened.db, { ...whole, contract: 'MAR27 WMAZ' }))[0]).toEqual(
      day({ contract: 'MAR27 WMAZ', ...late, mtm: 401_000 }),
    );
  });

  it('give a page from the newest row backwards, and a range includes both ends', async () => {
    const deals = Array.from({ length: 150 }, (_, index) => deal(index + 1));
    await writeHistory(opened.db, batch(1, { deals }));
    const first = await readPastDeals(opened.db, { ...ofMember, limit: 100 });
    expect([first.length, first[0]?.key, first.at(-1)?.key]).toEqual([100, 150, 51]);
    const second = await readPastDeals(opened.db, { ...ofMember, limit: 100, before: 51 });
    expect([second.length, second[0]?.key, second.at(-1)?.key]).toEqual([50, 50, 1]);
    const between = await readPastDeals(opened.db, {
      ...ofMember,
      from: { kind: 'time', ms: 10_000 },
      to: { kind: 'time', ms: 12_000 },
    });
    expect(between.map(({ key }) => key)).toEqual([12, 11, 10]);
    const ofDay = { from: { kind: 'businessDay', day: '2026-11-19' }, to: null } as const;
    expect(await readPastDeals(opened.db, { ...ofMember, ...ofDay })).toEqual([]);
  });

  it('give only the rows of one member, or of one dealer, by contract and by principal', async () => {
    const deals = [
      deal(1),
      deal(2, { member: 'VELD', principal: 'VELD' }),
      deal(3, { principal: '9996S' }),
      deal(4, { contract: 'MAR27 WMAZ', dealer: 'JVM' }),
    ];
    const orders = deals.map(({ deal_seq, ...row }) => ({ completed_order_seq: deal_seq, ...row }));
    await writeHistory(opened.db, batch(1, { deals, orders }));
    for (const read of [readPastDeals, readPastOrders]) {
      const keys = async (fields: object) =>
        (await read(opened.db, { ...ofMember, ...fields })).map(({ key }) => key);
      expect(await keys({})).toEqual([4, 3, 1]);
      expect(await keys({ contract: 'DEC26 WMAZ' })).toEqual([3, 1]);
      expect(await keys({ principal: '9996S' })).toEqual([3]);
      expect(await keys({ dealer: 'JVM' })).toEqual([4]);
      expect(await keys({ dealer: 'JVM', contract: 'DEC26 WMAZ' })).toEqual([]);
      expect(await keys({ member: 'VELD' })).toEqual([2]);
      expect(await keys({ member: 'KARO' })).toEqual([]);
    }
  });

  it('replace a changed deal, and remove a cancelled deal', async () => {
    await writeHistory(opened.db, batch(1, { deals: [deal(1), deal(2)] }));
    const moved = deal(1, { principal: '9996S', json: '{"dealSeq":1,"moved":true}' });
    await writeHistory(opened.db, batch(2, { deals: [moved], removedDeals: [2] }));
    const rows = await readPastDeals(opened.db, ofMember);
    expect(rows.map(({ json }) => json)).toEqual(['{"dealSeq":1,"moved":true}']);
    expect(await readPastDeals(opened.db, { ...ofMember, principal: '9996S' })).toHaveLength(1);
  });

  it('compute the candles of a cancelled deal again without it, and keep its print marked', async () => {
    const deals = [
      { match_seq: 1, time: 310_000, price: 400_000, lots: 2 },
      { match_seq: 2, time: 320_000, price: 499_000, lots: 5 },
      { match_seq: 3, time: 590_000, price: 400_400, lots: 1 },
      { match_seq: 4, time: 600_000, price: 399_800, lots: 4 },
    ];
    const prints = deals.map((deal) => ({
      ...deal,
      contract: 'DEC26 WMAZ',
      business_day: '2026-11-18',
      aggressor: 'B' as const,
      origin: 'screen',
      counts: 1,
      cancelled: 0,
      buyer: null,
      seller: null,
    }));
    const wrong = { open: 400_000, high: 499_000, low: 400_000, close: 400_400, volume: 8, deals: 3 };
    const single = { open: 399_800, high: 399_800, low: 399_800, close: 399_800, volume: 4, deals: 1 };
    const candles = [
      candle(wrong),
      candle({ ...single, start: 600_000 }),
      candle({ ...wrong, minutes: 1, open: 400_000, close: 499_000, volume: 7, deals: 2 }),
      candle({ ...wrong, contract: 'MAR27 WMAZ' }),
    ];
    const dayCandles = [day({ ...wrong, low: 399_800, close: 399_800, volume: 12, deals: 4, mtm: 400_100 })];
    await writeHistory(opened.db, batch(1, { prints, candles, dayCandles }));
    await writeHistory(opened.db, batch(2, { cancelledPrints: [2, 77] }));
    const right = { open: 400_000, high: 400_400, low: 400_000, close: 400_400, volume: 3, deals: 2 };
    expect(await readCandles(opened.db, { ...ofContract, minutes: 5 })).toEqual([
      candle({ ...single, start: 600_000 }),
      candle(right),
    ]);
    expect(await readCandles(opened.db, { ...ofContract, minutes: 1 })).toEqual([
      candle({
        ...single,
        minutes: 1,
        open: 400_000,
        high: 400_000,
        low: 400_000,
        close: 400_000,
        volume: 2,
      }),
    ]);
    expect(await readCandles(opened.db, { ...ofContract, contract: 'MAR27 WMAZ', minutes: 5 })).toEqual([
      candle({ ...wrong, contract: 'MAR27 WMAZ' }),
    ]);
    expect(await readDayCandles(opened.db, { ...ofContract, before: null })).toEqual([
      day({ open: 400_000, high: 400_400, low: 399_800, close: 399_800, volume: 7, deals: 3, mtm: 400_100 }),
    ]);
    expect((await readPrints(opened.db, ofContract)).map(({ cancelled }) => cancelled)).toEqual([0, 0, 1, 0]);
    await writeHistory(opened.db, batch(3, { cancelledPrints: [4] }));
    expect(await readCandles(opened.db, { ...ofContract, minutes: 5 })).toEqual([candle(right)]);
  });

  it('correct the price of a deal in prints and candles, immediately or later, even before it is cancelled', async () => {
    const print = (match_seq: number, time: number, price: number) => ({
      match_seq,
      time,
      price,
      contract: 'DEC26 WMAZ',
      business_day: '2026-11-18',
      lots: match_seq,
      aggressor: 'B' as const,
      origin: 'screen',
      counts: 1,
      cancelled: 0,
      buyer: null,
      seller: null,
    });
    const wrong = { open: 499_000, high: 499_000, low: 400_000, close: 400_000, volume: 3, deals: 2 };
    const prints = [print(1, 310_000, 499_000), print(2, 320_000, 400_000)];
    // In the transaction that writes the deal.
    await writeHistory(
      opened.db,
      batch(1, {
        prints,
        candles: [candle(wrong)],
        dayCandles: [day({ ...wrong, mtm: 400_100 })],
        repricedPrints: [{ matchSeq: 1, price: 400_800 }],
      }),
    );
    const once = { open: 400_800, high: 400_800, low: 400_000, close: 400_000, volume: 3, deals: 2 };
    expect(await readCandles(opened.db, { ...ofContract, minutes: 5 })).toEqual([candle(once)]);
    expect((await readPrints(opened.db, ofContract)).map(({ price }) => price)).toEqual([400_000, 400_800]);
    // Later, the last deal: the close follows, the MTM of the day stays.
    await writeHistory(opened.db, batch(2, { repricedPrints: [{ matchSeq: 2, price: 400_900 }] }));
    const twice = { open: 400_800, high: 400_900, low: 400_800, close: 400_900, volume: 3, deals: 2 };
    expect(await readCandles(opened.db, { ...ofContract, minutes: 5 })).toEqual([candle(twice)]);
    const wholeDay = { ...ofContract, before: null };
    expect(await readDayCandles(opened.db, wholeDay)).toEqual([day({ ...twice, mtm: 400_100 })]);
    const both = { repricedPrints: [{ matchSeq: 2, price: 1 }], cancelledPrints: [2] };
    await writeHistory(opened.db, batch(3, both));
    const left = { open: 400_800, high: 400_800, low: 400_800, close: 400_800, volume: 1, deals: 1 };
    expect(await readCandles(opened.db, { ...ofContract, minutes: 5 })).toEqual([candle(left)]);
    // A cancelled deal keeps its price.
    await writeHistory(opened.db, batch(4, { repricedPrints: [{ matchSeq: 2, price: 2 }] }));
    expect((await readPrints(opened.db, ofContract))[0]).toMatchObject({ cancelled: 1, price: 1 });
  });

  it('keep the day’s volume of deals whose price counts for nothing, and lose it when one is cancelled', async () => {
    const print = (match_seq: number, counts: number) => ({
      match_seq,
      time: 310_000 + match_seq,
      price: 400_000,
      lots: match_seq,
      contract: 'DEC26 WMAZ',
      business_day: '2026-11-18',
      aggressor: null,
      origin: counts === 1 ? 'screen' : 'delta',
      counts,
      cancelled: 0,
      buyer: null,
      seller: null,
    });
    const figures = { open: 400_000, high: 400_000, low: 400_000, close: 400_000 };
    await writeHistory(
      opened.db,
      batch(1, {
        prints: [print(1, 1), print(2, 2), print(4, 2)],
        dayCandles: [day({ ...figures, volume: 7, deals: 3 })],
        cancelledPrints: [2],
      }),
    );
    const wholeDay = { ...ofContract, before: null };
    expect(await readDayCandles(opened.db, wholeDay)).toEqual([day({ ...figures, volume: 5, deals: 2 })]);
    await writeHistory(opened.db, batch(2, { cancelledPrints: [1] }));
    const noPrice = { open: null, high: null, low: null, close: null };
    expect(await readDayCandles(opened.db, wholeDay)).toEqual([day({ ...noPrice, volume: 4, deals: 1 })]);
    // Without a deal the running day has no candle, like one in which nothing was dealt.
    await writeHistory(opened.db, batch(3, { cancelledPrints: [4] }));
    expect(await readDayCandles(opened.db, wholeDay)).toEqual([]);
    const marked = day({ ...noPrice, volume: 0, deals: 0, mtm: 400_100 });
    await writeHistory(opened.db, batch(4, { dayCandles: [marked] }));
    expect(await readDayCandles(opened.db, wholeDay)).toEqual([marked]);
  });

  it('hold all of a batch with its position, or none of it', async () => {
    const print = {
      match_seq: 1,
      contract: 'DEC26 WMAZ',
      time: 5,
      business_day: '2026-11-18',
      price: 400_000,
      lots: 3,
      aggressor: 'B',
      origin: 'screen',
      counts: 1,
      cancelled: 0,
      buyer: null,
      seller: null,
    } as const;
    await writeHistory(opened.db, batch(1, { prints: [print], checkpoint: { seq: 1, json: '{}' } }));
    // The same deal again is a batch that was already written: it must not count twice.
    const again = batch(2, { candles: [candle()], prints: [print], checkpoint: { seq: 2, json: '{"a":1}' } });
    await expect(writeHistory(opened.db, again)).rejects.toThrow(/UNIQUE|unique/);
    expect(await findHistoryPosition(opened.db)).toEqual({ seq: 1, hash: 'h1' });
    expect(await findHistoryCheckpoint(opened.db)).toEqual({ seq: 1, json: '{}' });
    expect(await readCandles(opened.db, { ...ofContract, minutes: 5 })).toEqual([]);
    expect(await readPrints(opened.db, ofContract)).toEqual([print]);
    await opened.close();
    opened = await store.open();
    expect(await findHistoryPosition(opened.db)).toEqual({ seq: 1, hash: 'h1' });
    await clearHistory(opened.db);
    expect(await findHistoryPosition(opened.db)).toBeUndefined();
    expect(await readPrints(opened.db, ofContract)).toEqual([]);
  });

  it('are emptied if they are of an older version, and left alone if they are of a newer version', async () => {
    await writeHistory(opened.db, batch(1, { deals: [deal(1)], checkpoint: { seq: 1, json: '{}' } }));
    await opened.close();
    await setFormat(99);
    await expect(store.open()).rejects.toThrow(
      `${store.place} was written by a newer Openpit (history format 99, this one knows up to 4): start the newer one, or rebuild it`,
    );
    await setFormat(2);
    opened = await store.open();
    expect(await findHistoryPosition(opened.db)).toBeUndefined();
    expect(await readPastDeals(opened.db, ofMember)).toEqual([]);
    await writeHistory(opened.db, batch(1, { deals: [deal(1)] }));
    await opened.close();
    opened = await store.open();
    expect(await readPastDeals(opened.db, ofMember)).toHaveLength(1);
  });

  it('take no outcomes that another process has already written', async () => {
    await writeHistory(opened.db, batch(1, { candles: [candle()] }));
    await writeHistory(opened.db, batch(2, { candles: [candle()] }));
    await expect(writeHistory(opened.db, batch(2, { candles: [candle()] }))).rejects.toThrow(
      'history does not end at outcome 1: another process has written it',
    );
    expect((await readCandles(opened.db, { ...ofContract, minutes: 5 }))[0]?.volume).toBe(14);
  });

  it('are replaced by rebuilt ones, and stay when the rebuilt ones are removed', async () => {
    await writeHistory(opened.db, batch(1, { deals: [deal(1)] }));
    const kept = await store.openRebuilt();
    await writeHistory(kept.db, batch(1, { deals: [deal(1), deal(2)] }));
    await kept.seal();
    await store.removeRebuilt();
    expect(await readPastDeals(opened.db, ofMember)).toHaveLength(1);
    const rebuilt = await store.openRebuilt();
    expect(await findHistoryPosition(rebuilt.db)).toBeUndefined();
    await writeHistory(rebuilt.db, batch(1, { deals: [deal(1), deal(2), deal(3)] }));
    await rebuilt.seal();
    await opened.seal();
    await store.replaceByRebuilt();
    opened = await store.open();
    expect(await readPastDeals(opened.db, ofMember)).toHaveLength(3);
  });
});
