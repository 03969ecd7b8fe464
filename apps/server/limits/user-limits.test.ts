import { describe, expect, it } from 'vitest';
import { defaultLimits } from './limits.ts';
import { excessSentence, UserLimits } from './user-limits.ts';

function limitsOf(given: Partial<typeof defaultLimits> | Record<string, number>) {
  let now = 0;
  const users = new UserLimits({ ...defaultLimits, ...given }, () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { users, pass };
}

describe('the limits of a user', () => {
  it('allow a burst of calls, then the average rate, and say when to try again', () => {
    const { users, pass } = limitsOf({ callsPerSecond: 2, callBurst: 3 });
    const call = () => users.call('thandi', 0);
    expect([call(), call(), call()]).toEqual([0, 0, 0]);
    expect(call()).toEqual({ limit: 'calls', measure: 'reject', pauseMs: 0, retryAfterSeconds: 1 });
    expect(users.call('pieter', 0)).toBe(0);
    pass(500);
    expect(call()).toBe(0);
    expect(call()).toMatchObject({ limit: 'calls' });
    expect(users.exceeded).toBe(2);
  });

  it('count the bytes of calls when they are answered, and wait until they are paid back', () => {
    const { users, pass } = limitsOf({ bytesPerSecond: 1_000, byteBurst: 10_000 });
    expect(users.call('thandi', 0)).toBe(0);
    users.transferred('thandi', 13_500);
    expect(users.call('thandi', 0)).toMatchObject({ limit: 'calls', retryAfterSeconds: 4 });
    pass(3_600);
    expect(users.call('thandi', 0)).toBe(0);
  });

  it('let an expensive call wait a while before they reject it, and not the others', () => {
    const { users, pass } = limitsOf({ expensivePerSecond: 1, expensiveBurst: 10 });
    expect([users.call('thandi', 1), users.call('thandi', 10)]).toEqual([0, 0]);
    expect(users.call('thandi', 10)).toBe(2_000);
    expect(users.call('thandi', 1)).toMatchObject({ limit: 'calls', retryAfterSeconds: 12 });
    expect(users.call('thandi', 0)).toBe(0);
    pass(2_000);
    expect(users.call('thandi', 1)).toBe(10_000);
  });

  it('let a hub invocation wait a while before they reject it', () => {
    const { users, pass } = limitsOf({ expensivePerSecond: 1, expensiveBurst: 10 });
    expect(users.invocation('thandi', 10)).toBe(0);
    expect(users.invocation('thandi', 10)).toBe(1_000);
    expect(users.invocation('thandi', 10)).toMatchObject({ limit: 'calls', retryAfterSeconds: 11 });
    pass(1_000);
    expect(users.invocation('thandi', 10)).toBe(10_000);
  });

  it('stop commands after too many rejections, and leave some to deletes and suspends', () => {
    const { users, pass } = limitsOf({ rejectionsPerMinute: 6, rejectionBurst: 20 });
    const may = (isLeaving: boolean) => users.command('thandi', { isLeaving }) === null;
    for (let accepted = 0; accepted < 100; accepted += 1) {
      expect(may(false)).toBe(true);
      users.handled('thandi', { isWaste: false });
    }
    for (let rejected = 0; rejected < 18; rejected += 1) {
      expect(may(false)).toBe(true);
      // The others are still on their way.
      if (rejected % 2 === 0) users.handled('thandi', { isWaste: true });
    }
    expect(users.command('thandi', { isLeaving: false })).toMatchObject({
      limit: 'rejections',
      retryAfterSeconds: 10,
    });
    expect([may(true), may(true), may(true)]).toEqual([true, true, false]);
    pass(10_000);
    expect([may(false), may(true), may(true)]).toEqual([false, true, false]);
    pass(30_000);
    expect([may(false), may(false)]).toEqual([true, false]);
  });

  it('count unmatched deals by the member that they are reported to', () => {
    const { users, pass } = limitsOf({ unmatchedDealsPerHour: 60, unmatchedDealBurst: 2 });
    const report = (member: string) => users.unmatchedDeal('thandi', member);
    expect([report('VELD'), report('VELD'), report('KARO')]).toEqual([null, null, null]);
    expect(report('VELD')).toMatchObject({ limit: 'unmatchedDeals', retryAfterSeconds: 60 });
    pass(60_000);
    expect([report('VELD'), report('KARO')]).toEqual([null, null]);
  });

  it('pause, and then close, the connections of a user who goes on nevertheless', () => {
    const { users, pass } = limitsOf({ callsPerSecond: 1, callBurst: 1 });
    const excess = () => {
      const wait = users.call('thandi', 0);
      return typeof wait === 'number' ? undefined : wait;
    };
    const measure = () => excess()?.measure;
    expect(measure()).toBeUndefined();
    expect(Array.from({ length: 100 }, measure).every((one) => one === 'reject')).toBe(true);
    expect(Array.from({ length: 200 }, measure).every((one) => one === 'pause')).toBe(true);
    expect([measure(), measure()]).toEqual(['close', 'close']);
    // A client whose connection is closed opens another one at once, which costs more than the pause.
    expect(excess()?.pauseMs).toBe(defaultLimits.closePauseMs);
    pass(300_000);
    expect(measure()).toBeUndefined();
    expect(excess()).toMatchObject({ measure: 'pause', pauseMs: 1_000 });
    pass(400_000);
    expect([measure(), measure()]).toEqual([undefined, 'reject']);
  });
});

it.each([
  [
    'calls',
    'command',
    1,
    'You have made too many calls in a short time, so this one was not sent to the market. Try again in 1 second.',
  ],
  [
    'calls',
    'call',
    3,
    'You have made too many calls in a short time, so this one was not answered. Try again in 3 seconds.',
  ],
  [
    'rejections',
    'command',
    40,
    'The market has rejected too many of your commands, so this one was not sent to the market. Orders can still be deleted and suspended. Try again in 40 seconds.',
  ],
  [
    'unmatchedDeals',
    'command',
    36,
    'You have reported too many deals to this member, so this one was not sent to the market. Try again in 36 seconds.',
  ],
] as const)(
  'a call beyond the limit of %s (%s) gets a sentence',
  (limit, what, retryAfterSeconds, sentence) => {
    expect(excessSentence({ limit, measure: 'reject', pauseMs: 0, retryAfterSeconds }, what)).toBe(sentence);
  },
);
