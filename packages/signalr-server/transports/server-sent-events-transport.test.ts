import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { HubContext, HubUser } from '../hub/hub.ts';
import type { HubOptions } from '../hub-endpoint.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import { EventStreamClient, handshakes, negotiatedUrl, sendRequest } from '../testing/http-client.ts';
import { text } from '../testing/schemas.ts';
import {
  advanceSeconds,
  closeAll,
  echoInvocation,
  eventLoopTurns,
  rejectedUpgrade,
  serve,
  until,
} from '../testing/serve.ts';

afterEach(closeAll);

const contract = { methods: { Echo: { args: [text], result: text } }, events: { Said: [text] } } as const;
type Options = Partial<HubOptions<typeof contract, HubUser, undefined>>;

async function open(options: Options = {}, settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, ...settings });
  const contexts: HubContext<typeof contract, HubUser, undefined>[] = [];
  const disconnected: (Error | null)[] = [];
  const hub = server.hub<typeof contract, HubUser, undefined>('/hub', contract, {
    handlers: {
      onConnected: (context) => void contexts.push(context),
      onDisconnected: (_context, error) => void disconnected.push(error),
      methods: { Echo: (_context, words) => words },
    },
    ...options,
  });
  return { url: `${await serve(server)}/hub`, clock, server, hub, contexts, disconnected };
}

/** Negotiates, opens the stream and completes the handshake. */
async function connectEventStream(url: string, query = ''): Promise<EventStreamClient> {
  const client = new EventStreamClient(await negotiatedUrl(url, query));
  await until(() => client.received === ':\r\n');
  await client.send(handshakes.json);
  await until(() => client.events.length === 1);
  return client;
}

