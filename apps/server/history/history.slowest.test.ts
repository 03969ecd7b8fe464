// History of a running market: follows the outcome log, survives restarts, and is rebuilt to the same
// rows.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  historyStore,
  openDatabase,
  openHistoryDatabase,
  openLibsql,
  openOutcomeReader,
  type SqlRow,
} from '@openpit/storage';
import { asPrice, epochMs, lots, type Side } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import { runOperatorCli } from '../operator/cli.ts';
import type { RunningMarket } from '../running-market.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { operate, type SmallMarketUser, seedSmallMarket, send } from '../testing/seed-small-market.ts';
import { type History, HistoryUnavailable, openHistory } from './history.ts';
import type { HistoryReads } from './history-messages.ts';
import { historyPages } from './history-pages.ts';
import { HistoryUpkeep } from './history-upkeep.ts';
import { LogFollower } from './log-follower.ts';

let folder: string;
let clock: VirtualClock;
const open: { market: RunningMarket | null; history: History | null } = { market: null, history: null };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-history-'));
  clock = new VirtualClock(epochMs(1_795_000_000_000));
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  illustrativeSeed: number | null = null,
): Promise<{ market: RunningMarket; history: History }> {
  const market = await openMarketIn(
    { dataFolder: folder },
    {
      clock,
      // However slow the machine is, no command has waited too long.
      monotonicMs: () => 0,
      onOutcomesWritten: () => open.history?.outcomesWritten(),
      onStopped: (cause) => expect.fail(cause.message),
    },
  );
  const history = openHistory({ dataFolder: folder, illustrativeSeed, isAlone: true });
  Object.assign(open, { market, history });
  return { market, history };
}

async function stop(): Promise<void> {
  await open.history?.close();
  await open.market?.close();
  Object.assign(open, { market: null, history: null });
}

async function order(
  market: RunningMarket,
  userId: SmallMarketUser,
  side: Side,
  randPerTon: number,
  qty: number,
): Promise<void> {
  const principal = userId === 'abdul' ? 'KAND' : 'VELD';
  const terms = { side, price: asPrice(randPerTon * 100), lots: lots(qty), principal };
  await send(market, userId, { ...anOrder, ...terms });
}

/** Deals of both members, one every forty seconds; some of the lots stay in the book. */
async function trade(market: RunningMarket, deals: number): Promise<void> {
  for (let at = 0; at < deals; at += 1) {
    const price = 4030 + ((at * 7) % 11);
    await order(market, 'abdul', 'B', price, 3);
    await order(market, 'denise', 'S', price, 1 + (at % 4));
    clock.advance(40_000);
  }
}

const whole = { from: null, to: null, limit: 500, before: null };
type Pages = { [Name in 'candles' | 'timeAndSales' | 'deals' | 'orders']: HistoryReads[Name]['rows'] };

async function pagesOf(
  history: History,
  seq: number,
): Promise<Pages & { days: unknown[]; positions: unknown[] }> {
  await history.reach(seq);
  const contract = 'DEC26 WMAZ';
  const member = { ...whole, member: 'KAND', dealer: null, contract: null, principal: null };
  return {
    candles: (await history.ask('candles', { ...whole, contract, minutes: 5 })).rows,
    days: (await history.ask('dayCandles', { ...whole, contract })).rows,
    timeAndSales: (await history.ask('timeAndSales', { ...whole, contract })).rows,
    deals: (await history.ask('deals', member)).rows,
    orders: (await history.ask('orders', member)).rows,
    positions: (await history.ask('dataSet', { ...member, dataSet: 'positions' })).rows,
  };
}

let copies = 0;

/**
 * Every row of every table except the checkpoint. Read from a copy: libsql closes a file only when it is
 * garbage-collected, and until then the file would be in use.
 */
