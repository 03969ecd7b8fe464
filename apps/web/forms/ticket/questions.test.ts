import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { termsOfRow } from '../../market/contract-terms.ts';
import { depthStore } from '../../stores/stores.ts';
import { activeOrder, marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { confirmChange } from './change.ts';
import { premiumAt, pricedOption } from './option-entry.ts';
import {
  amountThrough,
  baseOf,
  confirmFarPrice,
  confirmOrder,
  contentsOf,
  farVolatility,
  isRepeat,
  orderValue,
  shareThatAsks,
} from './questions.ts';

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

  it('is compared with its own price for a future', () => {
    expect(baseOf(row(display(1), { mtm: 4000 }), none)).toBe(4000);
    expect(baseOf(row(display(1), { last: 4100, mtm: 4000 }), none)).toBe(4100);
  });

  it('is compared with its future for an option, so that a point of volatility needs no confirmation', () => {
    const base = baseOf(row(display(2, 'C', 4060), { mtm: 236.8, reference: 4060 }), none);
    expect(base).toBe(4060);
    expect(amountThrough({ side: 'S', price: 204.2 }, 236.8) / (base ?? 0)).toBeLessThan(shareThatAsks);
    expect(amountThrough({ side: 'S', price: 20.4 }, 236.8) / (base ?? 0)).toBeGreaterThan(shareThatAsks);
  });

  it('is measured in points of volatility for a delta', () => {
    expect(baseOf(row(display(5, 'C', 4060), { mtm: 27 }), none)).toBe(100);
  });

  it('is compared with the near leg for a pair, even if the difference is zero or negative', () => {
    const leg = (contract: string) => (contract === 'DEC26 WMAZ' ? { last: null, mtm: 4035 } : undefined);
    expect(baseOf(row(display(4), { mtm: 0, near: 'DEC26 WMAZ' }), leg)).toBe(4035);
    expect(baseOf(row(display(3), { mtm: -2115, near: 'DEC26 WMAZ' }), leg)).toBe(4035);
    expect(baseOf(row(display(4), { near: 'JUL29 WMAZ' }), leg)).toBeNull();
  });
});

