import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { HubContext, HubUser } from '../hub/hub.ts';
import type { HubOptions } from '../hub-endpoint.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import { handshakes, negotiatedUrl, Poller, sendRequest, startRequest } from '../testing/http-client.ts';
import { number, text } from '../testing/schemas.ts';
import {
  advanceSeconds,
  closeAll,
  echoInvocation,
  eventLoopTurns,
  RawClient,
  rejectedUpgrade,
  requestReceived,
  serve,
  startClient,
  until,
} from '../testing/serve.ts';

afterEach(closeAll);

const contract = {
  methods: { Echo: { args: [text], result: text }, Wait: { args: [], result: text } },
  events: { Said: [text], Numbered: [number] },
} as const;
type Options = Partial<HubOptions<typeof contract, HubUser, undefined>>;

async function open(options: Options = {}, settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, ...settings });
  const contexts: HubContext<typeof contract, HubUser, undefined>[] = [];
  const disconnected: (Error | null)[] = [];
  let finishWait = (_value: string) => {};
  let running = 0;
  const hub = server.hub<typeof contract, HubUser, undefined>('/hub', contract, {
    handlers: {
      onConnected: (context) => void contexts.push(context),
      onDisconnected: (_context, error) => void disconnected.push(error),
      methods: {
        Echo: (_context, words) => words,
        Wait: () => {
          running++;
          return new Promise<string>((resolve) => {
            finishWait = resolve;
          });
        },
      },
    },
    ...options,
  });
  const url = `${await serve(server)}/hub`;
  return {
    url,
    clock,
    server,
    hub,
    contexts,
    disconnected,
    finishWait: () => finishWait('done'),
    running: () => running,
  };
}

describe('a poll', () => {
  it('is answered immediately and empty if it is the first, and opens the connection', async () => {
    const { url, server } = await open();
    const address = await negotiatedUrl(url);
    expect(server.metrics.connections).toBe(0);
    const first = await sendRequest('GET', address);
    expect([first.status, first.body.length]).toEqual([200, 0]);
    expect(first.headers['cache-control']).toContain('no-store');
    expect(server.metrics.connections).toBe(1);
    expect(server.metrics.transports).toEqual({ WebSockets: 0, ServerSentEvents: 0, LongPolling: 1 });
    // The connection counts as pending until the handshake.
    expect(server.metrics.pendingConnections).toBe(1);
    await sendRequest('POST', address, { body: '{"protocol":"json","version":1}\x1e' });
    expect((await sendRequest('GET', address)).body.toString()).toBe('{}\x1e');
    expect(server.metrics.pendingConnections).toBe(0);
  });

  it('is answered with everything queued, or as soon as there is data', async () => {
    const { url, hub, clock } = await open();
    const poller = await Poller.connect(url);
    await poller.send(echoInvocation('1', 'a') + echoInvocation('2', 'b'));
    const waited = await poller.poll();
    expect(waited.body.toString()).toBe(
      '{"type":3,"invocationId":"1","result":"a"}\x1e{"type":3,"invocationId":"2","result":"b"}\x1e',
    );
    expect(waited.headers['content-type']).toBe('application/octet-stream');
    const waiting = startRequest('GET', poller.url);
    let isAnswered = false;
    void waiting.reply.then(() => {
      isAnswered = true;
    });
    await waiting.received();
    expect(isAnswered).toBe(false);
    hub.all.send('Said', 'now');
    clock.advance(50);
    expect((await waiting.reply).body.toString()).toBe('{"type":1,"target":"Said","arguments":["now"]}\x1e');
  });

  it('carries MessagePack', async () => {
    const { url } = await open();
    const address = await negotiatedUrl(url);
    await sendRequest('GET', address);
    await sendRequest('POST', address, { body: handshakes.messagepack });
    await sendRequest('GET', address);
    // [1, {}, "1", "Echo", ["hi"], []]
    const call = [0x96, 1, 0x80, 0xa1, 0x31, 0xa4, ...Buffer.from('Echo'), 0x91, 0xa2, 0x68, 0x69, 0x90];
    const body = Buffer.from([call.length, ...call]);
    await sendRequest('POST', address, { body });
    // [3, {}, "1", 3, "hi"]
    expect((await sendRequest('GET', address)).body).toEqual(
      Buffer.from([0x09, 0x95, 3, 0x80, 0xa1, 0x31, 3, 0xa2, 0x68, 0x69]),
    );
  });

  it('is answered empty after 90 s without data, and the connection stays open', async () => {
    const { url, clock, server } = await open();
    const poller = await Poller.connect(url);
    const waiting = startRequest('GET', poller.url);
    let status = 0;
    void waiting.reply.then((reply) => {
      status = reply.status;
    });
    await waiting.received();
    await advanceSeconds(clock, 88);
    expect(status).toBe(0);
    await advanceSeconds(clock, 3);
    const reply = await waiting.reply;
    expect([reply.status, reply.body.length]).toEqual([200, 0]);
    expect(server.metrics.connections).toBe(1);
  });

  it('is ended with 204 by a newer poll, which gets the next data', async () => {
    const { url, hub, clock, server } = await open();
    const poller = await Poller.connect(url);
    const older = startRequest('GET', poller.url);
    await older.received();
    const newer = startRequest('GET', poller.url);
    expect((await older.reply).status).toBe(204);
    hub.all.send('Said', 'x');
    clock.advance(50);
    expect((await newer.reply).status).toBe(200);
    expect(server.metrics.connections).toBe(1);
  });

  it('loses no data when the client aborts it', async () => {
    const { url, hub, clock } = await open();
    const poller = await Poller.connect(url);
    const aborted = startRequest('GET', poller.url);
    await aborted.received();
    await aborted.abort();
    hub.all.send('Said', 'x');
    clock.advance(50);
    expect((await poller.poll()).body.toString()).toContain('"x"');
  });

  it('replaces pings in both directions', async () => {
    const { url, clock, server } = await open();
    const poller = await Poller.connect(url);
    for (let i = 0; i < 4; i++) {
      const waiting = startRequest('GET', poller.url);
      await waiting.received();
      await advanceSeconds(clock, 91);
      expect((await waiting.reply).body.length).toBe(0);
    }
    // Six minutes without a message from the client.
    expect(server.metrics.connections).toBe(1);
    expect(server.metrics.messagesOut).toBe(0);
  });
});

