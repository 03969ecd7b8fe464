import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import type { HubDenial } from './denial.ts';
import { HubError, TooManyRequestsError, UnauthorizedError } from './errors.ts';
import type { Hub, HubContext, HubUser } from './hub/hub.ts';
import type { HubOptions } from './hub-endpoint.ts';
import { createHubServer, type HubServerOptions } from './hub-server.ts';
import type { HubLogEntry } from './logger.ts';
import { anything, asyncText, number, pricedRows, text, texts } from './testing/schemas.ts';
import {
  closeAll,
  type createClient,
  errorMessageOf,
  eventLoopTurns,
  HttpTransportType,
  RawClient,
  serve,
  startClient,
  until,
} from './testing/serve.ts';

afterEach(closeAll);

const contract = {
  methods: {
    Add: { args: [number, number], result: number },
    Nothing: { args: [] },
    Optional: { args: [text, anything], result: text },
    Fail: { args: [text] },
    Reject: { args: [text] },
    Unencodable: { args: [], result: anything },
    Rows: { args: [pricedRows], result: number },
    Uppercase: { args: [asyncText], result: text },
    Wait: { args: [text], result: text },
    Join: { args: [texts] },
    Leave: { args: [texts] },
    SendToGroup: { args: [text, text] },
    DescribeContext: { args: [], result: anything },
    Bye: { args: [] },
    SendLong: { args: [number, text] },
  },
  events: { Said: [text], Numbered: [number], Pair: [text, number], Anything: [anything] },
} as const;
type Contract = typeof contract;
interface Items {
  calls: number;
}
type Context = HubContext<Contract, HubUser, Items>;

interface TestServer {
  readonly url: string;
  readonly clock: ManualClock;
  readonly server: ReturnType<typeof createHubServer>;
  readonly hub: Hub<Contract, HubUser, Items>;
  readonly log: HubLogEntry[];
  /** The actions of the hub's code, in order. */
  readonly notes: string[];
  /** Ends a waiting call of `Wait`. */
  readonly finishWait: (name: string) => void;
}

async function open(
  settings: HubServerOptions = {},
  hubOptions: Partial<HubOptions<Contract, HubUser, Items>> & {
    onConnected?: (context: Context) => void | Promise<void>;
    beforeInvocation?: (context: Context, method: string) => void | Promise<void>;
  } = {},
): Promise<TestServer> {
  const clock = new ManualClock(Date.now());
  const log: HubLogEntry[] = [];
  const notes: string[] = [];
  const waiting = new Map<string, () => void>();
  const server = createHubServer({ clock, logger: (entry) => log.push(entry), ...settings });
  const { onConnected, beforeInvocation, ...rest } = hubOptions;
  const hub = server.hub<Contract, HubUser, Items>('/hub', contract, {
    authenticate: ({ token }) => ({ userId: token ?? 'anonymous' }),
    createItems: () => ({ calls: 0 }),
    handlers: {
      onConnected: (context) => onConnected?.(context),
      ...(beforeInvocation === undefined ? {} : { beforeInvocation }),
      onDisconnected(context, error) {
        notes.push(`disconnected ${context.user.userId} ${error?.message ?? 'in order'}`);
      },
      methods: {
        Add: (_context, a, b) => a + b,
        Nothing() {
          notes.push('nothing');
        },
        Optional: (_context, first, second) => `${first} ${String(second)}`,
        Fail(_context, message) {
          if (message === 'no error') throw Object.create(null);
          throw new TypeError(message);
        },
        async Reject(_context, message) {
          await Promise.resolve();
          if (message === '') throw new UnauthorizedError();
          throw new HubError(message);
        },
        Unencodable: () => ({ big: 10n }),
        Rows: (_context, { rows }) => rows.length,
        Uppercase: (_context, value) => value,
        async Wait(context, name) {
          context.items.calls++;
          notes.push(`start ${name}`);
          await new Promise<void>((resolve) => waiting.set(name, resolve));
          notes.push(`end ${name}`);
          return name;
        },
        Join(context, names) {
          for (const name of names) context.groups.join(name);
        },
        Leave(context, names) {
          for (const name of names) context.groups.leave(name);
        },
        SendToGroup: (context, group, words) => context.hub.group(group).send('Said', words),
        DescribeContext: (context) => ({
          connectionId: context.connectionId,
          userId: context.user.userId,
          component: context.query.get('COMPONENT'),
          secrets: [
            context.query.get('access_token'),
            context.query.get('id'),
            context.headers.authorization ?? null,
          ],
          groups: [...context.groups.names],
          transport: context.transport,
          protocol: context.protocol,
          calls: context.items.calls,
        }),
        async SendLong(context, count, how) {
          for (let i = 0; i < count; i++) {
            if (how === 'when writable') await context.whenWritable();
            context.send('Said', String(i).repeat(5_000_000));
          }
        },
        Bye: (context) => context.close({ error: 'Goodbye.' }),
      },
    },
    ...rest,
  });
  const url = `${await serve(server)}/hub`;
  return { url, clock, server, hub, log, notes, finishWait: (name) => waiting.get(name)?.() };
}

