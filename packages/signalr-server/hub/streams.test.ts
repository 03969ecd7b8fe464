import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { HubError } from '../hub-error.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import type { HubLogEntry } from '../logger.ts';
import { anything, number, text } from '../testing/schemas.ts';
import { closeAll, RawClient, serve, turns, until } from '../testing/serve.ts';

afterEach(closeAll);

const contract = {
  methods: {
    Echo: { args: [anything], result: anything },
    Count: { args: [number], stream: number },
    Endless: { args: [text], stream: text },
    Silent: { args: [], stream: text },
    Breaks: { args: [anything], stream: anything },
    NoStream: { args: [], stream: anything },
    Sum: { args: [], uploads: [number], result: number },
    TakeLater: { args: [], uploads: [number], result: number },
    Doubled: { args: [], uploads: [number], stream: number },
    Wait: { args: [text], result: text },
  },
  events: {},
} as const;

async function open(settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const log: HubLogEntry[] = [];
  /** What hub code did, in order. */
  const notes: string[] = [];
  const gates = new Map<string, () => void>();
  const gate = (name: string) => new Promise<void>((resolve) => gates.set(name, resolve));
  const server = createHubServer({ clock, logger: (entry) => log.push(entry), ...settings });
  let made = 0;
  server.hub('/h', contract, {
    hub: {
      methods: {
        Echo: (_context, value) => value,
        *Count(_context, upTo) {
          for (let i = 1; i <= upTo; i++) yield i;
        },
        async *Endless(_context, item) {
          try {
            for (;;) {
              made++;
              yield item;
            }
          } finally {
            notes.push('endless left');
          }
        },
        async *Silent(_context, call) {
          notes.push('silent started');
          call.signal.addEventListener('abort', () => notes.push('silent aborted'));
          if (!call.signal.aborted) {
            await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
          }
          notes.push('silent over');
          yield* [];
        },
        *Breaks(_context, error) {
          yield 'one';
          if (error === 'encoding') yield 10n;
          throw error === 'meant' ? new HubError('Meant for you.') : new TypeError('Not for you.');
        },
        NoStream: () => 5 as unknown as number[],
        async Sum(_context, upload) {
          let sum = 0;
          try {
            for await (const item of upload) sum += item;
          } catch (error) {
            notes.push(`upload ended by ${(error as Error).name}`);
            throw error;
          }
          return sum;
        },
        async TakeLater(_context, upload) {
          await gate('later');
          let sum = 0;
          for await (const item of upload) sum += item;
          return sum;
        },
        async *Doubled(_context, upload) {
          for await (const item of upload) yield item * 2;
        },
        async Wait(_context, name, call) {
          notes.push(`${name} runs`);
          call.signal.addEventListener('abort', () => notes.push(`${name} aborted`));
          await gate(name);
          return name;
        },
      },
    },
  });
  const raw = await RawClient.shaken(`${await serve(server)}/h`);
  return { clock, server, log, notes, raw, made: () => made, letGo: (name: string) => gates.get(name)?.() };
}

const frame = (...messages: object[]) => messages.map((message) => `${JSON.stringify(message)}\x1e`).join('');
const invoke = (invocationId: string, target: string, args: unknown[] = [], streamIds?: string[]) => ({
  type: 1,
  invocationId,
  target,
  arguments: args,
  streamIds,
});
const stream = (invocationId: string, target: string, args: unknown[] = [], streamIds?: string[]) => ({
  ...invoke(invocationId, target, args, streamIds),
  type: 4,
});
const item = (invocationId: string, value: unknown) => ({ type: 2, invocationId, item: value });
const end = (invocationId: string, error?: string) => ({ type: 3, invocationId, error });
const cancel = (invocationId: string) => ({ type: 5, invocationId });