describe('a polling client', () => {
  it('is not disconnected at the first tick of a server that was busy, which has not read its sockets yet', async () => {
    const { url, clock, server } = await open({}, { tickMs: 60_000 });
    await Poller.connect(url);
    clock.advance(60_000);
    expect(server.metrics.connections).toBe(1);
    clock.advance(60_000);
    await until(() => server.metrics.connections === 0);
  });

  it('is disconnected when it has had no open poll for 15 s', async () => {
    const { url, clock, server, disconnected } = await open();
    const poller = await Poller.connect(url);
    const waiting = startRequest('GET', poller.url);
    await waiting.received();
    await advanceSeconds(clock, 60);
    expect(server.metrics.connections).toBe(1);
    await waiting.abort();
    await advanceSeconds(clock, 14);
    expect(server.metrics.connections).toBe(1);
    await advanceSeconds(clock, 2);
    expect(server.metrics.connections).toBe(0);
    expect(disconnected.map((error) => error?.message)).toEqual(['The client did not poll for 15 seconds.']);
    await until(() => server.metrics.closes.connectionLost === 1);
    expect((await poller.poll()).status).toBe(404);
    expect((await poller.send(echoInvocation('1', 'a'))).status).toBe(404);
  });

  it('is rejected after 15 s without a handshake', async () => {
    const { url, clock, server } = await open();
    const address = await negotiatedUrl(url);
    await sendRequest('GET', address);
    const waiting = startRequest('GET', address);
    await waiting.received();
    await advanceSeconds(clock, 16);
    expect((await waiting.reply).body.toString()).toBe('{"error":"Handshake was canceled."}\x1e');
    expect((await sendRequest('GET', address)).status).toBe(204);
    expect(server.metrics.connections).toBe(0);
  });

  it('ends its connection by DELETE: 202, the open poll gets 204, a second DELETE gets 404', async () => {
    const { url, server, disconnected } = await open();
    const poller = await Poller.connect(url);
    const waiting = startRequest('GET', poller.url);
    await waiting.received();
    expect((await poller.delete()).status).toBe(202);
    expect((await waiting.reply).status).toBe(204);
    expect((await poller.delete()).status).toBe(404);
    expect((await poller.poll()).status).toBe(404);
    expect(server.metrics.connections).toBe(0);
    expect(disconnected).toEqual([null]);
    await until(() => server.metrics.closes.client === 1);
  });

  it('gets the Close message with its open poll, then 204', async () => {
    const { url, contexts, server } = await open();
    const poller = await Poller.connect(url);
    const waiting = startRequest('GET', poller.url);
    await waiting.received();
    contexts[0]?.send('Said', 'last');
    contexts[0]?.close({ error: 'Enough.' });
    expect((await waiting.reply).body.toString()).toBe(
      '{"type":1,"target":"Said","arguments":["last"]}\x1e{"type":7,"error":"Enough."}\x1e',
    );
    expect((await poller.send(echoInvocation('1', 'late'))).status).toBe(404);
    expect((await poller.poll()).status).toBe(204);
    expect(server.metrics.connections).toBe(0);
    expect((await poller.poll()).status).toBe(404);
  });

  it('is removed after 5 s if it does not poll for the Close message', async () => {
    const { url, contexts, server, clock } = await open();
    await Poller.connect(url);
    contexts[0]?.close();
    await advanceSeconds(clock, 4);
    expect(server.metrics.connections).toBe(1);
    await advanceSeconds(clock, 2);
    expect(server.metrics.connections).toBe(0);
  });

  it('is served to the end while the server closes, and new clients are rejected', async () => {
    const { url, server } = await open();
    const poller = await Poller.connect(url);
    const unused = await negotiatedUrl(url);
    const waiting = startRequest('GET', poller.url);
    await waiting.received();
    const closed = server.close();
    expect((await waiting.reply).body.toString()).toBe('{"type":7,"allowReconnect":true}\x1e');
    expect((await sendRequest('GET', unused)).status).toBe(503);
    expect((await poller.delete()).status).toBe(202);
    await closed;
    await until(() => server.metrics.closes.serverClosing === 1);
  });

  it('must reconnect when the response to a poll was lost', async () => {
    const { url, contexts, server, disconnected } = await open({}, { maxOrderedBytes: 1e9 });
    const poller = await Poller.connect(url);
    const { hostname, port, pathname, search } = new URL(poller.url);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await requestReceived(() => socket);
    // More than the network buffers.
    contexts[0]?.send('Said', 'x'.repeat(50_000_000));
    contexts[0]?.sendMessage(contexts[0].hub.message('Said', 'end'), { urgent: true });
    await until(() => server.metrics.bytesOut > 50_000_000);
    socket.resetAndDestroy();
    await until(() => server.metrics.connections === 0);
    expect(disconnected.map((error) => error?.message)).toEqual([
      'The client closed a poll before it received the response.',
    ]);
  });
});