async function tablesOf(file: string): Promise<Record<string, SqlRow[]>> {
  copies += 1;
  const copy = `${file}.copy-${copies}`;
  await copyFile(file, copy);
  const database = openLibsql(copy);
  const tables = [
    'history_position',
    'candle',
    'day_candle',
    'deal_print',
    'past_deal',
    'past_order',
    'past_set_row',
  ];
  const rows = tables.map(
    (table) => [table, database.all(`select * from ${table} order by 1, 2, 3`)] as const,
  );
  database.close();
  return Object.fromEntries(rows);
}

describe('history', () => {
  it('follows the market, and has the same rows after the data folder was closed and opened again', async () => {
    const first = await start();
    await seedSmallMarket(first.market);
    await trade(first.market, 20);
    await operate(first.market, { kind: 'endDay' });
    await trade(first.market, 12);
    const { lastSeq } = first.market.view;
    const before = await pagesOf(first.history, lastSeq);
    expect(before.candles.length).toBeGreaterThan(3);
    expect(before.days).toMatchObject([{ businessDay: '2026-11-19' }, { businessDay: '2026-11-18' }]);
    expect(before.timeAndSales.length).toBeGreaterThan(30);
    expect(before.deals.map(({ member }) => member)).not.toContain('VELD');
    await stop();

    const second = await start();
    expect(await pagesOf(second.history, lastSeq)).toEqual(before);
    await trade(second.market, 5);
    const after = await pagesOf(second.history, second.market.view.lastSeq);
    expect(after.timeAndSales.length).toBeGreaterThan(before.timeAndSales.length);
    expect(after.timeAndSales.slice(-before.timeAndSales.length)).toEqual(before.timeAndSales);
  });

  it('shows the correction of an error trade, immediately and after a rebuild from the log', async () => {
    const { market, history } = await start();
    await seedSmallMarket(market);
    await trade(market, 12);
    const before = await pagesOf(history, market.view.lastSeq);
    const newest = (before.timeAndSales as { matchSeq: number; price: number }[])[0];
    const matchSeq = newest?.matchSeq ?? 0;
    // The new price is one tick above all other deals: the day's last deal becomes its highest.
    const repriced = await operate(market, {
      kind: 'repriceDeal',
      matchSeq,
      price: asPrice(404_100),
      reason: 'typed wrong',
    });
    expect(repriced.verdict.kind).toBe('accepted');
    const cancelled = await operate(market, { kind: 'cancelDeal', matchSeq: 1, reason: 'wrong contract' });
    expect(cancelled.verdict.kind).toBe('accepted');
    const after = await pagesOf(history, market.view.lastSeq);
    const prints = after.timeAndSales as {
      matchSeq: number;
      price: number;
      qty: number;
      time: number;
      isCancelled: boolean;
    }[];
    expect(prints[0]).toMatchObject({ matchSeq, price: 4041, isCancelled: false });
    expect(prints.filter(({ isCancelled }) => isCancelled).map((print) => print.matchSeq)).toEqual([1]);
    const valid = prints.filter(({ isCancelled }) => !isCancelled).reverse();
    const figures = (of: typeof valid) => ({
      open: of[0]?.price,
      high: Math.max(...of.map(({ price }) => price)),
      low: Math.min(...of.map(({ price }) => price)),
      close: of.at(-1)?.price,
      volume: of.reduce((sum, { qty }) => sum + qty, 0),
      deals: of.length,
    });
    expect(after.days).toEqual([expect.objectContaining({ ...figures(valid), high: 4041, close: 4041 })]);
    const candles = after.candles as { time: number }[];
    for (const candle of candles) {
      const own = valid.filter(({ time }) => time >= candle.time && time < candle.time + 300_000);
      expect(candle).toMatchObject(figures(own));
    }
    const deal = (of: number) => after.deals.find((deal) => deal.matchSeq === of);
    expect(deal(matchSeq)).toMatchObject({ price: 4041, state: 'Open' });
    expect(deal(1)).toMatchObject({ state: 'Cancelled' });
    await history.rebuild();
    expect(await pagesOf(history, market.view.lastSeq)).toEqual(after);
  });

  it('catches up after it was closed, and is rebuilt to the same rows, with the server running and stopped', async () => {
    const { market } = await start(7);
    await open.history?.close();
    open.history = null;
    await seedSmallMarket(market);
    await trade(market, 25);
    await operate(market, { kind: 'endDay' });
    await trade(market, 10);
    const history = openHistory({ dataFolder: folder, illustrativeSeed: 7, isAlone: true });
    open.history = history;
    const pages = await pagesOf(history, market.view.lastSeq);
    expect(pages.timeAndSales.length).toBeGreaterThan(30);
    const steps: string[] = [];
    await history.rebuild(({ seq, of, isRebuilding }) => steps.push(`${isRebuilding} ${seq}/${of}`));
    const { lastSeq } = market.view;
    expect(steps).toContain(`true ${lastSeq}/${lastSeq}`);
    expect(await pagesOf(history, lastSeq)).toEqual(pages);
    await history.rebuild();
    await trade(market, 1);
    await history.reach(market.view.lastSeq);
    await stop();
    const before = await tablesOf(join(folder, 'history.db'));
    expect(before.candle?.some(isIllustrative)).toBe(true);

    await (await openDatabase(databaseFile(folder))).close();
    expect(await runOperatorCli(['history', 'rebuild', '--data', folder])).toBe(0);
    const after = await tablesOf(join(folder, 'history.db'));
    // The illustrative candles belong to the demonstration, and this folder is not marked as one.
    for (const [table, rows] of Object.entries(before))
      expect(after[table]).toEqual(rows.filter((row) => !isIllustrative(row)));
    expect((await readdir(folder)).filter((name) => name.startsWith('history-rebuild'))).toEqual([]);
  });

  it('stays unchanged if it cannot be rebuilt because another program has its file open', async () => {
    const { market, history } = await start();
    await seedSmallMarket(market);
    await trade(market, 3);
    const pages = await pagesOf(history, market.view.lastSeq);
    const other = openLibsql(join(folder, 'history.db'));
    other.all('select count(*) from candle');
    await expect(history.rebuild()).rejects.toThrow('database is locked');
    expect(await pagesOf(history, market.view.lastSeq)).toEqual(pages);
    await trade(market, 1);
    const after = await pagesOf(history, market.view.lastSeq);
    expect(after.timeAndSales.length).toBeGreaterThan(pages.timeAndSales.length);
    other.close();
  });

  it('reports a log that cannot be read, and does not affect the market', async () => {
    const { market, history } = await start();
    await seedSmallMarket(market);
    await history.close();
    open.history = null;
    const log = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
    log.run("update outcome set bytes = x'7b7d' where seq = 3");
    log.close();
    await rm(join(folder, 'history.db'));
    const failures: string[] = [];
    const again = openHistory({
      dataFolder: folder,
      illustrativeSeed: null,
      isAlone: true,
      watch: { died: (_, { message }) => failures.push(message), started: () => undefined },
    });
    open.history = again;
    await expect(again.reach(1)).rejects.toThrow(HistoryUnavailable);
    await expect(again.ask('timeAndSales', { ...whole, contract: 'DEC26 WMAZ' })).rejects.toThrow(
      'History has stopped: outcome 3 does not follow from the one before it',
    );
    expect(failures).toHaveLength(1);
    const { lastSeq } = market.view;
    await trade(market, 1);
    expect(market.view.lastSeq).toBe(lastSeq + 2);
  });
});

