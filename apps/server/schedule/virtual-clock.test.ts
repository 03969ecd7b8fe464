import { epochMs } from '@openpit/venue';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

describe('the virtual clock', () => {
  it('keeps appointments in the order of their times, each at its own time, also those made on the way', () => {
    const clock = new VirtualClock(epochMs(1000));
    const kept: string[] = [];
    clock.at(epochMs(1300), () => kept.push(`late ${clock.now()}`));
    clock.at(epochMs(1100), () => {
      kept.push(`early ${clock.now()}`);
      clock.at(epochMs(1200), () => kept.push(`between ${clock.now()}`));
    });
    const cancel = clock.at(epochMs(1150), () => kept.push('cancelled'));
    cancel();
    clock.advance(250);
    expect(kept).toEqual(['early 1100', 'between 1200']);
    expect(clock.now()).toBe(1250);
    clock.advance(50);
    expect(kept.at(-1)).toBe('late 1300');
  });
});