describe('a POST before the first poll', () => {
  it('gets 200, and the hub reads it when the connection opens, as in ASP.NET Core', async () => {
    const { url } = await open();
    const address = await negotiatedUrl(url);
    const handshake = await sendRequest('POST', address, { body: handshakes.json });
    expect([handshake.status, handshake.body.length]).toEqual([200, 0]);
    expect((await sendRequest('POST', address, { body: echoInvocation('1', 'early') })).status).toBe(200);
    let got = '';
    while (!got.includes('"early"')) got += (await sendRequest('GET', address)).body.toString();
    expect(got).toContain('{}\x1e');
  });

  it('waits for the connection when more is kept than one message may have', async () => {
    const { url } = await open({}, { maxMessageBytes: 100 });
    const address = await negotiatedUrl(url);
    expect((await sendRequest('POST', address, { body: handshakes.json })).status).toBe(200);
    const second = startRequest('POST', address, { body: echoInvocation('1', 'x'.repeat(20)) });
    await second.received();
    const third = startRequest('POST', address, { body: echoInvocation('2', 'last') });
    let answered = 0;
    for (const { reply } of [second, third]) void reply.then(() => answered++);
    await third.received();
    await eventLoopTurns(20);
    expect(answered).toBe(0);
    let got = '';
    while (!got.includes('"last"')) got += (await sendRequest('GET', address)).body.toString();
    expect((await second.reply).status).toBe(200);
    expect((await third.reply).status).toBe(200);
  });

  it('gets 404 when no connection is opened before the token expires', async () => {
    const { url, clock } = await open({}, { maxMessageBytes: 100 });
    const address = await negotiatedUrl(url);
    const first = startRequest('POST', address, { body: 'x'.repeat(100) });
    await first.received();
    const second = startRequest('POST', address, { body: 'x' });
    await second.received();
    await advanceSeconds(clock, 16);
    expect((await second.reply).status).toBe(404);
    expect((await sendRequest('POST', address, { body: 'x' })).status).toBe(404);
  });

  it('is rejected when its token is unknown, and when too many connections wait for their first poll', async () => {
    const { url, server } = await open({}, { maxPendingConnections: 1 });
    expect((await sendRequest('POST', `${url}?id=unknown`, { body: handshakes.json })).status).toBe(404);
    const address = await negotiatedUrl(url);
    expect((await sendRequest('POST', address, { body: handshakes.json })).status).toBe(200);
    const other = await sendRequest('POST', await negotiatedUrl(url), { body: handshakes.json });
    expect([other.status, other.headers['retry-after']]).toEqual([503, '1']);
    expect(server.metrics.limitsExceeded.pendingConnections).toBe(1);
  });
});

