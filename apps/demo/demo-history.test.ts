// The candles of the demonstration follow the rules of the server's history.
import { asPrice, lots, volatility } from '@openpit/venue';
import { marketOfAllTypes, TestMarket } from '@openpit/venue/testing';
import { expect, it } from 'vitest';
import { MemoryHistory } from './demo-history.ts';

it('the options of deltas are in the volume of the day, but in no candle of minutes', () => {
  const market = TestMarket.opened(marketOfAllTypes);
  const call = 'MAR27 WMAZ 4060 C';
  const quoted = { contract: `${call} D`, lots: lots(8), price: asPrice(0), volatility: volatility(2_650) };
  market.order('abdul', quoted);
  market.order('denise', { ...quoted, side: 'S' });
  const history = new MemoryHistory(1);
  for (const outcome of market.outcomes) history.apply(outcome);
  const candles = (interval: '1' | '60' | 'day') =>
    history.candles(call, interval, {}).rows.filter(({ illustrative }) => !illustrative);
  expect([candles('1'), candles('60')]).toEqual([[], []]);
  expect(candles('day')).toMatchObject([{ open: null, volume: 8, deals: 1 }]);
});