/** Bytes of a text that is stored in `history.db` are changed, so that it is not UTF-8; the pages stay readable. */
async function damageText(file: string, text: string): Promise<void> {
  const bytes = await readFile(file);
  let places = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    bytes[at] = 0xff;
    places += 1;
  }
  expect(places).toBeGreaterThan(0);
  await writeFile(file, bytes);
}

describe('a damaged history', () => {
  const wholeOf = { ...whole, contract: 'DEC26 WMAZ' };

  it.each([
    ['a text that is not UTF-8', (file: string) => damageText(file, '"completedOrderSeq"')],
    ['a file that is no database', (file: string) => writeFile(file, 'quarterly figures\n'.repeat(500))],
    ['a folder in its place', (file: string) => rm(file).then(() => mkdir(file))],
    ['a file without its end', (file: string) => truncate(file, 3 * 4096)],
  ] as const)(
    'answers nothing, with %s, beside a market that runs, until it has been rebuilt',
    async (_, hurt) => {
      const first = await start();
      await seedSmallMarket(first.market);
      await trade(first.market, 8);
      const before = await pagesOf(first.history, first.market.view.lastSeq);
      await stop();
      await hurt(join(folder, 'history.db'));

      const damages: string[] = [];
      const market = await openMarketIn(
        { dataFolder: folder },
        {
          clock,
          onOutcomesWritten: () => open.history?.outcomesWritten(),
          onStopped: (cause) => expect.fail(cause.message),
        },
      );
      const history = openHistory({
        dataFolder: folder,
        illustrativeSeed: null,
        isAlone: true,
        onOutage: ({ why }) => damages.push(why),
      });
      Object.assign(open, { market, history });
      const { lastSeq } = market.view;
      const rejected = {
        status: 'rejected',
        reason: { name: 'HistoryUnavailable', gap: 'damaged', since: expect.any(Number) },
      };
      // Damage is found when the whole file has been read, for which the rows of a report wait.
      const reported = history.ask('candlesOfDay', { day: '2026-11-20', after: null, limit: 1 });
      expect(await Promise.allSettled([reported])).toMatchObject([rejected]);
      const asked = await Promise.allSettled([
        history.ask('timeAndSales', wholeOf),
        history.ask('orders', { ...wholeOf, member: 'KAND', dealer: null, principal: null }),
        history.reach(lastSeq),
      ]);
      expect(asked).toMatchObject([rejected, rejected, rejected]);
      await trade(market, 1);
      expect(market.view.lastSeq).toBe(lastSeq + 2);
      expect(damages).toEqual([
        expect.stringMatching(
          /history\.db (?:is|cannot be) .+ rebuild it with ".+ history rebuild --data .+"/,
        ),
      ]);
      expect(history.outage).toMatchObject({ isDamaged: true, why: damages[0] });

      await history.rebuild();
      expect(history.outage).toBeNull();
      const after = await pagesOf(history, market.view.lastSeq);
      const old = before.timeAndSales.length;
      expect(after.timeAndSales.length).toBeGreaterThan(old);
      expect(after.timeAndSales.slice(-old)).toEqual(before.timeAndSales);
      await stop();
      const again = await start();
      expect(await pagesOf(again.history, again.market.view.lastSeq)).toEqual(after);
    },
  );

  it('is rebuilt while no server runs, regardless of its file', async () => {
    const { market, history } = await start();
    await seedSmallMarket(market);
    await trade(market, 3);
    await history.reach(market.view.lastSeq);
    await stop();
    // The command line opens no folder with commands and without users.
    await (await openDatabase(databaseFile(folder))).close();
    const file = join(folder, 'history.db');
    const before = await tablesOf(file);
    await writeFile(file, Buffer.alloc(40_960, 0xff));
    expect(await runOperatorCli(['history', 'rebuild', '--data', folder])).toBe(0);
    expect(await tablesOf(file)).toEqual(before);
  });
});

