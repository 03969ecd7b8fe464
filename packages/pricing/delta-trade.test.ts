import { describe, expect, it } from 'vitest';
import { deltaTrade } from './delta-trade.ts';

describe('a delta trade', () => {
  it('of 20 JUL 4200 P at 28 % with 84 days, reference 4077: premium 288.40, and the buyer buys 11 futures at 4077', () => {
    const option = { type: 'put', forward: 4077, strike: 4200, volatility: 0.28, years: 84 / 365 } as const;
    const trade = deltaTrade({ option, lots: 20, tick: 0.2 });
    expect(trade.premium).toBe(288.4);
    expect(trade.delta).toBeCloseTo(-0.5612, 4);
    expect(trade.hedgeLots).toBe(11);
    expect(trade.buyersHedge).toBe('buy');
  });

  it('of a call: the buyer sells futures', () => {
    const option = { type: 'call', forward: 4077, strike: 4200, volatility: 0.28, years: 84 / 365 } as const;
    const trade = deltaTrade({ option, lots: 20, tick: 0.2 });
    expect(trade).toMatchObject({ premium: 165.4, hedgeLots: 9, buyersHedge: 'sell' });
  });

  it('rounds half a lot of hedge up, and is the same trade in cents', () => {
    const option = {
      type: 'call',
      forward: 407_700,
      strike: 420_000,
      volatility: 0.28,
      years: 84 / 365,
    } as const;
    expect(deltaTrade({ option, lots: 20, tick: 20 }).premium).toBe(16_540);
    const atStrike = { type: 'put', forward: 4000, strike: 4000, volatility: 0.2, years: 0 } as const;
    expect(deltaTrade({ option: atStrike, lots: 3, tick: 0.2 })).toMatchObject({ delta: -0.5, hedgeLots: 2 });
  });
});
