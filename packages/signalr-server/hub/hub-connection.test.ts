import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import { anything, number, text } from '../testing/schemas.ts';
import {
  advanceSeconds,
  closeAll,
  echoInvocation,
  errorMessageOf,
  eventLoopTurns,
  RawClient,
  serve,
  startClient,
  until,
} from '../testing/serve.ts';
import type { HubContext } from './hub.ts';

afterEach(closeAll);

const contract = {
  methods: { Echo: { args: [anything], result: anything }, Wait: { args: [], result: text } },
  events: { Numbered: [number], Big: [text] },
} as const;

async function open(settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const server = createHubServer({ clock, ...settings });
  const contexts: HubContext<typeof contract, null, undefined>[] = [];
  let finishWait = (_value: string) => {};
  let running = 0;
  const hub = server.hub('/h', contract, {
    handlers: {
      onConnected: (context) => void contexts.push(context),
      methods: {
        Echo: (_context, value) => value,
        Wait: () => {
          running++;
          return new Promise<string>((resolve) => {
            finishWait = resolve;
          });
        },
      },
    },
  });
  const url = `${await serve(server)}/h`;
  return { url, clock, server, hub, contexts, finishWait: () => finishWait('done'), running: () => running };
}

describe('the handshake', () => {
  it('is answered with {} and can share a frame with the first messages', async () => {
    const { url } = await open();
    const raw = await RawClient.open(url);
    raw.send(`{"protocol":"json","version":1}\x1e${echoInvocation('1', 'a')}${echoInvocation('2', 'b')}`);
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toEqual([
      {},
      { type: 3, invocationId: '1', result: 'a' },
      { type: 3, invocationId: '2', result: 'b' },
    ]);
  });

  it('can arrive in several frames', async () => {
    const { url } = await open();
    const raw = await RawClient.open(url);
    for (const letter of '{"protocol":"json","version":2}') raw.send(letter);
    await eventLoopTurns();
    expect(raw.frames).toHaveLength(0);
    raw.send('\x1e');
    await until(() => raw.text === '{}\x1e');
  });

  it('is also JSON for MessagePack, and is answered in a binary frame', async () => {
    const { url } = await open();
    const raw = await RawClient.open(url);
    const isBinary: boolean[] = [];
    raw.socket.on('message', (_data, binary) => isBinary.push(binary));
    raw.send('{"protocol":"messagepack","version":1}\x1e');
    await until(() => raw.text === '{}\x1e');
    expect(isBinary).toEqual([true]);
  });

  it.each([
    ['{"protocol":"json","version":0}', 'version 0, which signalrcore sends'],
    ['{"protocol":"JSON","version":1}', 'the name of the protocol in other letters'],
    ['{"protocol":"MessagePack","version":1}', 'the name of the binary protocol in other letters'],
  ])('%s is accepted as ASP.NET Core accepts it: %s', async (request) => {
    const { url } = await open();
    const raw = await RawClient.open(url);
    raw.send(`${request}\x1e`);
    await until(() => raw.text === '{}\x1e');
  });

  const rejected: [string, string][] = [
    ['{"protocol":"xml","version":1}', "The protocol 'xml' is not supported."],
    ['{"protocol":"toString","version":1}', "The protocol 'toString' is not supported."],
    ['{"protocol":"json","version":3}', "The server does not support version 3 of the 'json' protocol."],
    [
      'hello',
      'An unexpected error occurred during connection handshake. The handshake request is not valid JSON.',
    ],
    [
      '{"version":1}',
      'An unexpected error occurred during connection handshake. The handshake request must name a protocol.',
    ],
    [
      '{"protocol":"json","version":1.5}',
      'An unexpected error occurred during connection handshake. The handshake request must have a version number.',
    ],
    [
      '{"protocol":"json"}',
      'An unexpected error occurred during connection handshake. The handshake request must have a version number.',
    ],
  ];
  for (const [request, error] of rejected) {
    it(`${request} is rejected: ${error}`, async () => {
      const { url, server } = await open();
      const raw = await RawClient.open(url);
      raw.send(`${request}\x1e`);
      expect(await raw.closed()).toBe(1000);
      expect(raw.text).toBe(`${JSON.stringify({ error })}\x1e`);
      await until(() => server.metrics.closes.handshakeRejected === 1);
      expect(server.metrics.pendingConnections).toBe(0);
    });
  }

  it('is rejected when it is too long', async () => {
    const { url, server } = await open();
    const raw = await RawClient.open(url);
    raw.send('x'.repeat(33_000));
    await raw.closed();
    expect(raw.text).toContain('longer than the limit of 32768 bytes');
    expect(server.metrics.limitsExceeded.messageBytes).toBe(1);
  });

  it('is rejected when it does not arrive within 15 s', async () => {
    const { url, clock, server } = await open();
    const raw = await RawClient.open(url);
    await until(() => server.metrics.connections === 1);
    await advanceSeconds(clock, 14);
    expect(raw.closeCode).toBeNull();
    await advanceSeconds(clock, 2);
    expect(await raw.closed()).toBe(1000);
    expect(raw.text).toBe('{"error":"Handshake was canceled."}\x1e');
    await until(() => server.metrics.closes.handshakeTimeout === 1);
    expect(server.metrics.pendingConnections).toBe(0);
  });
});

