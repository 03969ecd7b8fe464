// What the hub says of the exchange day: halts and phases to everybody, the running day's trend to who asked, places in the queue and what was
// suspended to their own member and user alone, and the end of the day that ends sessions.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubConnection } from '@microsoft/signalr';
import {
  type ActiveOrderRow,
  type Announcement,
  type DailyTrendRow,
  type DataSetUpdate,
  dataSetIds,
  type InfoErrorMessage,
  type MarketRow,
  type MarketRowChange,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../genesis/demo-users.ts';
import { operatorPath } from '../operator/operator-routes.ts';
import { readOptions, type ServerOptions } from '../options.ts';
import { type RunningServer, startServer } from '../server.ts';

// The client finds its WebSocket by `require`, which only its CommonJS build does in Node.
const require = createRequire(import.meta.url);
const signalr: typeof import('@microsoft/signalr') = require('@microsoft/signalr');

let folder: string;
let running: RunningServer;
const open: HubConnection[] = [];

async function begin(businessDay: string): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'openpit-day-'));
  const argv = ['--port', '0', '--data', folder, '--no-simulator', '--business-day', businessDay];
  const options = readOptions(argv, folder) as ServerOptions;
  running = await startServer(options, {
    onStopped: (cause) => expect.fail(cause.message),
    startSimulator: null,
  });
}
beforeAll(() => begin('2026-11-18'));
afterAll(async () => {
  await Promise.all(open.map((connection) => connection.stop()));
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

async function call(path: string, body: object, token?: string): Promise<Record<string, never>> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const reply = await fetch(`${running.url}/api/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const json = (await reply.json()) as Record<string, never>;
  expect(reply.status, JSON.stringify(json)).toBe(200);
  return json;
}

/** A dealer at a screen: his token, and what the hub has told him. */
class Screen {
  readonly updates: DataSetUpdate[] = [];
  readonly trends: DailyTrendRow[] = [];
  readonly announced: Announcement[] = [];
  readonly told: InfoErrorMessage[] = [];
  readonly newStrikes: MarketRow[] = [];
  /** Whole market rows without having asked for the contract. */
  readonly newRows: MarketRowChange[] = [];
  isClosed = false;
  readonly token: string;
  readonly connection: HubConnection;

  private constructor(token: string, connection: HubConnection) {
    this.token = token;
    this.connection = connection;
    connection.on('DataSetUpdate', (update: DataSetUpdate) => void this.updates.push(update));
    connection.on('DataSetInit', () => {});
    connection.on(
      'DailyTrendUpdate',
      ({ rows }: { rows: DailyTrendRow[] }) => void this.trends.push(...rows),
    );
    connection.on('MarketAnnouncement', (one: Announcement) => void this.announced.push(one));
    connection.on('InfoErrorMessage', (message: InfoErrorMessage) => void this.told.push(message));
    connection.on('NewStrikeAdded', ({ rows }: { rows: MarketRow[] }) => void this.newStrikes.push(...rows));
    connection.on(
      'MarketDisplay',
      ({ rows }: { rows: MarketRowChange[] }) => void this.newRows.push(...rows),
    );
    connection.onclose(() => {
      this.isClosed = true;
    });
  }

  static async of(email: string): Promise<Screen> {
    const token = String((await call('authenticate/login', { email, password: demoPassword })).token);
    const connection = new signalr.HubConnectionBuilder()
      .withUrl(`${running.url}/market`, {
        accessTokenFactory: () => token,
        transport: signalr.HttpTransportType.WebSockets,
      })
      .configureLogging(signalr.LogLevel.None)
      .build();
    const screen = new Screen(token, connection);
    open.push(connection);
    await connection.start();
    await connection.invoke('PublishAllData', dataSetIds.activeOrders, null);
    return screen;
  }

  of<Row>(dataSetId: number): Row[] {
    return this.updates.filter((one) => one.dataSetId === dataSetId).flatMap(({ rows }) => rows as Row[]);
  }
}

async function until(what: () => boolean, limitMs = 5000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!what()) {
    if (Date.now() > end) throw new Error(`It did not come to this within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

let requests = 0;
const insert = (fields: object, screen: Screen) =>
  act(
    'Orders/InsertOrder',
    { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 10, price: 4030, capacity: 'P', ...fields },
    screen,
  );
const act = (path: string, body: object, { token }: Screen) => {
  requests += 1;
  return call(path, { requestId: `u-${requests}`, ...body }, token);
};

async function operate(payload: object): Promise<void> {
  const { url, token } = JSON.parse(await readFile(join(folder, 'operator.json'), 'utf8')) as Record<
    string,
    string
  >;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}${operatorPath}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(payload),
  });
  expect(reply.status, await reply.text()).toBe(200);
}

