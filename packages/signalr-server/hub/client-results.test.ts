import { afterEach, describe, expect, it } from 'vitest';
import { InProcessBackplane } from '../backplane/in-process-backplane.ts';
import { ManualClock } from '../clock.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import { Poller } from '../testing/http-client.ts';
import { number, text } from '../testing/schemas.ts';
import { closeAll, failureOf, RawClient, serve, started, until } from '../testing/serve.ts';
import type { HubContext } from './hub.ts';

afterEach(closeAll);

const contract = {
  methods: {
    AskMe: { args: [text], result: number },
    Echo: { args: [text], result: text },
  },
  events: { Big: [text] },
  questions: { Result: { args: [text], result: number } },
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
    hub: {
      onConnected(context) {
        contexts.push(context);
        return onConnected(context);
      },
      methods: {
        AskMe: async (_context, words, call) => (await call.ask('Result', words)) * 2,
        Echo: (_context, words) => words,
      },
    },
  });
  return { url: `${await serve(server)}/h`, clock, server, hub, contexts };
}

const send = (raw: RawClient, ...messages: object[]) =>
  raw.send(messages.map((message) => `${JSON.stringify(message)}\x1e`).join(''));

describe('a client that is asked', () => {
  it('by the method it has called may answer, and call others before it does', async () => {
    const { url } = await open();
    const raw = await RawClient.shaken(url);
    send(raw, { type: 1, invocationId: '1', target: 'AskMe', arguments: ['how many?'] });
    await until(() => raw.messages.length === 1);
    const [question] = raw.messages;
    expect(question).toMatchObject({ type: 1, target: 'Result', arguments: ['how many?'] });
    send(raw, { type: 1, invocationId: '2', target: 'Echo', arguments: ['meanwhile'] });
    await until(() => raw.messages.length === 2);
    expect(raw.messages[1]).toEqual({ type: 3, invocationId: '2', result: 'meanwhile' });
    send(raw, { type: 3, invocationId: question?.invocationId, result: 21 });
    await until(() => raw.messages.length === 3);
    expect(raw.messages[2]).toEqual({ type: 3, invocationId: '1', result: 42 });
  });

  it('with an id that its own call has as well answers its question, not its call', async () => {
    const { url } = await open();
    const raw = await RawClient.shaken(url);
    send(raw, { type: 1, invocationId: 's1', target: 'AskMe', arguments: ['?'] });
    await until(() => raw.messages.length === 1);
    send(raw, { type: 3, invocationId: 's1', result: 4 });
    await until(() => raw.messages.length === 2);
    expect(raw.messages[1]).toEqual({ type: 3, invocationId: 's1', result: 8 });
  });

  it('and answers what does not fit fails the question; its own call learns only that', async () => {
    const { url, hub } = await open();
    const connection = await started(url);
    connection.on('Result', () => 'ten');
    const id = connection.connectionId ?? '';
    expect(await failureOf(hub.connection(id).ask('Result', '?'))).toBe(
      "The answer to 'Result': expected a number",
    );
    expect(await failureOf(connection.invoke('AskMe', '?'))).toBe(
      "An unexpected error occurred invoking 'AskMe' on the server.",
    );
  });

  it('has 30 s to answer; what it says later is ignored', async () => {
    const { url, clock, hub, contexts } = await open({ clientTimeoutMs: 1e9 });
    const raw = await RawClient.shaken(url);
    await until(() => contexts.length === 1);
    const failure = failureOf(hub.connection(contexts[0]?.connectionId ?? '').ask('Result', '?'));
    await until(() => raw.messages.length === 1);
    clock.advance(31_000);
    expect(await failure).toBe('The client did not answer within 30 seconds.');
    send(raw, { type: 3, invocationId: raw.messages[0]?.invocationId, result: 1 });
    send(raw, { type: 1, invocationId: '9', target: 'Echo', arguments: ['still here'] });
    await until(() => raw.messages.some(({ result }) => result === 'still here'));
  });

  it('and leaves, fails the question at once', async () => {
    const { url, hub, contexts } = await open();
    const raw = await RawClient.shaken(url);
    await until(() => contexts.length === 1);
    const failure = failureOf(hub.connection(contexts[0]?.connectionId ?? '').ask('Result', '?'));
    await until(() => raw.messages.length === 1);
    raw.socket.terminate();
    expect(await failure).toBe('The connection ended before the client answered.');
  });

  it('by a question that ends its connection, because too much waits for it, fails the question', async () => {
    const limits = { maxOrderedBytes: 1000, slowAboveBytes: 200, slowBelowBytes: 100 };
    const { url, hub, contexts, clock, server } = await open(limits);
    // It does not poll, so that what is sent to it stays.
    await Poller.shaken(url);
    await until(() => contexts.length === 1);
    for (let i = 0; i < 2; i++) {
      contexts[0]?.send('Big', 'x'.repeat(300));
      clock.advance(50);
    }
    await until(() => server.metrics.slowClients === 1);
    const failure = failureOf(
      hub.connection(contexts[0]?.connectionId ?? '').ask('Result', 'x'.repeat(2000)),
    );
    expect(await failure).toBe('The connection ended before the client answered.');
    expect(server.metrics.breaches.orderedBytes).toBe(1);
  });

  it('cannot be asked while onConnected runs: nothing is read from it yet', async () => {
    let failure = '';
    const { url, hub } = await open({}, async (context) => {
      failure = await failureOf(hub.connection(context.connectionId).ask('Result', '?'));
    });
    await started(url);
    expect(failure).toBe('A client can be asked something only when onConnected is through.');
    expect(await failureOf(hub.connection('nobody').ask('Result', '?'))).toBe(
      'There is no connection with that id.',
    );
  });

  it('on another node is asked over the backplane', async () => {
    const backplane = new InProcessBackplane();
    const [here, there] = await Promise.all(['a', 'b'].map((node) => open({ node, backplane })));
    const connection = await started(there?.url ?? '');
    connection.on('Result', (words: string) => words.length);
    const id = connection.connectionId ?? '';
    expect(await here?.hub.connection(id).ask('Result', 'four')).toBe(4);
    await connection.stop();
    await until(() => there?.server.metrics.connections === 0);
    expect(await failureOf(here?.hub.connection(id).ask('Result', '?') ?? Promise.resolve())).toBe(
      'There is no connection with that id.',
    );
  });
});
