// The market of the page, without its worker: its sign-in, commands, feed and queries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDemonstration, simulatePast } from '@openpit/market';
import { epochMs, type Outcome } from '@openpit/venue';
import {
  dataSetIds,
  endOfDayReports,
  type MarketHubEvent,
  type MarketHubMethod,
  type OwnActionsReply,
  paths,
  userCommands,
  userReads,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoReply } from './demo-calls.ts';
import type { DemoConnection } from './demo-hub.ts';
import { type DemoMarket, openDemoMarket, type SimulatedMarket } from './demo-market.ts';

const fileText = (name: string) =>
  readFileSync(join(import.meta.dirname, '../server/reference-data', name), 'utf8');
const beginsAt = Date.parse('2026-11-25T10:00+02:00');
const contract = 'DEC26 WMAZ';

const failures: unknown[] = [];
const lines: string[] = [];
const files = { referenceData: fileText('demo-market.json'), schedule: fileText('schedule-demo.json') };
const open = (seed: number, simulated?: SimulatedMarket) =>
  openDemoMarket({
    files,
    ...(simulated && { simulated }),
    seed,
    beginsAt,
    days: 1,
    hasParticipants: false,
    onProgress: (line) => lines.push(line),
    onFailure: (error) => failures.push(error),
  });

let market: DemoMarket;
let thandi: string;
beforeAll(async () => {
  market = await open(1);
  thandi = await signIn('thandi');
});
afterAll(async () => {
  await market.stop();
  expect(failures).toEqual([]);
});

const post = (path: string, body: object, token: string | null = thandi) =>
  market.call({ method: 'POST', path, query: {}, body, token });
const get = (path: string, query: Readonly<Record<string, string>> = {}, token: string | null = thandi) =>
  market.call({ method: 'GET', path, query, body: null, token });

async function signIn(userId: string): Promise<string> {
  const { body } = await post(paths.demoLogin, { userId }, null);
  return (body as { readonly token: string }).token;
}

const orderBody = (requestId: string, fields: object = {}) => ({
  requestId,
  contract,
  side: 'B',
  type: 0,
  qty: 5,
  price: 4000,
  capacity: 'P',
  principal: 'KAND',
  ...fields,
});

interface ReceivedMessage {
  readonly event: MarketHubEvent;
  readonly payload: { readonly dataSetId?: number; readonly rows?: readonly Record<string, unknown>[] };
}

function connect(token: string): {
  readonly received: ReceivedMessage[];
  readonly connection: DemoConnection;
} {
  const received: ReceivedMessage[] = [];
  const connection = market.connect(
    { url: '/market', token },
    {
      event: (event, payload) => received.push({ event, payload: payload as ReceivedMessage['payload'] }),
      closed: () => undefined,
    },
  );
  if (connection === null) throw new Error('the token was not accepted');
  return { received, connection };
}

const invoke = (connection: DemoConnection, method: MarketHubMethod, ...args: unknown[]) =>
  connection.invoke(method, args);

