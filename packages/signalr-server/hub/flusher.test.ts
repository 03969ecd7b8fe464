import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { turns } from '../testing/serve.ts';
import { type Flushable, Flusher } from './flusher.ts';

class Client implements Flushable {
  readonly slot: number;
  isInSlot = false;
  isUrgent = false;
  readonly #onFlush: () => void;

  constructor(flusher: Flusher, onFlush: () => void) {
    this.slot = flusher.assignSlot();
    this.#onFlush = onFlush;
  }

  flush(): void {
    this.#onFlush();
  }
}

function setUp(intervalMs = 50) {
  const clock = new ManualClock();
  const slices: number[] = [];
  const flusher = new Flusher({
    clock,
    intervalMs,
    sliceMs: 2,
    onSlice: (tookMs) => slices.push(tookMs),
    onIdle: () => {},
  });
  const flushed: string[] = [];
  const client = (name: string, onFlush?: () => void) =>
    new Client(flusher, () => {
      flushed.push(name);
      onFlush?.();
    });
  return { clock, flusher, flushed, client, slices };
}

describe('the flusher', () => {
  it('flushes every client once in an interval, spread over it', () => {
    const { clock, flusher, flushed, client } = setUp();
    const clients = Array.from({ length: 100 }, (_, i) => client(String(i)));
    for (const each of clients) {
      flusher.schedule(each);
      flusher.schedule(each);
    }
    for (let ms = 5; ms <= 50; ms += 5) {
      clock.advance(5);
      expect(flushed).toHaveLength(ms * 2);
    }
    expect(new Set(flushed).size).toBe(100);
    clock.advance(100);
    expect(flushed).toHaveLength(100);
  });

  it('flushes urgent clients at the end of the turn, once and before those that are due', async () => {
    const { flusher, flushed, client } = setUp();
    const urgent = client('urgent');
    flusher.scheduleUrgent(urgent);
    flusher.scheduleUrgent(urgent);
    expect(flushed).toEqual([]);
    await turns(1);
    expect(flushed).toEqual(['urgent']);
  });

  it('lets others have their turn when half of the 2 ms of a slice is used, and puts urgent ones first when it goes on', async () => {
    const { clock, flusher, flushed, client, slices } = setUp(5);
    const slow = () => clock.advance(0.5);
    const clients = ['a', 'b', 'c', 'd', 'e'].map((name) => client(name, slow));
    for (const each of clients) flusher.schedule(each);
    clock.advance(5);
    expect(flushed).toEqual(['a', 'b']);
    flusher.scheduleUrgent(client('urgent', slow));
    await turns(1);
    expect(flushed).toEqual(['a', 'b', 'urgent', 'c']);
    await turns(2);
    expect(flushed).toEqual(['a', 'b', 'urgent', 'c', 'd', 'e']);
    expect(slices).toEqual([1, 1, 1]);
  });

  it('holds its 2 ms also when a client comes last that takes a millisecond by itself', async () => {
    const { clock, flusher, flushed, client, slices } = setUp(5);
    for (const ms of [0.9, 1, 0.2]) flusher.schedule(client(String(ms), () => clock.advance(ms)));
    clock.advance(5);
    expect(flushed).toEqual(['0.9', '1']);
    await turns(1);
    expect(flushed).toEqual(['0.9', '1', '0.2']);
    expect(Math.max(...slices)).toBeLessThanOrEqual(2);
  });

  it('lets a client that has more go on after those that are due', async () => {
    const { clock, flusher, flushed, client } = setUp(5);
    let frames = 3;
    const big = client('big', () => {
      frames--;
      if (frames > 0) flusher.continueLater(big);
    });
    for (const each of [big, client('a'), client('b')]) flusher.schedule(each);
    clock.advance(5);
    await turns(1);
    expect(flushed).toEqual(['big', 'a', 'b', 'big', 'big']);
  });

  it('catches up when the event loop was held for longer than an interval', () => {
    const { clock, flusher, flushed, client } = setUp();
    for (let i = 0; i < 20; i++) flusher.schedule(client(String(i)));
    clock.advance(500);
    expect(flushed).toHaveLength(20);
  });

  it('has no timer running while nothing waits', () => {
    const { clock, flusher, client } = setUp();
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
    flusher.schedule(client('a'));
    expect(running).toBe(1);
    clock.advance(50);
    expect(running).toBe(0);
  });

  it('flushes at the end of each turn when the interval is 0', async () => {
    const { flusher, flushed, client } = setUp(0);
    flusher.schedule(client('a'));
    await turns(1);
    expect(flushed).toEqual(['a']);
  });
});
