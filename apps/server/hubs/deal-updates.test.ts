// What the hub says of deal actions: each member hears of its own deals (7), unmatched deals (8) and positions (5), in an unbroken chain,
// and of nobody else's.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubConnection } from '@microsoft/signalr';
import {
  type DataSetInit,
  type DataSetUpdate,
  type DealRow,
  dataSetIds,
  type PositionRow,
  type UnmatchedDealRow,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '../genesis/demo-users.ts';
import { readOptions, type ServerOptions } from '../options.ts';
import { type RunningServer, startServer } from '../server.ts';

// The client finds its WebSocket by `require`, which only its CommonJS build does in Node.
const require = createRequire(import.meta.url);
const signalr: typeof import('@microsoft/signalr') = require('@microsoft/signalr');

const { positions, deals, unmatchedDeal } = dataSetIds;

let folder: string;
let running: RunningServer;
const open: HubConnection[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-deals-'));
  const argv = ['--port', '0', '--data', folder, '--no-simulator', '--business-day', '2026-11-18'];
  const options = readOptions(argv, folder) as ServerOptions;
  running = await startServer(options, {
    onStopped: (cause) => expect.fail(cause.message),
    startSimulator: null,
  });
});
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
  readonly images: DataSetInit[] = [];
  readonly token: string;
  readonly connection: HubConnection;

  private constructor(token: string, connection: HubConnection) {
    this.token = token;
    this.connection = connection;
    connection.on('DataSetUpdate', (update: DataSetUpdate) => void this.updates.push(update));
    connection.on('DataSetInit', (image: DataSetInit) => void this.images.push(image));
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
    for (const id of [positions, deals, unmatchedDeal]) await connection.invoke('PublishAllData', id, null);
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
const act = (path: string, body: object, { token }: Screen) => {
  requests += 1;
  return call(path, { requestId: `u-${requests}`, ...body }, token);
};

describe('the market hub', () => {
  it('[HUB-3] tells both sides of an unmatched deal, then their deals and positions, and a third member nothing', async () => {
    const [thandi, pieter, lerato] = await Promise.all(
      ['thandi@kand.example', 'pieter@veld.example', 'lerato@karo.example'].map((email) => Screen.of(email)),
    );
    if (thandi === undefined || pieter === undefined || lerato === undefined) throw new Error('nobody');
    await until(() => [thandi, pieter, lerato].every(({ images }) => images.length === 3));

    const report = { contract: 'DEC26 WMAZ', side: 'B', qty: 6, price: 4035, principal: '9996S' };
    const { unmatchedSeq } = await act(
      'UnmatchedDeals/InsertUnmatchedDeal',
      { ...report, counterparty: 'VELD' },
      thandi,
    );
    await until(() => pieter.of(unmatchedDeal).length === 1);
    const [waiting] = pieter.of<UnmatchedDealRow>(unmatchedDeal);
    expect(waiting).toMatchObject({ role: 'addressed', state: 'Waiting', counterparty: 'KAND', side: 'S' });
    await act('UnmatchedDeals/EditUnmatchedDeal', { unmatchedSeq, qty: 5 }, thandi);
    await until(() => pieter.of(unmatchedDeal).length === 2);
    expect(pieter.of<UnmatchedDealRow>(unmatchedDeal)[1]).toMatchObject({ qty: 5, version: 2 });
    const accept = { unmatchedSeq: waiting?.unmatchedSeq, version: 2, principal: 'VELD' };
    await act('UnmatchedDeals/AcceptUnmatchedDeal', accept, pieter);

    for (const [screen, principal, net] of [
      [thandi, '9996S', 5],
      [pieter, 'VELD', -5],
    ] as const) {
      await until(() => screen.of(positions).length === 1 && screen.of(deals).length === 1);
      expect(screen.of<DealRow>(deals)).toMatchObject([{ principal, origin: 'reported', state: 'Open' }]);
      expect(screen.of<PositionRow>(positions)).toMatchObject([{ principal, net }]);
      await until(() => screen.of<UnmatchedDealRow>(unmatchedDeal).at(-1)?.state === 'Accepted');
    }

    const [{ dealSeq = 0 } = {}] = thandi.of<DealRow>(deals);
    await act(
      'Deals/SplitDeal',
      {
        dealSeq,
        parts: [
          { qty: 2, principal: 'KAND' },
          { qty: 3, principal: '9104K' },
        ],
      },
      thandi,
    );
    await until(() => thandi.of(deals).length === 4 && thandi.of(positions).length === 3);
    expect(
      thandi
        .of<DealRow>(deals)
        .slice(1)
        .map(({ state, qty }) => [state, qty]),
    ).toEqual([
      ['Split', 5],
      ['Open', 2],
      ['Open', 3],
    ]);
    const [{ positionSeq = 0 } = {}] = thandi.of<PositionRow>(positions);
    expect(thandi.updates.filter(({ dataSetId }) => dataSetId === positions).at(-1)?.removed).toEqual([
      positionSeq,
    ]);
    for (const { updates, images } of [thandi, pieter, lerato])
      for (const id of [positions, deals, unmatchedDeal]) {
        const own = updates.filter(({ dataSetId }) => dataSetId === id);
        const from = images.find(({ dataSetId }) => dataSetId === id)?.asOf;
        expect(own.map(({ prev }) => prev)).toEqual(
          [from, ...own.map(({ seq }) => seq)].slice(0, own.length),
        );
      }
    // A round trip of his own, behind all that was told: nothing of it was for him.
    await lerato.connection.invoke('DisconnectCheck');
    expect(lerato.updates).toEqual([]);
    expect(pieter.of(deals)).toHaveLength(1);
  });
});