/** Records the received events as `Event(argument,…)`. */
function listen(connection: ReturnType<typeof createClient>): string[] {
  const got: string[] = [];
  for (const event of Object.keys(contract.events)) {
    connection.on(event, (...args: unknown[]) => {
      got.push(`${event}(${args.map((arg) => JSON.stringify(arg)).join(',')})`);
    });
  }
  return got;
}

for (const protocol of ['json', 'messagepack'] as const) {
  describe(`invocations over ${protocol}`, () => {
    it('return results, or null if the method has none', async () => {
      const { url } = await open();
      const connection = await startClient(url, { protocol });
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
      expect(await connection.invoke('add', 1.5, -2)).toBe(-0.5);
      expect(await connection.invoke('Nothing')).toBeNull();
      expect(await connection.invoke('Uppercase', 'abc')).toBe('ABC');
      expect(await connection.invoke('Rows', { rows: [{ name: 'a', price: 1 }] })).toBe(1);
    });

    it('can omit arguments, send null, or send surplus arguments', async () => {
      const { url } = await open();
      const connection = await startClient(url, { protocol });
      expect(await connection.invoke('Optional', 'a')).toBe('a undefined');
      expect(await connection.invoke('Optional', 'a', null)).toBe('a null');
      expect(await connection.invoke('Optional', 'a', 'b', 'c')).toBe('a b');
    });

    it('fail with a text for the client only if the error is meant for it', async () => {
      const { url, log } = await open();
      const connection = await startClient(url, { protocol });
      expect(await errorMessageOf(connection.invoke('Reject', 'Not your order.'))).toBe(
        "An unexpected error occurred invoking 'Reject' on the server. HubException: Not your order.",
      );
      expect(await errorMessageOf(connection.invoke('Reject', ''))).toBe(
        "Failed to invoke 'Reject' because user is unauthorized",
      );
      expect(log).toHaveLength(0);
      expect(await errorMessageOf(connection.invoke('Fail', 'internal'))).toBe(
        "An unexpected error occurred invoking 'Fail' on the server.",
      );
      expect(log).toMatchObject([{ level: 'error', method: 'Fail', hub: '/hub', userId: 'anonymous' }]);
      expect(await errorMessageOf(connection.invoke('Nowhere'))).toBe("Unknown hub method 'Nowhere'");
      expect(await errorMessageOf(connection.invoke('toString'))).toBe("Unknown hub method 'toString'");
      expect(await errorMessageOf(connection.invoke('Rows', { rows: [{ price: 1 }, {}] }))).toBe(
        "Failed to invoke 'Rows' due to an error on the server. HubException: Argument 1 at rows[1].price: expected a number",
      );
      // The connection still works.
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
    });

    it('fail with the text of every error when detailedErrors is on', async () => {
      const { url } = await open({ detailedErrors: true });
      const connection = await startClient(url, { protocol });
      expect(await errorMessageOf(connection.invoke('Fail', 'internal'))).toBe(
        "An unexpected error occurred invoking 'Fail' on the server. TypeError: internal",
      );
      expect(await errorMessageOf(connection.invoke('Fail', 'no error'))).toBe(
        "An unexpected error occurred invoking 'Fail' on the server. A value of type object was thrown.",
      );
    });

    it('fail if the result cannot be encoded, and the connection stays open', async () => {
      const { url, log } = await open();
      const connection = await startClient(url, { protocol });
      expect(await errorMessageOf(connection.invoke('Unencodable'))).toBe(
        "An unexpected error occurred invoking 'Unencodable' on the server.",
      );
      expect(log).toMatchObject([{ method: 'Unencodable' }]);
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
    });

    it('run one at a time and are completed in order', async () => {
      const { url, notes, finishWait } = await open();
      const connection = await startClient(url, { protocol });
      const answers: unknown[] = [];
      const calls = ['a', 'b', 'c'].map((name) =>
        connection.invoke('Wait', name).then((got) => answers.push(got)),
      );
      for (const name of ['a', 'b', 'c']) {
        await until(() => notes.includes(`start ${name}`));
        finishWait(name);
      }
      await Promise.all(calls);
      expect(notes).toEqual(['start a', 'end a', 'start b', 'end b', 'start c', 'end c']);
      expect(answers).toEqual(['a', 'b', 'c']);
    });

    it('are rejected with the text of .NET if they stream a non-streaming method', async () => {
      const { url } = await open();
      const connection = await startClient(url, { protocol });
      const failure = await new Promise<Error>((resolve) => {
        connection.stream('Add', 1, 2).subscribe({ next: () => {}, complete: () => {}, error: resolve });
      });
      expect(failure.message).toBe(
        "The client attempted to invoke the non-streaming 'Add' method with a streaming invocation.",
      );
    });

    it('run but are never completed if they have no invocation id', async () => {
      const { url, notes } = await open();
      const raw = await RawClient.connect(url, protocol);
      raw.send(
        protocol === 'json'
          ? '{"type":1,"target":"Nothing","arguments":[]}\x1e{"type":1,"target":"Nowhere","arguments":[]}\x1e'
          : Buffer.from('0e960180c0a74e6f7468696e679090', 'hex'),
      );
      await until(() => notes.includes('nothing'));
      await eventLoopTurns();
      expect(raw.frames).toHaveLength(0);
    });

    it('are completed immediately, without waiting for the flush interval', async () => {
      // The server's clock does not advance in this test.
      const { url } = await open();
      const connection = await startClient(url, { protocol });
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
    });
  });

  describe(`sending over ${protocol}`, () => {
    it('reaches all clients, a group, a user or one connection, and no other clients', async () => {
      const { url, hub, clock } = await open();
      const a = await startClient(url, { protocol, accessTokenFactory: () => 'ann' });
      const b = await startClient(url, { protocol, accessTokenFactory: () => 'bob' });
      const b2 = await startClient(url, { protocol, accessTokenFactory: () => 'bob' });
      const [gotA, gotB, gotB2] = [listen(a), listen(b), listen(b2)];
      await a.invoke('Join', ['maize']);
      await b.invoke('Join', ['maize', 'wheat']);
      hub.all.send('Said', 'all');
      hub.group('maize').send('Said', 'maize');
      hub.group('nobody').send('Said', 'nobody');
      hub.user('bob').send('Pair', 'bob', 2);
      hub.connection(b2.connectionId ?? '').send('Said', 'b2');
      hub.connection('unknown').send('Said', 'unknown');
      hub.group('maize').sendMessage(hub.message('Said', 'others'), { except: [a.connectionId ?? ''] });
      clock.advance(50);
      await until(() => gotA.length === 2 && gotB.length === 4 && gotB2.length === 3);
      expect(gotA).toEqual(['Said("all")', 'Said("maize")']);
      expect(gotB).toEqual(['Said("all")', 'Said("maize")', 'Pair("bob",2)', 'Said("others")']);
      expect(gotB2).toEqual(['Said("all")', 'Pair("bob",2)', 'Said("b2")']);
      expect([hub.all.size, hub.group('maize').size, hub.user('bob').size]).toEqual([3, 2, 2]);
    });

    it('works from a hub method', async () => {
      const { url, clock } = await open();
      const a = await startClient(url, { protocol });
      const b = await startClient(url, { protocol });
      const gotB = listen(b);
      await b.invoke('Join', ['maize']);
      await a.invoke('SendToGroup', 'maize', 'hello');
      clock.advance(50);
      await until(() => gotB.length === 1);
      expect(gotB).toEqual(['Said("hello")']);
    });

    it('works for messages of every length', async () => {
      const { url, hub, clock } = await open();
      const connection = await startClient(url, { protocol });
      const lengths: number[] = [];
      connection.on('Said', (words: string) => {
        lengths.push(words.length);
      });
      const sent = [0, 60, 80, 100, 120, 126, 1000, 65_400, 65_500, 65_536, 70_000, 300_000, 1_000_000];
      for (const length of sent) {
        hub.all.send('Said', 'x'.repeat(length));
        clock.advance(50);
        await eventLoopTurns(1);
      }
      await until(() => {
        clock.advance(50);
        return lengths.length === sent.length;
      });
      expect(lengths).toEqual(sent);
    });

    it('does not reach a client that has left the group or disconnected', async () => {
      const { url, hub, clock, server } = await open();
      const a = await startClient(url, { protocol });
      const b = await startClient(url, { protocol });
      const gotA = listen(a);
      await a.invoke('Join', ['maize']);
      await b.invoke('Join', ['maize']);
      await a.invoke('Leave', ['maize']);
      hub.group('maize').send('Said', 'x');
      hub.all.send('Said', 'end');
      clock.advance(50);
      await until(() => gotA.length > 0);
      expect(gotA).toEqual(['Said("end")']);
      await b.stop();
      await until(() => server.metrics.connections === 1);
      expect(hub.group('maize').size).toBe(0);
    });

    it('joins all messages of one flush into one frame, and an urgent message flushes all queued messages', async () => {
      const { url, hub, clock } = await open();
      const raw = await RawClient.connect(url, protocol);
      for (let i = 0; i < 20; i++) hub.all.send('Numbered', i);
      await eventLoopTurns();
      expect(raw.frames).toHaveLength(0);
      clock.advance(50);
      await until(() => raw.frames.length > 0);
      await eventLoopTurns();
      expect(raw.frames).toHaveLength(1);
      hub.all.send('Numbered', 20);
      hub.all.sendMessage(hub.message('Numbered', 21), { urgent: true });
      hub.all.send('Numbered', 22);
      await until(() => raw.frames.length === 2);
      await eventLoopTurns();
      expect(raw.frames).toHaveLength(2);
      if (protocol === 'json') {
        const numbers = raw.messages.map((message) => (message.arguments as number[])[0]);
        expect(numbers).toEqual(Array.from({ length: 23 }, (_, i) => i));
      }
    });

    it('delivers every byte to a client that reads late, while frames of other clients are written', async () => {
      const { url, hub } = await open({ flushIntervalMs: 0, maxOrderedBytes: 64 * 1024 * 1024 });
      const received = new Map<string, string[]>();
      const joinAndListen = (name: string, connection: ReturnType<typeof createClient>) => {
        const lines: string[] = [];
        received.set(name, lines);
        connection.on('Said', (line: string) => lines.push(line));
        return connection.invoke('Join', [name]);
      };
      await joinAndListen('reads', await startClient(url, { protocol }));
      await joinAndListen(
        'polls',
        await startClient(url, { protocol, transport: HttpTransportType.LongPolling }),
      );
      const late = await RawClient.connect(url);
      late.send('{"type":1,"target":"Join","arguments":[["late"]],"invocationId":"1"}\x1e');
      await until(() => late.messages.length === 1);
      late.socket.pause();
      const line = (name: string, at: number) => `${name} ${at} ${String(at % 10).repeat(10_000)}`;
      const count = 500;
      for (let at = 0; at < count; at += 2) {
        for (const name of ['late', 'reads', 'polls']) {
          hub.group(name).send('Said', line(name, at));
          hub.group(name).send('Said', line(name, at + 1));
        }
        await eventLoopTurns(1);
      }
      const expected = (name: string) => Array.from({ length: count }, (_, at) => line(name, at));
      for (const name of ['reads', 'polls']) {
        await until(() => received.get(name)?.length === count);
        expect(received.get(name)).toEqual(expected(name));
      }
      late.socket.resume();
      const receivedLate = () => late.text.split('\x1e').length - 2;
      await until(() => receivedLate() === count);
      const expectedLate = expected('late').map((said) => ({ type: 1, target: 'Said', arguments: [said] }));
      expect(late.messages.slice(1)).toEqual(expectedLate);
    });

    it('encodes a message once for all clients', async () => {
      const { url, hub, clock } = await open();
      const clients = await Promise.all(Array.from({ length: 5 }, () => RawClient.connect(url, protocol)));
      let encoded = 0;
      const counted = {
        get n() {
          encoded++;
          return 1;
        },
      };
      hub.all.send('Anything', counted);
      clock.advance(50);
      for (const each of clients) await until(() => each.frames.length === 1);
      // The MessagePack encoder reads a property twice: to count it and to encode it.
      expect(encoded).toBe(protocol === 'json' ? 1 : 2);
    });
  });
}

