import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import { Poller } from '../testing/http-client.ts';
import { number, text } from '../testing/schemas.ts';
import { closeAll, errorMessageOf, RawClient, serve, startClient, until } from '../testing/serve.ts';
import type { HubContext } from './hub.ts';

afterEach(closeAll);

const contract = {
  methods: {
    InvokeMe: { args: [text], result: number },
    Echo: { args: [text], result: text },
  },
  events: { Big: [text] },
  clientResults: { Result: { args: [text], result: number } },
} as const;
type Context = HubContext<typeof contract, null, undefined>;

async function open(
  settings: HubServerOptions = {},
  onConnected: (context: Context) => void | Promise<void> = () => {},
) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, ...settings });
  const contexts: Context[] = [];
  const hub = server.hub<typeof contract, null, undefined>('/h', contract, {
    handlers: {
      onConnected(context) {
        contexts.push(context);
        return onConnected(context);
      },
      methods: {
        InvokeMe: async (_context, words, invocation) => (await invocation.invokeCaller('Result', words)) * 2,
        Echo: (_context, words) => words,
      },
    },
  });
  return { url: `${await serve(server)}/h`, clock, server, hub, contexts };
}

const send = (raw: RawClient, ...messages: object[]) =>
  raw.send(messages.map((message) => `${JSON.stringify(message)}\x1e`).join(''));

describe('a client result', () => {
  it('can be requested by the method that the client has invoked, while the client invokes other methods', async () => {
    const { url } = await open();
    const raw = await RawClient.connect(url);
    send(raw, { type: 1, invocationId: '1', target: 'InvokeMe', arguments: ['how many?'] });
    await until(() => raw.messages.length === 1);
    const [invocation] = raw.messages;
    expect(invocation).toMatchObject({ type: 1, target: 'Result', arguments: ['how many?'] });
    send(raw, { type: 1, invocationId: '2', target: 'Echo', arguments: ['meanwhile'] });
    await until(() => raw.messages.length === 2);
    expect(raw.messages[1]).toEqual({ type: 3, invocationId: '2', result: 'meanwhile' });
    send(raw, { type: 3, invocationId: invocation?.invocationId, result: 21 });
    await until(() => raw.messages.length === 3);
    expect(raw.messages[2]).toEqual({ type: 3, invocationId: '1', result: 42 });
  });

  it('is matched by its own id, even if an invocation of the client has the same id', async () => {
    const { url } = await open();
    const raw = await RawClient.connect(url);
    send(raw, { type: 1, invocationId: 's1', target: 'InvokeMe', arguments: ['?'] });
    await until(() => raw.messages.length === 1);
    send(raw, { type: 3, invocationId: 's1', result: 4 });
    await until(() => raw.messages.length === 2);
    expect(raw.messages[1]).toEqual({ type: 3, invocationId: 's1', result: 8 });
  });

  it("rejects if it is invalid, and the client's own invocation that needs it fails without details", async () => {
    const { url, hub } = await open();
    const connection = await startClient(url);
    connection.on('Result', () => 'ten');
    const id = connection.connectionId ?? '';
    expect(await errorMessageOf(hub.connection(id).invoke('Result', '?'))).toBe(
      "The result of 'Result': expected a number",
    );
    expect(await errorMessageOf(connection.invoke('InvokeMe', '?'))).toBe(
      "An unexpected error occurred invoking 'InvokeMe' on the server.",
    );
  });

  it('must arrive within 30 s, and a later result is ignored', async () => {
    const { url, clock, hub, contexts } = await open({ clientTimeoutMs: 1e9 });
    const raw = await RawClient.connect(url);
    await until(() => contexts.length === 1);
    const failure = errorMessageOf(hub.connection(contexts[0]?.connectionId ?? '').invoke('Result', '?'));
    await until(() => raw.messages.length === 1);
    clock.advance(31_000);
    expect(await failure).toBe('The client returned no result within 30 seconds.');
    send(raw, { type: 3, invocationId: raw.messages[0]?.invocationId, result: 1 });
    send(raw, { type: 1, invocationId: '9', target: 'Echo', arguments: ['still here'] });
    await until(() => raw.messages.some(({ result }) => result === 'still here'));
  });

  it('rejects immediately when the client disconnects', async () => {
    const { url, hub, contexts } = await open();
    const raw = await RawClient.connect(url);
    await until(() => contexts.length === 1);
    const failure = errorMessageOf(hub.connection(contexts[0]?.connectionId ?? '').invoke('Result', '?'));
    await until(() => raw.messages.length === 1);
    raw.socket.terminate();
    expect(await failure).toBe('The connection ended before the client returned a result.');
  });

  it('rejects when requesting it overflows the queue and so closes the connection', async () => {
    const limits = { maxOrderedBytes: 1000, slowAboveBytes: 200, slowBelowBytes: 100 };
    const { url, hub, contexts, clock, server } = await open(limits);
    // The client does not poll, so everything stays queued.
    await Poller.connect(url);
    await until(() => contexts.length === 1);
    for (let i = 0; i < 2; i++) {
      contexts[0]?.send('Big', 'x'.repeat(300));
      clock.advance(50);
    }
    await until(() => server.metrics.slowClients === 1);
    const failure = errorMessageOf(
      hub.connection(contexts[0]?.connectionId ?? '').invoke('Result', 'x'.repeat(2000)),
    );
    expect(await failure).toBe('The connection ended before the client returned a result.');
    expect(server.metrics.limitsExceeded.orderedBytes).toBe(1);
  });

  it('cannot be requested while onConnected runs, because nothing is read from the client yet', async () => {
    let failure = '';
    const { url, hub } = await open({}, async (context) => {
      failure = await errorMessageOf(hub.connection(context.connectionId).invoke('Result', '?'));
    });
    await startClient(url);
    expect(failure).toBe('A client can return results only after onConnected has completed.');
    expect(await errorMessageOf(hub.connection('nobody').invoke('Result', '?'))).toBe(
      'There is no connection with that id.',
    );
  });
});
