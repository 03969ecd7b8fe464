import { expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

it('allows a burst, then the average rate, and never saves more tokens than the burst', () => {
  const bucket = new TokenBucket({ perSecond: 50, burst: 100, nowMs: 0 });
  const taken = (nowMs: number) => {
    let count = 0;
    while (count < 1000 && bucket.take(nowMs)) count++;
    return count;
  };
  expect(taken(0)).toBe(100);
  expect(taken(19)).toBe(0);
  expect(taken(20)).toBe(1);
  expect(taken(1020)).toBe(50);
  expect(taken(100_000)).toBe(100);
});

it('says how long it takes until there are tokens, even after more were spent than there were', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 5, nowMs: 0 });
  expect([bucket.waitMs(0), bucket.waitMs(0, 5), bucket.waitMs(0, 6)]).toEqual([0, 0, 100]);
  bucket.spend(0, 25);
  expect(bucket.waitMs(0)).toBe(2100);
  expect(bucket.take(2000)).toBe(false);
  expect(bucket.waitMs(2000)).toBe(100);
  expect(bucket.take(2100)).toBe(true);
  expect(bucket.take(2100)).toBe(false);
});

it('is unlimited at an infinite rate', () => {
  const bucket = new TokenBucket({ perSecond: Number.POSITIVE_INFINITY, burst: 1, nowMs: 0 });
  bucket.spend(0, 5);
  const taken = Array.from({ length: 1000 }, () => bucket.take(0));
  expect(taken.every((isTaken) => isTaken)).toBe(true);
});