describe('an event stream', () => {
  it('opens immediately with a comment, and must not be cached', async () => {
    const { url, server } = await open();
    const client = new EventStreamClient(await negotiatedUrl(url));
    await until(() => client.received === ':\r\n');
    expect(client.response?.statusCode).toBe(200);
    const headers = client.response?.headers;
    expect(headers?.['content-type']).toBe('text/event-stream');
    expect(headers?.['cache-control']).toContain('no-store');
    expect(headers?.['content-encoding']).toBeUndefined();
    expect(server.metrics.transports.ServerSentEvents).toBe(1);
    client.disconnect();
    await until(() => server.metrics.connections === 0);
  });

  it('carries one event per frame, and the client sends by POST', async () => {
    const { url, hub, clock } = await open();
    const client = await connectEventStream(url);
    expect(client.events).toEqual(['{}\x1e']);
    expect((await client.send(echoInvocation('1', 'é'))).status).toBe(200);
    await until(() => client.events.length === 2);
    hub.all.send('Said', 'a');
    hub.all.send('Said', 'b');
    clock.advance(50);
    await until(() => client.events.length === 3);
    expect(client.events.slice(1)).toEqual([
      '{"type":3,"invocationId":"1","result":"é"}\x1e',
      '{"type":1,"target":"Said","arguments":["a"]}\x1e{"type":1,"target":"Said","arguments":["b"]}\x1e',
    ]);
    client.disconnect();
  });

  it('is kept alive by pings of both sides', async () => {
    const { url, clock, server } = await open();
    const client = await connectEventStream(url);
    await advanceSeconds(clock, 18);
    await until(() => client.events.includes('{"type":6}\x1e'));
    await advanceSeconds(clock, 14);
    await until(() => client.isEnded);
    expect(client.events.at(-1)).toContain('The client sent nothing for 30 seconds.');
    await until(() => server.metrics.closes.clientTimeout === 1);
  });

  it('ends with the connection, after the Close message', async () => {
    const { url, contexts, server, disconnected } = await open();
    const client = await connectEventStream(url);
    contexts[0]?.close({ error: 'Enough.' });
    await until(() => client.isEnded);
    expect(client.events.at(-1)).toBe('{"type":7,"error":"Enough."}\x1e');
    await until(() => server.metrics.connections === 0);
    expect(disconnected).toEqual([null]);
    expect((await client.send(echoInvocation('1', 'late'))).status).toBe(404);
  });

  it('ends the connection when the client disconnects', async () => {
    const { url, server, disconnected } = await open();
    const client = await connectEventStream(url);
    client.disconnect();
    await until(() => server.metrics.connections === 0);
    expect(disconnected).toEqual([null]);
    await until(() => server.metrics.closes.client === 1);
  });

  it('cannot carry MessagePack', async () => {
    const { url } = await open();
    const client = new EventStreamClient(await negotiatedUrl(url));
    await until(() => client.received === ':\r\n');
    await client.send(handshakes.messagepack);
    await until(() => client.isEnded);
    expect(client.events).toEqual([
      `${JSON.stringify({
        error:
          "Cannot use the 'messagepack' protocol on the current transport. The transport does not support 'Binary' transfer format.",
      })}\x1e`,
    ]);
  });

  it('rejects a second stream with 409, and a poll, an upgrade or a DELETE with 400', async () => {
    const { url } = await open();
    const client = await connectEventStream(url);
    const second = await sendRequest('GET', client.url, { headers: { Accept: 'text/event-stream' } });
    expect(second.status).toBe(409);
    expect((await sendRequest('GET', client.url)).status).toBe(400);
    expect((await rejectedUpgrade(client.url)).status).toBe(400);
    const deleted = await sendRequest('DELETE', client.url);
    expect([deleted.status, deleted.body.toString()]).toEqual([
      400,
      'Cannot terminate this connection using the DELETE endpoint.',
    ]);
    client.disconnect();
  });

  it('takes the access token from the query and requires it for every POST', async () => {
    const { url } = await open({
      authenticate: ({ token }) => (token === 'ann' ? { userId: 'ann' } : null),
    });
    const client = await connectEventStream(url, '&access_token=ann');
    const bare = client.url.replace('&access_token=ann', '');
    expect((await sendRequest('POST', bare, { body: echoInvocation('1', 'a') })).status).toBe(401);
    const headers = { Authorization: 'Bearer ann' };
    expect((await sendRequest('POST', bare, { headers, body: echoInvocation('1', 'a') })).status).toBe(200);
    client.disconnect();
  });

  it('is not offered by a hub that accepts MessagePack only', async () => {
    const { url } = await open({ protocols: ['messagepack'] });
    const reply = await sendRequest('POST', `${url}/negotiate?negotiateVersion=1`);
    expect(JSON.parse(reply.body.toString()).availableTransports).toEqual([
      { transport: 'WebSockets', transferFormats: ['Binary'] },
      { transport: 'LongPolling', transferFormats: ['Binary'] },
    ]);
  });

  it('ends when a POST is above 1 MiB, which gets 413', async () => {
    const { url, server } = await open();
    const client = await connectEventStream(url);
    expect((await client.send(' '.repeat(1024 * 1024 + 1))).status).toBe(413);
    await until(() => server.metrics.connections === 0);
    await until(() => server.metrics.closes.limit === 1);
  });

  it('ends when its client does not read and too many bytes are queued', async () => {
    const { url, hub, clock, server } = await open({}, { maxOrderedBytes: 1024 * 1024 });
    const client = await connectEventStream(url);
    client.response?.pause();
    for (let i = 0; i < 200 && server.metrics.limitsExceeded.orderedBytes === 0; i++) {
      hub.all.send('Said', 'x'.repeat(64 * 1024));
      clock.advance(50);
      await eventLoopTurns(1);
    }
    expect(server.metrics.limitsExceeded.orderedBytes).toBe(1);
    expect(server.metrics.slowdowns).toBeGreaterThan(0);
    await advanceSeconds(clock, 6);
    await until(() => server.metrics.connections === 0);
    client.disconnect();
  });
});