describe('a history that is far behind the log', () => {
  it('answers nothing until it has caught up, instead of a part of the rows', async () => {
    const { market } = await start();
    await open.history?.close();
    open.history = null;
    await seedSmallMarket(market);
    const sides = ['B', 'S'] as const;
    const orders = Array.from({ length: 1200 }, (_, at) =>
      order(market, at % 2 === 0 ? 'abdul' : 'denise', sides[at % 2] ?? 'B', 4030, 1),
    );
    await Promise.all(orders);
    await market.gateway.outcomesWritten();

    const upkeep = new HistoryUpkeep(
      { dataFolder: folder, illustrativeSeed: null, isAlone: true },
      () => undefined,
    );
    const read = () =>
      upkeep.read(
        async ({ db }) => (await historyPages.timeAndSales(db, { ...whole, contract: 'DEC26 WMAZ' })).length,
      );
    await expect(read()).rejects.toMatchObject({
      gap: 'rebuilding',
      message: expect.stringMatching(/^it is being written from the log \(outcome 0 of 12\d\d\)$/),
    });
    const running = upkeep.run();
    await new Promise((resolve, reject) => upkeep.reach(1200, { send: resolve, fail: reject }));
    expect(await read()).toBe(500);
    upkeep.stop();
    await running;
  });
});

