import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { HubError } from '../errors.ts';
import { createHubServer, type HubServerOptions } from '../hub-server.ts';
import type { HubLogEntry } from '../logger.ts';
import { anything, number, text } from '../testing/schemas.ts';
import { closeAll, eventLoopTurns, RawClient, serve, until } from '../testing/serve.ts';

afterEach(closeAll);

const contract = {
  methods: {
    Echo: { args: [anything], result: anything },
    Count: { args: [number], stream: number },
    Endless: { args: [text], stream: text },
    Silent: { args: [], stream: text },
    Breaks: { args: [anything], stream: anything },
    NotIterable: { args: [], stream: anything },
    Sum: { args: [], uploads: [number], result: number },
    SumLater: { args: [], uploads: [number], result: number },
    Doubled: { args: [], uploads: [number], stream: number },
    Wait: { args: [text], result: text },
  },
  events: {},
} as const;

async function open(settings: HubServerOptions = {}) {
  const clock = new ManualClock(Date.now());
  const log: HubLogEntry[] = [];
  /** The actions of the hub's code, in order. */
  const notes: string[] = [];
  const blocked = new Map<string, () => void>();
  const block = (name: string) => new Promise<void>((resolve) => blocked.set(name, resolve));
  const server = createHubServer({ clock, logger: (entry) => log.push(entry), ...settings });
  let made = 0;
  server.hub('/h', contract, {
    handlers: {
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
            notes.push('endless returned');
          }
        },
        async *Silent(_context, invocation) {
          notes.push('silent started');
          invocation.signal.addEventListener('abort', () => notes.push('silent aborted'));
          if (!invocation.signal.aborted) {
            await new Promise((resolve) => invocation.signal.addEventListener('abort', resolve));
          }
          notes.push('silent ended');
          yield* [];
        },
        *Breaks(_context, error) {
          yield 'one';
          if (error === 'encoding') yield 10n;
          throw error === 'meant' ? new HubError('For the user.') : new TypeError('Not for the user.');
        },
        NotIterable: () => 5 as unknown as number[],
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
        async SumLater(_context, upload) {
          await block('later');
          let sum = 0;
          for await (const item of upload) sum += item;
          return sum;
        },
        async *Doubled(_context, upload) {
          for await (const item of upload) yield item * 2;
        },
        async Wait(_context, name, invocation) {
          notes.push(`${name} runs`);
          invocation.signal.addEventListener('abort', () => notes.push(`${name} aborted`));
          await block(name);
          return name;
        },
      },
    },
  });
  const raw = await RawClient.connect(`${await serve(server)}/h`);
  return {
    clock,
    server,
    log,
    notes,
    raw,
    made: () => made,
    unblock: (name: string) => blocked.get(name)?.(),
  };
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

