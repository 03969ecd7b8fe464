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
  const told: string[] = [];
  const prices = createPriceHold({
    show: ([level]) => told.push(`${level?.bidQty} at ${level?.bidPrice}`),
    onHeld: (isHeld) => told.push(isHeld ? 'held' : 'free'),
  });
  prices.offer(levels(4034));
  told.length = 0;
  return { prices, told };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the prices under a resting pointer', () => {
  it('[PANEL-17] stay until the pointer leaves, and then the newest show', () => {
    const { prices, told } = hold();
    prices.rest();
    prices.offer(levels(4034.2));
    prices.offer(levels(4034.4));
    expect(told).toEqual(['held']);
    prices.leave();
    expect(told).toEqual(['held', 'free', '10 at 4034.4']);
  });

  it('[PANEL-17] are held for a second and a half at most', () => {
    const { prices, told } = hold();
    prices.rest();
    prices.offer(levels(4034.2));
    vi.advanceTimersByTime(longestHoldMs - 1);
    expect(told).toEqual(['held']);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['held', 'free', '10 at 4034.2']);
  });

  it('do not hold back quantities: a change that leaves the prices where they are shows at once', () => {
    const { prices, told } = hold();
    prices.rest();
    prices.offer(levels(4034, 25));
    expect(told).toEqual(['25 at 4034']);
    prices.offer(levels(4035));
    prices.offer(levels(4034, 30));
    expect(told).toEqual(['25 at 4034', 'held', 'free', '30 at 4034']);
    vi.advanceTimersByTime(longestHoldMs);
    expect(told).toHaveLength(4);
  });

  it('move freely while no pointer rests on them', () => {
    const { prices, told } = hold();
    prices.offer(levels(4034.2));
    expect(told).toEqual(['10 at 4034.2']);
  });
});