describe('messages longer than 4 MiB', () => {
  it('reach a client that reads slowly if whenWritable is awaited before each', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    raw.socket.pause();
    raw.send('{"type":1,"target":"SendLong","arguments":[6,"when writable"],"invocationId":"1"}\x1e');
    await until(() => server.metrics.bytesOut > 5_000_000);
    await eventLoopTurns(20);
    // The server sends no more than the network buffers.
    expect(server.metrics.bytesOut).toBeLessThan(30_000_000);
    raw.socket.resume();
    await until(() => raw.frames.length === 7);
    expect(raw.frames.at(-1)?.toString()).toContain('{"type":3,"invocationId":"1"');
    const lengths = raw.messages.map(({ arguments: said }) => (said as string[] | undefined)?.[0]?.length);
    expect(lengths).toEqual([...Array.from({ length: 6 }, () => 5_000_000), undefined]);
    expect(server.metrics.limitsExceeded.orderedBytes).toBe(0);
  });

  it('close the connection of a client that reads slowly if whenWritable is not awaited', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    raw.socket.pause();
    raw.send('{"type":1,"target":"SendLong","arguments":[6,"at once"]}\x1e');
    await until(() => server.metrics.limitsExceeded.orderedBytes === 1);
    raw.socket.resume();
    await raw.closed();
    await until(() => server.metrics.closes.slowClient === 1);
  });

  it('no longer block whenWritable after the client has disconnected', async () => {
    const { url, hub } = await open();
    const raw = await RawClient.connect(url);
    raw.socket.pause();
    const [context] = [...hub.contexts()];
    context?.send('Said', 'x'.repeat(20_000_000));
    const writable = context?.whenWritable();
    raw.socket.terminate();
    await writable;
    expect(context?.signal.aborted).toBe(true);
  });
});