describe('the question before an order far from the market', () => {
  afterEach(() => setFormatLocale(undefined));
  const tons = (instrument: string) => (instrument === 'WEAT' ? 50 : 100);

  it('[ACT-1] repeats side, quantity and price, and states how much would deal now', async () => {
    setFormatLocale('en-GB');
    const market = marketRow('DEC26 WMAZ', { last: 4000 });
    const sentence = 'Buy 500 DEC26 WMAZ at 4,220.00';
    const dealsNow = '84 deal now at 4,167.00 to 4,220.00, average 4,190.12; 416 rest.';
    const answer = confirmFarPrice(
      { side: 'B', qty: 500, price: 4220, premium: null, sentence, dealsNow },
      market,
    );
    expect(useDialogs.getState().question?.question?.sentence).toBe(
      `${sentence}. 4,220.00 is 5.5 % above 4,000.00, the last price of DEC26 WMAZ. ${dealsNow} Send it anyway?`,
    );
    useDialogs.getState().question?.answer('no');
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

const rowFarVolatility = marketRow('MAR27 WMAZ 4060 C', {
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
  const option = pricedOption(rowFarVolatility, { reference: 4060, tick });
  return option === null ? 0 : premiumAt(option, volatility);
};
const order = (price: number) => ({ side: 'B', qty: 10, price, type: 'Normal', ownTerms: null }) as const;
const resting = activeOrder({ contract: rowFarVolatility.contract, price: premiumOf(27) });
const sentence = 'Buy 10 MAR27 WMAZ 4060 C at 270.00';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the volatility of an option order', () => {
  it('counts as far if it is more than five points above or below the volatility of the MTM', () => {
    for (const near of [22.1, 27, 31.9])
      expect(farVolatility({ price: premiumOf(near), tick }, rowFarVolatility)).toBeNull();
    expect(farVolatility({ price: premiumOf(32.2), tick }, rowFarVolatility)).toBeCloseTo(32.2, 1);
    expect(farVolatility({ price: premiumOf(21.8), tick }, rowFarVolatility)).toBeCloseTo(21.8, 1);
  });

  it('is not known for other contracts, without an MTM, and if no volatility yields the premium', () => {
    const price = premiumOf(40);
    expect(farVolatility({ price, tick }, marketRow('MAR27 WMAZ'))).toBeNull();
    const { mtmVol: _mtmVol, ...without } = rowFarVolatility;
    expect(farVolatility({ price, tick }, without)).toBeNull();
    expect(farVolatility({ price: 5_000, tick }, rowFarVolatility)).toBeNull();
  });

  it('is asked about once before an order with it is sent, with both volatilities', async () => {
    const answer = confirmOrder(order(premiumOf(33)), sentence, {
      row: rowFarVolatility,
      terms,
      reference: null,
    });
    await Promise.resolve();
    const question = useDialogs.getState().question?.question ?? null;
    expect(question?.title).toBe('The volatility is far from the MTM');
    expect(question?.sentence).toMatch(
      /^Buy 10 MAR27 WMAZ 4060 C at 270\.00\. Its volatility is 3[23]\.\d\d\s%, [56]\.\d\d points above the 27\.00\s% of the MTM of MAR27 WMAZ 4060 C\. Send it anyway\?$/,
    );
    useDialogs.getState().question?.answer('no');
    expect(await answer).toBe(false);
    expect(
      await confirmOrder(order(premiumOf(30)), sentence, { row: rowFarVolatility, terms, reference: null }),
    ).toBe(true);
  });

  it.each(['amend', 'edit'] as const)(
    '[ACT-8] is asked about before an order is changed to it (%s), even if it is below the volatility of the MTM',
    async (kind) => {
      const price = premiumOf(20);
      const change = { kind: 'change', terms: { price }, qty: 10, price } as const;
      const ready = { kind, order: resting, change, contractTerms: termsOfRow(rowFarVolatility) };
      // The premium alone is not far from the market.
      const answer = confirmChange(ready, { ...rowFarVolatility, last: price });
      await Promise.resolve();
      expect(useDialogs.getState().question?.question?.sentence).toMatch(
        /Its volatility is (19\.9|20\.0)\d\s%, (6\.9|7\.0)\d points below the 27\.00\s% of the MTM/,
      );
      useDialogs.getState().question?.answer('no');
      expect(await answer).toBe(false);
      const near = premiumOf(26);
      const nearChange = { ...change, terms: { price: near }, price: near };
      expect(await confirmChange({ ...ready, change: nearChange }, { ...rowFarVolatility, last: near })).toBe(
        true,
      );
    },
  );

  it('is not asked about where the price itself is already far from the market', async () => {
    const answer = confirmOrder(order(premiumOf(60)), sentence, {
      row: rowFarVolatility,
      terms,
      reference: null,
    });
    await Promise.resolve();
    expect(useDialogs.getState().question?.question?.title).toBe('The price is far from the market');
    useDialogs.getState().question?.answer('yes');
    expect(await answer).toBe(true);
  });
});

const rowConfirmOrder = marketRow('MAR27 WMAZ 4060 C D', {
  displaySeq: 77,
  contractDisplay: { flag: 'C', strike: 4060, CONTRACT_TYPE: 5 },
  underlying: 'MAR27 WMAZ',
});
const offerTerms = { premium: 239, reference: 4060, delta: 0.5 };
const ownTerms = { premium: 235.8, reference: 4054.2, delta: 0.5 };
const deltaOrder = { side: 'B', qty: 10, price: 30.07, type: 'Normal', ownTerms } as const;
const contextAt = (reference: number) => ({
  row: rowConfirmOrder,
  reference,
  terms: { decimals: 2, meaning: 'volatility', tick: 0.01 } as const,
});
const deltaSentence = 'Buy 10 MAR27 WMAZ 4060 C D at 30.07\u00a0% @ ref 4,054.20';

beforeEach(() => {
  setFormatLocale('en-GB');
  const level = { buyer: null, bidPrice: null, bidQty: 0, offerQty: 10, sellPrice: 30.07, seller: 'VELD' };
  depthStore.set(77, { rows: [{ ...level, offerTerms }], seq: 1, status: 'received' });
});
afterEach(() => {
  setFormatLocale(undefined);
  depthStore.clear();
});

describe('the question before a delta', () => {
  it('[PANEL-3] needs confirmation if it deals at another reference than entered, and names both legs with their prices', async () => {
    const answer = confirmOrder(deltaOrder, deltaSentence, contextAt(4054.2));
    await Promise.resolve();
    const question = useDialogs.getState().question?.question ?? null;
    expect(question?.title).toBe('The delta deals at another reference');
    expect(question?.sentence).toBe(
      `${deltaSentence}. All 10 deal now at 30.07\u00a0% @ ref 4,060.00. Your reference is 4,054.20; the premium and the reference of the resting order deal: buys 10 MAR27 WMAZ 4060 C at 239.00, sells 5 MAR27 WMAZ at 4,060.00. Send it anyway?`,
    );
    useDialogs.getState().question?.answer('no');
    expect(await answer).toBe(false);
  });

  it('is not asked where the references are the same, or nothing deals', async () => {
    expect(await confirmOrder(deltaOrder, deltaSentence, contextAt(4060))).toBe(true);
    expect(await confirmOrder({ ...deltaOrder, price: 30 }, deltaSentence, contextAt(4054.2))).toBe(true);
  });
});

const body = { requestId: 'a', contract: 'DEC26 WMAZ', side: 'B', qty: 5, price: 4035.2, ref: '1' };
const sent = (change: object, at: number) => ({ contents: contentsOf({ ...body, ...change }), at });

describe('the same order again', () => {
  it('[ACT-1] is confirmed first within two seconds, regardless of its request id and its reference', () => {
    const before = sent({}, 1_000);
    expect(isRepeat(before, sent({ requestId: 'b', ref: '2' }, 3_000))).toBe(true);
    expect(isRepeat(before, sent({ requestId: 'b', ref: '2' }, 3_001))).toBe(false);
  });

  it('needs no confirmation when anything else differs, nor for the first order', () => {
    expect(isRepeat(sent({}, 1_000), sent({ qty: 6 }, 1_500))).toBe(false);
    expect(isRepeat(sent({}, 1_000), sent({ side: 'S' }, 1_500))).toBe(false);
    expect(isRepeat(null, sent({}, 1_000))).toBe(false);
  });
});
