import { describe, expect, it } from 'vitest';
import { limitMark } from './limit-mark.ts';

const limits = { limitLow: 3_900, limitHigh: 4_100 };

describe('the mark of a contract at its limit', () => {
  it('is there while the best bid is at the upper limit or the best offer at the lower one', () => {
    expect(limitMark({ ...limits, bid: 4_100, offer: null })).toEqual({
      shape: 'up',
      label: 'at its upper limit',
    });
    expect(limitMark({ ...limits, bid: null, offer: 3_900 })).toEqual({
      shape: 'down',
      label: 'at its lower limit',
    });
  });

  it('is missing inside the limits, without orders and without limits', () => {
    expect(limitMark({ ...limits, bid: 4_099.8, offer: 4_100 })).toBeUndefined();
    expect(limitMark({ ...limits, bid: null, offer: null })).toBeUndefined();
    expect(limitMark({ limitLow: null, limitHigh: null, bid: null, offer: null })).toBeUndefined();
  });
});