describe('a message', () => {
  it('is not encoded for a protocol that no client uses', async () => {
    const { url, hub } = await open();
    const message = hub.message('Anything', 1n);
    hub.all.sendMessage(message);
    await RawClient.connect(url);
    expect(() => hub.all.sendMessage(message)).toThrow();
  });

  it('must be an event of the contract', async () => {
    const { hub } = await open();
    expect(() => hub.all.send('Nonsense' as 'Said', 'x')).toThrow("has no event 'Nonsense'");
  });
});

describe('the context of a connection', () => {
  it('has connection, user, query, groups and items, and no secrets', async () => {
    const { url, notes, finishWait } = await open();
    const connection = await startClient(`${url}?component=Futures&access_token=ann`, {
      accessTokenFactory: () => 'ann',
      protocol: 'messagepack',
    });
    await connection.invoke('Join', ['maize', 'wheat', 'maize']);
    const waiting = connection.invoke('Wait', 'x');
    await until(() => notes.includes('start x'));
    finishWait('x');
    await waiting;
    expect(await connection.invoke('DescribeContext')).toEqual({
      connectionId: connection.connectionId,
      userId: 'ann',
      component: 'Futures',
      secrets: [null, null, null],
      groups: ['maize', 'wheat'],
      transport: 'WebSockets',
      protocol: 'messagepack',
      calls: 1,
    });
  });

  it('has a signal that is aborted when the connection ends', async () => {
    const signals: AbortSignal[] = [];
    const { url } = await open({}, { onConnected: ({ signal }) => void signals.push(signal) });
    const connection = await startClient(url);
    expect(signals[0]?.aborted).toBe(false);
    await connection.stop();
    await until(() => signals[0]?.aborted === true);
  });
});

