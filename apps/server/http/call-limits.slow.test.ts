// Users beyond their limits: the replies that they get, and the cost of their calls.
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openLibsql } from '@openpit/storage';
import { afterEach, describe, expect, it } from 'vitest';
import { exampleOrder } from '../testing/body-examples.ts';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';
import { serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerInAFolder;
let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  closers = [];
});

async function serve(limits: NonNullable<Parameters<typeof serverInAFolder>[0]>['limits']): Promise<void> {
  server = await serverInAFolder({ limits: { ...limits } });
  closers.push(() => server.close());
}

const members = '/api/StaticData/GetAllMembers';
const insert = (requestId: string, token: string, more: object = {}) =>
  server.post('/api/Orders/InsertOrder', { requestId, ...exampleOrder, ...more }, token);

/** A rate so low that nothing comes back during a test. */
const never = 0.01;

describe('a user beyond the limit', () => {
  it('gets 429 with a sentence and the time to retry for calls, and no other user does', async () => {
    await serve({ callsPerSecond: never, callBurst: 3 });
    const [thandi, pieter] = [
      await server.signIn('thandi@kand.example'),
      await server.signIn('pieter@veld.example'),
    ];
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await server.get(members, thandi)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { body, headers } = await server.get(members, thandi);
    expect(body).toEqual({
      status: 429,
      code: 'tooManyCalls',
      message: expect.stringMatching(
        /^You have made too many calls in a short time, so this one was not answered\. Try again in \d+ seconds\.$/,
      ),
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect((await server.get(members, pieter)).status).toBe(200);
  });

  it('sends no order with a call beyond the limit: the reply states this, and the journal does not grow', async () => {
    await serve({ callsPerSecond: never, callBurst: 1 });
    const thandi = await server.signIn('thandi@kand.example');
    expect((await insert('one', thandi)).status).toBe(200);
    const { lastSeq } = server.view;
    const { status, body } = await insert('two', thandi);
    expect([status, body]).toMatchObject([
      429,
      {
        code: 'tooManyCalls',
        message: expect.stringMatching(
          /so this one was not sent to the market\. Orders can still be cancelled and suspended\. Try again in \d+ seconds?\.$/,
        ),
      },
    ]);
    expect(server.view.lastSeq).toBe(lastSeq);
  });

  it('reads no history for a while after too many expensive calls, and still trades', async () => {
    await serve({ expensivePerSecond: never, expensiveBurst: 4 });
    const thandi = await server.signIn('thandi@kand.example');
    const history = () => server.get('/api/History/Orders', thandi);
    expect([(await history()).status, (await history()).status, (await history()).status]).toEqual([
      200, 200, 429,
    ]);
    expect((await insert('one', thandi)).status).toBe(200);
  });

  it('pays for the bytes of documents, and for no others than the call needs', async () => {
    await serve({ expensivePerSecond: never, expensiveBurst: 20 });
    const thandi = await server.signIn('thandi@kand.example');
    const layout = (more: string) => JSON.stringify({ name: 'Mine', isMobile: false, columns: [], more });
    const create = (more: string) =>
      server.post(
        '/api/UserSettings/CreateUserLayout',
        { userId: 'thandi', userLayoutJson: layout(more) },
        thandi,
      );
    const list = () => server.get('/api/UserSettings/GetAllUserLayouts', thandi);
    const { status, body } = await create('x'.repeat(250_000));
    expect([status, (await create('x'.repeat(250_000))).status]).toEqual([200, 200]);
    const { _id: id } = body as { _id: string };
    expect((await list()).status).toBe(200);
    expect((await list()).body).toMatchObject({ code: 'tooManyCalls' });
    expect((await create('x'.repeat(250_000))).status).toBe(429);
    expect((await create('x')).status).toBe(200);
    const stale = { id, version: 'stale', userLayoutJson: layout('x') };
    expect((await server.post('/api/UserSettings/updateUserLayout', stale, thandi)).status).toBe(409);
  });

  it('adds no more orders to the journal after too many rejected orders', async () => {
    await serve({ rejectionsPerMinute: never, rejectionBurst: 20 });
    const thandi = await server.signIn('thandi@kand.example');
    const { lastSeq } = server.view;
    const offTick = Array.from({ length: 60 }, (_, at) =>
      insert(`off-tick-${at}`, thandi, { price: 4000.01 }),
    );
    const statuses = (await Promise.all(offTick)).map(({ status }) => status);
    const count = (status: number) => statuses.filter((other) => other === status).length;
    expect([count(422), count(429)]).toEqual([20, 40]);
    expect(server.view.lastSeq).toBe(lastSeq + 20);
    expect((await insert('another', thandi, { price: 4000.01 })).body).toMatchObject({
      code: 'tooManyCalls',
      message: expect.stringContaining('The market has rejected too many of your commands'),
    });
    expect((await insert('sound', thandi)).status).toBe(429);
  });

  it('can still delete, suspend and cancel all orders when every other call is beyond its limit', async () => {
    await serve({ rejectionsPerMinute: never, rejectionBurst: 20, callsPerSecond: never, callBurst: 60 });
    const thandi = await server.signIn('thandi@kand.example');
    const resting = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const { body } = await insert(name, thandi);
      resting.push((body as { activeOrderSeq: number }).activeOrderSeq);
    }
    const act = (action: string, requestId: string, activeOrderSeq: number | undefined, more = {}) =>
      server.post(`/api/Orders/${action}`, { requestId, activeOrderSeq, ...more }, thandi);
    // Too many rejected amends, deletes of orders that do not exist, and reads.
    for (let at = 0; at < 30; at += 1) {
      await act('AmendActiveOrder', `amend-${at}`, 9_999, { price: 4001 });
      await act('DeleteActiveOrder', `gone-${at}`, 9_999);
    }
    for (let at = 0; at < 70; at += 1) await server.get(members, thandi);
    expect((await act('AmendActiveOrder', 'amend', resting[0], { price: 4001 })).status).toBe(429);
    expect((await act('DeleteActiveOrder', 'gone', 9_999)).status).toBe(429);
    expect((await server.get(members, thandi)).status).toBe(429);

    expect((await act('DeleteActiveOrder', 'delete', resting[0])).status).toBe(200);
    expect((await act('SuspendActiveOrder', 'suspend', resting[1])).status).toBe(200);
    const all = (action: string, filter: object, expectedCount: number) =>
      server.post(
        `/api/Orders/${action}`,
        { requestId: action, filter, includeHoldOver: true, expectedCount },
        thandi,
      );
    expect((await all('SuspendAllActiveOrders', { contract: 'DEC26 WMAZ' }, 2)).status).toBe(200);
    expect((await all('CancelAllActiveOrders', {}, 3)).status).toBe(200);
    expect(server.view.rowsFor('activeOrders', { userId: 'thandi', member: 'KAND' }).rows).toEqual([]);
  });

  it('is not a dealer whose amends and deletes lose a race against fills', async () => {
    await serve({ rejectionsPerMinute: never, rejectionBurst: 3 });
    const [thandi, pieter] = [
      await server.signIn('thandi@kand.example'),
      await server.signIn('pieter@veld.example'),
    ];
    const filled = [];
    for (let at = 0; at < 8; at += 1) {
      const { body } = await insert(`filled-${at}`, thandi);
      filled.push((body as { activeOrderSeq: number }).activeOrderSeq);
      const sale = await insert(`sale-${at}`, pieter, { side: 'S', principal: 'VELD', type: 1 });
      expect(sale.status).toBe(200);
    }
    const tooLate = (action: string, requestId: string, activeOrderSeq: number) =>
      server.post(
        `/api/Orders/${action}`,
        { requestId, activeOrderSeq, ...(action === 'AmendActiveOrder' && { price: 4001 }) },
        thandi,
      );
    for (const order of filled) {
      expect((await tooLate('AmendActiveOrder', `amend-${order}`, order)).status).toBe(422);
      expect((await tooLate('DeleteActiveOrder', `delete-${order}`, order)).status).toBe(422);
    }
    // A total that has dealt completely.
    const { body } = await insert('partly', thandi, { qty: 2 });
    const { activeOrderSeq } = body as { activeOrderSeq: number };
    await insert('sale', pieter, { side: 'S', principal: 'VELD', type: 1 });
    for (let at = 0; at < 4; at += 1) {
      const amend = { requestId: `total-${at}`, activeOrderSeq, totalQty: 1 };
      expect(await server.post('/api/Orders/AmendActiveOrder', amend, thandi)).toMatchObject({
        status: 422,
        body: { code: 'quantityNotPositive' },
      });
    }
    // Repeated requests about the same order are not a race.
    const statuses = [];
    for (let at = 0; at < 8; at += 1)
      statuses.push((await tooLate('AmendActiveOrder', `again-${at}`, filled[0] ?? 0)).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  it('deletes, suspends and inserts as before when its reads are beyond the limit', async () => {
    await serve({ callsPerSecond: never, callBurst: 50 });
    const thandi = await server.signIn('thandi@kand.example');
    const { body } = await insert('rests', thandi);
    const { activeOrderSeq } = body as { activeOrderSeq: number };
    const reads = Array.from({ length: 80 }, () => server.get(members, thandi));
    const deletion = server.post(
      '/api/Orders/DeleteActiveOrder',
      { requestId: 'delete', activeOrderSeq },
      thandi,
    );
    const order = insert('another', thandi);
    expect([(await deletion).status, (await order).status]).toEqual([200, 200]);
    expect((await Promise.all(reads)).filter(({ status }) => status === 429).length).toBe(30);
  });

  it('learns the remaining budgets of its call from each reply', async () => {
    await serve({
      callsPerSecond: never,
      callBurst: 3,
      leavingPerSecond: never,
      rejectionsPerMinute: never,
      rejectionBurst: 20,
    });
    const thandi = await server.signIn('thandi@kand.example');
    const read = await server.get(members, thandi);
    expect(read.headers).toMatchObject({
      'ratelimit-policy': '"reads";q=3;w=300, "bytes";q=100000000;qu="content-bytes";w=50',
      ratelimit: expect.stringMatching(/^"reads";r=2;t=(?:100|99), "bytes";r=\d+/),
    });
    for (const requestId of ['a', 'b', 'c']) await insert(requestId, thandi, { price: 4000.01 });
    const { status, headers } = await insert('d', thandi, { price: 4000.01 });
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      'ratelimit-policy': expect.stringMatching(/^"orders";q=3;w=300, .*, "rejections";q=20;w=120000$/),
      ratelimit: expect.stringMatching(/^"orders";r=0;t=\d+, .*, "rejections";r=17;t=\d+$/),
    });
    const leaving = { requestId: 'e', activeOrderSeq: 9_999 };
    expect((await server.post('/api/Orders/DeleteActiveOrder', leaving, thandi)).headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"leaving";r=1999;t=\d+, /),
    });
  });

  it('adds at most 2 kB to the journal for each rejected order, however long its texts are', async () => {
    await serve({});
    const thandi = await server.signIn('thandi@kand.example');
    const longest = {
      contract: 'Ж'.repeat(64),
      principal: 'Ж'.repeat(16),
      subAccount: 'Ж'.repeat(16),
      ref: 'Ж'.repeat(20),
      qty: 1_000_000,
      price: 999_999.99,
      reference: 999_999.99,
      capacity: 'A',
      holdOverUntil: '2026-12-31',
    };
    const { status } = await insert('x'.repeat(36), thandi, longest);
    expect(status).toBe(422);
    await server.market.gateway.outcomesWritten();
    const journal = openLibsql(join(server.folder, 'journal.db'), { busyTimeoutMs: 2000 });
    const bytesOf = (table: string) =>
      Number(journal.get(`select length(bytes) as bytes from ${table} order by seq desc limit 1`)?.bytes);
    const bytes = bytesOf('command') + bytesOf('outcome');
    journal.close();
    // The rest is for the numbers, checksums and indexes of the two rows.
    expect(bytes).toBeGreaterThan(500);
    expect(bytes).toBeLessThan(1_800);
  });

  it('reports no unmatched deal to one member for a while after too many, and still reports them to others', async () => {
    await serve({ unmatchedDealsPerHour: never, unmatchedDealBurst: 2 });
    const thandi = await server.signIn('thandi@kand.example');
    const report = async (counterparty: string, requestId: string) => {
      const deal = {
        requestId,
        contract: 'DEC26 WMAZ',
        side: 'B',
        qty: 1,
        price: 4000,
        capacity: 'P',
        principal: 'KAND',
      };
      return server.post('/api/UnmatchedDeals/InsertUnmatchedDeal', { ...deal, counterparty }, thandi);
    };
    expect((await report('VELD', 'a')).status).toBe(200);
    expect((await report('VELD', 'b')).status).toBe(200);
    expect(await report('VELD', 'c')).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('You have reported too many deals to this member') },
    });
    expect((await report('KARO', 'd')).status).toBe(200);
    expect((await report('VELD', 'b')).body).toMatchObject({ repeated: true });
  });
});

