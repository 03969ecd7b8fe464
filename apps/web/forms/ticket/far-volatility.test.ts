import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { termsOfRow } from '../../market/contract-terms.ts';
import { activeOrder, marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { confirmChange } from './change-command.ts';
import { confirmOrder } from './confirm-order.ts';
import { farVolatility } from './far-volatility.ts';
import { premiumAt, pricedOption } from './option-terms.ts';

const row = marketRow('MAR27 WMAZ 4060 C', {
  contractDisplay: { flag: 'C', strike: 4060, CONTRACT_TYPE: 2 },
  underlying: 'MAR27 WMAZ',
  reference: 4060,
  daysToExpiry: 93,
  mtmVol: 27,
  mtm: 219.8,
  last: null,
});
const tick = 0.2;
const terms = { decimals: 2, meaning: 'premium', tick } as const;
const premiumOf = (volatility: number): number => {
  const option = pricedOption(row, { reference: 4060, tick });
  return option === null ? 0 : premiumAt(option, volatility);
};
const order = (price: number) => ({ side: 'B', qty: 10, price, type: 0, ownTerms: null }) as const;
const resting = activeOrder({ contract: row.contract, price: premiumOf(27) });
const words = 'Buy 10 MAR27 WMAZ 4060 C at 270.00';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the volatility of an option order', () => {
  it('is far from more than five points above or below that of the MTM', () => {
    for (const near of [22.1, 27, 31.9])
      expect(farVolatility({ price: premiumOf(near), tick }, row)).toBeNull();
    expect(farVolatility({ price: premiumOf(32.2), tick }, row)).toBeCloseTo(32.2, 1);
    expect(farVolatility({ price: premiumOf(21.8), tick }, row)).toBeCloseTo(21.8, 1);
  });

  it('is not known for other contracts, without an MTM, and where no volatility gives the premium', () => {
    const price = premiumOf(40);
    expect(farVolatility({ price, tick }, marketRow('MAR27 WMAZ'))).toBeNull();
    const { mtmVol: _mtmVol, ...without } = row;
    expect(farVolatility({ price, tick }, without)).toBeNull();
    expect(farVolatility({ price: 5_000, tick }, row)).toBeNull();
  });

  it('is asked about once before an order with it is sent, with both volatilities', async () => {
    const answer = confirmOrder(order(premiumOf(33)), words, { row, terms, reference: null });
    await Promise.resolve();
    const question = useDialogs.getState().asked?.question ?? null;
    expect(question?.title).toBe('The volatility is far from the MTM');
    expect(question?.sentence).toMatch(
      /^Buy 10 MAR27 WMAZ 4060 C at 270\.00\. Its volatility is 3[23]\.\d\d\s%, [56]\.\d\d points above the 27\.00\s% of the MTM of MAR27 WMAZ 4060 C\. Send it all the same\?$/,
    );
    useDialogs.getState().asked?.answer('no');
    expect(await answer).toBe(false);
    expect(await confirmOrder(order(premiumOf(30)), words, { row, terms, reference: null })).toBe(true);
  });

  it.each(['amend', 'edit'] as const)(
    '[ACT-8] is asked about before an order is changed to it (%s), also below that of the MTM',
    async (kind) => {
      const price = premiumOf(20);
      const change = { kind: 'change', terms: { price }, qty: 10, price } as const;
      const ready = { kind, order: resting, change, contractTerms: termsOfRow(row) };
      // Such a premium is not far from the market by itself.
      const answer = confirmChange(ready, { ...row, last: price });
      await Promise.resolve();
      expect(useDialogs.getState().asked?.question?.sentence).toMatch(
        /Its volatility is (19\.9|20\.0)\d\s%, (6\.9|7\.0)\d points below the 27\.00\s% of the MTM/,
      );
      useDialogs.getState().asked?.answer('no');
      expect(await answer).toBe(false);
      const near = premiumOf(26);
      const nearChange = { ...change, terms: { price: near }, price: near };
      expect(await confirmChange({ ...ready, change: nearChange }, { ...row, last: near })).toBe(true);
    },
  );

  it('is not asked about where the price itself is already far from the market', async () => {
    const answer = confirmOrder(order(premiumOf(60)), words, { row, terms, reference: null });
    await Promise.resolve();
    expect(useDialogs.getState().asked?.question?.title).toBe('The price is far from the market');
    useDialogs.getState().asked?.answer('yes');
    expect(await answer).toBe(true);
  });
});