describe('onConnected and onDisconnected', () => {
  it('run once each, before the first invocation and after the connection has closed', async () => {
    let finishConnect = () => {};
    const testServer = await open(
      {},
      {
        onConnected: async (context) => {
          context.send('Said', 'welcome');
          await new Promise<void>((resolve) => {
            finishConnect = resolve;
          });
          testServer.notes.push('connected');
        },
      },
    );
    const raw = await RawClient.connect(testServer.url);
    raw.send('{"type":1,"target":"Nothing","arguments":[],"invocationId":"1"}\x1e');
    // A message that is sent while onConnected runs is delivered.
    testServer.clock.advance(50);
    await until(() => raw.frames.length === 1);
    expect(raw.text).toContain('welcome');
    expect(testServer.notes).toEqual([]);
    finishConnect();
    await until(() => raw.frames.length === 2);
    raw.socket.close();
    await until(() => testServer.notes.length === 3);
    expect(testServer.notes).toEqual(['connected', 'nothing', 'disconnected anonymous in order']);
  });

  it('a failed onConnected closes the connection without reconnect, and onDisconnected does not run', async () => {
    const testServer = await open(
      {},
      {
        onConnected: () => {
          throw new Error('no room');
        },
      },
    );
    const raw = await RawClient.connect(testServer.url);
    expect(await raw.closed()).toBe(1000);
    expect(raw.messages).toEqual([{ type: 7, error: 'Connection closed with an error.' }]);
    await until(() => testServer.server.metrics.connections === 0);
    expect(testServer.notes).toEqual([]);
    expect(testServer.log.some(({ level }) => level === 'error')).toBe(true);
    await until(() => testServer.server.metrics.closes.connectFailed === 1);
  });

  it('onDisconnected gets the error of a lost connection', async () => {
    const { url, notes, server } = await open();
    const raw = await RawClient.connect(url);
    raw.socket.terminate();
    await until(() => notes.length === 1);
    expect(notes[0]).toContain('WebSocket closed with status code 1006');
    await until(() => server.metrics.closes.connectionLost === 1);
  });

  it('onDisconnected runs for a client that disconnected while onConnected was running', async () => {
    let finishConnect = () => {};
    const testServer = await open(
      {},
      {
        onConnected: () =>
          new Promise<void>((resolve) => {
            finishConnect = resolve;
          }),
      },
    );
    const raw = await RawClient.connect(testServer.url);
    raw.socket.terminate();
    await until(() => testServer.server.metrics.connections === 0);
    expect(testServer.notes).toEqual([]);
    finishConnect();
    await until(() => testServer.notes.length === 1);
  });

  it('an invocation that ends after its connection joins no group and sends nothing', async () => {
    const { url, notes, finishWait, hub, server } = await open();
    const raw = await RawClient.connect(url);
    raw.send('{"type":1,"target":"Wait","arguments":["x"],"invocationId":"1"}\x1e');
    await until(() => notes.includes('start x'));
    raw.socket.terminate();
    await until(() => server.metrics.connections === 0);
    finishWait('x');
    await until(() => notes.includes('end x'));
    await eventLoopTurns();
    expect(hub.all.size).toBe(0);
  });
});

