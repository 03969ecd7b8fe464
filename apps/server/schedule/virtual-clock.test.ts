import { epochMs } from '@openpit/venue';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

describe('the virtual clock', () => {
  it('calls timers at their times and in order, including those that are set on the way', () => {
    const clock = new VirtualClock(epochMs(1000));
    const calls: string[] = [];
    clock.at(epochMs(1300), () => calls.push(`late ${clock.now()}`));
    clock.at(epochMs(1100), () => {
      calls.push(`early ${clock.now()}`);
      clock.at(epochMs(1200), () => calls.push(`between ${clock.now()}`));
    });
    const cancel = clock.at(epochMs(1150), () => calls.push('cancelled'));
    cancel();
    clock.advance(250);
    expect(calls).toEqual(['early 1100', 'between 1200']);
    expect(clock.now()).toBe(1250);
    clock.advance(50);
    expect(calls.at(-1)).toBe('late 1300');
  });
});