describe('the market in the page', () => {
  it('says which day of its past it simulates', () => {
    expect(lines).toEqual([
      'Simulating the business day 2026-11-24 (1 of 2)…',
      'Simulating the business day 2026-11-25 (2 of 2)…',
    ]);
  });

  it('[ACT-1] lists what its users have sent today in My actions, and nothing of earlier days', async () => {
    const { body } = await get(userReads.getOwnActions.path);
    const { businessDay, actions } = body as OwnActionsReply;
    expect(businessDay).toBe('2026-11-25');
    expect(actions.map(({ command }) => command)).toContain('insertOrder');
    expect(actions.map(({ command }) => command)).toContain('splitDeal');
  });

  it('continues from a market that was simulated before, with the same rows and history as a market that simulates the same past', async () => {
    const outcomes: Outcome[] = [];
    const {
      market: before,
      calendar,
      time,
      plan,
    } = await openDemonstration(files, {
      now: beginsAt,
      seed: 1,
      days: 1,
      clock: { now: () => epochMs(beginsAt), at: () => () => undefined },
      drawSecretSeed: () => 1,
      onChanges: (outcome) => outcomes.push(outcome),
    });
    const { view } = before;
    await simulatePast({ gateway: before, view, calendar, time }, plan, {
      until: beginsAt,
      doneUntil: 0,
      onDay: () => undefined,
    });
    const simulated = { market: JSON.stringify(before.save()), outcomes: JSON.stringify(outcomes) };
    const continued = await open(1, simulated);
    for (const [path, query] of [
      [userReads.getPrices.path, {}],
      [userReads.historyDeals.path, {}],
      [userReads.historyCandles.path, { contract, interval: 'day' }],
      [userReads.getAllSiloCerts.path, {}],
    ] as const) {
      const call = { method: 'GET', path, query, body: null, token: thandi };
      const { body } = await continued.call(call);
      expect(body, path).toEqual((await market.call(call)).body);
      expect(JSON.stringify(body).length, path).toBeGreaterThan(1_000);
    }
    const sent = await continued.call({
      method: 'POST',
      path: userCommands.insertOrder.path,
      query: {},
      body: orderBody('continued'),
      token: thandi,
    });
    expect(sent).toMatchObject({ status: 200, body: { repeated: false } });
    await continued.stop();
  });

  it('[AUTH-1] offers its users on Login, and signs them in with or without the password', async () => {
    const { body } = await get(paths.getClientSettings, {}, null);
    expect(body).toMatchObject({
      demoUsers: [{ userId: 'thandi' }, { userId: 'pieter' }, { userId: 'lerato' }],
    });
    const right = { email: 'thandi@kand.example', password: 'maize-and-wheat' };
    expect(await post(paths.login, right, null)).toMatchObject({ status: 200 });
    expect(await post(paths.login, { ...right, password: 'wheat' }, null)).toMatchObject({ status: 401 });
    expect(await get(paths.getHqAccess)).toMatchObject({
      body: { memberCode: 'KAND', userName: 'Thandi Nkosi' },
    });
  });

  it('[AUTH-8] answers nothing else without the token of one of them', async () => {
    for (const token of [null, 'demo.e30.', 'nonsense'])
      expect(await get(paths.getHqAccess, {}, token)).toMatchObject({ status: 401 });
    expect(
      market.connect({ url: '/market', token: 'nonsense' }, { event: () => {}, closed: () => {} }),
    ).toBeNull();
  });

  it('[HUB-3] greets a connection, sends data sets, and publishes the order of the dealer to the member alone', async () => {
    const own = connect(thandi);
    const other = connect(await signIn('pieter'));
    expect(own.received.map(({ event }) => event)).toEqual([
      'onConnected',
      'DownloadsCompleted',
      'MarketInit',
    ]);
    await invoke(own.connection, 'PublishAllData', dataSetIds.positions);
    expect(own.received.at(-1)?.payload.rows?.length).toBeGreaterThan(3);
    const { status, body } = await post(userCommands.insertOrder.path, orderBody('page-1'));
    expect([status, body]).toMatchObject([200, { repeated: false }]);
    const isOrder = ({ event, payload }: ReceivedMessage) =>
      event === 'DataSetUpdate' && payload.dataSetId === dataSetIds.activeOrders;
    expect(own.received.filter(isOrder)).toHaveLength(1);
    expect(other.received.filter(isOrder)).toHaveLength(0);
    own.connection.close();
    other.connection.close();
  });

  it('[HUB-3] sends the prices and the depth that a connection subscribes to', async () => {
    const { received, connection } = connect(thandi);
    expect(await invoke(connection, 'Subscribe', [contract, 'DEC26 NONE'])).toEqual({
      Status: 'Success',
      Unknown: ['DEC26 NONE'],
    });
    const [row] = received.find(({ event }) => event === 'MarketDisplay')?.payload.rows ?? [];
    expect(row).toMatchObject({ contract });
    await invoke(connection, 'SubscribeDepth', [row?.displaySeq]);
    expect(received.at(-1)?.event).toBe('DepthSnapshot');
    await expect(invoke(connection, 'SubscribeToGroups', ['member:VELD'])).rejects.toThrow(
      'belongs to somebody else',
    );
    connection.close();
  });

  it('[API-1] rejects with the words and codes of the market, and answers for a lost reply', async () => {
    const offTick = await post(userCommands.insertOrder.path, orderBody('page-2', { price: 4000.1 }));
    expect(offTick).toMatchObject({ status: 422, body: { code: 'priceOffTick' } });
    const noLots = await post(userCommands.insertOrder.path, orderBody('page-3', { qty: -1 }));
    expect(noLots).toMatchObject({ status: 400, body: { errors: { qty: [expect.any(String)] } } });
    const lerato = await signIn('lerato');
    const notPermitted = await post(userCommands.insertOrder.path, orderBody('page-4'), lerato);
    expect(notPermitted).toMatchObject({ status: 403, body: { code: 'notPermitted' } });
    const lost = (requestId: string) => get(userCommands.insertOrder.outcomePath, { requestId });
    await post(userCommands.insertOrder.path, orderBody('page-5'));
    expect(await lost('page-5')).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
    expect(await lost('page-2')).toMatchObject({
      status: 200,
      body: { outcome: 'rejected', code: 'priceOffTick' },
    });
    expect(await lost('page-none')).toMatchObject({ status: 404 });
  });

  it('[PANEL-16] has candles and deals of its past and before, page by page', async () => {
    const page = async (
      query: Readonly<Record<string, string>>,
      path: string = userReads.historyCandles.path,
    ) =>
      (await get(path, { contract, ...query })).body as {
        readonly rows: readonly {
          readonly time: number;
          readonly illustrative?: boolean;
          readonly volume?: number;
        }[];
        readonly next: string | null;
      };
    const newest = await page({ interval: 'day', limit: '2' });
    expect(newest.rows.map(({ illustrative }) => illustrative)).toEqual([false, false]);
    const earlier = await page({ interval: 'day', limit: '2', cursor: newest.next ?? '' });
    expect(earlier.rows.map(({ illustrative }) => illustrative)).toEqual([true, true]);
    expect(earlier.rows.at(-1)?.time).toBeLessThan(newest.rows[0]?.time ?? 0);
    const deals = await page({}, userReads.historyTimeAndSales.path);
    expect(deals.rows.length).toBeGreaterThan(10);
    const lots = (rows: readonly { readonly volume?: number }[]) =>
      rows.reduce((sum, { volume = 0 }) => sum + volume, 0);
    const hours = await page({ interval: '60' });
    const made = hours.rows.filter(({ illustrative }) => illustrative === false);
    expect(lots(made)).toBeGreaterThan(0);
    expect(lots(made)).toBe(lots(newest.rows));
    expect(await get(userReads.historyCandles.path, { contract: 'DEC26 NONE', interval: '1' })).toMatchObject(
      {
        status: 404,
      },
    );
    const past = (await get(userReads.historyDeals.path)).body as {
      readonly rows: readonly { readonly member: string }[];
    };
    expect(new Set(past.rows.map(({ member }) => member))).toEqual(new Set(['KAND']));
  });

  it('has the reports of the days that have ended, of the member alone', async () => {
    const report = (name: string, date: string, token = thandi) =>
      get(userReads.endOfDayReport.path, { report: name, date }, token);
    for (const name of endOfDayReports) {
      const { status, body } = await report(name, '2026-11-24');
      expect([name, status, String(body).split('\r\n').length > 1]).toEqual([name, 200, true]);
    }
    const mtm = String((await report('mtm', '2026-11-24')).body).split('\r\n');
    expect(mtm.length).toBeGreaterThan(30);
    const deals = String((await report('deals', '2026-11-24')).body);
    expect(deals).not.toBe(String((await report('deals', '2026-11-24', await signIn('pieter'))).body));
    expect(await report('deals', '2026-11-25')).toMatchObject({ status: 404 });
    expect(await report('deals', '2026-11-22')).toMatchObject({ status: 404 });
  });

  it('[PREF-5] [LAYOUT-10] keeps preferences and layouts for as long as it runs, and rejects a stale save', async () => {
    const preference = (await get(paths.getUserPreference)).body as Readonly<Record<string, string>>;
    const document = JSON.parse(preference.userPreferenceJson ?? '');
    document.defaults.maxOrderQuantity = 7;
    const save = { id: preference._id, jsonString: JSON.stringify(document), version: preference.version };
    expect(await post(paths.updateUserPreference, save)).toMatchObject({ status: 200 });
    expect(await post(paths.updateUserPreference, save)).toMatchObject({ status: 409 });
    const tooLarge = await post(userCommands.insertOrder.path, orderBody('page-6', { qty: 8 }));
    expect(tooLarge).toMatchObject({ status: 422 });
    const before = (await get(paths.getAllUserLayouts)).body as readonly object[];
    const { body } = await post(paths.createUserLayout, {
      userId: 'thandi',
      userLayoutJson: '{"name":"Mine","isMobile":false,"columns":[]}',
    });
    expect((await get(paths.getAllUserLayouts)).body).toHaveLength(before.length + 1);
    await get(paths.deleteUserLayoutById, { Id: (body as { readonly _id: string })._id });
    expect((await get(paths.getAllUserLayouts)).body).toEqual(before);
  });

  it('[API-1] answers every call of the wire, even if only to say that the page does not keep such data', async () => {
    const commands = Object.values(userCommands).flatMap(({ path, outcomePath }) => [path, outcomePath]);
    const isKnown = async (path: string) => {
      const call = { path, query: {}, body: {}, token: thandi };
      const replies = await Promise.allSettled(
        ['GET', 'POST'].map((method) => market.call({ ...call, method })),
      );
      // Without its query or body a call may fail, but it is there.
      return replies.some(
        (reply) =>
          reply.status === 'rejected' ||
          (reply.value.body as { code?: string } | null)?.code !== 'noSuchCall',
      );
    };
    const unknown: string[] = [];
    for (const path of [...Object.values(paths), ...commands]) if (!(await isKnown(path))) unknown.push(path);
    expect(unknown).toEqual([]);
  });

  it('begins with the same market for the same seed and time', async () => {
    const rowsOf = async (of: DemoMarket): Promise<DemoReply> =>
      of.call({ method: 'GET', path: userReads.getPrices.path, query: {}, body: null, token: thandi });
    const [same, other] = [await open(1), await open(2)];
    const third = await open(1);
    expect(await rowsOf(third)).toEqual(await rowsOf(same));
    expect(await rowsOf(other)).not.toEqual(await rowsOf(same));
    await Promise.all([same.stop(), other.stop(), third.stop()]);
  });
});