describe('closing connections', () => {
  it('sends the queued messages first and then the reason, to the addressed user only', async () => {
    const { url, hub, server, notes } = await open();
    const ann = await RawClient.connect(`${url}?access_token=ann`);
    const bob = await RawClient.connect(`${url}?access_token=bob`);
    hub.user('ann').send('Said', 'last');
    hub.user('ann').close({ error: 'You signed out.' });
    // Nothing reaches the connection after the close.
    hub.user('ann').send('Said', 'too late');
    hub.all.send('Said', 'all');
    expect(hub.user('ann').size).toBe(0);
    expect(await ann.closed()).toBe(1000);
    expect(ann.messages).toEqual([
      { type: 1, target: 'Said', arguments: ['last'] },
      { type: 7, error: 'You signed out.' },
    ]);
    await until(() => notes.length === 1);
    expect(bob.closeCode).toBeNull();
    await until(() => server.metrics.closes.application === 1);
  });

  it('stops a client with automatic reconnect by default', async () => {
    const { url } = await open();
    const connection = await startClient(url, { reconnects: true });
    let closedWith: Error | undefined;
    connection.onclose((error) => {
      closedWith = error;
    });
    connection.send('Bye').catch(() => {});
    await until(() => connection.state === 'Disconnected');
    expect(closedWith?.message).toBe('Server returned an error on close: Goodbye.');
  });

  it('makes a client with automatic reconnect return if allowReconnect is set', async () => {
    const { url, hub } = await open();
    const connection = await startClient(url, { reconnects: true, protocol: 'messagepack' });
    const before = connection.connectionId;
    let isReconnected = false;
    connection.onreconnected(() => {
      isReconnected = true;
    });
    hub.connection(before ?? '').close({ allowReconnect: true });
    await until(() => isReconnected);
    expect(connection.connectionId).not.toBe(before);
    expect(await connection.invoke('Add', 1, 2)).toBe(3);
  });

  it('happens when expiresAt of the user is reached', async () => {
    const clockStart = Date.now();
    const { url, clock, server } = await open(
      {},
      { authenticate: () => ({ userId: 'ann', expiresAt: clockStart + 10_000 }) },
    );
    const raw = await RawClient.connect(url);
    clock.advance(clockStart + 9_000 - clock.epochMs());
    await eventLoopTurns();
    expect(raw.closeCode).toBeNull();
    clock.advance(2_000);
    await raw.closed();
    expect(raw.messages.at(-1)).toEqual({ type: 7, error: 'The session has expired.', allowReconnect: true });
    await until(() => server.metrics.closes.expired === 1);
  });

  it('allows all clients to reconnect when the server closes, and resolves when the last socket is closed', async () => {
    const { url, server, hub } = await open();
    const raws = await Promise.all(Array.from({ length: 5 }, () => RawClient.connect(url)));
    const silent = await RawClient.open(url);
    hub.all.send('Said', 'last');
    await server.close();
    expect(server.metrics.connections).toBe(0);
    for (const raw of raws) {
      expect(await raw.closed()).toBe(1000);
      expect(raw.messages).toEqual([
        { type: 1, target: 'Said', arguments: ['last'] },
        { type: 7, allowReconnect: true },
      ]);
    }
    await silent.closed();
    const response = await fetch(`${url}/negotiate`, { method: 'POST' });
    expect(response.status).toBe(503);
    await until(() => server.metrics.closes.serverClosing === 6);
  });

  it('destroys a socket that does not close within 5 s', async () => {
    const { url, server, clock } = await open();
    const raw = await RawClient.connect(url);
    raw.socket.pause();
    let isClosed = false;
    void server.close().then(() => {
      isClosed = true;
    });
    await eventLoopTurns();
    clock.advance(4_000);
    await eventLoopTurns();
    expect(isClosed).toBe(false);
    clock.advance(2_000);
    await until(() => isClosed);
  });
});

