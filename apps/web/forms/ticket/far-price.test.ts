import { afterEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { amountThrough, baseOf, confirmFarPrice, orderValue, shareThatAsks } from './far-price.ts';

const none = () => undefined;
const display = (CONTRACT_TYPE: 1 | 2 | 3 | 4 | 5, flag: 'F' | 'C' = 'F', strike = 0) => ({
  flag,
  strike,
  CONTRACT_TYPE,
});
const row = (contractDisplay: ReturnType<typeof display>, more: object = {}) => ({
  contract: 'X',
  instrument: 'WMAZ',
  contractDisplay,
  last: null,
  mtm: 25,
  ...more,
});

describe('a price far beyond the market', () => {
  it('is measured on the costly side only', () => {
    expect(amountThrough({ side: 'B', price: 4120 }, 4000)).toBe(120);
    expect(amountThrough({ side: 'S', price: 3880 }, 4000)).toBe(120);
    expect(amountThrough({ side: 'B', price: 3880 }, 4000)).toBe(0);
    expect(amountThrough({ side: 'S', price: 4120 }, 4000)).toBe(0);
    expect(amountThrough({ side: 'B', price: -10 }, -130)).toBe(120);
    expect(amountThrough({ side: 'B', price: 4120 }, null)).toBe(0);
  });

  it('of a future is compared with its own price', () => {
    expect(baseOf(row(display(1), { mtm: 4000 }), none)).toBe(4000);
    expect(baseOf(row(display(1), { last: 4100, mtm: 4000 }), none)).toBe(4100);
  });

  it('of an option is compared with its future, so that a point of volatility needs no confirmation', () => {
    const base = baseOf(row(display(2, 'C', 4060), { mtm: 236.8, reference: 4060 }), none);
    expect(base).toBe(4060);
    expect(amountThrough({ side: 'S', price: 204.2 }, 236.8) / (base ?? 0)).toBeLessThan(shareThatAsks);
    expect(amountThrough({ side: 'S', price: 20.4 }, 236.8) / (base ?? 0)).toBeGreaterThan(shareThatAsks);
  });

  it('of a delta is measured in points of volatility', () => {
    expect(baseOf(row(display(5, 'C', 4060), { mtm: 27 }), none)).toBe(100);
  });

  it('of a pair is compared with its near leg, whatever the difference, also zero and below', () => {
    const leg = (contract: string) => (contract === 'DEC26 WMAZ' ? { last: null, mtm: 4035 } : undefined);
    expect(baseOf(row(display(4), { mtm: 0, near: 'DEC26 WMAZ' }), leg)).toBe(4035);
    expect(baseOf(row(display(3), { mtm: -2115, near: 'DEC26 WMAZ' }), leg)).toBe(4035);
    expect(baseOf(row(display(4), { near: 'JUL29 WMAZ' }), leg)).toBeNull();
  });
});

describe('the question before an order far from the market', () => {
  afterEach(() => setFormatLocale(undefined));
  const tons = (instrument: string) => (instrument === 'WEAT' ? 50 : 100);

  it('[ACT-1] repeats side, quantity and price, and says what of it would deal now', async () => {
    setFormatLocale('en-GB');
    const market = marketRow('DEC26 WMAZ', { last: 4000 });
    const words = 'Buy 500 DEC26 WMAZ at 4,220.00';
    const dealsNow = '84 deal now at 4,167.00 to 4,220.00, average 4,190.12; 416 rest.';
    const answer = confirmFarPrice(
      { side: 'B', qty: 500, price: 4220, premium: null, words, dealsNow },
      market,
    );
    expect(useDialogs.getState().asked?.question?.sentence).toBe(
      `${words}. 4,220.00 is 5.5 % above 4,000.00, the last price of DEC26 WMAZ. ${dealsNow} Send it all the same?`,
    );
    useDialogs.getState().asked?.answer('no');
    expect(await answer).toBe(false);
  });

  it('names the value of the order in rand', () => {
    const order = { qty: 5, price: 4220, premium: null };
    expect(orderValue(order, marketRow('DEC26 WMAZ'), tons)).toBe(2_110_000);
    expect(
      orderValue({ ...order, price: -74 }, row(display(4), { near: 'MAR27 WMAZ', nearLots: 1 }), tons),
    ).toBe(37_000);
    expect(orderValue({ ...order, price: 27 }, row(display(5, 'C', 4000)), tons)).toBeNull();
    expect(orderValue({ ...order, price: 27, premium: 239 }, row(display(5, 'C', 4000)), tons)).toBe(119_500);
  });
});
