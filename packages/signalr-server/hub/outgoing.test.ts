import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { Counters } from '../metrics.ts';
import { JsonProtocol } from '../protocol/json.ts';
import { MessagePackProtocol } from '../protocol/messagepack.ts';
import { defaultSettings } from '../settings.ts';
import { turns } from '../testing/serve.ts';
import { Flusher } from './flusher.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { Outgoing } from './outgoing.ts';
import type { Transport } from './transport.ts';

const kiB = 1024;

/** A line whose far end takes as much as the test says. */
class MeasuredLine implements Transport {
  readonly name = 'WebSockets';
  readonly carriesBinary = true;
  readonly keepsItselfAlive = false;
  bufferedBytes = 0;
  readonly hasTakenAll = true;
  readonly frames: string[] = [];

  send(frame: Buffer): void {
    this.frames.push(frame.toString());
    this.bufferedBytes += frame.length;
  }
  listen(): void {}
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
  const transport = new MeasuredLine();
  let tooMuch = 0;
  const runtime = {
    settings: defaultSettings,
    clock,
    counters,
    protocols,
    log: () => {},
    detailedErrors: false,
    lineGone: () => {},
    assemblers: { json: new FrameAssembler('json'), messagepack: new FrameAssembler('messagepack') },
    flusher: new Flusher({ clock, intervalMs: 50, sliceMs: 2, onSlice: () => {}, onIdle: () => {} }),
  };
  const outgoing = new Outgoing(runtime, {
    transport,
    protocol: protocols.json,
    onTooMuch: () => {
      tooMuch++;
    },
    onLost: () => {},
  });
  const add = (text: string, isUrgent = false) => outgoing.add(Buffer.from(text), isUrgent);
  return { clock, counters, transport, outgoing, add, tooMuch: () => tooMuch };
}

describe('the pace of a client', () => {
  it('stops the writing over 256 KiB and starts it again at 64 KiB, not before', () => {
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

  it('starts it again at once when the line is empty', async () => {
    const { clock, transport, outgoing, add } = setUp();
    transport.bufferedBytes = 300 * kiB;
    add('a');
    clock.advance(50);
    expect(transport.frames).toEqual([]);
    transport.bufferedBytes = 0;
    outgoing.drained();
    await turns(1);
    expect(transport.frames).toEqual(['a']);
  });

  it('does not let urgent messages past those that wait', async () => {
    const { transport, add } = setUp();
    transport.bufferedBytes = 300 * kiB;
    add('a');
    add('urgent', true);
    await turns(1);
    expect(transport.frames).toEqual([]);
  });

  it('writes at most what makes a client slow before it looks again', () => {
    const { clock, transport, add } = setUp();
    for (let i = 0; i < 10; i++) add('x'.repeat(200 * kiB));
    clock.advance(50);
    expect(transport.frames).toHaveLength(2);
    transport.bufferedBytes = 0;
    clock.advance(50);
    expect(transport.frames).toHaveLength(4);
  });

  it('is given up over 4 MiB of ordered messages, and not at 4 MiB', () => {
    const { transport, add, tooMuch } = setUp();
    transport.bufferedBytes = 300 * kiB;
    for (let i = 0; i < 4; i++) add('x'.repeat(kiB * kiB));
    expect(tooMuch()).toBe(0);
    add('x');
    expect(tooMuch()).toBe(1);
  });

  it('is not given up for one message over the limit that it takes at once', () => {
    const { transport, add, tooMuch } = setUp();
    add('x'.repeat(5 * kiB * kiB));
    expect(tooMuch()).toBe(0);
    expect(transport.frames).toHaveLength(1);
    // Now it does not take it.
    transport.bufferedBytes = 300 * kiB;
    add('x'.repeat(5 * kiB * kiB));
    expect(tooMuch()).toBe(1);
    expect(transport.frames).toHaveLength(1);
  });

  it('counts as stalled after 30 s without any progress, and any progress starts the time again', () => {
    const { clock, transport, outgoing, add } = setUp();
    const stalledAfter = (seconds: number) => {
      clock.advance(seconds * 1000);
      return outgoing.isStalled(clock.monotonicMs());
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

describe('the end of a client', () => {
  it('is written after all that waits, and nothing after it', () => {
    const { clock, transport, outgoing, add } = setUp();
    add('a');
    add('b');
    outgoing.finish(Buffer.from('close'));
    add('c');
    clock.advance(100);
    expect(transport.frames).toEqual(['ab', 'close']);
  });

  it('leaves out what waits for a slow client', () => {
    const { clock, transport, outgoing, counters, add } = setUp();
    transport.bufferedBytes = 300 * kiB;
    add('a');
    clock.advance(50);
    outgoing.finish(Buffer.from('close'));
    expect(transport.frames).toEqual(['close']);
    expect(counters.slowClients).toBe(0);
  });
});
