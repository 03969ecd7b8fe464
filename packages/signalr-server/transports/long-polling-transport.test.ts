import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { HubContext, HubUser } from '../hub/hub.ts';
import type { HubOptions } from '../hub-endpoint.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import { ask, call, messagePackHandshake, negotiated, Poller } from '../testing/http-client.ts';
import { number, text } from '../testing/schemas.ts';
import { closeAll, RawClient, refusedUpgrade, serve, started, turns, until } from '../testing/serve.ts';

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
  const gone: (Error | null)[] = [];
  let letGo = (_value: string) => {};
  let running = 0;
  const hub = server.hub<typeof contract, HubUser, undefined>('/hub', contract, {
    hub: {
      onConnected: (context) => void contexts.push(context),
      onDisconnected: (_context, error) => void gone.push(error),
      methods: {
        Echo: (_context, words) => words,
        Wait: () => {
          running++;
          return new Promise<string>((resolve) => {
            letGo = resolve;
          });
        },
      },
    },
    ...options,
  });
  const url = `${await serve(server)}/hub`;
  return { url, clock, server, hub, contexts, gone, letGo: () => letGo('done'), running: () => running };
}

async function pass(clock: ManualClock, seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await turns();
  }
}

const echo = (id: string, words: string) =>
  `${JSON.stringify({ type: 1, target: 'Echo', arguments: [words], invocationId: id })}\x1e`;

describe('a poll', () => {
  it('that is the first is answered at once and empty, and opens the line', async () => {
    const { url, server } = await open();
    const address = await negotiated(url);
    expect(server.metrics.connections).toBe(0);
    const first = await ask('GET', address);
    expect([first.status, first.body.length]).toEqual([200, 0]);
    expect(first.headers['cache-control']).toContain('no-store');
    expect(server.metrics.connections).toBe(1);
    expect(server.metrics.transports).toEqual({ WebSockets: 0, ServerSentEvents: 0, LongPolling: 1 });
    // It counts as pending until its handshake.
    expect(server.metrics.pendingConnections).toBe(1);
    await ask('POST', address, { body: '{"protocol":"json","version":1}\x1e' });
    expect((await ask('GET', address)).body.toString()).toBe('{}\x1e');
    expect(server.metrics.pendingConnections).toBe(0);
  });

  it('is answered with everything that waits, or as soon as there is something', async () => {
    const { url, hub, clock } = await open();
    const poller = await Poller.shaken(url);
    await poller.send(echo('1', 'a') + echo('2', 'b'));
    const waited = await poller.poll();
    expect(waited.body.toString()).toBe(
      '{"type":3,"invocationId":"1","result":"a"}\x1e{"type":3,"invocationId":"2","result":"b"}\x1e',
    );
    expect(waited.headers['content-type']).toBe('application/octet-stream');
    const waiting = call('GET', poller.address);
    let isAnswered = false;
    void waiting.answer.then(() => {
      isAnswered = true;
    });
    await turns(10);
    expect(isAnswered).toBe(false);
    hub.all.send('Said', 'now');
    clock.advance(50);
    expect((await waiting.answer).body.toString()).toBe('{"type":1,"target":"Said","arguments":["now"]}\x1e');
  });

  it('carries MessagePack', async () => {
    const { url } = await open();
    const address = await negotiated(url);
    await ask('GET', address);
    await ask('POST', address, { body: messagePackHandshake });
    await ask('GET', address);
    // [1, {}, "1", "Echo", ["hi"], []]
    const call = [0x96, 1, 0x80, 0xa1, 0x31, 0xa4, ...Buffer.from('Echo'), 0x91, 0xa2, 0x68, 0x69, 0x90];
    const body = Buffer.from([call.length, ...call]);
    await ask('POST', address, { body });
    // [3, {}, "1", 3, "hi"]
    expect((await ask('GET', address)).body).toEqual(
      Buffer.from([0x09, 0x95, 3, 0x80, 0xa1, 0x31, 3, 0xa2, 0x68, 0x69]),
    );
  });

  it('for which there is nothing is answered empty after 90 s, and the line lives on', async () => {
    const { url, clock, server } = await open();
    const poller = await Poller.shaken(url);
    const waiting = call('GET', poller.address);
    let status = 0;
    void waiting.answer.then((answer) => {
      status = answer.status;
    });
    await turns(10);
    await pass(clock, 88);
    expect(status).toBe(0);
    await pass(clock, 3);
    const answer = await waiting.answer;
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
    expect(server.metrics.connections).toBe(1);
  });

  it('is ended with 204 by a newer one, which gets what comes then', async () => {
    const { url, hub, clock, server } = await open();
    const poller = await Poller.shaken(url);
    const older = call('GET', poller.address);
    await turns(10);
    const newer = call('GET', poller.address);
    expect((await older.answer).status).toBe(204);
    hub.all.send('Said', 'x');
    clock.advance(50);
    expect((await newer.answer).status).toBe(200);
    expect(server.metrics.connections).toBe(1);
  });

  it('from which the client hangs up loses nothing', async () => {
    const { url, hub, clock } = await open();
    const poller = await Poller.shaken(url);
    const left = call('GET', poller.address);
    await turns(10);
    left.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    hub.all.send('Said', 'x');
    clock.advance(50);
    expect((await poller.poll()).body.toString()).toContain('"x"');
  });

  it('is no ping, and needs none', async () => {
    const { url, clock, server } = await open();
    const poller = await Poller.shaken(url);
    for (let i = 0; i < 4; i++) {
      const waiting = call('GET', poller.address);
      await turns(10);
      await pass(clock, 91);
      expect((await waiting.answer).body.length).toBe(0);
    }
    // Six minutes without a word from the client, and it is still there.
    expect(server.metrics.connections).toBe(1);
    expect(server.metrics.messagesOut).toBe(0);
  });
});

