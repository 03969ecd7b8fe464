import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from './limits.ts';
import { excessSentence, freeRacesEach, UserLimits } from './user-limits.ts';

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
    expect(call()).toEqual({
      lane: 'reads',
      limit: 'calls',
      measure: 'reject',
      pauseMs: 0,
      retryAfterSeconds: 1,
    });
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

  it('stop orders after too many rejections, and say when to try again', () => {
    const { users, pass } = limitsOf({ rejectionsPerMinute: 6, rejectionBurst: 20 });
    const may = () => users.command('thandi', 'orders') === null;
    for (let accepted = 0; accepted < 100; accepted += 1) {
      expect(may()).toBe(true);
      users.handled('thandi', 'orders', { isWaste: false });
    }
    for (let rejected = 0; rejected < 20; rejected += 1) {
      expect(may()).toBe(true);
      // The others are still on their way.
      if (rejected % 2 === 0) users.handled('thandi', 'orders', { isWaste: true });
    }
    expect(users.command('thandi', 'orders')).toMatchObject({
      lane: 'orders',
      limit: 'rejections',
      retryAfterSeconds: 10,
    });
    pass(10_000);
    expect([may(), may()]).toEqual([true, false]);
  });

  it('keep a budget for leaving that reads and orders cannot spend', () => {
    const { users } = limitsOf({ rejectionsPerMinute: 1, rejectionBurst: 20 });
    for (let call = 0; call < 1_000; call += 1) {
      users.call('thandi', 0);
      users.call('thandi', 0, 'orders');
      users.command('thandi', 'orders');
    }
    users.transferred('thandi', 1_000_000_000);
    users.transferred('thandi', 1_000_000_000, 'orders');
    expect(users.call('thandi', 0)).toMatchObject({ measure: 'close' });
    expect(users.call('thandi', 0, 'orders')).toMatchObject({ measure: 'close' });
    expect(users.call('thandi', 0, 'leaving')).toBe(0);
    expect(users.command('thandi', 'leaving')).toBeNull();
  });

  it('let a delete that has an effect through after any number of rejected deletes', () => {
    const { users } = limitsOf({ rejectionsPerMinute: 1, rejectionBurst: 20 });
    const leave = (hasEffect: boolean) => users.command('thandi', 'leaving', () => hasEffect);
    for (let rejected = 0; rejected < 20; rejected += 1) expect(leave(false)).toBeNull();
    expect(leave(false)).toMatchObject({ lane: 'leaving', limit: 'rejections' });
    for (let order = 0; order < 100; order += 1) {
      expect(leave(true)).toBeNull();
      users.handled('thandi', 'leaving', { isWaste: false });
    }
    expect(leave(false)).toMatchObject({ lane: 'leaving', limit: 'rejections' });
  });

  it('count reads and orders separately', () => {
    const { users } = limitsOf({ callsPerSecond: 1, callBurst: 2 });
    expect([users.call('thandi', 0), users.call('thandi', 0)]).toEqual([0, 0]);
    expect(users.call('thandi', 0)).toMatchObject({ lane: 'reads' });
    expect([users.call('thandi', 0, 'orders'), users.call('thandi', 0, 'orders')]).toEqual([0, 0]);
    expect(users.call('thandi', 0, 'orders')).toMatchObject({ lane: 'orders' });
  });

  it('never limit an honest market maker who works at the allowed rates for an hour', () => {
    const { users, pass } = limitsOf({});
    const { callsPerSecond, leavingPerSecond } = defaultLimits;
    let [limited, order] = [0, 0];
    const send = (lane: 'orders' | 'leaving', lostRace: string | null) => {
      if (users.call('thandi', 0, lane) !== 0 || users.command('thandi', lane) !== null) limited += 1;
      const isWaste = lostRace !== null && !users.isFreeRace('thandi', lostRace);
      users.handled('thandi', lane, { isWaste });
    };
    for (let second = 0; second < 3_600; second += 1) {
      for (let call = 0; call < callsPerSecond; call += 1) if (users.call('thandi', 0) !== 0) limited += 1;
      // Four orders are filled each second, and the next amends and deletes of each come too late.
      for (let at = 0; at < callsPerSecond; at += 1)
        send('orders', at < 12 ? `order ${order + (at % 4)}` : null);
      for (let at = 0; at < leavingPerSecond; at += 1)
        send('leaving', at < 8 ? `order ${order + (at % 4)}` : null);
      order += 4;
      pass(1_000);
    }
    expect(limited).toBe(0);
  });

  it('limit a hostile user who sends amends of the same filled orders for an hour', () => {
    const { users, pass } = limitsOf({});
    let sent = 0;
    for (let second = 0; second < 3_600; second += 1) {
      for (let at = 0; at < 50; at += 1) {
        if (users.command('thandi', 'orders') !== null) continue;
        sent += 1;
        users.handled('thandi', 'orders', { isWaste: !users.isFreeRace('thandi', `order ${at}`) });
      }
      pass(1_000);
    }
    const { rejectionBurst, rejectionsPerMinute } = defaultLimits;
    expect(sent).toBeLessThanOrEqual(rejectionBurst + 60 * rejectionsPerMinute + 50 * freeRacesEach);
  });

  it('forget the oldest lost races of a user, so that their number is bounded', () => {
    const { users } = limitsOf({});
    const isFree = (order: number) => users.isFreeRace('thandi', `order ${order}`);
    expect(Array.from({ length: freeRacesEach + 1 }, () => isFree(1))).toEqual([
      ...Array.from({ length: freeRacesEach }, () => true),
      false,
    ]);
    for (let order = 2; order < 11_000; order += 1) expect(isFree(order)).toBe(true);
    expect(isFree(1)).toBe(true);
  });

  it('state the remainder of each budget of a call, and when it grows', () => {
    const { users, pass } = limitsOf({});
    const full = { name: 'reads', quota: 300, windowSeconds: 3, unit: 'requests', left: 300 };
    expect(users.quotas('thandi', 'reads')).toEqual([
      { ...full, growsInSeconds: null },
      {
        name: 'bytes',
        quota: 100_000_000,
        windowSeconds: 50,
        unit: 'content-bytes',
        left: 100_000_000,
        growsInSeconds: null,
      },
    ]);
    for (let call = 0; call < 400; call += 1) users.call('thandi', 0);
    expect(users.quotas('thandi', 'reads')[0]).toEqual({ ...full, left: 0, growsInSeconds: 1 });
    pass(1_005);
    expect(users.quotas('thandi', 'reads')[0]).toMatchObject({ left: 100 });
    users.call('thandi', 20);
    expect(users.quotas('thandi', 'reads', { cost: 20 }).at(-1)).toMatchObject({
      name: 'expensive',
      quota: 5,
      left: 4,
    });
    users.command('thandi', 'orders');
    users.unmatchedDeal('thandi', 'VELD');
    expect(users.quotas('thandi', 'orders', { member: 'VELD' })).toMatchObject([
      { name: 'orders', left: 300 },
      { name: 'bytes' },
      { name: 'rejections', quota: 300, windowSeconds: 1_800, left: 299, growsInSeconds: 6 },
      { name: 'unmatched-deals', quota: 100, left: 99, growsInSeconds: 36 },
    ]);
    expect(users.quotas('thandi', 'leaving')[0]).toMatchObject({ name: 'leaving', left: 2_000 });
  });

  it('count unmatched deals by the member that they are reported to', () => {
    const { users, pass } = limitsOf({ unmatchedDealsPerHour: 60, unmatchedDealBurst: 2 });
    const report = (member: string) => users.unmatchedDeal('thandi', member);
    expect([report('VELD'), report('VELD'), report('KARO')]).toEqual([null, null, null]);
    expect(report('VELD')).toMatchObject({ limit: 'unmatchedDeals', retryAfterSeconds: 60 });
    pass(60_000);
    expect([report('VELD'), report('KARO')]).toEqual([null, null]);
  });

  it('pause and then close the connections of a user who continues nevertheless', () => {
    const { users, pass } = limitsOf({ callsPerSecond: 1, callBurst: 1 });
    const excess = () => {
      const wait = users.call('thandi', 0);
      return typeof wait === 'number' ? undefined : wait;
    };
    const measure = () => excess()?.measure;
    expect(measure()).toBeUndefined();
    expect(Array.from({ length: 100 }, measure).every((answer) => answer === 'reject')).toBe(true);
    expect(Array.from({ length: 200 }, measure).every((answer) => answer === 'pause')).toBe(true);
    expect([measure(), measure()]).toEqual(['close', 'close']);
    // A client whose connection is closed opens another one immediately, which costs more than the pause.
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
    'orders',
    'calls',
    1,
    'You have made too many calls in a short time, so this one was not sent to the market. Orders can still be cancelled and suspended. Try again in 1 second.',
  ],
  [
    'reads',
    'calls',
    3,
    'You have made too many calls in a short time, so this one was not answered. Try again in 3 seconds.',
  ],
  [
    'orders',
    'rejections',
    40,
    'The market has rejected too many of your commands, so this one was not sent to the market. Orders can still be cancelled and suspended. Try again in 40 seconds.',
  ],
  [
    'leaving',
    'rejections',
    6,
    'The market has rejected too many of your commands, so this one was not sent to the market. Orders that are still open can be cancelled and suspended. Try again in 6 seconds.',
  ],
  [
    'orders',
    'unmatchedDeals',
    36,
    'You have reported too many deals to this member, so this one was not sent to the market. Orders can still be cancelled and suspended. Try again in 36 seconds.',
  ],
] as const)(
  'a call of %s beyond the limit of %s gets a sentence',
  (lane, limit, retryAfterSeconds, sentence) => {
    expect(excessSentence({ lane, limit, retryAfterSeconds })).toBe(sentence);
  },
);

