import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { HubContext, HubUser } from '../hub/hub.ts';
import type { HubOptions } from '../hub-endpoint.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import { ask, EventClient, jsonHandshake, messagePackHandshake, negotiated } from '../testing/http-client.ts';
import { text } from '../testing/schemas.ts';
import { closeAll, refusedUpgrade, serve, turns, until } from '../testing/serve.ts';

afterEach(closeAll);

const contract = { methods: { Echo: { args: [text], result: text } }, events: { Said: [text] } } as const;
type Options = Partial<HubOptions<typeof contract, HubUser, undefined>>;

async function open(options: Options = {}, settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, ...settings });
  const contexts: HubContext<typeof contract, HubUser, undefined>[] = [];
  const gone: (Error | null)[] = [];
  const hub = server.hub<typeof contract, HubUser, undefined>('/hub', contract, {
    hub: {
      onConnected: (context) => void contexts.push(context),
      onDisconnected: (_context, error) => void gone.push(error),
      methods: { Echo: (_context, words) => words },
    },
    ...options,
  });
  return { url: `${await serve(server)}/hub`, clock, server, hub, contexts, gone };
}

async function shaken(url: string, more = ''): Promise<EventClient> {
  const client = new EventClient(await negotiated(url, more));
  await until(() => client.received === ':\r\n');
  await client.send(jsonHandshake);
  await until(() => client.events.length === 1);
  return client;
}

async function pass(clock: ManualClock, seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await turns();
  }
}

const echo = (id: string, words: string) =>
  `${JSON.stringify({ type: 1, target: 'Echo', arguments: [words], invocationId: id })}\x1e`;

describe('an event stream', () => {
  it('opens at once with a comment, and nothing on the way may keep it', async () => {
    const { url, server } = await open();
    const client = new EventClient(await negotiated(url));
    await until(() => client.received === ':\r\n');
    expect(client.response?.statusCode).toBe(200);
    const headers = client.response?.headers;
    expect(headers?.['content-type']).toBe('text/event-stream');
    expect(headers?.['cache-control']).toContain('no-store');
    expect(headers?.['content-encoding']).toBeUndefined();
    expect(server.metrics.transports.ServerSentEvents).toBe(1);
    client.hangUp();
    await until(() => server.metrics.connections === 0);
  });

  it('carries one event a write; what the client has to say comes by POST', async () => {
    const { url, hub, clock } = await open();
    const client = await shaken(url);
    expect(client.events).toEqual(['{}\x1e']);
    expect((await client.send(echo('1', 'é'))).status).toBe(200);
    await until(() => client.events.length === 2);
    hub.all.send('Said', 'a');
    hub.all.send('Said', 'b');
    clock.advance(50);
    await until(() => client.events.length === 3);
    expect(client.events.slice(1)).toEqual([
      '{"type":3,"invocationId":"1","result":"é"}\x1e',
      '{"type":1,"target":"Said","arguments":["a"]}\x1e{"type":1,"target":"Said","arguments":["b"]}\x1e',
    ]);
    client.hangUp();
  });

  it('is kept alive by pings, and its client must ping too', async () => {
    const { url, clock, server } = await open();
    const client = await shaken(url);
    await pass(clock, 18);
    await until(() => client.events.includes('{"type":6}\x1e'));
    await pass(clock, 14);
    await until(() => client.isEnded);
    expect(client.events.at(-1)).toContain('The client sent nothing for 30 seconds.');
    expect(server.metrics.closes.clientTimeout).toBe(1);
  });

  it('ends with the connection, after the Close message', async () => {
    const { url, contexts, server, gone } = await open();
    const client = await shaken(url);
    contexts[0]?.close({ error: 'Enough.' });
    await until(() => client.isEnded);
    expect(client.events.at(-1)).toBe('{"type":7,"error":"Enough."}\x1e');
    await until(() => server.metrics.connections === 0);
    expect(gone).toEqual([null]);
    expect((await client.send(echo('1', 'late'))).status).toBe(404);
  });

  it('ends when the client hangs up, and so does the connection', async () => {
    const { url, server, gone } = await open();
    const client = await shaken(url);
    client.hangUp();
    await until(() => server.metrics.connections === 0);
    expect(gone).toEqual([null]);
    expect(server.metrics.closes.client).toBe(1);
  });

  it('cannot carry MessagePack', async () => {
    const { url } = await open();
    const client = new EventClient(await negotiated(url));
    await until(() => client.received === ':\r\n');
    await client.send(messagePackHandshake);
    await until(() => client.isEnded);
    expect(client.events).toEqual([
      `${JSON.stringify({
        error:
          "Cannot use the 'messagepack' protocol on the current transport. The transport does not support 'Binary' transfer format.",
      })}\x1e`,
    ]);
  });

  it('there is one of: 409 for a second, 400 for a poll, an upgrade or a DELETE', async () => {
    const { url } = await open();
    const client = await shaken(url);
    const second = await ask('GET', client.address, { headers: { Accept: 'text/event-stream' } });
    expect(second.status).toBe(409);
    expect((await ask('GET', client.address)).status).toBe(400);
    expect((await refusedUpgrade(client.address)).status).toBe(400);
    const deleted = await ask('DELETE', client.address);
    expect([deleted.status, deleted.body.toString()]).toEqual([
      400,
      'Cannot terminate this connection using the DELETE endpoint.',
    ]);
    client.hangUp();
  });

  it('takes the token from the query, and asks for it again at every POST', async () => {
    const { url } = await open({
      authenticate: ({ token }) => (token === 'ann' ? { userId: 'ann' } : null),
    });
    const client = await shaken(url, '&access_token=ann');
    const bare = client.address.replace('&access_token=ann', '');
    expect((await ask('POST', bare, { body: echo('1', 'a') })).status).toBe(401);
    const headers = { Authorization: 'Bearer ann' };
    expect((await ask('POST', bare, { headers, body: echo('1', 'a') })).status).toBe(200);
    client.hangUp();
  });

  it('is not offered by a hub that speaks MessagePack only', async () => {
    const { url } = await open({ protocols: ['messagepack'] });
    const answer = await ask('POST', `${url}/negotiate?negotiateVersion=1`);
    expect(JSON.parse(answer.body.toString()).availableTransports).toEqual([
      { transport: 'WebSockets', transferFormats: ['Binary'] },
      { transport: 'LongPolling', transferFormats: ['Binary'] },
    ]);
  });

  it('has a request over 1 MiB answered with 413, and ends', async () => {
    const { url, server } = await open();
    const client = await shaken(url);
    expect((await client.send(' '.repeat(1024 * 1024 + 1))).status).toBe(413);
    await until(() => server.metrics.connections === 0);
    expect(server.metrics.closes.limit).toBe(1);
  });

  it('of a client that does not read is not written to without end', async () => {
    const { url, hub, clock, server } = await open({}, { maxOrderedBytes: 1024 * 1024 });
    const client = await shaken(url);
    client.response?.pause();
    for (let i = 0; i < 200 && server.metrics.breaches.orderedBytes === 0; i++) {
      hub.all.send('Said', 'x'.repeat(64 * 1024));
      clock.advance(50);
      await turns(1);
    }
    expect(server.metrics.breaches.orderedBytes).toBe(1);
    expect(server.metrics.slowdowns).toBeGreaterThan(0);
    await pass(clock, 6);
    await until(() => server.metrics.connections === 0);
    client.hangUp();
  });
});