describe('onDenied', () => {
  const denials: HubDenial[] = [];
  const listening = {
    onDenied: (denial: HubDenial) => void denials.push(denial),
    connectionsPerUser: 1,
  };
  const reasons = () => denials.splice(0).map(({ userId, reason, method }) => [userId, reason, method]);

  it('gets each request without a valid token, each that is not allowed, and connections beyond the limit', async () => {
    const { url } = await open(listening, {
      authenticate: ({ token }) => {
        if (token === 'banned') throw new HubError('You may not connect.');
        if (token === 'busy') throw new TooManyRequestsError('Too many.', 5);
        return token === null || token === 'old' ? null : { userId: token };
      },
    });
    const negotiate = (token: string | null) =>
      fetch(`${url}/negotiate?negotiateVersion=1`, {
        method: 'POST',
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      });
    for (const token of [null, 'old', 'banned', 'busy', 'ann']) await negotiate(token);
    expect(denials.every(({ hub, headers }) => hub === '/hub' && headers.authorization === undefined)).toBe(
      true,
    );
    expect(denials[0]?.remoteAddress).toContain('127.0.0.1');
    expect(reasons()).toEqual([
      [null, 'notSignedIn', null],
      [null, 'notSignedIn', null],
      [null, 'notAllowed', null],
      [null, 'tooManyRequests', null],
    ]);
    await startClient(url, { accessTokenFactory: () => 'ann' });
    await negotiate('ann');
    await expect(
      startClient(url, {
        accessTokenFactory: () => 'ann',
        skipNegotiation: true,
        transport: HttpTransportType.WebSockets,
      }),
    ).rejects.toThrow();
    expect(reasons()).toEqual([
      ['ann', 'tooManyConnections', null],
      ['ann', 'tooManyConnections', null],
    ]);
  });

  it('gets each invocation that is invalid or not allowed, and no faults and successes', async () => {
    const { url } = await open(listening);
    const client = await startClient(url, { accessTokenFactory: () => 'ann' });
    const calls: [string, ...unknown[]][] = [
      ['Add', 1, 2],
      ['my own words'],
      ['Add', 'one'],
      ['Reject', ''],
      ['Reject', 'No.'],
      ['Fail', 'a fault'],
    ];
    for (const [method, ...args] of calls) await client.invoke(method, ...args).catch(() => undefined);
    expect(reasons()).toEqual([
      ['ann', 'unknownMethod', null],
      ['ann', 'invalidArguments', 'Add'],
      ['ann', 'notAllowed', 'Reject'],
      ['ann', 'rejected', 'Reject'],
    ]);
  });

  it('gets invocations beyond the rate and unreadable messages, and its own error closes no connection', async () => {
    const { url, log } = await open({
      invocationsPerSecond: 1,
      invocationBurst: 1,
      onDenied: (denial) => {
        denials.push(denial);
        throw new Error('The disk is full.');
      },
    });
    const client = await startClient(url, { accessTokenFactory: () => 'ann' });
    await client.invoke('Nothing');
    await expect(client.invoke('Nothing')).rejects.toThrow('Too many calls');
    expect(reasons()).toEqual([['ann', 'tooManyInvocations', null]]);
    expect(log.map(({ message }) => message)).toEqual(['The listener of denials failed.']);
    const raw = await RawClient.connect(url);
    raw.send('no JSON\u001e');
    await until(() => denials.length > 0);
    expect(reasons()).toEqual([['anonymous', 'invalidMessage', null]]);
  });
});