describe('keep-alive and time-outs', () => {
  for (const [protocol, ping] of [
    ['json', '{"type":6}\x1e'],
    ['messagepack', '\x02\x91\x06'],
  ] as [ProtocolName, string][]) {
    it(`[HUB-4] sends a ping over ${protocol} when nothing was sent for 15 s, and not before`, async () => {
      const { url, clock } = await open();
      const raw = await RawClient.connect(url, protocol);
      await advanceSeconds(clock, 14);
      expect(raw.frames).toHaveLength(0);
      await advanceSeconds(clock, 3);
      await until(() => raw.frames.length === 1);
      expect(raw.frames[0]?.toString('latin1')).toBe(Buffer.from(ping, 'latin1').toString('latin1'));
    });
  }

  it('sends no ping while other messages are sent', async () => {
    const { url, clock, hub } = await open();
    const raw = await RawClient.connect(url);
    for (let i = 0; i < 3; i++) {
      await advanceSeconds(clock, 8);
      hub.all.send('Numbered', i);
    }
    await advanceSeconds(clock, 1);
    await until(() => raw.messages.length === 3);
    expect(raw.messages.every(({ type }) => type === 1)).toBe(true);
  });

  it('[HUB-4] closes a client that sent nothing for 30 s and allows it to reconnect', async () => {
    const { url, clock, server } = await open();
    const raw = await RawClient.connect(url);
    await advanceSeconds(clock, 30);
    expect(raw.closeCode).toBeNull();
    await advanceSeconds(clock, 2);
    expect(await raw.closed()).toBe(1000);
    expect(raw.messages.at(-1)).toEqual({
      type: 7,
      error: 'Connection closed with an error. The client sent nothing for 30 seconds.',
      allowReconnect: true,
    });
    await until(() => server.metrics.closes.clientTimeout === 1);
  });

  it('keeps a client that pings', async () => {
    const { url, clock, server } = await open();
    const raw = await RawClient.connect(url);
    for (let i = 0; i < 6; i++) {
      await advanceSeconds(clock, 15);
      const before = server.metrics.messagesIn;
      raw.send('{"type":6}\x1e');
      await until(() => server.metrics.messagesIn > before);
    }
    expect(raw.closeCode).toBeNull();
  });

  it('does not count the time while an invocation of the client runs', async () => {
    const { url, clock, finishWait, running } = await open();
    const raw = await RawClient.connect(url);
    raw.send('{"type":1,"target":"Wait","arguments":[],"invocationId":"1"}\x1e');
    await until(() => running() === 1);
    await advanceSeconds(clock, 60);
    expect(raw.closeCode).toBeNull();
    finishWait();
    await eventLoopTurns();
    await advanceSeconds(clock, 33);
    await raw.closed();
  });
});