it('docs/operations/day-one.md lists the limits with their defaults, all of them and no others', () => {
  const page = readFileSync(new URL('../../../docs/operations/day-one.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('\n## Limits\n');
  const rows = [...section.slice(0, section.indexOf('\n## ')).matchAll(/^\| (`.*?) \| (.*?) \|/gm)];
  const listed = rows.flatMap(([, names = '', text = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, text] as const),
  );
  expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(defaultLimits).sort());
  for (const [name, text] of listed) {
    const value = defaultLimits[name as keyof typeof defaultLimits];
    const wording = /^byte|Bytes$/.test(name)
      ? `${value / 1e6} MB`
      : name.endsWith('Ms')
        ? `${value / 1000} s`
        : value.toLocaleString('en-US');
    // The pause before a connection is closed is in the third column.
    expect(name === 'closePauseMs' ? section : text, name).toContain(wording);
  }
  const { rejectionBurst, rejectionsPerMinute } = defaultLimits;
  // The lines of a page may break anywhere.
  const sentences = section.replaceAll(/\s+/g, ' ');
  const perDay = 2 * (rejectionBurst + 24 * 60 * rejectionsPerMinute);
  expect(sentences).toContain(`at most ${perDay.toLocaleString('en-US')} of them in 24 hours`);
  expect(sentences).toContain(`up to ${['', 'one', 'two', 'three', 'four', 'five'][freeRacesEach]} commands`);
});