describe('a stream of the server', () => {
  it('gives its items in order, then one completion without a result', async () => {
    const { raw, server } = await open();
    raw.send(frame(stream('1', 'Count', [3])));
    await until(() => raw.messages.length === 4);
    expect(raw.messages).toEqual([item('1', 1), item('1', 2), item('1', 3), { type: 3, invocationId: '1' }]);
    expect(server.metrics.streams).toBe(0);
  });

  it('runs beside other calls of its client and holds none of them up', async () => {
    const { raw } = await open();
    raw.send(frame(stream('1', 'Silent'), invoke('2', 'Echo', ['hi']), stream('3', 'Count', [1])));
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toContainEqual({ type: 3, invocationId: '2', result: 'hi' });
    expect(raw.messages.some(({ invocationId }) => invocationId === '1')).toBe(false);
  });

  it('that is cancelled in the frame of its own call ends, is told so, and is completed once', async () => {
    const { raw, notes } = await open();
    raw.send(frame(stream('1', 'Silent'), cancel('1'), cancel('1'), invoke('2', 'Echo', [1])));
    await until(() => raw.messages.length === 2 && notes.includes('silent over'));
    expect(raw.messages).toContainEqual({ type: 3, invocationId: '1' });
    expect(notes).toEqual(['silent started', 'silent over']);
  });

  it('that is cancelled while it waits is aborted and completed at once', async () => {
    const { raw, notes, server } = await open();
    raw.send(frame(stream('1', 'Silent')));
    await until(() => notes.includes('silent started'));
    expect(server.metrics.streams).toBe(1);
    raw.send(frame(cancel('1')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([{ type: 3, invocationId: '1' }]);
    await until(() => notes.includes('silent over'));
    expect(server.metrics.streams).toBe(0);
  });

  it('is no faster than its client, and left when the client goes', async () => {
    const { raw, made, notes, clock, server } = await open({
      slowAboveBytes: 65_536,
      slowBelowBytes: 16_384,
    });
    raw.socket.pause();
    raw.send(frame(stream('1', 'Endless', ['x'.repeat(10_000)])));
    await until(() => server.metrics.slowClients === 1, 8000);
    const before = made();
    clock.advance(500);
    await turns(20);
    expect(made() - before).toBeLessThan(3);
    raw.socket.resume();
    await until(() => {
      clock.advance(50);
      return made() > before + 100;
    });
    expect(notes).toEqual([]);
    raw.socket.terminate();
    await until(() => notes.includes('endless left'));
    expect(server.metrics.streams).toBe(0);
  });

  it('that fails gives what it had, then its error if it is meant for the user, and the log gets the rest', async () => {
    const { raw, log } = await open();
    raw.send(frame(stream('1', 'Breaks', ['meant']), stream('2', 'Breaks', ['other'])));
    raw.send(frame(stream('3', 'Breaks', ['encoding']), stream('4', 'NoStream')));
    await until(() => raw.messages.filter(({ type }) => type === 3).length === 4);
    const errors = Object.fromEntries(raw.messages.map(({ invocationId, error }) => [invocationId, error]));
    const unexpected = (method: string) => `An unexpected error occurred invoking '${method}' on the server.`;
    expect(errors).toEqual({
      1: `${unexpected('Breaks')} HubException: Meant for you.`,
      2: unexpected('Breaks'),
      3: unexpected('Breaks'),
      4: unexpected('NoStream'),
    });
    expect(raw.messages.filter(({ type }) => type === 2)).toHaveLength(3);
    expect(log.map(({ method }) => method).sort()).toEqual(['Breaks', 'Breaks', 'NoStream']);
    raw.send(frame(invoke('5', 'Echo', ['still here'])));
    await until(() => raw.messages.some(({ result }) => result === 'still here'));
  });

  it('there are 32 of at most, in both directions; the next is refused in words and counted', async () => {
    const { raw, server, clock } = await open();
    raw.send(frame(...Array.from({ length: 30 }, (_, i) => stream(`s${i}`, 'Silent'))));
    raw.send(frame(invoke('up', 'Sum', [], ['u']), stream('both', 'Doubled', [], ['v'])));
    await until(() => raw.messages.length === 1);
    expect(raw.messages[0]).toEqual({
      type: 3,
      invocationId: 'both',
      error:
        "An unexpected error occurred invoking 'Doubled' on the server. HubException: A connection can have 32 streams at once. Close some and try again.",
    });
    expect(server.metrics.streams).toBe(31);
    expect(server.metrics.breaches.streamsPerConnection).toBe(1);
    raw.send(frame(cancel('s0')));
    await until(() => server.metrics.streams === 30);
    raw.send(frame(stream('both', 'Doubled', [], ['v']), item('v', 21)));
    await until(() => {
      clock.advance(50);
      return raw.messages.some(({ item }) => item === 42);
    });
    expect(server.metrics.streams).toBe(32);
    raw.socket.terminate();
    await until(() => server.metrics.streams === 0);
  });

  it('with the id of one that runs closes the connection: an item would reach the wrong one', async () => {
    const { raw, server } = await open();
    raw.send(frame(stream('1', 'Silent'), stream('1', 'Count', [1])));
    await raw.closed();
    expect(raw.messages.at(-1)).toMatchObject({
      type: 7,
      error: "Connection closed with an error. There is a call or stream with the id '1' already.",
    });
    expect(server.metrics.closes.protocolError).toBe(1);
  });
});

describe('a stream of the client', () => {
  it('may begin and end in the frame of its call', async () => {
    const { raw, server } = await open();
    raw.send(frame(invoke('1', 'Sum', [], ['u']), item('u', 1), item('u', 2), end('u')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([{ type: 3, invocationId: '1', result: 3 }]);
    expect(server.metrics.streams).toBe(0);
  });

  it('may feed a stream of the server', async () => {
    const { raw } = await open();
    raw.send(frame(stream('1', 'Doubled', [], ['u']), item('u', 4), item('u', 5), end('u')));
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toEqual([item('1', 8), item('1', 10), { type: 3, invocationId: '1' }]);
  });

  it('fails the call with an item that does not fit; what comes after it is ignored', async () => {
    const { raw, notes } = await open();
    raw.send(frame(invoke('1', 'Sum', [], ['u']), item('u', 1), item('u', 'two')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages[0]?.error).toBe(
      "Failed to invoke 'Sum' due to an error on the server. HubException: An item of upload 1: expected a number",
    );
    expect(notes).toEqual(['upload ended by HubError']);
    raw.send(frame(item('u', 3), end('u'), item('nobody', 1), end('nobody'), invoke('2', 'Echo', [1])));
    await until(() => raw.messages.length === 2);
    expect(raw.messages[1]).toEqual({ type: 3, invocationId: '2', result: 1 });
  });

  it('is held back while 10 items wait that the method does not read, and nothing is lost', async () => {
    const { raw, server, letGo } = await open();
    raw.send(frame(invoke('1', 'TakeLater', [], ['u'])));
    for (let i = 1; i <= 40; i++) raw.send(frame(item('u', i)));
    raw.send(frame(end('u'), stream('2', 'Count', [1])));
    await until(() => server.metrics.messagesIn >= 11);
    await turns(20);
    expect(server.metrics.messagesIn).toBe(11);
    expect(raw.messages).toEqual([]);
    letGo('later');
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toContainEqual({ type: 3, invocationId: '1', result: 820 });
  });

  it('must be there for every one that the method expects, and for no other', async () => {
    const { raw } = await open();
    raw.send(frame(invoke('1', 'Sum'), invoke('2', 'Echo', [1], ['u']), item('u', 1)));
    await until(() => raw.messages.length === 2);
    const text = (method: string) => `An unexpected error occurred invoking '${method}' on the server.`;
    expect(raw.messages.map(({ error }) => error)).toEqual([
      `${text('Sum')} HubException: Client sent 0 stream(s), the method expects 1.`,
      `${text('Echo')} HubException: Client sent 1 stream(s), the method expects 0.`,
    ]);
  });

  it('has an id of its own: one that is in use, or named twice, closes the connection', async () => {
    for (const ids of [['u'], ['v', 'v']]) {
      const { raw } = await open();
      raw.send(frame(invoke('1', 'TakeLater', [], ['u'])));
      raw.send(frame(stream('2', 'Doubled', [], ids)));
      if (ids.length === 1) {
        await raw.closed();
        expect(raw.messages.at(-1)?.error).toContain("with the id 'u' already");
      } else {
        await until(() => raw.messages.length === 1);
        expect(raw.messages[0]?.error).toContain('Client sent 2 stream(s), the method expects 1.');
      }
    }
  });

  it('ends with its connection: the method that reads it is told', async () => {
    const { raw, notes, server } = await open();
    raw.send(frame(invoke('1', 'Sum', [], ['u']), item('u', 1)));
    await until(() => server.metrics.streams === 1 && server.metrics.messagesIn === 2);
    raw.socket.terminate();
    await until(() => notes.length === 1);
    expect(notes).toEqual(['upload ended by AbortError']);
    expect(server.metrics.streams).toBe(0);
  });
});

describe('an ordinary call that is cancelled', () => {
  it('has its signal aborted and is answered when it ends', async () => {
    const { raw, notes, letGo } = await open();
    raw.send(frame(invoke('1', 'Wait', ['a']), cancel('1')));
    await until(() => notes.includes('a aborted'));
    expect(raw.messages).toEqual([]);
    letGo('a');
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([{ type: 3, invocationId: '1', result: 'a' }]);
  });

  it('while it waits for its turn is answered at once and never runs', async () => {
    const { raw, notes, letGo } = await open();
    raw.send(frame(invoke('1', 'Wait', ['a']), invoke('2', 'Wait', ['b']), cancel('2'), cancel('7')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([
      { type: 3, invocationId: '2', error: "The call of 'Wait' was cancelled by its client." },
    ]);
    letGo('a');
    await until(() => raw.messages.length === 2);
    expect(notes).toEqual(['a runs']);
  });
});