describe('beforeInvocation', () => {
  it('runs before each method with its name, and makes this and the next invocations wait', async () => {
    const asked: string[] = [];
    let goOn = () => {};
    const { url, notes } = await open(
      {},
      {
        beforeInvocation: (context, method) => {
          asked.push(`${context.user.userId} ${method}`);
          if (method === 'Nothing')
            return new Promise<void>((resolve) => {
              goOn = resolve;
            });
        },
      },
    );
    const connection = await startClient(url, { accessTokenFactory: () => 'ann' });
    expect(await connection.invoke('add', 1, 2)).toBe(3);
    const nothing = connection.invoke('Nothing');
    const sum = connection.invoke('Add', 3, 4);
    await until(() => asked.length === 2);
    expect(notes).toEqual([]);
    goOn();
    expect([await nothing, await sum]).toEqual([null, 7]);
    expect(notes).toEqual(['nothing']);
    expect(asked).toEqual(['ann Add', 'ann Nothing', 'ann Add']);
  });

  it('keeps the method from running when it fails, and its HubError is the answer', async () => {
    const { url, notes } = await open(
      {},
      {
        beforeInvocation: (_context, method) => {
          if (method === 'Nothing') throw new HubError('Not now.');
        },
      },
    );
    const connection = await startClient(url);
    expect(await errorMessageOf(connection.invoke('Nothing'))).toContain('HubException: Not now.');
    expect(await connection.invoke('Add', 1, 2)).toBe(3);
    expect(notes).toEqual([]);
  });
});

describe('a hub', () => {
  it('must have its own path and a function for every method', () => {
    const server = createHubServer({ clock: new ManualClock() });
    const empty = { methods: {}, events: {} } as const;
    server.hub('/a', empty, { handlers: { methods: {} } });
    expect(() => server.hub('/A/', empty, { handlers: { methods: {} } })).toThrow(
      "There is already a hub at '/A/'",
    );
    expect(() => server.hub('a', empty, { handlers: { methods: {} } })).toThrow('must look like');
    const oneMethod = { methods: { One: { args: [] } }, events: {} } as const;
    expect(() => server.hub('/b', oneMethod, { handlers: { methods: {} as { One(): void } } })).toThrow(
      "the method 'One'",
    );
    const two = { methods: { one: { args: [] }, One: { args: [] } }, events: {} } as const;
    expect(() => server.hub('/c', two, { handlers: { methods: { one() {}, One() {} } } })).toThrow(
      'case-insensitive',
    );
  });

  it('rejects invalid settings', () => {
    expect(() => createHubServer({ keepAliveMs: 0 })).toThrow('keepAliveMs');
    expect(() => createHubServer({ maxMessageBytes: Number.NaN })).toThrow('maxMessageBytes');
    expect(() => createHubServer({ slowBelowBytes: 10, slowAboveBytes: 10 })).toThrow('slowBelowBytes');
  });
});