describe('a server-to-client stream', () => {
  it('sends its items in order, then one completion without a result', async () => {
    const { raw, server } = await open();
    raw.send(frame(stream('1', 'Count', [3])));
    await until(() => raw.messages.length === 4);
    expect(raw.messages).toEqual([item('1', 1), item('1', 2), item('1', 3), { type: 3, invocationId: '1' }]);
    expect(server.metrics.streams).toBe(0);
  });

  it('runs in parallel with other invocations of its client', async () => {
    const { raw } = await open();
    raw.send(frame(stream('1', 'Silent'), invoke('2', 'Echo', ['hi']), stream('3', 'Count', [1])));
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toContainEqual({ type: 3, invocationId: '2', result: 'hi' });
    expect(raw.messages.some(({ invocationId }) => invocationId === '1')).toBe(false);
  });

  it('sees the aborted signal and is completed once if it is cancelled in the frame of its invocation', async () => {
    const { raw, notes } = await open();
    raw.send(frame(stream('1', 'Silent'), cancel('1'), cancel('1'), invoke('2', 'Echo', [1])));
    await until(() => raw.messages.length === 2 && notes.includes('silent ended'));
    expect(raw.messages).toContainEqual({ type: 3, invocationId: '1' });
    expect(notes).toEqual(['silent started', 'silent ended']);
  });

  it('is aborted and completed immediately if it is cancelled while it waits', async () => {
    const { raw, notes, server } = await open();
    raw.send(frame(stream('1', 'Silent')));
    await until(() => notes.includes('silent started'));
    expect(server.metrics.streams).toBe(1);
    raw.send(frame(cancel('1')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([{ type: 3, invocationId: '1' }]);
    await until(() => notes.includes('silent ended'));
    expect(server.metrics.streams).toBe(0);
  });

  it('is not read faster than its client reads, and returns early when the client disconnects', async () => {
    const { raw, made, notes, clock, server } = await open({
      slowAboveBytes: 65_536,
      slowBelowBytes: 16_384,
    });
    raw.socket.pause();
    raw.send(frame(stream('1', 'Endless', ['x'.repeat(10_000)])));
    await until(() => server.metrics.slowClients === 1);
    const before = made();
    clock.advance(500);
    await eventLoopTurns(20);
    expect(made() - before).toBeLessThan(3);
    raw.socket.resume();
    await until(() => {
      clock.advance(50);
      return made() > before + 100;
    });
    expect(notes).toEqual([]);
    raw.socket.terminate();
    await until(() => notes.includes('endless returned'));
    expect(server.metrics.streams).toBe(0);
  });

  it('sends its items before it fails, sends the text of a HubError, and logs other errors', async () => {
    const { raw, log } = await open();
    raw.send(frame(stream('1', 'Breaks', ['meant']), stream('2', 'Breaks', ['other'])));
    raw.send(frame(stream('3', 'Breaks', ['encoding']), stream('4', 'NotIterable')));
    await until(() => raw.messages.filter(({ type }) => type === 3).length === 4);
    const errors = Object.fromEntries(raw.messages.map(({ invocationId, error }) => [invocationId, error]));
    const unexpected = (method: string) => `An unexpected error occurred invoking '${method}' on the server.`;
    expect(errors).toEqual({
      1: `${unexpected('Breaks')} HubException: For the user.`,
      2: unexpected('Breaks'),
      3: unexpected('Breaks'),
      4: unexpected('NotIterable'),
    });
    expect(raw.messages.filter(({ type }) => type === 2)).toHaveLength(3);
    expect(log.map(({ method }) => method).sort()).toEqual(['Breaks', 'Breaks', 'NotIterable']);
    raw.send(frame(invoke('5', 'Echo', ['still here'])));
    await until(() => raw.messages.some(({ result }) => result === 'still here'));
  });

  it('is rejected, and counted, if the connection has 32 streams in both directions', async () => {
    const { raw, server, clock } = await open();
    raw.send(frame(...Array.from({ length: 30 }, (_, i) => stream(`s${i}`, 'Silent'))));
    raw.send(frame(invoke('up', 'Sum', [], ['u']), stream('both', 'Doubled', [], ['v'])));
    await until(() => raw.messages.length === 1);
    expect(raw.messages[0]).toEqual({
      type: 3,
      invocationId: 'both',
      error:
        "An unexpected error occurred invoking 'Doubled' on the server. HubException: A connection can have 32 streams at the same time. Close some and try again.",
    });
    expect(server.metrics.streams).toBe(31);
    expect(server.metrics.limitsExceeded.streamsPerConnection).toBe(1);
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

  it('closes the connection if its id is in use', async () => {
    const { raw, server } = await open();
    raw.send(frame(stream('1', 'Silent'), stream('1', 'Count', [1])));
    await raw.closed();
    expect(raw.messages.at(-1)).toMatchObject({
      type: 7,
      error: "Connection closed with an error. There is already an invocation or stream with the id '1'.",
    });
    await until(() => server.metrics.closes.protocolError === 1);
  });
});

describe('an upload stream', () => {
  it('can begin and end in the frame of its invocation', async () => {
    const { raw, server } = await open();
    raw.send(frame(invoke('1', 'Sum', [], ['u']), item('u', 1), item('u', 2), end('u')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([{ type: 3, invocationId: '1', result: 3 }]);
    expect(server.metrics.streams).toBe(0);
  });

  it('can be the source of a server-to-client stream', async () => {
    const { raw } = await open();
    raw.send(frame(stream('1', 'Doubled', [], ['u']), item('u', 4), item('u', 5), end('u')));
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toEqual([item('1', 8), item('1', 10), { type: 3, invocationId: '1' }]);
  });

  it('fails its invocation by an invalid item, and ignores later items', async () => {
    const { raw, notes } = await open();
    raw.send(frame(invoke('1', 'Sum', [], ['u']), item('u', 1), item('u', 'two')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages[0]?.error).toBe(
      "Failed to invoke 'Sum' due to an error on the server. HubException: An item of upload stream 1: expected a number",
    );
    expect(notes).toEqual(['upload ended by HubError']);
    raw.send(frame(item('u', 3), end('u'), item('nobody', 1), end('nobody'), invoke('2', 'Echo', [1])));
    await until(() => raw.messages.length === 2);
    expect(raw.messages[1]).toEqual({ type: 3, invocationId: '2', result: 1 });
  });

  it('is not read further while 10 items wait for the method, and loses none', async () => {
    const { raw, server, unblock } = await open();
    raw.send(frame(invoke('1', 'SumLater', [], ['u'])));
    for (let i = 1; i <= 40; i++) raw.send(frame(item('u', i)));
    raw.send(frame(end('u'), stream('2', 'Count', [1])));
    await until(() => server.metrics.messagesIn >= 11);
    await eventLoopTurns(20);
    expect(server.metrics.messagesIn).toBe(11);
    expect(raw.messages).toEqual([]);
    unblock('later');
    await until(() => raw.messages.length === 3);
    expect(raw.messages).toContainEqual({ type: 3, invocationId: '1', result: 820 });
  });

  it('must exist for each stream that the method expects, and for no other', async () => {
    const { raw } = await open();
    raw.send(frame(invoke('1', 'Sum'), invoke('2', 'Echo', [1], ['u']), item('u', 1)));
    await until(() => raw.messages.length === 2);
    const text = (method: string) => `An unexpected error occurred invoking '${method}' on the server.`;
    expect(raw.messages.map(({ error }) => error)).toEqual([
      `${text('Sum')} HubException: Client sent 0 stream(s), the method expects 1.`,
      `${text('Echo')} HubException: Client sent 1 stream(s), the method expects 0.`,
    ]);
  });

  it('must have its own id: an id that is in use closes the connection', async () => {
    for (const ids of [['u'], ['v', 'v']]) {
      const { raw } = await open();
      raw.send(frame(invoke('1', 'SumLater', [], ['u'])));
      raw.send(frame(stream('2', 'Doubled', [], ids)));
      if (ids.length === 1) {
        await raw.closed();
        expect(raw.messages.at(-1)?.error).toContain("already an invocation or stream with the id 'u'");
      } else {
        await until(() => raw.messages.length === 1);
        expect(raw.messages[0]?.error).toContain('Client sent 2 stream(s), the method expects 1.');
      }
    }
  });

  it('ends with its connection: the method that reads it gets an AbortError', async () => {
    const { raw, notes, server } = await open();
    raw.send(frame(invoke('1', 'Sum', [], ['u']), item('u', 1)));
    await until(() => server.metrics.streams === 1 && server.metrics.messagesIn === 2);
    raw.socket.terminate();
    await until(() => notes.length === 1);
    expect(notes).toEqual(['upload ended by AbortError']);
    expect(server.metrics.streams).toBe(0);
  });
});

describe('a cancelled non-streaming invocation', () => {
  it('sees the aborted signal and is completed when it returns', async () => {
    const { raw, notes, unblock } = await open();
    raw.send(frame(invoke('1', 'Wait', ['a']), cancel('1')));
    await until(() => notes.includes('a aborted'));
    expect(raw.messages).toEqual([]);
    unblock('a');
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([{ type: 3, invocationId: '1', result: 'a' }]);
  });

  it('is completed immediately and never runs if it is still queued', async () => {
    const { raw, notes, unblock } = await open();
    raw.send(frame(invoke('1', 'Wait', ['a']), invoke('2', 'Wait', ['b']), cancel('2'), cancel('7')));
    await until(() => raw.messages.length === 1);
    expect(raw.messages).toEqual([
      { type: 3, invocationId: '2', error: "The client cancelled the invocation of 'Wait'." },
    ]);
    unblock('a');
    await until(() => raw.messages.length === 2);
    expect(notes).toEqual(['a runs']);
  });
});