describe('a POST of a polling client', () => {
  it('can contain part of a message, is handled in order, and gets an empty 200', async () => {
    const { url } = await open();
    const poller = await Poller.connect(url);
    const message = echoInvocation('1', 'abc');
    const parts = [message.slice(0, 20), message.slice(20)];
    for (const part of parts) {
      const reply = await poller.send(part);
      expect([reply.status, reply.body.length]).toEqual([200, 0]);
    }
    expect((await poller.send('')).status).toBe(200);
    expect((await poller.poll()).body.toString()).toContain('"abc"');
  });

  it('is not answered while the hub reads nothing from the client', async () => {
    const { url, finishWait, running } = await open({}, { maxWaitingInvocations: 1 });
    const poller = await Poller.connect(url);
    const wait = '{"type":1,"target":"Wait","arguments":[],"invocationId":"w"}\x1e';
    const first = startRequest('POST', poller.url, {
      body: wait + echoInvocation('1', 'a') + echoInvocation('2', 'b'),
    });
    await first.received();
    const second = startRequest('POST', poller.url, { body: echoInvocation('3', 'c') });
    let answered = 0;
    for (const each of [first, second]) void each.reply.then(() => answered++);
    await until(() => running() === 1);
    await eventLoopTurns(20);
    expect(answered).toBe(0);
    finishWait();
    expect((await first.reply).status).toBe(200);
    expect((await second.reply).status).toBe(200);
    let got = '';
    while (!got.includes('"3"')) got += (await poller.poll()).body.toString();
    expect([...got.matchAll(/"invocationId":"(.)"/g)].map((match) => match[1])).toEqual(['w', '1', '2', '3']);
  });

  it('gets 413 and ends the connection if it is above 1 MiB', async () => {
    const { url, server } = await open();
    const poller = await Poller.connect(url);
    const reply = await poller.send(Buffer.alloc(1024 * 1024 + 1, 0x20));
    expect(reply.status).toBe(413);
    expect(server.metrics.connections).toBe(0);
    expect(server.metrics.limitsExceeded.frameBytes).toBe(1);
    await until(() => server.metrics.closes.limit === 1);
  });

  it('gets 429 when 16 others wait', async () => {
    const { url, server, running, finishWait } = await open({}, { maxWaitingInvocations: 1 });
    const poller = await Poller.connect(url);
    const wait = '{"type":1,"target":"Wait","arguments":[],"invocationId":"w"}\x1e';
    const held = startRequest('POST', poller.url, { body: wait + echoInvocation('1', 'a') });
    await until(() => running() === 1);
    const more = Array.from({ length: 20 }, () =>
      startRequest('POST', poller.url, { body: '{"type":6}\x1e' }),
    );
    await until(() => server.metrics.limitsExceeded.waitingRequests === 4);
    finishWait();
    const statuses = await Promise.all([held, ...more].map(async ({ reply }) => (await reply).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(17);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('has no effect if it is aborted in the middle of its body', async () => {
    const { url } = await open();
    const poller = await Poller.connect(url);
    const broken = startRequest('POST', poller.url, {
      headers: { 'Content-Length': '1000' },
      body: echoInvocation('1', 'half'),
    });
    await broken.received();
    await broken.abort();
    await poller.send(echoInvocation('2', 'whole'));
    expect((await poller.poll()).body.toString()).toBe('{"type":3,"invocationId":"2","result":"whole"}\x1e');
  });
});

describe('the access token of a polling client', () => {
  const members: Options = {
    authenticate: ({ token }) => (token === null || token === 'bad' ? null : { userId: token }),
  };

  it('is required for every request: without a valid one, 401 and an empty body', async () => {
    const { url, server } = await open(members);
    const poller = await Poller.connect(url, 'json', '&access_token=ann');
    const bare = poller.url.replace('&access_token=ann', '');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const reply = await sendRequest(method, bare, { headers: { Authorization: 'Bearer bad' } });
      expect([method, reply.status, reply.reason, reply.body.length]).toEqual([
        method,
        401,
        'Unauthorized',
        0,
      ]);
    }
    expect(server.metrics.connections).toBe(1);
    const byHeader = await sendRequest('POST', bare, {
      headers: { Authorization: 'Bearer ann' },
      body: echoInvocation('1', 'a'),
    });
    expect(byHeader.status).toBe(200);
  });

  it('gets 404 if it belongs to another user', async () => {
    const { url } = await open(members);
    const poller = await Poller.connect(url, 'json', '&access_token=ann');
    const bare = poller.url.replace('&access_token=ann', '&access_token=bob');
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await sendRequest(method, bare)).status).toBe(404);
  });

  it('makes the official client end its poll and reconnect when it has expired', async () => {
    let isGood = true;
    const { url, server, clock } = await open({ authenticate: () => (isGood ? { userId: 'ann' } : null) });
    const connection = await startClient(url, { transport: 4, reconnects: true });
    let isReconnected = false;
    connection.onreconnected(() => {
      isReconnected = true;
    });
    connection.onreconnecting(() => {
      isGood = true;
    });
    isGood = false;
    await advanceSeconds(clock, 91);
    await until(() => isReconnected);
    expect(await connection.invoke('Echo', 'back')).toBe('back');
    expect(server.metrics.connections).toBeGreaterThan(0);
  });
});

describe('the transport of a connection', () => {
  it('cannot change', async () => {
    const { url } = await open();
    const poller = await Poller.connect(url);
    const events = { headers: { Accept: 'text/event-stream' } };
    expect((await sendRequest('GET', poller.url, events)).status).toBe(400);
    expect((await rejectedUpgrade(poller.url)).status).toBe(400);
    const connected = await negotiatedUrl(url);
    await RawClient.open(connected);
    const poll = await sendRequest('GET', connected);
    expect([poll.status, poll.body.toString()]).toEqual([400, 'Cannot change transports mid-connection']);
  });

  it('can be disabled for a hub: it gets 404 and is not offered by negotiate', async () => {
    const { url } = await open({ transports: ['WebSockets'] });
    const reply = await sendRequest('POST', `${url}/negotiate?negotiateVersion=1`);
    expect(JSON.parse(reply.body.toString()).availableTransports).toEqual([
      { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
    ]);
    const address = await negotiatedUrl(url);
    expect((await sendRequest('GET', address)).status).toBe(404);
    expect((await sendRequest('GET', address, { headers: { Accept: 'text/event-stream' } })).status).toBe(
      404,
    );
    // The token is still valid for the enabled transport.
    await RawClient.open(address);
    const polling = await open({ transports: ['LongPolling'] });
    expect(await rejectedUpgrade(await negotiatedUrl(polling.url))).toMatchObject({ status: 404 });
    expect(await rejectedUpgrade(polling.url)).toMatchObject({ status: 404 });
  });

  it('must open at the node that issued the token, except for WebSockets', async () => {
    const nodes = await Promise.all(
      ['a', 'b'].map((node) => open({}, { node, tokenSecret: 'one secret for both' })),
    );
    const [urlA, urlB] = nodes.map(({ url }) => url);
    const elsewhere = (await negotiatedUrl(urlA ?? '')).replace(urlA ?? '', urlB ?? '');
    expect((await sendRequest('GET', elsewhere)).status).toBe(404);
    await RawClient.open(elsewhere);
  });
});

describe('requests of pages', () => {
  it('get the CORS headers that let the page read the response', async () => {
    const { url } = await open({ origins: ['https://floor.example'] });
    const headers = { Origin: 'https://floor.example' };
    const address = await negotiatedUrl(url, '', headers);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const reply = await sendRequest(method, address, { headers });
      expect(reply.headers['access-control-allow-origin']).toBe('https://floor.example');
      expect(reply.headers['access-control-allow-credentials']).toBe('true');
    }
    expect((await sendRequest('GET', address, { headers: { Origin: 'https://evil.example' } })).status).toBe(
      403,
    );
  });
});

describe('a slow polling client', () => {
  it('loses no ordered message and gets the newest conflated state', async () => {
    const { url, hub, clock, contexts } = await open(
      {},
      { slowAboveBytes: 2_000, slowBelowBytes: 500, idleTimeoutMs: 1e9 },
    );
    const poller = await Poller.connect(url);
    contexts[0]?.groups.join('market');
    const market = hub.group('market');
    let latest = 0;
    for (let i = 1; i <= 100; i++) {
      latest = i;
      hub.all.send('Said', 'x'.repeat(100));
      const snapshot = () => hub.message('Numbered', -latest);
      market.conflate('MAY', { update: hub.message('Numbered', i), snapshot });
      clock.advance(50);
      await eventLoopTurns(1);
    }
    let got = '';
    while (!got.includes('-100')) {
      got += (await poller.poll()).body.toString();
      clock.advance(50);
    }
    expect(got.match(/"Said"/g)).toHaveLength(100);
    const numbers = [...got.matchAll(/"Numbered","arguments":\[(-?\d+)\]/g)].map((match) => Number(match[1]));
    expect(numbers.length).toBeLessThan(30);
    expect(numbers.at(-1)).toBe(-100);
  });
});