it('a user with many simultaneous calls is not served before another user with one', async () => {
  await serve({});
  const thandi = await server.signIn('thandi@kand.example');
  const pieter = await server.signIn('pieter@veld.example');
  // From now on the sessions are known, and no call waits for the database.
  for (const token of [thandi, pieter]) await server.get(members, token);
  const answered: string[] = [];
  const call = (user: string, token: string) =>
    server.get(members, token).then(() => void answered.push(user));
  const many = Array.from({ length: 50 }, () => call('thandi', thandi));
  await Promise.all([...many, call('pieter', pieter)]);
  expect(answered).toHaveLength(51);
  expect(answered.indexOf('pieter')).toBeLessThan(5);
});

it('a client that continues beyond its limits is answered late, and then its connection is closed', async () => {
  const limits = 'callsPerSecond=1,callBurst=3,excessAtOnce=1,excessLate=1,closePauseMs=500';
  const port = await serverOnAPort({ options: ['--limits', limits] });
  closers.push(() => port.close());
  const token = await port.signIn('thandi');
  // From now on the token is known, and the calls are counted in the order they arrive.
  await port.call(members, { token });
  const { hostname, port: number } = new URL(port.url);
  const socket = connect(Number(number), hostname);
  const request = `GET ${members} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const startedAt = performance.now();
  socket.write(request.repeat(12));
  const replies = (await text(socket)).match(/HTTP\/1\.1 \d+|connection: close/gi) ?? [];
  // The server has closed the connection: not all of them were answered.
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  expect(replies.filter((line) => line.endsWith('429')).length).toBeGreaterThan(0);
  expect(replies.at(-1)?.toLowerCase()).toBe('connection: close');
  expect(replies.length).toBeLessThan(13);
});
