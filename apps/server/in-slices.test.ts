import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { doneInSlices, inSlices } from './in-slices.ts';

function holdFor(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

describe('work in slices', () => {
  it('yields to the event loop after two milliseconds and continues where it stopped', async () => {
    const notes: string[] = [];
    const work = inSlices(function* () {
      for (const step of ['a', 'b', 'c']) {
        holdFor(2.5);
        notes.push(step);
        yield;
      }
    });
    work.begin();
    expect(notes).toEqual(['a']);
    await nextTurn();
    expect(notes).toEqual(['a', 'b']);
    for (let i = 0; i < 3; i += 1) await nextTurn();
    expect(notes).toEqual(['a', 'b', 'c']);
  });

  it('runs one more round, however often it was begun during a round', async () => {
    let rounds = 0;
    const work = inSlices(function* () {
      rounds += 1;
      holdFor(3);
      yield;
    });
    for (let i = 0; i < 3; i += 1) work.begin();
    expect(rounds).toBe(1);
    for (let i = 0; i < 5; i += 1) await nextTurn();
    expect(rounds).toBe(2);
  });

  it('abandons the rest when it is stopped', async () => {
    let steps = 0;
    const work = inSlices(function* () {
      for (;;) {
        holdFor(1);
        steps += 1;
        yield;
      }
    });
    work.begin();
    work.stop();
    const before = steps;
    for (let i = 0; i < 3; i += 1) await nextTurn();
    expect(steps).toBe(before);
  });

  it('can be awaited', async () => {
    const done: number[] = [];
    await doneInSlices(function* () {
      for (let i = 0; i < 4; i += 1) {
        holdFor(1);
        done.push(i);
        yield;
      }
    }, nextTurn);
    expect(done).toEqual([0, 1, 2, 3]);
  });
});