describe('a protocol violation', () => {
  const broken: [string, ProtocolName, string | Buffer, string][] = [
    ['nonsense', 'json', 'nonsense\x1e', 'A message is not valid JSON.'],
    ['a message without type', 'json', '{}\x1e', 'The type of a message must be a number.'],
    [
      'arguments that are not an array',
      'json',
      '{"type":1,"target":"Echo","arguments":3}\x1e',
      'The arguments of',
    ],
    ['an invalid length', 'messagepack', Buffer.from('ffffffffff', 'hex'), 'The length before a message'],
    [
      'a message that is not an array',
      'messagepack',
      Buffer.from('0106', 'hex'),
      'A message must be a MessagePack array.',
    ],
  ];
  for (const [name, protocol, bytes, problem] of broken) {
    it(`closes the connection with the reason: ${name}`, async () => {
      const { url, server } = await open();
      const raw = await RawClient.connect(url, protocol);
      raw.send(bytes);
      expect(await raw.closed()).toBe(1000);
      expect(raw.text).toContain(`Connection closed with an error. ${problem}`);
      await until(() => server.metrics.closes.protocolError === 1);
      expect(server.metrics.connections).toBe(0);
    });
  }

  it('closes the connection after earlier invocations were completed', async () => {
    const { url } = await open();
    const raw = await RawClient.connect(url);
    raw.send(echoInvocation('1', 'a'));
    await until(() => raw.messages.length === 1);
    raw.send('{"type":6}\x1enonsense\x1e');
    await raw.closed();
    expect(raw.messages[0]).toEqual({ type: 3, invocationId: '1', result: 'a' });
    expect(raw.messages[1]).toMatchObject({ type: 7, allowReconnect: true });
  });

  it('does not include unknown message types and unknown ids of stream items, completions and cancellations', async () => {
    const { url } = await open();
    const raw = await RawClient.connect(url);
    for (const message of [
      '{"type":77}',
      '{"type":2,"invocationId":"9","item":1}',
      '{"type":3,"invocationId":"9"}',
      '{"type":5,"invocationId":"9"}',
      '{"type":8,"sequenceId":1}',
      '{"type":9,"sequenceId":1}',
    ]) {
      raw.send(`${message}\x1e`);
    }
    raw.send(echoInvocation('1', 'still here'));
    await until(() => raw.messages.length === 1);
    expect(raw.closeCode).toBeNull();
  });

  it('does not include a message that arrives byte by byte', async () => {
    const { url } = await open();
    const raw = await RawClient.connect(url);
    const message = echoInvocation('1', 'é'.repeat(5));
    for (const byte of Buffer.from(message)) raw.send(Buffer.from([byte]));
    await until(() => raw.messages.length === 1);
    expect(raw.messages[0]).toMatchObject({ result: 'é'.repeat(5) });
  });

  it('includes a message in more than 100 chunks', async () => {
    const { url } = await open();
    const raw = await RawClient.connect(url);
    for (let i = 0; i < 200; i++) raw.send(' ');
    await raw.closed();
    expect(raw.text).toContain('more than 100 chunks');
  });

  it('does not include a Close message of the client, which closes the connection in order', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    raw.send('{"type":7}\x1e');
    expect(await raw.closed()).toBe(1000);
    expect(raw.frames).toHaveLength(0);
    await until(() => server.metrics.closes.client === 1);
  });
});

