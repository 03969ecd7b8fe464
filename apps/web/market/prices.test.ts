import { afterEach, describe, expect, it } from 'vitest';
import { contractStore, marketStore } from '../stores/stores.ts';
import { marketRow } from '../testing/rows.ts';
import { isWatched, watchContracts } from '../transport/hub/feeds.ts';
import { ownPrices, priceNow, whenLive } from './prices.ts';

afterEach(() => marketStore.clear());

describe('prices of the market', () => {
  it('cannot be read by code without a subscription', () => {
    marketStore.merge([marketRow('DEC26 WMAZ', { last: 4035 })]);
    expect(() => priceNow('DEC26 WMAZ')).toThrow('nobody has declared it');
    expect(() => ownPrices.get('DEC26 WMAZ')).toThrow('nobody has declared it');
    const stop = watchContracts('Market', ['DEC26 WMAZ']);
    expect(priceNow('DEC26 WMAZ')?.last).toBe(4035);
    // `ownPrices` cover only contracts that they declare themselves: the other subscription may end at any time.
    expect(() => ownPrices.get('DEC26 WMAZ')).toThrow('nobody has declared it');
    stop();
    expect(() => priceNow('DEC26 WMAZ')).toThrow('nobody has declared it');
    expect(contractStore.get('DEC26 WMAZ')?.displaySeq).toBeDefined();
  });

  it('are watched while somebody waits for one, and not after', async () => {
    marketStore.merge([marketRow('DEC26 WMAZ', { last: 4035 })]);
    const row = whenLive('DEC26 WMAZ', 10);
    expect(isWatched('DEC26 WMAZ')).toBe(true);
    // This test has no connection, and an old price is not returned.
    expect(await row).toBeNull();
    expect(isWatched('DEC26 WMAZ')).toBe(false);
  });
});
