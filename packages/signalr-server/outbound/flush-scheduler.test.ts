import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { eventLoopTurns } from '../testing/serve.ts';
import { type Flushable, FlushScheduler } from './flush-scheduler.ts';

class Client implements Flushable {
  readonly slot: number;
  isInSlot = false;
  isUrgent = false;
  readonly #onFlush: () => void;

  constructor(scheduler: FlushScheduler, onFlush: () => void) {
    this.slot = scheduler.assignSlot();
    this.#onFlush = onFlush;
  }

  flush(): void {
    this.#onFlush();
  }
}

function setUp(intervalMs = 50, urgentPerSecond = 2_000) {
  const clock = new ManualClock();
  const slices: number[] = [];
  const scheduler = new FlushScheduler({
    clock,
    intervalMs,
    sliceMs: 2,
    urgentPerSecond,
    onSlice: (durationMs) => slices.push(durationMs),
    onIdle: () => {},
  });
  const flushed: string[] = [];
  const client = (name: string, onFlush?: () => void) =>
    new Client(scheduler, () => {
      flushed.push(name);
      onFlush?.();
    });
  return { clock, scheduler, flushed, client, slices };
}

describe('the flush scheduler', () => {
  it('flushes each client once per interval, spread evenly over it', () => {
    const { clock, scheduler, flushed, client } = setUp();
    const clients = Array.from({ length: 100 }, (_, i) => client(String(i)));
    for (const each of clients) {
      scheduler.schedule(each);
      scheduler.schedule(each);
    }
    for (let ms = 5; ms <= 50; ms += 5) {
      clock.advance(5);
      expect(flushed).toHaveLength(ms * 2);
    }
    expect(new Set(flushed).size).toBe(100);
    clock.advance(100);
    expect(flushed).toHaveLength(100);
  });

  it('flushes an urgent client once at the end of the event-loop turn', async () => {
    const { scheduler, flushed, client } = setUp();
    const urgent = client('urgent');
    scheduler.scheduleUrgent(urgent);
    scheduler.scheduleUrgent(urgent);
    expect(flushed).toEqual([]);
    await eventLoopTurns(1);
    expect(flushed).toEqual(['urgent']);
  });

  it('flushes urgent messages in slots above 20 a second, and at the end of the turn again later', async () => {
    const { clock, scheduler, flushed, client } = setUp(50, 20);
    const clients = ['a', 'b', 'c'].map((name) => client(name));
    for (const each of clients) {
      scheduler.scheduleSoon(each);
      // The flush sends both messages, so the second costs nothing.
      scheduler.scheduleSoon(each);
    }
    await eventLoopTurns(1);
    expect(flushed).toEqual(['a', 'b']);
    clock.advance(50);
    expect(flushed).toEqual(['a', 'b', 'c']);
    for (const each of clients) scheduler.scheduleSoon(each);
    await eventLoopTurns(1);
    expect(flushed).toEqual(['a', 'b', 'c', 'a']);
  });

  it('yields to the event loop after half of a slice of 2 ms, and continues with urgent clients first', async () => {
    const { clock, scheduler, flushed, client, slices } = setUp(5);
    const slow = () => clock.advance(0.5);
    const clients = ['a', 'b', 'c', 'd', 'e'].map((name) => client(name, slow));
    for (const each of clients) scheduler.schedule(each);
    clock.advance(5);
    expect(flushed).toEqual(['a', 'b']);
    scheduler.scheduleUrgent(client('urgent', slow));
    await eventLoopTurns(1);
    expect(flushed).toEqual(['a', 'b', 'urgent', 'c']);
    await eventLoopTurns(2);
    expect(flushed).toEqual(['a', 'b', 'urgent', 'c', 'd', 'e']);
    expect(slices).toEqual([1, 1, 1]);
  });

  it('stays within 2 ms even if the last flush of a slice takes one millisecond', async () => {
    const { clock, scheduler, flushed, client, slices } = setUp(5);
    for (const ms of [0.9, 1, 0.2]) scheduler.schedule(client(String(ms), () => clock.advance(ms)));
    clock.advance(5);
    expect(flushed).toEqual(['0.9', '1']);
    await eventLoopTurns(1);
    expect(flushed).toEqual(['0.9', '1', '0.2']);
    expect(Math.max(...slices)).toBeLessThanOrEqual(2);
  });

  it('flushes a client that has more to send again after the others that are due', async () => {
    const { clock, scheduler, flushed, client } = setUp(5);
    let frames = 3;
    const big = client('big', () => {
      frames--;
      if (frames > 0) scheduler.continueLater(big);
    });
    for (const each of [big, client('a'), client('b')]) scheduler.schedule(each);
    clock.advance(5);
    await eventLoopTurns(1);
    expect(flushed).toEqual(['big', 'a', 'b', 'big', 'big']);
  });

  it('catches up when the event loop was blocked for longer than an interval', () => {
    const { clock, scheduler, flushed, client } = setUp();
    for (let i = 0; i < 20; i++) scheduler.schedule(client(String(i)));
    clock.advance(500);
    expect(flushed).toHaveLength(20);
  });

  it('has no running timer while nothing is queued', () => {
    const { clock, scheduler, client } = setUp();
    let running = 0;
    const every = clock.every.bind(clock);
    clock.every = (intervalMs, run) => {
      running++;
      const stop = every(intervalMs, run);
      return () => {
        running--;
        stop();
      };
    };
    scheduler.schedule(client('a'));
    expect(running).toBe(1);
    clock.advance(50);
    expect(running).toBe(0);
  });

  it('flushes at the end of each event-loop turn when the interval is 0', async () => {
    const { scheduler, flushed, client } = setUp(0);
    scheduler.schedule(client('a'));
    await eventLoopTurns(1);
    expect(flushed).toEqual(['a']);
  });
});