describe('the limits of a client', () => {
  let fragments = 0;

  it('a message above 32 KiB closes the connection, but a longer frame of smaller messages does not', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    raw.send(Array.from({ length: 20 }, (_, i) => echoInvocation(String(i), 'x'.repeat(10_000))).join(''));
    await until(() => raw.messages.length === 20);
    raw.send(echoInvocation('big', 'x'.repeat(33_000)));
    await raw.closed();
    expect(raw.messages.at(-1)?.error).toContain('longer than the limit of 32768 bytes');
    expect(server.metrics.limitsExceeded.messageBytes).toBe(1);
    await until(() => server.metrics.closes.limit === 1);
  });

  it('a frame above 1 MiB closes the connection', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    raw.send('x'.repeat(1024 * 1024 + 1));
    expect(await raw.closed()).toBe(1009);
    await until(() => server.metrics.closes.limit === 1);
    expect(server.metrics.limitsExceeded.frameBytes).toBe(1);
  });

  it('a message nested deeper than 100 levels closes the connection', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    raw.send(`{"type":1,"target":"Echo","invocationId":"1","arguments":[${nested(98)}]}\x1e`);
    await until(() => raw.messages.length === 1);
    raw.send(`{"type":1,"target":"Echo","invocationId":"2","arguments":[${nested(99)}]}\x1e`);
    await raw.closed();
    expect(server.metrics.limitsExceeded.depth).toBe(1);
  });

  it('invocations above 50 per second and a burst of 100 are completed with an error, and later invocations succeed', async () => {
    const { url, clock, server } = await open();
    const raw = await RawClient.connect(url);
    const burst = (count: number) =>
      Array.from({ length: count }, (_, i) => echoInvocation(String(i), i)).join('');
    raw.send(burst(130));
    await until(() => raw.messages.length === 130);
    const rejected = raw.messages.filter(({ error }) => error !== undefined);
    expect(rejected).toHaveLength(30);
    expect(rejected[0]?.error).toContain(
      'HubException: Too many calls: at most 50 per second and 100 at once',
    );
    expect(server.metrics.limitsExceeded.invocationRate).toBe(30);
    clock.advance(1000);
    raw.frames.length = 0;
    raw.send(burst(60));
    await until(() => raw.messages.length === 60);
    expect(raw.messages.filter(({ error }) => error === undefined)).toHaveLength(50);
  });

  it('a client that keeps invoking although every invocation is rejected is closed', async () => {
    const { url, server } = await open();
    const raw = await RawClient.connect(url);
    const flood = Array.from({ length: 1200 }, () => echoInvocation('1', 1)).join('');
    raw.send(flood);
    await raw.closed();
    expect(raw.messages.at(-1)).toMatchObject({ type: 7, allowReconnect: true });
    await until(() => server.metrics.closes.limit === 1);
  });

  it('messages above 1,000 per second and a burst of 4,000 are read later, and none is lost', async () => {
    const { url, clock, server } = await open();
    const raw = await RawClient.connect(url);
    for (let part = 0; part < 6; part++) raw.send('{"type":6}\x1e'.repeat(1_000));
    raw.send(echoInvocation('last', 'last'));
    await until(() => server.metrics.limitsExceeded.inputRate === 1);
    await eventLoopTurns(10);
    expect(server.metrics.messagesIn).toBeLessThan(4_100);
    clock.advance(1_000);
    await until(() => server.metrics.messagesIn > 4_500);
    await eventLoopTurns(10);
    expect(server.metrics.messagesIn).toBeLessThan(5_100);
    expect(raw.messages).toEqual([]);
    clock.advance(2_000);
    await until(() => raw.messages.length === 1);
    expect(raw.messages[0]).toMatchObject({ invocationId: 'last', result: 'last' });
  });

  it.each([
    ['pongs of the WebSocket', (raw: RawClient) => raw.socket.pong()],
    ['parts of messages', (raw: RawClient) => raw.socket.send('', { fin: ++fragments % 10 === 0 })],
  ])('%s count as much as messages', async (_what, send) => {
    const { url, clock, server } = await open({
      clientTimeoutMs: 1e9,
      keepAliveMs: 1e9,
      stallTimeoutMs: 1e9,
    });
    const raw = await RawClient.connect(url);
    for (let sent = 0; sent < 5_000; sent++) send(raw);
    raw.send(echoInvocation('last', 'last'));
    await until(() => server.metrics.limitsExceeded.inputRate > 0);
    expect(raw.messages).toEqual([]);
    await until(() => {
      clock.advance(1_000);
      return raw.messages.length === 1;
    });
    expect(raw.messages[0]).toMatchObject({ invocationId: 'last', result: 'last' });
  });

  it('nothing is read while 16 invocations wait for the running one, and everything afterwards', async () => {
    const { url, finishWait, running, server } = await open();
    const raw = await RawClient.connect(url);
    const wait = '{"type":1,"target":"Wait","arguments":[],"invocationId":"w"}\x1e';
    raw.send(wait + Array.from({ length: 40 }, (_, i) => echoInvocation(String(i), i)).join(''));
    raw.send(echoInvocation('last', 'last'));
    await until(() => running() === 1);
    await eventLoopTurns(10);
    expect(server.metrics.invocations).toBe(17);
    finishWait();
    await until(() => raw.messages.length === 42);
    expect(raw.messages.map(({ invocationId }) => invocationId)).toEqual([
      'w',
      ...Array.from({ length: 40 }, (_, i) => String(i)),
      'last',
    ]);
  });
});

