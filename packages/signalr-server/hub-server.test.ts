import { afterEach, describe, expect, it } from 'vitest';
import { InProcessBackplane } from './backplane/in-process-backplane.ts';
import { ManualClock } from './clock.ts';
import type { Hub, HubContext, HubUser } from './hub/hub.ts';
import type { HubOptions } from './hub-endpoint.ts';
import { HubError, UnauthorizedCallError } from './hub-error.ts';
import { createHubServer, type HubServerOptions } from './hub-server.ts';
import type { HubLogEntry } from './logger.ts';
import { anything, number, pricedRows, slowText, text, texts } from './testing/schemas.ts';
import {
  type client,
  closeAll,
  failureOf,
  HttpTransportType,
  RawClient,
  serve,
  started,
  turns,
  until,
} from './testing/serve.ts';

afterEach(closeAll);

const contract = {
  methods: {
    Add: { args: [number, number], result: number },
    Nothing: { args: [] },
    Optional: { args: [text, anything], result: text },
    Fail: { args: [text] },
    Refuse: { args: [text] },
    Unencodable: { args: [], result: anything },
    Rows: { args: [pricedRows], result: number },
    Slow: { args: [slowText], result: text },
    Wait: { args: [text], result: text },
    Join: { args: [texts] },
    Leave: { args: [texts] },
    Tell: { args: [text, text] },
    Whoami: { args: [], result: anything },
    Bye: { args: [] },
    Volumes: { args: [number, text] },
  },
  events: { Said: [text], Numbered: [number], Pair: [text, number], Anything: [anything] },
} as const;
type Contract = typeof contract;
interface State {
  calls: number;
}
type Context = HubContext<Contract, HubUser, State>;

interface Floor {
  readonly url: string;
  readonly clock: ManualClock;
  readonly server: ReturnType<typeof createHubServer>;
  readonly hub: Hub<Contract, HubUser, State>;
  readonly log: HubLogEntry[];
  /** What hub code did, in order. */
  readonly notes: string[];
  /** Lets the waiting call of `Wait` go on. */
  readonly letGo: (name: string) => void;
}