describe('the market hub', () => {
  it('[HUB-3] tells an order’s place in the queue to its own member, the newest state once a second', async () => {
    const [thandi, pieter] = [await Screen.of('thandi@kand.example'), await Screen.of('pieter@veld.example')];
    await insert({ principal: 'VELD', price: 4031 }, pieter);
    await insert({ principal: 'VELD', qty: 7 }, pieter);
    await insert({ principal: 'KAND' }, thandi);
    const last = () => thandi.of<ActiveOrderRow>(dataSetIds.activeOrders).at(-1);
    await until(() => last()?.queuePosition === 2);
    expect(last()).toMatchObject({ lotsAhead: 17, member: 'KAND' });
    expect(pieter.of<ActiveOrderRow>(dataSetIds.activeOrders).every(({ member }) => member === 'VELD')).toBe(
      true,
    );
  });

  it('[HUB-2] [HUB-3] tells the running day of a contract to who subscribed, and its close when the day ends', async () => {
    const [thandi, pieter] = [await Screen.of('thandi@kand.example'), await Screen.of('pieter@veld.example')];
    expect(await thandi.connection.invoke('SubscribeToDailyTrend', 'DEC26 WMAZ')).toEqual({
      Status: 'Success',
      Unknown: [],
    });
    expect(await thandi.connection.invoke('SubscribeToDailyTrend', 'DEC99 WMAZ')).toMatchObject({
      Unknown: ['DEC99 WMAZ'],
    });
    await until(() => thandi.trends.length === 1);
    await insert({ principal: 'KAND', side: 'S', qty: 3, price: 4031 }, thandi);
    await until(() => thandi.trends.at(-1)?.volume === 3);
    expect(thandi.trends.at(-1)).toMatchObject({ contract: 'DEC26 WMAZ', open: 4031, close: null });
    expect(pieter.trends).toEqual([]);
  });

  it('announces phases and halts to everybody', async () => {
    const lerato = await Screen.of('lerato@karo.example');
    await operate({ action: 'halt', instrument: 'SOYA', reason: 'crop estimate' });
    await operate({ action: 'resume', instrument: 'SOYA' });
    await operate({ action: 'phase', phase: 'admin', groups: ['world'] });
    await until(() => lerato.announced.length === 3);
    expect(lerato.announced.map(({ kind }) => kind)).toEqual(['Halt', 'Resume', 'Phase']);
  });

  it('tells at what price a contract would open, four times a second at most, and no more once it has', async () => {
    const [thandi, pieter] = [await Screen.of('thandi@kand.example'), await Screen.of('pieter@veld.example')];
    const seen: { at: number; indicative: number | null; qty: number }[] = [];
    pieter.connection.on('MarketDisplay', ({ rows }: { rows: MarketRowChange[] }) => {
      for (const { contract, indicativeQty: qty, indicative = null } of rows)
        if (contract === 'MAR27 WMAZ' && qty !== undefined)
          seen.push({ at: performance.now(), indicative, qty });
    });
    await pieter.connection.invoke('Subscribe', ['MAR27 WMAZ']);
    seen.length = 0;
    await operate({ action: 'phase', phase: 'preOpen', groups: ['other'] });
    const at = { contract: 'MAR27 WMAZ', price: 4060 };
    await insert({ ...at, principal: 'VELD', side: 'S', qty: 40 }, pieter);
    for (let order = 1; order <= 40; order += 1) await insert({ ...at, principal: 'KAND', qty: 1 }, thandi);
    await until(() => seen.at(-1)?.qty === 40);
    const gaps = seen.map(({ at: now }, which) => now - (seen[which - 1]?.at ?? Number.NEGATIVE_INFINITY));
    // A message may be late, and the next one not.
    expect(gaps.every((gapMs) => gapMs > 150)).toBe(true);
    expect(seen.every(({ indicative }) => indicative === null || indicative === 4060)).toBe(true);
    await operate({ action: 'phase', phase: 'continuous', groups: ['other'] });
    await until(() => seen.at(-1)?.qty === 0);
    await until(() =>
      pieter.newRows.some(({ contract, last }) => contract === 'MAR27 WMAZ' && last === 4060),
    );
  });

  it('[AUTH-10] ends the sessions of the day with it: a moment later connections close and tokens open nothing', async () => {
    const thandi = await Screen.of('thandi@kand.example');
    await thandi.connection.invoke('SubscribeToDailyTrend', 'DEC26 WMAZ');
    await operate({ action: 'end-of-day' });
    await until(() => thandi.announced.some(({ kind }) => kind === 'EndOfDay'));
    expect(thandi.isClosed).toBe(false);
    await until(() => thandi.trends.some(({ close, date }) => close === 4031 && date === '2026-11-18'));
    await until(() => thandi.isClosed, 10_000);
    const reply = await fetch(`${running.url}/api/StaticData/GetAllMembers`, {
      headers: { authorization: `Bearer ${thandi.token}` },
    });
    expect(reply.status).toBe(401);
  }, 20_000);

  it('[HUB-2] tells options on a further month to who asked for strikes', async () => {
    const [thandi, pieter] = [await Screen.of('thandi@kand.example'), await Screen.of('pieter@veld.example')];
    await thandi.connection.invoke('SubscribeToStrike', 'WMAZ');
    // The options on DEC26 expire on 20 November.
    for (let day = 0; day < 2; day += 1) await operate({ action: 'end-of-day' });
    await until(() => thandi.newStrikes.length > 0);
    expect(new Set(thandi.newStrikes.map(({ underlying }) => underlying))).toEqual(new Set(['SEP27 WMAZ']));
    expect([thandi.newRows, pieter.newRows, pieter.newStrikes]).toEqual([[], [], []]);
  });
});

describe('the market hub on the last day of a month', () => {
  const first = () => ({ running, folder });
  let before: ReturnType<typeof first>;
  beforeAll(async () => {
    before = first();
    await begin('2026-12-23');
  });
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
    ({ running, folder } = before);
  });

  it('[HUB-2] tells the further futures and splits to everybody, with whole rows', async () => {
    const pieter = await Screen.of('pieter@veld.example');
    await operate({ action: 'end-of-day' });
    await until(() => pieter.newRows.length > 0);
    const names = pieter.newRows.map(({ contract }) => contract);
    expect(names).toContain('MAR28 WMAZ');
    expect(names).toContain('DEC27-MAR28 WMAZ');
    expect(pieter.newRows.every(({ underlying }) => underlying === undefined)).toBe(true);
    expect(pieter.newRows[0]).toMatchObject({
      displaySeq: expect.any(Number),
      limitHigh: expect.any(Number),
    });
    expect(pieter.newStrikes).toEqual([]);
  });
});
