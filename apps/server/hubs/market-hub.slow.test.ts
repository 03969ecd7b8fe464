// The market hub as browsers use it: the greeting, each method, and the messages to each member.

import { demoPassword, type RequestableGroup, requestableGroups } from '@openpit/market';
import {
  applyDepthUpdates,
  type ConnectionComponent,
  type DepthRow,
  dataSetIds,
  type MarketHubEvents,
  type MarketRow,
  marketHub,
  maxWatchedDepths,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits/limits.ts';
import { UserLimits } from '../limits/user-limits.ts';
import { type Screen, until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';
import { createMarketHub } from './market-hub.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

const call = (path: string, body: object, token: string) => server.call(path, { body, token });
/** Connects with MessagePack, as browsers do. */
const connect = (token: string, component?: ConnectionComponent): Promise<Screen> =>
  server.connect(token, { isBinary: true, component });
const signIn = (userId: string): Promise<string> => server.signIn(userId);

const claimsOf = (token: string): { readonly jti: string; readonly exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const isOf = (row: unknown, contract: string) => (row as { contract: string }).contract === contract;

let requests = 0;
async function order(token: string, fields: object): Promise<{ activeOrderSeq: number }> {
  requests += 1;
  const defaults = {
    requestId: `h-${requests}`,
    contract: 'DEC26 WMAZ',
    side: 'B',
    type: 0,
    qty: 5,
    capacity: 'P',
  };
  const { status, body } = await call('/api/Orders/InsertOrder', { ...defaults, ...fields }, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { activeOrderSeq: number };
}
async function act(token: string, action: string, activeOrderSeq: number): Promise<void> {
  requests += 1;
  const { status } = await call(
    `/api/Orders/${action}`,
    { requestId: `h-${requests}`, activeOrderSeq },
    token,
  );
  expect(status).toBe(200);
}

describe('the market hub', () => {
  it.each([{ isBinary: true }, { isBinary: false }])(
    '[HUB-3] greets each connection with its id, that the venue is ready, and the number of contracts (%o)',
    async (options) => {
      const thandi = await server.openScreen('thandi', options);
      await until(() => thandi.all('MarketInit').length === 1);
      expect(thandi.all('onConnected')[0]).toMatchObject({
        connectionId: thandi.connection.connectionId,
        serverTime: expect.any(Number),
      });
      expect(thandi.all('DownloadsCompleted')).toEqual(['True']);
      expect(thandi.all('MarketInit')[0]?.count).toBe(1803);
    },
  );

  const causes: Readonly<Record<RequestableGroup, (token: string) => Promise<unknown>>> = {
    member: (token) => order(token, { price: 3900, principal: 'KAND' }),
    user: () => server.operate({ action: 'revoke', user: 'thandi', flags: ['abandonOption'] }),
    announcements: () => server.operate({ action: 'announce', message: 'Lunch' }),
  };
  it.each(requestableGroups)('[HUB-2] sends something to each group that it accepts: %s', async (name) => {
    const token = await signIn('thandi');
    const screen = await connect(token, 'Futures');
    const other = await connect(token, 'Futures');
    await screen.invoke('SubscribeToGroups', [name]);
    await causes[name](token);
    const news = ({ received }: Screen) =>
      received.filter(({ event }) =>
        ['DataSetUpdate', 'InfoErrorMessage', 'MarketAnnouncement'].includes(event),
      );
    await until(() => news(screen).length > 0);
    await other.settle();
    expect(news(other)).toEqual([]);
  });

  it('rejects wrong arguments of every method with a readable sentence', async () => {
    const screen = await connect(await signIn('thandi'), 'Futures');
    const methods = Object.entries(marketHub.methods).filter(([, { args }]) => args.length > 0);
    expect(methods.length).toBeGreaterThan(5);
    for (const [method] of methods)
      for (const wrong of [null, {}, [null]])
        await expect(screen.connection.invoke(method, wrong), `${method} ${wrong}`).rejects.toThrow(
          /Argument 1( at \[0\])?: This (must be|is missing)/,
        );
  });

  it('[HUB-2] rejects a group of an instrument, which is always empty, with advice', async () => {
    const screen = await connect(await signIn('thandi'), 'Futures');
    await expect(screen.invoke('SubscribeToGroups', ['instrument:WMAZ'])).rejects.toThrow(
      /There is no group "instrument:WMAZ"\. Subscribe to the contracts/,
    );
  });

  it('[HUB-1] rejects connections without the token of an open session, and closes them when the session ends', async () => {
    await expect(connect('')).rejects.toThrow(/401/);
    await expect(connect('forged')).rejects.toThrow(/401/);
    const token = await signIn('pieter');
    const pieter = await connect(token);
    expect(await pieter.invoke('DisconnectCheck')).toEqual({ Message: 'False' });
    await call('/api/authenticate/logout', {}, token);
    await until(() => pieter.connection.state === 'Disconnected');
    await expect(connect(token)).rejects.toThrow(/401/);
  });

  it('[HUB-2] answers DisconnectCheck with True to a message that arrives when its session is over', async () => {
    // Connections are closed with their session: the method is called as for a message on its way.
    const caught: { DisconnectCheck(context: object): Promise<unknown> }[] = [];
    type Options = { readonly handlers: { readonly methods: (typeof caught)[number] } };
    const hubServer = {
      hub: (_path: string, _hub: object, { handlers }: Options) => caught.push(handlers.methods),
    };
    createMarketHub(server, server.view as never, { hubServer, takesCommands: () => true } as never);
    const { jti, exp } = claimsOf(await signIn('pieter'));
    const check = (expiresAt: number) =>
      caught[0]?.DisconnectCheck({ user: { userId: 'pieter', sessionId: jti, expiresAt } });
    expect(await check(exp * 1_000)).toEqual({ Message: 'False' });
    expect(await check(server.clock.now())).toEqual({ Message: 'True' });
    await server.sessions.end(jti, 'signedOut');
    expect(await check(exp * 1_000)).toEqual({ Message: 'True' });
  });

  it('[AUTH-10] keeps a connection open for a minute after its token, until the end of the day is announced', async () => {
    type Authenticate = (request: object) => Promise<{ readonly expiresAt: number } | null>;
    const caught: Authenticate[] = [];
    const hubServer = {
      hub: (_path: string, _hub: object, options: { readonly authenticate: Authenticate }) =>
        caught.push(options.authenticate),
    };
    const none = () => null;
    createMarketHub(
      server,
      server.view as never,
      {
        hubServer,
        presence: { heard: none },
        limits: { connections: { signedIn: none }, users: new UserLimits(defaultLimits) },
      } as never,
    );
    const token = await signIn('pieter');
    const { exp } = claimsOf(token);
    const user = await caught[0]?.({ token, socket: null, stage: 'connect' });
    expect(user?.expiresAt).toBe(exp * 1_000 + 60_000);
  });

  it('[HUB-1] closes the connections of a session immediately when its user ends it from another one', async () => {
    const [own, other] = [await signIn('pieter'), await signIn('pieter')];
    const [kept, closed] = [await connect(own), await connect(other)];
    const { jti } = claimsOf(other);
    const reply = await call(
      '/api/authenticate/revokeSession',
      { password: demoPassword, sessionId: jti },
      own,
    );
    expect(reply.status).toBe(200);
    await until(() => closed.connection.state === 'Disconnected');
    expect(await kept.invoke('DisconnectCheck')).toEqual({ Message: 'False' });
  });

  it('[HUB-2] answers PublishAllData by data set, and rejects an unknown one', async () => {
    const thandi = await connect(await signIn('thandi'));
    for (const id of [1, 2, 3, 4, 5, 9, 12, 27]) await thandi.invoke('PublishAllData', id, null);
    await until(() => thandi.all('DataSetInit').length === 4);
    expect(
      thandi
        .all('InstrumentsInit')[0]
        ?.rows.map((row) => row.instrument)
        .slice(0, 6),
    ).toEqual(['WMAZ', 'YMAZ', 'CORN', 'WEAT', 'SUNS', 'SOYA']);
    expect(thandi.all('ContractDateInit')[0]?.rows).toHaveLength(64);
    expect(thandi.all('MTMInit')[0]?.rows[0]).toMatchObject({ contract: 'DEC26 WMAZ', mtmPrevious: 4035 });
    expect(thandi.all('DailyTrendsInit')[0]?.rows[0]).toMatchObject({ uniqueKey: '2026-11-18 DEC26 WMAZ' });
    expect(thandi.all('DataSetInit').map(({ dataSetId }) => dataSetId)).toEqual([1, 3, 5, 27]);
    await expect(thandi.invoke('PublishAllData', 28, null)).rejects.toThrow(/27/);
    await expect(thandi.invoke('PublishAllData', 'one', null)).rejects.toThrow();
  });

  it('[HUB-2] sends the market in chunks, complete rows on Subscribe, then changed fields with growing versions', async () => {
    const token = await signIn('thandi');
    const thandi = await connect(token, 'Futures');
    await thandi.invoke('GetMarketDisplayChunks');
    await until(() => thandi.all('MarketDisplayCompleted').length === 1);
    const rows = thandi.all('MarketDisplayChunk').flatMap((chunk) => chunk.rows);
    expect(rows).toHaveLength(1803);
    expect(thandi.all('MarketDisplayCompleted')[0]?.count).toBe(1803);
    const reply = await thandi.invoke('Subscribe', ['JUL27 WEAT', 'MAR27 WEAT', 'NONE']);
    expect(reply).toEqual({
      Status: 'Success',
      Unknown: ['JUL27 WEAT', 'NONE'].filter((name) => !rows.some((row) => row.contract === name)),
    });
    const changes = () =>
      thandi
        .all('MarketDisplay')
        .flatMap((message) => message.rows)
        .filter((row) => row.contract === 'MAR27 WEAT');
    await until(() => changes().length === 1);
    const whole = changes()[0] as MarketRow;
    expect(whole.displaySeq).toBeGreaterThan(0);
    await order(token, { contract: 'MAR27 WEAT', price: 6200, qty: 3, principal: 'KAND' });
    await until(() => changes().length === 2);
    expect(changes()[1]).toEqual({
      contract: 'MAR27 WEAT',
      version: whole.version + 1,
      buyer: 'KAND',
      bid: 6200,
      bidQty: 3,
    });
    await thandi.invoke('Unsubscribe', ['MAR27 WEAT']);
    await order(token, { contract: 'MAR27 WEAT', price: 6201, qty: 3, principal: 'KAND' });
    const messages = thandi.all('MarketDisplay').length;
    await until(() => thandi.all('MarketDisplay').length > messages);
    expect(changes()).toHaveLength(2);
    await expect(
      thandi.invoke(
        'Subscribe',
        Array.from({ length: 501 }, (_, at) => `C${at}`),
      ),
    ).rejects.toThrow(/500/);
  });

  it('[HUB-2] sends the current row of an unwatched contract, then changes at most twenty times a second', async () => {
    const contract = 'MAR27 YMAZ';
    const token = await signIn('thandi');
    const thandi = await connect(token, 'Futures');
    await thandi.invoke('GetMarketDisplayChunks');
    const chunks = thandi.all('MarketDisplayChunk').flatMap(({ rows }) => rows);
    const mtm = chunks.find((row) => row.contract === contract)?.mtm ?? 0;
    const { activeOrderSeq } = await order(token, { contract, price: mtm - 10, principal: 'KAND' });
    const rowsOf = () =>
      thandi
        .all('MarketDisplay')
        .flatMap(({ rows }) => rows as Partial<MarketRow>[])
        .filter((row) => row.contract === contract);
    // Longer than the interval at which subscribers receive it.
    const messages = thandi.all('MarketDisplay').length;
    await until(() => thandi.all('MarketDisplay').length > messages);
    expect(rowsOf()).toEqual([]);
    await thandi.invoke('Subscribe', [contract]);
    expect(rowsOf()).toEqual([expect.objectContaining({ bid: mtm - 10, bidQty: 5 })]);
    const since = performance.now();
    await act(token, 'DeleteActiveOrder', activeOrderSeq);
    const resting: number[] = [];
    for (let above = 1; above <= 30; above += 1)
      resting.push(
        (await order(token, { contract, price: mtm - 10 + above / 5, principal: 'KAND' })).activeOrderSeq,
      );
    await until(() => rowsOf().at(-1)?.bid === mtm - 4);
    expect(rowsOf().length - 1).toBeLessThanOrEqual((performance.now() - since) / 50 + 1);
    for (const seq of resting) await act(token, 'DeleteActiveOrder', seq);
  });

  it('[MODEL-2] sends a complete depth and then changed cells, so that the client always has the book', async () => {
    const [thandi, pieter] = [await signIn('thandi'), await signIn('pieter')];
    const screen = await connect(pieter, 'Depth');
    const displaySeq = 1003;
    expect(await screen.invoke('SubscribeDepth', [displaySeq, 9999])).toEqual({
      Status: 'Success',
      Unknown: ['9999'],
    });
    await until(() => screen.all('DepthSnapshot').length === 1);
    const contract = 'MAY27 WMAZ';
    const first = await order(thandi, { contract, price: 3970, qty: 7, principal: 'KAND' });
    await order(thandi, { contract, price: 3970, qty: 2, principal: 'KAND' });
    await order(pieter, { contract, side: 'S', price: 3990, qty: 4, principal: 'VELD' });
    await act(thandi, 'SuspendActiveOrder', first.activeOrderSeq);
    await act(thandi, 'ResubmitActiveOrder', first.activeOrderSeq);
    const depth = (): readonly DepthRow[] => {
      let rows: readonly DepthRow[] = [];
      let seq = 0;
      for (const { event, payload } of screen.received) {
        if (event === 'DepthSnapshot')
          ({ DepthRows: rows, seq } = payload as MarketHubEvents['DepthSnapshot']);
        if (event !== 'DepthSnapshotUpdate') continue;
        const update = payload as MarketHubEvents['DepthSnapshotUpdate'];
        expect(update.prev).toBe(seq);
        rows = applyDepthUpdates(rows, update.Updates);
        seq = update.seq;
      }
      return rows;
    };
    await until(() => depth()[1]?.bidQty === 7);
    expect(depth()).toEqual([
      { buyer: 'KAND', bidPrice: 3970, bidQty: 2, offerQty: 4, sellPrice: 3990, seller: 'VELD' },
      { buyer: 'KAND', bidPrice: 3970, bidQty: 7, offerQty: 0, sellPrice: null, seller: null },
    ]);
    await screen.invoke('SubscribeDepth', [1001]);
    const before = screen.all('DepthSnapshotUpdate').length;
    await act(thandi, 'DeleteActiveOrder', first.activeOrderSeq);
    await order(thandi, { price: 4030, principal: 'KAND' });
    await until(() => screen.all('DepthSnapshotUpdate').length > before);
    expect(
      screen
        .all('DepthSnapshotUpdate')
        .slice(before)
        .every(({ DisplaySeq }) => DisplaySeq === 1001),
    ).toBe(true);
  });

  it('[HUB-8] sends a connection with component=All the rows of screens, and everything that concerns its user and member', async () => {
    const [thandi, pieter] = [await signIn('thandi'), await signIn('pieter')];
    const [all, screen, other] = [
      await connect(thandi, 'All'),
      await connect(thandi, 'Futures'),
      await connect(pieter, 'All'),
    ];
    const contract = 'SEP27 WMAZ';
    for (const each of [all, screen, other]) await each.invoke('Subscribe', [contract]);
    await order(thandi, { contract, price: 3900, principal: 'KAND' });
    const bids = (each: Screen) =>
      each
        .all('MarketDisplay')
        .flatMap(({ rows }) => rows)
        .filter((row) => row.contract === contract && row.bid === 3900);
    await until(() => [all, screen, other].every((each) => bids(each).length === 1));
    const own = () => all.rowsOf(dataSetIds.activeOrders);
    await until(() => own().length > 0);
    expect(own()).toContainEqual(expect.objectContaining({ contract, remaining: 5 }));
    expect(own().map((row) => (row as { member: string }).member)).not.toContain('VELD');
    expect(screen.rowsOf(dataSetIds.activeOrders)).toEqual([]);
    // A row of the same user's order from another test may still arrive.
    expect(other.rowsOf(dataSetIds.activeOrders).filter((row) => isOf(row, contract))).toEqual([]);
  });

  it('[HUB-2] subscribes to the depth of one number as to a list of one, and rejects any other argument', async () => {
    const screen = await connect(await signIn('pieter'), 'Depth');
    expect(await screen.invoke('SubscribeDepth', 1003)).toEqual({ Status: 'Success', Unknown: [] });
    expect(await screen.invoke('SubscribeDepth', 9999)).toEqual({ Status: 'Success', Unknown: ['9999'] });
    expect(await screen.invoke('SubscribeDepth', [1001])).toEqual({ Status: 'Success', Unknown: [] });
    expect(screen.all('DepthSnapshot').map(({ DisplaySeq }) => DisplaySeq)).toEqual([1003, 1001]);
    const tooMany = Array.from({ length: maxWatchedDepths + 1 }, (_, at) => 1001 + at);
    for (const wrong of [0, -1003, 1003.5, '1003', [[1003]], null, tooMany])
      await expect(screen.invoke('SubscribeDepth', wrong)).rejects.toThrow(/Argument 1/);
  });

  it('[PANEL-7] [PANEL-8] [PANEL-10] sends each side of a deal its own deal, order and position, and nothing to others', async () => {
    const [thandi, pieter] = [await signIn('thandi'), await signIn('pieter')];
    const screens = await Promise.all([
      connect(thandi),
      connect(pieter),
      signIn('lerato').then((token) => connect(token)),
    ]);
    await order(pieter, {
      contract: 'SEP27 YMAZ',
      side: 'S',
      price: 3885,
      qty: 4,
      principal: 'VELD',
      ref: 'deal-s',
    });
    await order(thandi, {
      contract: 'SEP27 YMAZ',
      side: 'B',
      price: 3885,
      qty: 4,
      principal: '9996S',
      capacity: 'A',
      ref: 'deal-b',
    });
    const [own, other, outside] = screens as [Screen, Screen, Screen];
    await until(() => own.rowsOf(7).length === 1 && other.rowsOf(7).length === 1);
    expect(own.rowsOf(7)[0]).toMatchObject({
      side: 'B',
      qty: 4,
      price: 3885,
      value: 1_554_000,
      principal: '9996S',
      counterparty: 'VELD',
      ref: 'deal-b',
      isAggressor: true,
    });
    expect(other.rowsOf(7)[0]).toMatchObject({
      side: 'S',
      principal: 'VELD',
      counterparty: 'KAND',
      ref: 'deal-s',
      isAggressor: false,
    });
    expect(own.rowsOf(6)[0]).toMatchObject({ state: 'Filled', dealt: 4, averagePrice: 3885, side: 'B' });
    expect(other.rowsOf(5)[0]).toMatchObject({
      principal: 'VELD',
      net: -4,
      sold: 4,
      cost: -15_540,
      averagePrice: 3885,
    });
    // Margin is deposited at the end of the day.
    expect(own.rowsOf(5)[0]).toMatchObject({ principal: '9996S', net: 4, margin: 0 });
    expect(outside.all('DataSetUpdate')).toEqual([]);
    await other.invoke('PublishAllData', 7, null);
    await until(() => other.all('DataSetInit').length === 1);
    expect(JSON.stringify(other.all('DataSetInit'))).not.toContain('deal-b');
  });

  it('sends every connection a heartbeat at least once a second, so that clients can compute the age of its data', async () => {
    const token = await signIn('lerato');
    for (const component of [undefined, 'Futures', 'Depth'] as const) {
      const screen = await connect(token, component);
      const before = screen.all('MarketDisplay').length;
      await until(() => screen.all('MarketDisplay').length >= before + 2);
      expect(screen.all('MarketDisplay').at(-1)?.rows).toEqual([]);
    }
  });
});

// Last, because it adds contracts, which other tests count.
describe('new strikes', () => {
  it('[HUB-2] [HUB-3] are sent only to subscribers of their instrument', async () => {
    const token = await signIn('thandi');
    const [wmaz, weat, none] = await Promise.all([connect(token), connect(token), connect(token)]);
    const subscribe = (screen: Screen, instrument: string) => screen.invoke('SubscribeToStrike', instrument);
    expect(await subscribe(wmaz, 'WMAZ')).toEqual({ Status: 'Success', Unknown: [] });
    expect(await subscribe(weat, 'WEAT')).toEqual({ Status: 'Success', Unknown: [] });
    expect(await subscribe(none, 'GOLD')).toEqual({ Status: 'Success', Unknown: ['GOLD'] });
    const body = { requestId: 'strike', instrument: 'WMAZ', contractDate: 'MAR27', strike: 3800 };
    expect((await call('/api/Options/AddStrike', body, token)).status).toBe(200);
    await until(() => wmaz.all('NewStrikeAdded').length === 1);
    const rows = wmaz.all('NewStrikeAdded')[0]?.rows ?? [];
    expect(rows.map(({ contract, contractDisplay }) => [contract, contractDisplay.CONTRACT_TYPE])).toEqual([
      ['MAR27 WMAZ 3800 C', 2],
      ['MAR27 WMAZ 3800 P', 2],
      ['MAR27 WMAZ 3800 C D', 5],
      ['MAR27 WMAZ 3800 P D', 5],
    ]);
    const [seq] = rows.map(({ displaySeq }) => displaySeq);
    expect(await wmaz.invoke('SubscribeDepth', [seq])).toEqual({ Status: 'Success', Unknown: [] });
    await Promise.all([weat.settle(), none.settle()]);
    expect([...weat.all('NewStrikeAdded'), ...none.all('NewStrikeAdded')]).toEqual([]);
  });
});