describe('a polling client', () => {
  it('that has no poll open for 15 s is gone; while one is open it is not', async () => {
    const { url, clock, server, gone } = await open();
    const poller = await Poller.shaken(url);
    const waiting = call('GET', poller.address);
    await turns(10);
    await pass(clock, 60);
    expect(server.metrics.connections).toBe(1);
    waiting.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await pass(clock, 14);
    expect(server.metrics.connections).toBe(1);
    await pass(clock, 2);
    expect(server.metrics.connections).toBe(0);
    expect(gone.map((error) => error?.message)).toEqual(['The client did not poll for 15 seconds.']);
    expect(server.metrics.closes.connectionLost).toBe(1);
    expect((await poller.poll()).status).toBe(404);
    expect((await poller.send(echo('1', 'a'))).status).toBe(404);
  });

  it('that never does its handshake is refused after 15 s', async () => {
    const { url, clock, server } = await open();
    const address = await negotiated(url);
    await ask('GET', address);
    const waiting = call('GET', address);
    await turns(10);
    await pass(clock, 16);
    expect((await waiting.answer).body.toString()).toBe('{"error":"Handshake was canceled."}\x1e');
    expect((await ask('GET', address)).status).toBe(204);
    expect(server.metrics.connections).toBe(0);
  });

  it('ends its line by DELETE: 202, the open poll gets 204, a second DELETE 404', async () => {
    const { url, server, gone } = await open();
    const poller = await Poller.shaken(url);
    const waiting = call('GET', poller.address);
    await turns(10);
    expect((await poller.delete()).status).toBe(202);
    expect((await waiting.answer).status).toBe(204);
    expect((await poller.delete()).status).toBe(404);
    expect((await poller.poll()).status).toBe(404);
    expect(server.metrics.connections).toBe(0);
    expect(gone).toEqual([null]);
    expect(server.metrics.closes.client).toBe(1);
  });

  it('gets the Close message with its open poll, then 204', async () => {
    const { url, contexts, server } = await open();
    const poller = await Poller.shaken(url);
    const waiting = call('GET', poller.address);
    await turns(10);
    contexts[0]?.send('Said', 'last');
    contexts[0]?.close({ error: 'Enough.' });
    expect((await waiting.answer).body.toString()).toBe(
      '{"type":1,"target":"Said","arguments":["last"]}\x1e{"type":7,"error":"Enough."}\x1e',
    );
    expect((await poller.send(echo('1', 'late'))).status).toBe(404);
    expect((await poller.poll()).status).toBe(204);
    expect(server.metrics.connections).toBe(0);
    expect((await poller.poll()).status).toBe(404);
  });

  it('that does not fetch the Close message is forgotten after 5 s', async () => {
    const { url, contexts, server, clock } = await open();
    await Poller.shaken(url);
    contexts[0]?.close();
    await pass(clock, 4);
    expect(server.metrics.connections).toBe(1);
    await pass(clock, 2);
    expect(server.metrics.connections).toBe(0);
  });

  it('is served to its end when the server closes, and nobody new is let in', async () => {
    const { url, server } = await open();
    const poller = await Poller.shaken(url);
    const fresh = await negotiated(url);
    const waiting = call('GET', poller.address);
    await turns(10);
    const closed = server.close();
    expect((await waiting.answer).body.toString()).toBe('{"type":7,"allowReconnect":true}\x1e');
    expect((await ask('GET', fresh)).status).toBe(503);
    expect((await poller.delete()).status).toBe(202);
    await closed;
    expect(server.metrics.closes.serverClosing).toBe(1);
  });

  it('whose answer is lost on the way must start anew', async () => {
    const { url, contexts, server, gone } = await open({}, { maxOrderedBytes: 1e9 });
    const poller = await Poller.shaken(url);
    const { hostname, port, pathname, search } = new URL(poller.address);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // More than the network takes while nobody reads.
    contexts[0]?.send('Said', 'x'.repeat(50_000_000));
    contexts[0]?.sendMessage(contexts[0].hub.message('Said', 'end'), { urgent: true });
    await until(() => server.metrics.bytesOut > 50_000_000);
    socket.resetAndDestroy();
    await until(() => server.metrics.connections === 0);
    expect(gone.map((error) => error?.message)).toEqual(['The client left a poll before it had its answer.']);
  });
});