describe('a client that does not read', () => {
  const kiB = 1024;
  const settings = { slowAboveBytes: 64 * kiB, slowBelowBytes: 16 * kiB, maxOrderedBytes: 8 * kiB * kiB };

  /**
   * Fills the kernel's buffers, so that later messages stay in the process. Returns the number of messages.
   */
  async function fillBuffers({ clock, hub, server }: Awaited<ReturnType<typeof open>>): Promise<number> {
    let sent = 0;
    while (server.metrics.slowClients === 0) {
      hub.all.send('Big', 'x'.repeat(64 * kiB));
      sent++;
      clock.advance(50);
      await eventLoopTurns(1);
      if (sent > 1000) throw new Error('The client never became slow.');
    }
    return sent;
  }

  it('loses no ordered message and gets one snapshot for all the updates it missed', async () => {
    const testServer = await open(settings);
    const { url, clock, hub, server, contexts } = testServer;
    const raw = await RawClient.connect(url);
    const quick = await RawClient.connect(url);
    for (const context of contexts) context.groups.join('market');
    raw.socket.pause();
    let bigs = await fillBuffers(testServer);
    const market = hub.group('market');
    let latest = 0;
    const snapshot = () => hub.message('Numbered', -latest);
    for (let i = 1; i <= 500; i++) {
      latest = i;
      if (i % 100 === 0) {
        hub.all.send('Big', String(i));
        bigs++;
      }
      market.conflate('MAY', { update: hub.message('Numbered', i), snapshot });
      clock.advance(50);
      await eventLoopTurns(1);
    }
    expect(server.metrics.slowClients).toBe(1);
    raw.socket.resume();
    const numbersOf = (client: RawClient) =>
      client.messages
        .filter(({ target }) => target === 'Numbered')
        .map((each) => (each.arguments as number[])[0]);
    await until(() => numbersOf(quick).length === 500);
    await until(() => {
      clock.advance(50);
      return numbersOf(raw).length > 0 && server.metrics.slowClients === 0;
    });
    expect(numbersOf(raw)).toEqual([-500]);
    expect(raw.messages.filter(({ target }) => target === 'Big')).toHaveLength(bigs);
    // The snapshot follows the last ordered message that was queued before the last change.
    expect(raw.messages.at(-1)).toMatchObject({ target: 'Numbered' });
    // From now on the client gets updates again.
    market.conflate('MAY', { update: hub.message('Numbered', 501), snapshot });
    clock.advance(50);
    await until(() => numbersOf(raw).length === 2);
    expect(numbersOf(raw)).toEqual([-500, 501]);
    expect(server.metrics.slowdowns).toBeGreaterThan(0);
  });

  it('gets nothing from a group that it left while it was slow', async () => {
    const testServer = await open(settings);
    const raw = await RawClient.connect(testServer.url);
    testServer.contexts[0]?.groups.join('left');
    testServer.contexts[0]?.groups.join('kept');
    raw.socket.pause();
    await fillBuffers(testServer);
    const update = testServer.hub.message('Numbered', 1);
    testServer.hub
      .group('left')
      .conflate('k', { update: testServer.hub.message('Numbered', 7), snapshot: () => update });
    testServer.hub.group('kept').conflate('k', { update, snapshot: () => update });
    testServer.contexts[0]?.groups.leave('left');
    raw.socket.resume();
    await until(() => {
      testServer.clock.advance(50);
      return raw.messages.at(-1)?.target === 'Numbered';
    });
    expect(raw.messages.filter(({ target }) => target === 'Numbered')).toEqual([
      { type: 1, target: 'Numbered', arguments: [1] },
    ]);
  });

  it('is closed when too many bytes of ordered messages are queued, and may reconnect', async () => {
    const testServer = await open({ ...settings, maxOrderedBytes: 512 * kiB });
    const { url, hub, server, clock } = testServer;
    const raw = await RawClient.connect(url);
    raw.socket.pause();
    await fillBuffers(testServer);
    for (let i = 0; i < 9; i++) hub.all.send('Big', 'x'.repeat(64 * kiB));
    expect(hub.all.size).toBe(0);
    expect(server.metrics.limitsExceeded.orderedBytes).toBe(1);
    expect(server.metrics.slowClients).toBe(0);
    raw.socket.resume();
    await raw.closed();
    expect(raw.messages.at(-1)).toMatchObject({ type: 7, allowReconnect: true });
    await until(() => server.metrics.closes.slowClient === 1);
    clock.advance(50);
  });

  it('is closed when it reads nothing for 30 s, and destroyed 5 s later', async () => {
    const testServer = await open(settings);
    const { url, server, clock } = testServer;
    const raw = await RawClient.connect(url);
    raw.socket.pause();
    await fillBuffers(testServer);
    // The client sends pings but does not read.
    const pingAndAdvance = async (seconds: number) => {
      raw.send('{"type":6}\x1e');
      const before = server.metrics.messagesIn;
      await until(() => server.metrics.messagesIn > before);
      await advanceSeconds(clock, seconds);
    };
    await pingAndAdvance(15);
    await pingAndAdvance(13);
    expect(server.metrics.limitsExceeded.stall).toBe(0);
    // The system may accept some bytes later, in real time, and the 30 s count from then. It may even accept all of
    // them, because the client's socket reads for a moment after `pause`. Then nothing waits to be read any more.
    for (let more = 0; more < 4_000 && server.metrics.limitsExceeded.stall === 0; more += 4) {
      await fillBuffers(testServer);
      await pingAndAdvance(4);
    }
    expect(server.metrics.limitsExceeded.stall).toBe(1);
    expect(server.metrics.connections).toBe(1);
    await advanceSeconds(clock, 6);
    await until(() => server.metrics.connections === 0);
    await until(() => server.metrics.closes.slowClient === 1);
  });
});

describe('the official client', () => {
  it('gets the reason when the server closes the connection', async () => {
    const { url, contexts } = await open();
    const connection = await startClient(url, { protocol: 'messagepack' });
    let closedWith: Error | undefined;
    connection.onclose((error) => {
      closedWith = error;
    });
    await until(() => contexts.length === 1);
    contexts[0]?.close({ error: 'Enough.' });
    await until(() => connection.state === 'Disconnected');
    expect(closedWith?.message).toContain('Enough.');
    expect(await errorMessageOf(connection.invoke('Echo', 1))).toContain('not in the');
  });
});
