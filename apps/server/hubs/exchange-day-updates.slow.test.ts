// The hub's messages during the exchange day: halts and phases to everyone, the current day's trend to its subscribers, places in the queue
// only to the user's member, and the end of the day, which ends sessions.
import { type ActiveOrderRow, type DailyTrendRow, dataSetIds } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOrder } from '../testing/body-examples.ts';
import { type Screen, until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

const trendsOf = (screen: Screen): DailyTrendRow[] =>
  screen.all('DailyTrendUpdate').flatMap(({ rows }) => rows);

/** All market rows that were received, subscribed or not. */
const rowsOf = (screen: Screen) => screen.all('MarketDisplay').flatMap(({ rows }) => rows);
const strikesOf = (screen: Screen) => screen.all('NewStrikeAdded').flatMap(({ rows }) => rows);

let requests = 0;
async function insert(fields: object, { token }: Screen): Promise<void> {
  requests += 1;
  const order = {
    contract: 'DEC26 WMAZ',
    side: 'B',
    type: 0,
    qty: 10,
    price: 4030,
    capacity: 'P',
    ...fields,
  };
  const body = { requestId: `u-${requests}`, ...order };
  const reply = await server.call('/api/Orders/InsertOrder', { body, token });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

describe('the market hub', () => {
  it('[HUB-3] sends the place of an order in the queue to its own member, as its newest state once a second', async () => {
    const [thandi, pieter] = [await server.openScreen('thandi'), await server.openScreen('pieter')];
    await insert({ principal: 'VELD', price: 4031 }, pieter);
    await insert({ principal: 'VELD', qty: 7 }, pieter);
    await insert({ principal: 'KAND' }, thandi);
    const last = () => thandi.rowsOf<ActiveOrderRow>(dataSetIds.activeOrders).at(-1);
    await until(() => last()?.queuePosition === 2);
    expect(last()).toMatchObject({ lotsAhead: 17, member: 'KAND' });
    expect(
      pieter.rowsOf<ActiveOrderRow>(dataSetIds.activeOrders).every(({ member }) => member === 'VELD'),
    ).toBe(true);
  });

  it('[HUB-2] [HUB-3] sends the current day of a contract to its subscribers', async () => {
    const [thandi, pieter] = [await server.openScreen('thandi'), await server.openScreen('pieter')];
    expect(await thandi.invoke('SubscribeToDailyTrend', 'DEC26 WMAZ')).toEqual({
      Status: 'Success',
      Unknown: [],
    });
    expect(await thandi.invoke('SubscribeToDailyTrend', 'DEC99 WMAZ')).toMatchObject({
      Unknown: ['DEC99 WMAZ'],
    });
    await until(() => trendsOf(thandi).length === 1);
    await insert({ principal: 'KAND', side: 'S', qty: 3, price: 4031 }, thandi);
    await until(() => trendsOf(thandi).at(-1)?.volume === 3);
    expect(trendsOf(thandi).at(-1)).toMatchObject({ contract: 'DEC26 WMAZ', open: 4031, close: null });
    expect(trendsOf(pieter)).toEqual([]);
  });

  it('announces phases and halts to everyone', async () => {
    const lerato = await server.openScreen('lerato');
    await server.operate({ action: 'halt', instrument: 'SOYA', reason: 'crop estimate' });
    await server.operate({ action: 'resume', instrument: 'SOYA' });
    await server.operate({ action: 'phase', phase: 'admin', groups: ['world'] });
    await until(() => lerato.all('MarketAnnouncement').length === 3);
    expect(lerato.all('MarketAnnouncement').map(({ kind }) => kind)).toEqual(['Halt', 'Resume', 'Phase']);
  });

  it('[PANEL-12] [HUB-3] sends the MTM of every contract to everyone when the market is valued', async () => {
    const [thandi, lerato] = [await server.openScreen('thandi'), await server.openScreen('lerato')];
    const rowsOfMtm = (screen: Screen) => screen.all('MTMInit').flatMap(({ rows }) => rows);
    await server.operate({ action: 'value-market' });
    await until(() => [thandi, lerato].every((screen) => rowsOfMtm(screen).length > 0));
    expect(rowsOfMtm(thandi)).toEqual(rowsOfMtm(lerato));
    expect(rowsOfMtm(thandi).find(({ contract }) => contract === 'DEC26 WMAZ')).toMatchObject({
      status: 'provisional',
      businessDay: '2026-11-18',
    });
  });

  it('sends indicative prices four times a second at most, and ends them with the opening', async () => {
    const [thandi, pieter] = [await server.openScreen('thandi'), await server.openScreen('pieter')];
    const rows = () => rowsOf(pieter).filter(({ contract }) => contract === 'MAR27 WMAZ');
    await pieter.invoke('Subscribe', ['MAR27 WMAZ']);
    const seen = () => rows().filter(({ indicativeQty }) => indicativeQty !== undefined);
    await server.operate({ action: 'phase', phase: 'preOpen', groups: ['other'] });
    const [before, startMs] = [seen().length, performance.now()];
    const at = { contract: 'MAR27 WMAZ', price: 4060 };
    await insert({ ...at, principal: 'VELD', side: 'S', qty: 40 }, pieter);
    for (let order = 1; order <= 40; order += 1) await insert({ ...at, principal: 'KAND', qty: 1 }, thandi);
    await until(() => seen().at(-1)?.indicativeQty === 40);
    const sent = seen().slice(before);
    expect(sent.length).toBeLessThanOrEqual((performance.now() - startMs) / 250 + 1);
    expect(sent.every(({ indicative = null }) => indicative === null || indicative === 4060)).toBe(true);
    await server.operate({ action: 'phase', phase: 'continuous', groups: ['other'] });
    await until(() => seen().at(-1)?.indicativeQty === 0);
    await until(() => rows().some(({ last }) => last === 4060));
  });

  it('[AUTH-10] sends the close of the day that ends, then closes connections; tokens are rejected from then on', async () => {
    const thandi = await server.openScreen('thandi');
    await thandi.invoke('SubscribeToDailyTrend', 'DEC26 WMAZ');
    // The closing moment is drawn from the last five minutes.
    server.clock.advance(6 * 60_000);
    await server.operate({ action: 'end-of-day' });
    const { lastSeq } = server.view;
    for (const path of ['/api/Orders/DeleteActiveOrder', '/api/Orders/InsertOrder']) {
      const body = { requestId: 'late', ...exampleOrder };
      expect((await server.call(path, { token: thandi.token, body })).status).toBe(401);
    }
    expect(server.view.lastSeq).toBe(lastSeq);
    await until(() => thandi.all('MarketAnnouncement').some(({ kind }) => kind === 'EndOfDay'));
    expect(thandi.isClosed).toBe(false);
    await until(() => trendsOf(thandi).some(({ close, date }) => close === 4031 && date === '2026-11-18'));
    server.clock.advance(4_999);
    await thandi.settle();
    server.clock.advance(1);
    await until(() => thandi.isClosed);
  });

  it('[HUB-2] sends the options on a new month to subscribers of strikes', async () => {
    const [thandi, pieter] = [await server.openScreen('thandi'), await server.openScreen('pieter')];
    await thandi.invoke('SubscribeToStrike', 'WMAZ');
    // The options on DEC26 expire on 20 November.
    for (let day = 0; day < 2; day += 1) await server.operate({ action: 'end-of-day' });
    await until(() => strikesOf(thandi).length > 0);
    expect(new Set(strikesOf(thandi).map(({ underlying }) => underlying))).toEqual(new Set(['SEP27 WMAZ']));
    expect([rowsOf(thandi), rowsOf(pieter), strikesOf(pieter)]).toEqual([[], [], []]);
  });
});

describe('the market hub on the last day of a month', () => {
  let last: ServerOnAPort;
  beforeAll(async () => {
    last = await serverOnAPort({ businessDay: '2026-12-23' });
  });
  afterAll(() => last.close());

  it('[HUB-2] sends new futures and splits to everyone, as complete rows', async () => {
    const pieter = await last.openScreen('pieter');
    await last.operate({ action: 'end-of-day' });
    await until(() => rowsOf(pieter).length > 0);
    const names = rowsOf(pieter).map(({ contract }) => contract);
    expect(names).toContain('MAR28 WMAZ');
    expect(names).toContain('DEC27-MAR28 WMAZ');
    expect(rowsOf(pieter).every(({ underlying }) => underlying === undefined)).toBe(true);
    expect(rowsOf(pieter)[0]).toMatchObject({
      displaySeq: expect.any(Number),
      limitHigh: expect.any(Number),
    });
    expect(strikesOf(pieter)).toEqual([]);
  });

  it('[PANEL-8] [PANEL-12] [API-7] lists the futures in their notice period in rows, sets and prices', async () => {
    expect(last.view.directory.businessDay).toBe('2026-12-24');
    const thandi = await last.openScreen('thandi');
    for (const id of [dataSetIds.contractDate, dataSetIds.mtm, dataSetIds.margins])
      await thandi.invoke('PublishAllData', id, null);
    await thandi.invoke('GetMarketDisplayChunks');
    await until(() => thandi.all('MarketDisplayCompleted').length === 1);
    const contract = 'DEC26 WMAZ';
    const rows = thandi.all('MarketDisplayChunk').flatMap((chunk) => chunk.rows);
    const ofDecember = { contract, mtm: 4035, bid: null, noticeUntil: '2026-12-31' };
    expect(rows.find((row) => row.contract === contract)).toMatchObject(ofDecember);
    expect(thandi.all('MarketInit')[0]?.count).toBe(rows.length);
    const dates = thandi.all('ContractDateInit')[0]?.rows ?? [];
    expect(dates.find(({ uniqueKey }) => uniqueKey === contract)?.lastNoticeDay).toBe('2026-12-31');
    // Cash-settled contracts have no notice period.
    expect(dates.map(({ uniqueKey }) => uniqueKey)).not.toContain('DEC26 CORN');
    const mtm = thandi
      .all('MTMInit')
      .flatMap((init) => init.rows)
      .find((row) => row.contract === contract);
    expect(mtm).toMatchObject({ mtmToday: 4035, businessDay: '2026-12-23', status: 'official' });
    const margins = thandi
      .all('DataSetInit')
      .flatMap(({ rows: all }) => all as readonly { contract: string }[]);
    expect(margins.map((row) => row.contract)).toContain(contract);
    const { body } = await last.call('/api/StaticData/GetPrices', { token: thandi.token });
    const price = (body as readonly { contract: string }[]).find((row) => row.contract === contract);
    expect(price).toMatchObject({ mtm: 4035, noticeUntil: '2026-12-31' });
  });
});