describe('the follower of the outcome log', () => {
  it('counts each outcome once, no matter when its process ends', async () => {
    await tradedLog();
    const straight = await followedWhole(join(folder, 'straight.db'));
    expect(straight.past_order?.length).toBeGreaterThan(40);

    // The log at several moments; after each, the follower ends with or without a checkpoint.
    const file = join(folder, 'pieces.db');
    const last = await lastOutcome(folder);
    for (const until of [0, 1, 9, 40, 77, 78, last - 1, last]) {
      const piece = join(folder, `until-${until}`);
      await mkdir(piece);
      await copyFile(join(folder, 'journal.db'), join(piece, 'journal.db'));
      const log = openLibsql(join(piece, 'journal.db'));
      log.run('delete from outcome where seq > ?', [until]);
      log.close();
      const follower = await followerOf(piece, file);
      await exhaust(follower);
      expect(follower.seq).toBe(until);
      if (until % 2 === 0) await follower.checkpoint();
      await follower.seal();
    }
    expect(await tablesOf(file)).toEqual(straight);
  });

  it('writes history again when it belongs to another log, and not when it belongs to this one', async () => {
    await tradedLog();
    const file = join(folder, 'followed.db');
    const straight = await followedWhole(file);
    const plant = async (change: object) => {
      const opened = await openHistoryDatabase(file);
      await opened.db.updateTable('deal_print').set({ price: 1 }).execute();
      await opened.db.updateTable('history_position').set(change).execute();
      await opened.seal();
    };
    await plant({ id: 1 });
    expect((await followedWhole(file)).deal_print?.every((row) => row.price === 1)).toBe(true);
    await plant({ hash: 'ff' });
    expect(await followedWhole(file)).toEqual(straight);
    await plant({ seq: 9_999 });
    expect(await followedWhole(file)).toEqual(straight);
  });
});

const isIllustrative = (row: SqlRow): boolean => row.illustrative === 1;

/** Writes a log of two days into the folder and closes it. */
async function tradedLog(): Promise<void> {
  const market = await openMarketIn(
    { dataFolder: folder },
    {
      clock,
      onStopped: (cause) => expect.fail(cause.message),
    },
  );
  await seedSmallMarket(market);
  await trade(market, 30);
  await operate(market, { kind: 'endDay' });
  await trade(market, 30);
  await market.close();
}

async function lastOutcome(dataFolder: string): Promise<number> {
  const reader = openOutcomeReader(dataFolder);
  try {
    return await reader.lastSeq();
  } finally {
    await reader.close();
  }
}

/** Follows the log of a data folder into any file. */
const followerOf = (dataFolder: string, file: string): Promise<LogFollower> =>
  LogFollower.open({
    store: { ...historyStore({ dataFolder }), place: file },
    open: () => openHistoryDatabase(file),
    illustrativeSeed: null,
  });

async function exhaust(follower: LogFollower): Promise<void> {
  while (await follower.step());
}

async function followedWhole(file: string): Promise<Record<string, SqlRow[]>> {
  const follower = await followerOf(folder, file);
  await exhaust(follower);
  await follower.checkpoint();
  await follower.seal();
  return await tablesOf(file);
}
