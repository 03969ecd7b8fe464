import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { Counters } from '../metrics.ts';
import { JsonProtocol } from '../protocol/json.ts';
import { MessagePackProtocol } from '../protocol/messagepack.ts';
import { defaultSettings } from '../settings.ts';
import { eventLoopTurns } from '../testing/serve.ts';
import type { Transport } from '../transport.ts';
import { ConnectionWriter } from './connection-writer.ts';
import { FlushScheduler } from './flush-scheduler.ts';
import { FrameAssembler } from './frame-assembler.ts';

const kiB = 1024;

/** A transport whose buffer is set by the test. */
class TestTransport implements Transport {
  readonly name = 'WebSockets';
  readonly carriesBinary = true;
  readonly hasInherentKeepAlive = false;
  bufferedBytes = 0;
  readonly canReuseFrames = true;
  readonly frames: string[] = [];

  send(frame: Buffer): void {
    this.frames.push(frame.toString());
    this.bufferedBytes += frame.length;
  }
  listen(): void {}
  probe(): boolean {
    return false;
  }
  pause(): void {}
  resume(): void {}
  close(): void {}
  destroy(): void {}
}

function setUp() {
  const clock = new ManualClock();
  const counters = new Counters();
  const protocols = {
    json: new JsonProtocol(defaultSettings),
    messagepack: new MessagePackProtocol(defaultSettings),
  };
  const transport = new TestTransport();
  let overflows = 0;
  const runtime = {
    settings: defaultSettings,
    clock,
    counters,
    assemblers: { json: new FrameAssembler('json'), messagepack: new FrameAssembler('messagepack') },
    flushScheduler: new FlushScheduler({
      clock,
      intervalMs: 50,
      sliceMs: 2,
      urgentPerSecond: 2_000,
      onSlice: () => {},
      onIdle: () => {},
    }),
  };
  const writer = new ConnectionWriter(runtime, {
    transport,
    protocol: protocols.json,
    onOverflow: () => {
      overflows++;
    },
    onLost: () => {},
  });
  const add = (text: string, isUrgent = false) =>
    writer.add(Buffer.from(text), isUrgent ? 'urgently' : 'inSlot');
  return { clock, counters, transport, writer, add, overflows: () => overflows };
}

describe('the connection writer', () => {
  it('stops writing above 256 KiB of buffered bytes and starts again at 64 KiB', () => {
    const { clock, counters, transport, add } = setUp();
    transport.bufferedBytes = 256 * kiB;
    add('a');
    clock.advance(50);
    expect(transport.frames).toEqual(['a']);
    add('b');
    clock.advance(50);
    expect(counters.slowClients).toBe(1);
    transport.bufferedBytes = 64 * kiB + 1;
    clock.advance(500);
    expect(transport.frames).toEqual(['a']);
    transport.bufferedBytes = 64 * kiB;
    add('c');
    clock.advance(50);
    expect(transport.frames).toEqual(['a', 'bc']);
    expect(counters.slowClients).toBe(0);
    expect(counters.slowdowns).toBe(1);
  });

  it('starts again immediately when the transport is drained', async () => {
    const { clock, transport, writer, add } = setUp();
    transport.bufferedBytes = 300 * kiB;
    add('a');
    clock.advance(50);
    expect(transport.frames).toEqual([]);
    transport.bufferedBytes = 0;
    writer.drained();
    await eventLoopTurns(1);
    expect(transport.frames).toEqual(['a']);
  });

  it('sends no urgent message before the queued ones', async () => {
    const { transport, add } = setUp();
    transport.bufferedBytes = 300 * kiB;
    add('a');
    add('urgent', true);
    await eventLoopTurns(1);
    expect(transport.frames).toEqual([]);
  });

  it('checks the buffered bytes after each frame', () => {
    const { clock, transport, add } = setUp();
    for (let i = 0; i < 10; i++) add('x'.repeat(200 * kiB));
    clock.advance(50);
    expect(transport.frames).toHaveLength(2);
    transport.bufferedBytes = 0;
    clock.advance(50);
    expect(transport.frames).toHaveLength(4);
  });

  it('overflows above 4 MiB of ordered messages, and not at 4 MiB', () => {
    const { transport, add, overflows } = setUp();
    transport.bufferedBytes = 300 * kiB;
    for (let i = 0; i < 4; i++) add('x'.repeat(kiB * kiB));
    expect(overflows()).toBe(0);
    add('x');
    expect(overflows()).toBe(1);
  });

  it('does not overflow by one message above the limit if the client reads it immediately', () => {
    const { transport, add, overflows } = setUp();
    add('x'.repeat(5 * kiB * kiB));
    expect(overflows()).toBe(0);
    expect(transport.frames).toHaveLength(1);
    // Now the client does not read it.
    transport.bufferedBytes = 300 * kiB;
    add('x'.repeat(5 * kiB * kiB));
    expect(overflows()).toBe(1);
    expect(transport.frames).toHaveLength(1);
  });

  it('is stalled after 30 s without progress, and any progress restarts the time', () => {
    const { clock, transport, writer, add } = setUp();
    const stalledAfter = (seconds: number) => {
      clock.advance(seconds * 1000);
      return writer.isStalled(clock.monotonicMs());
    };
    add('x'.repeat(200 * kiB));
    expect(stalledAfter(1)).toBe(false);
    expect(stalledAfter(20)).toBe(false);
    transport.bufferedBytes -= 10;
    expect(stalledAfter(9)).toBe(false);
    expect(stalledAfter(29)).toBe(false);
    expect(stalledAfter(1)).toBe(true);
    transport.bufferedBytes = 0;
    expect(stalledAfter(1)).toBe(false);
    expect(stalledAfter(60)).toBe(false);
  });
});

describe('finishing a connection', () => {
  it('writes the last message after the queue, and nothing after it', () => {
    const { clock, transport, writer, add } = setUp();
    add('a');
    add('b');
    writer.finish(Buffer.from('close'));
    add('c');
    clock.advance(100);
    expect(transport.frames).toEqual(['ab', 'close']);
  });

  it('drops the queue of a slow client', () => {
    const { clock, transport, writer, counters, add } = setUp();
    transport.bufferedBytes = 300 * kiB;
    add('a');
    clock.advance(50);
    writer.finish(Buffer.from('close'));
    expect(transport.frames).toEqual(['close']);
    expect(counters.slowClients).toBe(0);
  });
});