async function open(
  settings: HubServerOptions = {},
  hubOptions: Partial<HubOptions<Contract, HubUser, State>> & {
    onConnected?: (context: Context) => void | Promise<void>;
  } = {},
): Promise<Floor> {
  const clock = new ManualClock(Date.now());
  const log: HubLogEntry[] = [];
  const notes: string[] = [];
  const waiting = new Map<string, () => void>();
  const server = createHubServer({ clock, logger: (entry) => log.push(entry), ...settings });
  const { onConnected, ...rest } = hubOptions;
  const hub = server.hub<Contract, HubUser, State>('/floor', contract, {
    authenticate: ({ token }) => ({ userId: token ?? 'anybody' }),
    state: () => ({ calls: 0 }),
    hub: {
      onConnected: (context) => onConnected?.(context),
      onDisconnected(context, error) {
        notes.push(`gone ${context.user.userId} ${error?.message ?? 'in order'}`);
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
        async Refuse(_context, message) {
          await Promise.resolve();
          if (message === '') throw new UnauthorizedCallError();
          throw new HubError(message);
        },
        Unencodable: () => ({ big: 10n }),
        Rows: (_context, { rows }) => rows.length,
        Slow: (_context, value) => value,
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
        Tell: (context, group, words) => context.hub.group(group).send('Said', words),
        Whoami: (context) => ({
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
        async Volumes(context, count, how) {
          for (let volume = 0; volume < count; volume++) {
            if (how === 'when there is room') await context.whenRoom();
            context.send('Said', String(volume).repeat(5_000_000));
          }
        },
        Bye: (context) => context.close({ error: 'Goodbye.' }),
      },
    },
    ...rest,
  });
  const url = `${await serve(server)}/floor`;
  return { url, clock, server, hub, log, notes, letGo: (name) => waiting.get(name)?.() };
}

/** Keeps what a client gets, as `Event(argument,…)`. */
function listen(connection: ReturnType<typeof client>): string[] {
  const got: string[] = [];
  for (const event of Object.keys(contract.events)) {
    connection.on(event, (...args: unknown[]) => {
      got.push(`${event}(${args.map((arg) => JSON.stringify(arg)).join(',')})`);
    });
  }
  return got;
}

for (const protocol of ['json', 'messagepack'] as const) {
  describe(`calls over ${protocol}`, () => {
    it('give their results, null where a method has none', async () => {
      const { url } = await open();
      const connection = await started(url, { protocol });
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
      expect(await connection.invoke('add', 1.5, -2)).toBe(-0.5);
      expect(await connection.invoke('Nothing')).toBeNull();
      expect(await connection.invoke('Slow', 'abc')).toBe('ABC');
      expect(await connection.invoke('Rows', { rows: [{ name: 'a', price: 1 }] })).toBe(1);
    });

    it('may leave out arguments, send null for them, or send too many', async () => {
      const { url } = await open();
      const connection = await started(url, { protocol });
      expect(await connection.invoke('Optional', 'a')).toBe('a undefined');
      expect(await connection.invoke('Optional', 'a', null)).toBe('a null');
      expect(await connection.invoke('Optional', 'a', 'b', 'c')).toBe('a b');
    });

    it('that fail tell the client only what is meant for it', async () => {
      const { url, log } = await open();
      const connection = await started(url, { protocol });
      expect(await failureOf(connection.invoke('Refuse', 'Not your order.'))).toBe(
        "An unexpected error occurred invoking 'Refuse' on the server. HubException: Not your order.",
      );
      expect(await failureOf(connection.invoke('Refuse', ''))).toBe(
        "Failed to invoke 'Refuse' because user is unauthorized",
      );
      expect(log).toHaveLength(0);
      expect(await failureOf(connection.invoke('Fail', 'internal'))).toBe(
        "An unexpected error occurred invoking 'Fail' on the server.",
      );
      expect(log).toMatchObject([{ level: 'error', method: 'Fail', hub: '/floor', userId: 'anybody' }]);
      expect(await failureOf(connection.invoke('Nowhere'))).toBe("Unknown hub method 'Nowhere'");
      expect(await failureOf(connection.invoke('toString'))).toBe("Unknown hub method 'toString'");
      expect(await failureOf(connection.invoke('Rows', { rows: [{ price: 1 }, {}] }))).toBe(
        "Failed to invoke 'Rows' due to an error on the server. HubException: Argument 1 at rows[1].price: expected a number",
      );
      // The connection is as good as before.
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
    });

    it('that fail tell everything when detailed errors are on', async () => {
      const { url } = await open({ detailedErrors: true });
      const connection = await started(url, { protocol });
      expect(await failureOf(connection.invoke('Fail', 'internal'))).toBe(
        "An unexpected error occurred invoking 'Fail' on the server. TypeError: internal",
      );
      expect(await failureOf(connection.invoke('Fail', 'no error'))).toBe(
        "An unexpected error occurred invoking 'Fail' on the server. A value of type object was thrown.",
      );
    });

    it('whose result cannot be encoded fail, and the connection goes on', async () => {
      const { url, log } = await open();
      const connection = await started(url, { protocol });
      expect(await failureOf(connection.invoke('Unencodable'))).toBe(
        "An unexpected error occurred invoking 'Unencodable' on the server.",
      );
      expect(log).toMatchObject([{ method: 'Unencodable' }]);
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
    });

    it('run one at a time and are answered in their order', async () => {
      const { url, notes, letGo } = await open();
      const connection = await started(url, { protocol });
      const answers: unknown[] = [];
      const calls = ['a', 'b', 'c'].map((name) =>
        connection.invoke('Wait', name).then((got) => answers.push(got)),
      );
      for (const name of ['a', 'b', 'c']) {
        await until(() => notes.includes(`start ${name}`));
        letGo(name);
      }
      await Promise.all(calls);
      expect(notes).toEqual(['start a', 'end a', 'start b', 'end b', 'start c', 'end c']);
      expect(answers).toEqual(['a', 'b', 'c']);
    });

    it('of streams are refused in the words of .NET', async () => {
      const { url } = await open();
      const connection = await started(url, { protocol });
      const failure = await new Promise<Error>((resolve) => {
        connection.stream('Add', 1, 2).subscribe({ next: () => {}, complete: () => {}, error: resolve });
      });
      expect(failure.message).toBe(
        "The client attempted to invoke the non-streaming 'Add' method with a streaming invocation.",
      );
    });

    it('without an invocation id are run and never answered', async () => {
      const { url, notes } = await open();
      const raw = await RawClient.shaken(url, protocol);
      raw.send(
        protocol === 'json'
          ? '{"type":1,"target":"Nothing","arguments":[]}\x1e{"type":1,"target":"Nowhere","arguments":[]}\x1e'
          : Buffer.from('0e960180c0a74e6f7468696e679090', 'hex'),
      );
      await until(() => notes.includes('nothing'));
      await turns();
      expect(raw.frames).toHaveLength(0);
    });

    it('answer at once, without waiting for the flush interval', async () => {
      // The clock of this server stands still.
      const { url } = await open();
      const connection = await started(url, { protocol });
      expect(await connection.invoke('Add', 1, 2)).toBe(3);
    });
  });

  describe(`sending over ${protocol}`, () => {
    it('reaches all, a group, a user, a connection, and nobody else', async () => {
      const { url, hub, clock } = await open();
      const a = await started(url, { protocol, accessTokenFactory: () => 'ann' });
      const b = await started(url, { protocol, accessTokenFactory: () => 'bob' });
      const b2 = await started(url, { protocol, accessTokenFactory: () => 'bob' });
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
      await until(() => gotB.length === 4);
      expect(gotA).toEqual(['Said("all")', 'Said("maize")']);
      expect(gotB).toEqual(['Said("all")', 'Said("maize")', 'Pair("bob",2)', 'Said("others")']);
      expect(gotB2).toEqual(['Said("all")', 'Pair("bob",2)', 'Said("b2")']);
      expect([hub.all.size, hub.group('maize').size, hub.user('bob').size]).toEqual([3, 2, 2]);
    });

    it('is open to the clients of a hub through its methods', async () => {
      const { url, clock } = await open();
      const a = await started(url, { protocol });
      const b = await started(url, { protocol });
      const gotB = listen(b);
      await b.invoke('Join', ['maize']);
      await a.invoke('Tell', 'maize', 'hello');
      clock.advance(50);
      await until(() => gotB.length === 1);
      expect(gotB).toEqual(['Said("hello")']);
    });

    it('carries messages of every length', async () => {
      const { url, hub, clock } = await open();
      const connection = await started(url, { protocol });
      const lengths: number[] = [];
      connection.on('Said', (words: string) => {
        lengths.push(words.length);
      });
      const sent = [0, 60, 80, 100, 120, 126, 1000, 65_400, 65_500, 65_536, 70_000, 300_000, 1_000_000];
      for (const length of sent) {
        hub.all.send('Said', 'x'.repeat(length));
        clock.advance(50);
        await turns(1);
      }
      await until(() => {
        clock.advance(50);
        return lengths.length === sent.length;
      });
      expect(lengths).toEqual(sent);
    });

    it('stops with the leaving of a group and the end of a connection', async () => {
      const { url, hub, clock, server } = await open();
      const a = await started(url, { protocol });
      const b = await started(url, { protocol });
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

    it('joins all messages of a tick into one frame, in order, and answers take along what waits', async () => {
      const { url, hub, clock } = await open();
      const raw = await RawClient.shaken(url, protocol);
      for (let i = 0; i < 20; i++) hub.all.send('Numbered', i);
      await turns();
      expect(raw.frames).toHaveLength(0);
      clock.advance(50);
      await until(() => raw.frames.length > 0);
      await turns();
      expect(raw.frames).toHaveLength(1);
      hub.all.send('Numbered', 20);
      hub.all.sendMessage(hub.message('Numbered', 21), { urgent: true });
      hub.all.send('Numbered', 22);
      await until(() => raw.frames.length === 2);
      await turns();
      expect(raw.frames).toHaveLength(2);
      if (protocol === 'json') {
        const numbers = raw.messages.map((message) => (message.arguments as number[])[0]);
        expect(numbers).toEqual(Array.from({ length: 23 }, (_, i) => i));
      }
    });

    it('brings every byte to a client that reads late, while frames of others are written', async () => {
      const { url, hub } = await open({ flushIntervalMs: 0, maxOrderedBytes: 64 * 1024 * 1024 });
      const heard = new Map<string, string[]>();
      const listen = (name: string, connection: Awaited<ReturnType<typeof started>>) => {
        const lines: string[] = [];
        heard.set(name, lines);
        connection.on('Said', (line: string) => lines.push(line));
        return connection.invoke('Join', [name]);
      };
      await listen('reads', await started(url, { protocol }));
      await listen('polls', await started(url, { protocol, transport: HttpTransportType.LongPolling }));
      const late = await RawClient.shaken(url);
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
        await turns(1);
      }
      const expected = (name: string) => Array.from({ length: count }, (_, at) => line(name, at));
      for (const name of ['reads', 'polls']) {
        await until(() => heard.get(name)?.length === count);
        expect(heard.get(name)).toEqual(expected(name));
      }
      late.socket.resume();
      const saidToLate = () => late.text.split('\x1e').length - 2;
      await until(() => saidToLate() === count);
      const wanted = expected('late').map((said) => ({ type: 1, target: 'Said', arguments: [said] }));
      expect(late.messages.slice(1)).toEqual(wanted);
    });

    it('encodes a message once for all clients', async () => {
      const { url, hub, clock } = await open();
      const clients = await Promise.all(Array.from({ length: 5 }, () => RawClient.shaken(url, protocol)));
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
      // The MessagePack encoder looks at a property twice, to count and to write it.
      expect(encoded).toBe(protocol === 'json' ? 1 : 2);
    });
  });
}

describe('what is longer than 4 MiB', () => {
  it('reaches a client that takes its time to read, one after the other, when room is awaited before each', async () => {
    const { url, server } = await open();
    const raw = await RawClient.shaken(url);
    raw.socket.pause();
    raw.send('{"type":1,"target":"Volumes","arguments":[6,"when there is room"],"invocationId":"1"}\x1e');
    await until(() => server.metrics.bytesOut > 5_000_000);
    await turns(20);
    // As much as the line takes, and not all of it.
    expect(server.metrics.bytesOut).toBeLessThan(30_000_000);
    raw.socket.resume();
    await until(() => raw.frames.length === 7);
    expect(raw.frames.at(-1)?.toString()).toContain('{"type":3,"invocationId":"1"');
    const lengths = raw.messages.map(({ arguments: said }) => (said as string[] | undefined)?.[0]?.length);
    expect(lengths).toEqual([...Array.from({ length: 6 }, () => 5_000_000), undefined]);
    expect(server.metrics.breaches.orderedBytes).toBe(0);
  });

  it('ends the connection of such a client when it is sent without asking', async () => {
    const { url, server } = await open();
    const raw = await RawClient.shaken(url);
    raw.socket.pause();
    raw.send('{"type":1,"target":"Volumes","arguments":[6,"at once"]}\x1e');
    await until(() => server.metrics.breaches.orderedBytes === 1);
    raw.socket.resume();
    await raw.closed();
    expect(server.metrics.closes.slowClient).toBe(1);
  });

  it('is waited for by nobody when the client goes', async () => {
    const { url, hub } = await open();
    const raw = await RawClient.shaken(url);
    raw.socket.pause();
    const [context] = [...hub.contexts()];
    context?.send('Said', 'x'.repeat(20_000_000));
    const room = context?.whenRoom();
    raw.socket.terminate();
    await room;
    expect(context?.signal.aborted).toBe(true);
  });
});

describe('a message', () => {
  it('is not encoded for a protocol that nobody speaks', async () => {
    const { url, hub } = await open();
    const message = hub.message('Anything', 1n);
    hub.all.sendMessage(message);
    await RawClient.shaken(url);
    expect(() => hub.all.sendMessage(message)).toThrow();
  });

  it('must be an event of the contract', async () => {
    const { hub } = await open();
    expect(() => hub.all.send('Nonsense' as 'Said', 'x')).toThrow("has no event 'Nonsense'");
  });
});

describe('the context of a call', () => {
  it('knows connection, user, query, groups and state, and holds no secret', async () => {
    const { url, notes, letGo } = await open();
    const connection = await started(`${url}?component=Futures&access_token=ann`, {
      accessTokenFactory: () => 'ann',
      protocol: 'messagepack',
    });
    await connection.invoke('Join', ['maize', 'wheat', 'maize']);
    const waiting = connection.invoke('Wait', 'x');
    await until(() => notes.includes('start x'));
    letGo('x');
    await waiting;
    expect(await connection.invoke('Whoami')).toEqual({
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
    const connection = await started(url);
    expect(signals[0]?.aborted).toBe(false);
    await connection.stop();
    await until(() => signals[0]?.aborted === true);
  });
});

describe('onConnected and onDisconnected', () => {
  it('run once each, before the first call and after the end', async () => {
    let letIn = () => {};
    const floor = await open(
      {},
      {
        onConnected: async (context) => {
          context.send('Said', 'welcome');
          await new Promise<void>((resolve) => {
            letIn = resolve;
          });
          floor.notes.push('connected');
        },
      },
    );
    const raw = await RawClient.shaken(floor.url);
    raw.send('{"type":1,"target":"Nothing","arguments":[],"invocationId":"1"}\x1e');
    // What is sent while it runs arrives.
    floor.clock.advance(50);
    await until(() => raw.frames.length === 1);
    expect(raw.text).toContain('welcome');
    expect(floor.notes).toEqual([]);
    letIn();
    await until(() => raw.frames.length === 2);
    raw.socket.close();
    await until(() => floor.notes.length === 3);
    expect(floor.notes).toEqual(['connected', 'nothing', 'gone anybody in order']);
  });

  it('onConnected that fails closes the connection for good, and there is no onDisconnected', async () => {
    const floor = await open(
      {},
      {
        onConnected: () => {
          throw new Error('no room');
        },
      },
    );
    const raw = await RawClient.shaken(floor.url);
    expect(await raw.closed()).toBe(1000);
    expect(raw.messages).toEqual([{ type: 7, error: 'Connection closed with an error.' }]);
    await until(() => floor.server.metrics.connections === 0);
    expect(floor.notes).toEqual([]);
    expect(floor.log.some(({ level }) => level === 'error')).toBe(true);
    expect(floor.server.metrics.closes.connectFailed).toBe(1);
  });

  it('onDisconnected learns of a line that broke', async () => {
    const { url, notes, server } = await open();
    const raw = await RawClient.shaken(url);
    raw.socket.terminate();
    await until(() => notes.length === 1);
    expect(notes[0]).toContain('WebSocket closed with status code 1006');
    expect(server.metrics.closes.connectionLost).toBe(1);
  });

  it('onDisconnected runs for a client that left while onConnected was running', async () => {
    let letIn = () => {};
    const floor = await open(
      {},
      {
        onConnected: () =>
          new Promise<void>((resolve) => {
            letIn = resolve;
          }),
      },
    );
    const raw = await RawClient.shaken(floor.url);
    raw.socket.terminate();
    await until(() => floor.server.metrics.connections === 0);
    expect(floor.notes).toEqual([]);
    letIn();
    await until(() => floor.notes.length === 1);
  });

  it('a call that ends after its connection joins no group and sends nothing', async () => {
    const { url, notes, letGo, hub, server } = await open();
    const raw = await RawClient.shaken(url);
    raw.send('{"type":1,"target":"Wait","arguments":["x"],"invocationId":"1"}\x1e');
    await until(() => notes.includes('start x'));
    raw.socket.terminate();
    await until(() => server.metrics.connections === 0);
    letGo('x');
    await until(() => notes.includes('end x'));
    await turns();
    expect(hub.all.size).toBe(0);
  });
});

describe('ending connections', () => {
  it('of one user says why and whether to come back, after what was sent before', async () => {
    const { url, hub, server, notes } = await open();
    const ann = await RawClient.shaken(`${url}?access_token=ann`);
    const bob = await RawClient.shaken(`${url}?access_token=bob`);
    hub.user('ann').send('Said', 'last');
    hub.user('ann').close({ error: 'You signed out.' });
    // Nothing reaches it from the moment of the close.
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
    expect(server.metrics.closes.application).toBe(1);
  });

  it('by the hub method itself ends a client without reconnect', async () => {
    const { url } = await open();
    const connection = await started(url, { reconnects: true });
    let closedWith: Error | undefined;
    connection.onclose((error) => {
      closedWith = error;
    });
    connection.send('Bye').catch(() => {});
    await until(() => connection.state === 'Disconnected');
    expect(closedWith?.message).toBe('Server returned an error on close: Goodbye.');
  });

  it('with allowReconnect makes a client with automatic reconnect come back', async () => {
    const { url, hub } = await open();
    const connection = await started(url, { reconnects: true, protocol: 'messagepack' });
    const before = connection.connectionId;
    let isBack = false;
    connection.onreconnected(() => {
      isBack = true;
    });
    hub.connection(before ?? '').close({ allowReconnect: true });
    await until(() => isBack);
    expect(connection.connectionId).not.toBe(before);
    expect(await connection.invoke('Add', 1, 2)).toBe(3);
  });

  it('happens when the right of the user expires', async () => {
    const clockStart = Date.now();
    const { url, clock, server } = await open(
      {},
      { authenticate: () => ({ userId: 'ann', expiresAt: clockStart + 10_000 }) },
    );
    const raw = await RawClient.shaken(url);
    clock.advance(clockStart + 9_000 - clock.epochMs());
    await turns();
    expect(raw.closeCode).toBeNull();
    clock.advance(2_000);
    await raw.closed();
    expect(raw.messages.at(-1)).toEqual({ type: 7, error: 'The session has expired.', allowReconnect: true });
    expect(server.metrics.closes.expired).toBe(1);
  });

  it('of the whole server sends everybody away to reconnect and resolves when the last socket is gone', async () => {
    const { url, server, hub } = await open();
    const raws = await Promise.all(Array.from({ length: 5 }, () => RawClient.shaken(url)));
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
    expect(server.metrics.closes.serverClosing).toBe(6);
  });

  it('destroys a socket that does not answer the close within 5 s', async () => {
    const { url, server, clock } = await open();
    const raw = await RawClient.shaken(url);
    raw.socket.pause();
    let isClosed = false;
    void server.close().then(() => {
      isClosed = true;
    });
    await turns();
    clock.advance(4_000);
    await turns();
    expect(isClosed).toBe(false);
    clock.advance(2_000);
    await until(() => isClosed);
  });
});

describe('several nodes on one backplane', () => {
  it('reach each other with messages, conflated changes and closes; a sender does not hear itself', async () => {
    const backplane = new InProcessBackplane();
    const here = await open({ backplane, node: 'a' });
    const there = await open({ backplane, node: 'b' });
    const a = await RawClient.shaken(`${here.url}?access_token=ann`);
    const b = await RawClient.shaken(`${there.url}?access_token=bob`, 'json');
    for (const raw of [a, b]) raw.send('{"type":1,"target":"Join","arguments":[["maize"]]}\x1e');
    await until(() => here.hub.group('maize').size + there.hub.group('maize').size === 2);
    here.hub.all.send('Said', 'all');
    here.hub.group('maize').send('Said', 'maize');
    here.hub.user('bob').send('Said', 'bob');
    const message = here.hub.message('Said', 'changed');
    here.hub.group('maize').conflate('k', { update: message, whole: () => message });
    for (const { clock } of [here, there]) clock.advance(50);
    await until(() => a.messages.length === 3 && b.messages.length === 4);
    expect(b.messages.map((each) => (each.arguments as string[])[0])).toEqual([
      'all',
      'maize',
      'bob',
      'changed',
    ]);
    here.hub.user('bob').close({ error: 'Signed out elsewhere.' });
    await b.closed();
    expect(b.messages.at(-1)).toEqual({ type: 7, error: 'Signed out elsewhere.' });
    expect(a.closeCode).toBeNull();
  });
});

describe('a hub', () => {
  it('must have a path of its own and a function for every method', () => {
    const server = createHubServer({ clock: new ManualClock() });
    const empty = { methods: {}, events: {} } as const;
    server.hub('/a', empty, { hub: { methods: {} } });
    expect(() => server.hub('/A/', empty, { hub: { methods: {} } })).toThrow(
      "There is a hub at '/A/' already",
    );
    expect(() => server.hub('a', empty, { hub: { methods: {} } })).toThrow('must look like');
    const one = { methods: { One: { args: [] } }, events: {} } as const;
    expect(() => server.hub('/b', one, { hub: { methods: {} as { One(): void } } })).toThrow(
      "the method 'One'",
    );
    const two = { methods: { one: { args: [] }, One: { args: [] } }, events: {} } as const;
    expect(() => server.hub('/c', two, { hub: { methods: { one() {}, One() {} } } })).toThrow(
      'case does not tell',
    );
  });

  it('has settings that make sense', () => {
    expect(() => createHubServer({ keepAliveMs: 0 })).toThrow('keepAliveMs');
    expect(() => createHubServer({ maxMessageBytes: Number.NaN })).toThrow('maxMessageBytes');
    expect(() => createHubServer({ slowBelowBytes: 10, slowAboveBytes: 10 })).toThrow('slowBelowBytes');
  });
});
