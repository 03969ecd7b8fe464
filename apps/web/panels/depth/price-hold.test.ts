import type { DepthRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { depthLevels } from './depth-levels.ts';
import { createPriceHold, longestHoldMs } from './price-hold.ts';

const row = (bidPrice: number, bidQty: number): DepthRow => ({
  buyer: 'KAND',
  bidPrice,
  bidQty,
  offerQty: 5,
  sellPrice: 4040,
  seller: 'VELD',
});
const levels = (bidPrice: number, bidQty = 10) => depthLevels([row(bidPrice, bidQty)], 'order', 0);

function hold() {
  const seen: string[] = [];
  const prices = createPriceHold({
    show: ([level]) => seen.push(`${level?.bidQty} at ${level?.bidPrice}`),
    onHeld: (isHeld) => seen.push(isHeld ? 'held' : 'free'),
  });
  prices.update(levels(4034));
  seen.length = 0;
  return { prices, seen };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the prices under the pointer', () => {
  it('[PANEL-17] stay until the pointer leaves; then the newest are shown', () => {
    const { prices, seen } = hold();
    prices.enter();
    prices.update(levels(4034.2));
    prices.update(levels(4034.4));
    expect(seen).toEqual(['held']);
    prices.leave();
    expect(seen).toEqual(['held', 'free', '10 at 4034.4']);
  });

  it('[PANEL-17] are held for a second and a half at most', () => {
    const { prices, seen } = hold();
    prices.enter();
    prices.update(levels(4034.2));
    vi.advanceTimersByTime(longestHoldMs - 1);
    expect(seen).toEqual(['held']);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['held', 'free', '10 at 4034.2']);
  });

  it('do not hold back a change of quantities', () => {
    const { prices, seen } = hold();
    prices.enter();
    prices.update(levels(4034, 25));
    expect(seen).toEqual(['25 at 4034']);
    prices.update(levels(4035));
    prices.update(levels(4034, 30));
    expect(seen).toEqual(['25 at 4034', 'held', 'free', '30 at 4034']);
    vi.advanceTimersByTime(longestHoldMs);
    expect(seen).toHaveLength(4);
  });

  it('change freely while the pointer is elsewhere', () => {
    const { prices, seen } = hold();
    prices.update(levels(4034.2));
    expect(seen).toEqual(['10 at 4034.2']);
  });
});
