import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { endsAt, timeLeft } from './time-left.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const order = { time: 100_000, state: 'Active', dealer: 'ABD', holdOverUntil: null } as const;
const times = { ownDealer: 'ABD', timeoutSeconds: 0, dayEndsAt: 900_000 };

describe('the time that an order has left', () => {
  it('[PANEL-6] runs until the business day ends', () => {
    expect(timeLeft(order, times, 805_000)).toBe('1:35');
  });

  it('[PREF-3] runs until the time-out of the user’s preferences, if that comes first', () => {
    expect(endsAt(order, { ...times, timeoutSeconds: 30 })).toBe(130_000);
    expect(endsAt(order, { ...times, timeoutSeconds: 3_000 })).toBe(900_000);
  });

  it('ignores the time-out for the orders of other dealers and for suspended orders', () => {
    expect(endsAt({ ...order, dealer: 'DEN' }, { ...times, timeoutSeconds: 30 })).toBe(900_000);
    expect(endsAt({ ...order, state: 'Suspended' }, { ...times, timeoutSeconds: 30 })).toBe(900_000);
  });

  it('continues past the end of the day for an order that is held over', () => {
    const held = { ...order, holdOverUntil: '2026-11-25' };
    expect(endsAt(held, times)).toBeNull();
    expect(timeLeft(held, times, 0)).toBe('to 25/11');
    expect(timeLeft(held, { ...times, timeoutSeconds: 30 }, 100_000)).toBe('0:30');
  });

  it('is a dash when the schedule does not say when the day ends', () => {
    expect(timeLeft(order, { ...times, dayEndsAt: null }, 0)).toBe('–');
  });
});
