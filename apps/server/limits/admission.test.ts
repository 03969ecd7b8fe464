import { expect, it } from 'vitest';
import { Admission, type AdmittedCommand, maxBurst, maxUnansweredAgeMs } from './admission.ts';

/** A server that answers `perSecond` commands a second, the oldest first, under a virtual clock. */
function serverOf(perSecond: number) {
  let nowMs = 1_000_000;
  let answers = 0;
  let rejected = 0;
  const admission = new Admission(
    () => {
      rejected += 1;
    },
    () => nowMs,
  );
  const waiting: AdmittedCommand[] = [];
  const waitedMs: number[] = [];
  const offer = () => {
    if (admission.isOpen()) waiting.push(admission.take());
  };
  return {
    waitedMs,
    get rejected() {
      return rejected;
    },
    get waiting() {
      return waiting.length;
    },
    offer,
    /** Offers this many commands a second, evenly. */
    run({ ms, offered, isStalled = false }: { ms: number; offered: number; isStalled?: boolean }) {
      const endMs = nowMs + ms;
      let due = 0;
      for (; nowMs < endMs; nowMs += 1) {
        for (due += offered / 1_000; due >= 1; due -= 1) offer();
        if (isStalled) continue;
        answers = waiting.length === 0 ? 0 : answers + perSecond / 1_000;
        for (; answers >= 1 && waiting.length > 0; answers -= 1) {
          const taken = waiting.shift();
          if (taken === undefined) break;
          waitedMs.push(nowMs - taken.atMs);
          admission.answered(taken);
        }
      }
    },
  };
}

const longest = (values: readonly number[]) => Math.max(...values);

it.each([1_000, 5_000, 10_000])(
  'takes as many commands as a server can answer, %i a second, from three times as many, and lets none wait long',
  (perSecond) => {
    const server = serverOf(perSecond);
    server.run({ ms: 4_000, offered: 3 * perSecond });
    expect(server.waitedMs.length).toBeGreaterThan(0.97 * 4 * perSecond);
    expect(longest(server.waitedMs)).toBeLessThan(1_000);
    // The first burst is answered by then.
    const lasting = server.waitedMs.slice(2 * perSecond);
    expect(longest(lasting)).toBeLessThanOrEqual(130);
  },
);

it('does not let a slow journal write half-empty appends in an overload', () => {
  let nowMs = 0;
  const admission = new Admission(
    () => undefined,
    () => nowMs,
  );
  const appendMs = 120;
  const perAppend = 512;
  const waiting: AdmittedCommand[] = [];
  let answered = 0;
  const seconds = 12;
  for (let append = 0; append < (seconds * 1_000) / appendMs; append += 1) {
    const batch = waiting.splice(0, perAppend);
    for (let ms = 0; ms < appendMs; ms += 1) {
      nowMs += 1;
      for (let offered = 0; offered < 10; offered += 1) {
        if (admission.isOpen()) waiting.push(admission.take());
      }
    }
    admission.appended(appendMs);
    for (const taken of batch) admission.answered(taken);
    answered += batch.length;
  }
  expect(answered).toBeGreaterThan(0.9 * seconds * (1_000 / appendMs) * perAppend);
});

it('rejects nothing that the server can answer, and takes a burst as a whole', () => {
  const server = serverOf(5_000);
  server.run({ ms: 3_000, offered: 4_900 });
  for (let count = 0; count < maxBurst - server.waiting; count += 1) server.offer();
  expect(server.rejected).toBe(0);
});

it('accepts nothing while the oldest command has waited too long for any reason, and continues when it is answered', () => {
  const server = serverOf(5_000);
  server.run({ ms: maxUnansweredAgeMs, offered: 1_000, isStalled: true });
  expect(server.rejected).toBe(0);
  server.run({ ms: 10, offered: 1_000, isStalled: true });
  expect(server.rejected).toBeGreaterThan(7);
  server.run({ ms: 1_500, offered: 0 });
  const { rejected } = server;
  server.run({ ms: 1_000, offered: 1_000 });
  expect(server.rejected).toBe(rejected);
});

it('accepts a command while a few others wait for long, because that is not an overload', () => {
  const server = serverOf(5_000);
  server.run({ ms: 4_000, offered: 20, isStalled: true });
  expect(server.rejected).toBe(0);
});

it('takes a burst again a second after the last rejection', () => {
  const server = serverOf(1_000);
  server.run({ ms: 3_000, offered: 3_000 });
  server.run({ ms: 2_000, offered: 0 });
  const { rejected } = server;
  for (let count = 0; count < maxBurst; count += 1) server.offer();
  expect(server.rejected).toBe(rejected);
  server.offer();
  expect(server.rejected).toBe(rejected + 1);
});

it('counts a command once, however often it is answered', () => {
  const admission = new Admission(
    () => undefined,
    () => 0,
  );
  const taken = Array.from({ length: maxBurst }, () => admission.take());
  expect(() => admission.take()).toThrow('more commands than it can write');
  const [first] = taken;
  if (first === undefined) throw new Error('There is no first command.');
  admission.answered(first);
  admission.answered(first);
  expect(() => admission.take()).toThrow('more commands than it can write');
});