describe('what a polling client sends', () => {
  it('comes in whole bodies, in order, and is answered with 200 and nothing', async () => {
    const { url } = await open();
    const poller = await Poller.shaken(url);
    const message = echo('1', 'abc');
    const parts = [message.slice(0, 20), message.slice(20)];
    for (const part of parts) {
      const answer = await poller.send(part);
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
    }
    expect((await poller.send('')).status).toBe(200);
    expect((await poller.poll()).body.toString()).toContain('"abc"');
  });

  it('is not answered while the hub holds the client back', async () => {
    const { url, letGo, running } = await open({}, { maxWaitingInvocations: 1 });
    const poller = await Poller.shaken(url);
    const wait = '{"type":1,"target":"Wait","arguments":[],"invocationId":"w"}\x1e';
    const first = call('POST', poller.address, { body: wait + echo('1', 'a') + echo('2', 'b') });
    const second = call('POST', poller.address, { body: echo('3', 'c') });
    let answered = 0;
    for (const each of [first, second]) void each.answer.then(() => answered++);
    await until(() => running() === 1);
    await turns(20);
    expect(answered).toBe(0);
    letGo();
    expect((await first.answer).status).toBe(200);
    expect((await second.answer).status).toBe(200);
    let got = '';
    while (!got.includes('"3"')) got += (await poller.poll()).body.toString();
    expect([...got.matchAll(/"invocationId":"(.)"/g)].map((match) => match[1])).toEqual(['w', '1', '2', '3']);
  });

  it('may not be longer than 1 MiB at once: 413, and the line ends', async () => {
    const { url, server } = await open();
    const poller = await Poller.shaken(url);
    const answer = await poller.send(Buffer.alloc(1024 * 1024 + 1, 0x20));
    expect(answer.status).toBe(413);
    expect(server.metrics.connections).toBe(0);
    expect(server.metrics.breaches.frameBytes).toBe(1);
    expect(server.metrics.closes.limit).toBe(1);
  });

  it('may not pile up: beyond 16 waiting requests 429', async () => {
    const { url, server, running, letGo } = await open({}, { maxWaitingInvocations: 1 });
    const poller = await Poller.shaken(url);
    const wait = '{"type":1,"target":"Wait","arguments":[],"invocationId":"w"}\x1e';
    const held = call('POST', poller.address, { body: wait + echo('1', 'a') });
    await until(() => running() === 1);
    const more = Array.from({ length: 20 }, () => call('POST', poller.address, { body: '{"type":6}\x1e' }));
    await until(() => server.metrics.breaches.waitingRequests === 4);
    letGo();
    const statuses = await Promise.all([held, ...more].map(async ({ answer }) => (await answer).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(17);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('that breaks off in the middle of a body changes nothing', async () => {
    const { url } = await open();
    const poller = await Poller.shaken(url);
    const broken = call('POST', poller.address, {
      headers: { 'Content-Length': '1000' },
      body: echo('1', 'half'),
    });
    await turns(20);
    broken.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await poller.send(echo('2', 'whole'));
    expect((await poller.poll()).body.toString()).toBe('{"type":3,"invocationId":"2","result":"whole"}\x1e');
  });
});

describe('the token of a polling client', () => {
  const members: Options = {
    authenticate: ({ token }) => (token === null || token === 'bad' ? null : { userId: token }),
  };

  it('is asked for at every request: without it, or with a bad one, 401 and an empty body', async () => {
    const { url, server } = await open(members);
    const poller = await Poller.shaken(url, 'json', '&access_token=ann');
    const bare = poller.address.replace('&access_token=ann', '');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await ask(method, bare, { headers: { Authorization: 'Bearer bad' } });
      expect([method, answer.status, answer.reason, answer.body.length]).toEqual([
        method,
        401,
        'Unauthorized',
        0,
      ]);
    }
    expect(server.metrics.connections).toBe(1);
    const byHeader = await ask('POST', bare, {
      headers: { Authorization: 'Bearer ann' },
      body: echo('1', 'a'),
    });
    expect(byHeader.status).toBe(200);
  });

  it('of another user leads nowhere', async () => {
    const { url } = await open(members);
    const poller = await Poller.shaken(url, 'json', '&access_token=ann');
    const bare = poller.address.replace('&access_token=ann', '&access_token=bob');
    for (const method of ['GET', 'POST', 'DELETE']) expect((await ask(method, bare)).status).toBe(404);
  });

  it('that ends makes the official client give up its poll and come back', async () => {
    let isGood = true;
    const { url, server, clock } = await open({ authenticate: () => (isGood ? { userId: 'ann' } : null) });
    const connection = await started(url, { transport: 4, reconnects: true });
    let isBack = false;
    connection.onreconnected(() => {
      isBack = true;
    });
    connection.onreconnecting(() => {
      isGood = true;
    });
    isGood = false;
    await pass(clock, 91);
    await until(() => isBack);
    expect(await connection.invoke('Echo', 'back')).toBe('back');
    expect(server.metrics.connections).toBeGreaterThan(0);
  });
});

describe('the transport of a connection', () => {
  it('is the one it began with', async () => {
    const { url } = await open();
    const poller = await Poller.shaken(url);
    const events = { headers: { Accept: 'text/event-stream' } };
    expect((await ask('GET', poller.address, events)).status).toBe(400);
    expect((await refusedUpgrade(poller.address)).status).toBe(400);
    const live = await negotiated(url);
    await RawClient.open(live);
    const poll = await ask('GET', live);
    expect([poll.status, poll.body.toString()]).toEqual([400, 'Cannot change transports mid-connection']);
  });

  it('may be switched off for a hub: 404, and it is not offered', async () => {
    const { url } = await open({ transports: ['WebSockets'] });
    const answer = await ask('POST', `${url}/negotiate?negotiateVersion=1`);
    expect(JSON.parse(answer.body.toString()).availableTransports).toEqual([
      { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
    ]);
    const address = await negotiated(url);
    expect((await ask('GET', address)).status).toBe(404);
    expect((await ask('GET', address, { headers: { Accept: 'text/event-stream' } })).status).toBe(404);
    // The token is still good for what is switched on.
    await RawClient.open(address);
    const polling = await open({ transports: ['LongPolling'] });
    expect(await refusedUpgrade(await negotiated(polling.url))).toMatchObject({ status: 404 });
    expect(await refusedUpgrade(polling.url)).toMatchObject({ status: 404 });
  });

  it('begins at the node that issued the token, except for WebSockets', async () => {
    const nodes = await Promise.all(
      ['a', 'b'].map((node) => open({}, { node, tokenSecret: 'one secret for both' })),
    );
    const [here, there] = nodes.map(({ url }) => url);
    const elsewhere = (await negotiated(here ?? '')).replace(here ?? '', there ?? '');
    expect((await ask('GET', elsewhere)).status).toBe(404);
    await RawClient.open(elsewhere);
  });
});

describe('polls of pages', () => {
  it('are answered with the headers that let the page read them', async () => {
    const { url } = await open({ origins: ['https://floor.example'] });
    const headers = { Origin: 'https://floor.example' };
    const address = await negotiated(url, '', headers);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await ask(method, address, { headers });
      expect(answer.headers['access-control-allow-origin']).toBe('https://floor.example');
      expect(answer.headers['access-control-allow-credentials']).toBe('true');
    }
    expect((await ask('GET', address, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
  });
});

describe('a polling client that is slow', () => {
  it('loses no ordered message, and gets the newest state of what is conflated', async () => {
    const { url, hub, clock, contexts } = await open(
      {},
      { slowAboveBytes: 2_000, slowBelowBytes: 500, idleTimeoutMs: 1e9 },
    );
    const poller = await Poller.shaken(url);
    contexts[0]?.groups.join('market');
    const market = hub.group('market');
    let latest = 0;
    for (let i = 1; i <= 100; i++) {
      latest = i;
      hub.all.send('Said', 'x'.repeat(100));
      const whole = () => hub.message('Numbered', -latest);
      market.conflate('MAY', { update: hub.message('Numbered', i), whole });
      clock.advance(50);
      await turns(1);
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
