import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { depthStore } from '../../stores/stores.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { confirmOrder } from './confirm-order.ts';

const row = marketRow('MAR27 WMAZ 4060 C D', {
  displaySeq: 77,
  contractDisplay: { flag: 'C', strike: 4060, CONTRACT_TYPE: 5 },
  underlying: 'MAR27 WMAZ',
});
const offerTerms = { premium: 239, reference: 4060, delta: 0.5 };
const ownTerms = { premium: 235.8, reference: 4054.2, delta: 0.5 };
const order = { side: 'B', qty: 10, price: 30.07, type: 0, ownTerms } as const;
const about = (reference: number) => ({
  row,
  reference,
  terms: { decimals: 2, meaning: 'volatility', tick: 0.01 } as const,
});
const words = 'Buy 10 MAR27 WMAZ 4060 C D at 30.07\u00a0% @ ref 4,054.20';

beforeEach(() => {
  setFormatLocale('en-GB');
  const level = { buyer: null, bidPrice: null, bidQty: 0, offerQty: 10, sellPrice: 30.07, seller: 'VELD' };
  depthStore.set(77, { rows: [{ ...level, offerTerms }], seq: 1, status: 'success' });
});
afterEach(() => {
  setFormatLocale(undefined);
  depthStore.clear();
});

describe('the question before a delta', () => {
  it('[PANEL-3] is asked where it deals at another reference than the typed one, with both legs and their prices', async () => {
    const answer = confirmOrder(order, words, about(4054.2));
    await Promise.resolve();
    const question = useDialogs.getState().asked?.question ?? null;
    expect(question?.title).toBe('The delta deals at another reference');
    expect(question?.sentence).toBe(
      `${words}. All 10 deal now at 30.07\u00a0% @ ref 4,060.00. Your reference is 4,054.20; the premium and the reference of the resting order deal: buys 10 MAR27 WMAZ 4060 C at 239.00, sells 5 MAR27 WMAZ at 4,060.00. Send it all the same?`,
    );
    useDialogs.getState().asked?.answer('no');
    expect(await answer).toBe(false);
  });

  it('is not asked where the references are the same, or nothing deals', async () => {
    expect(await confirmOrder(order, words, about(4060))).toBe(true);
    expect(await confirmOrder({ ...order, price: 30 }, words, about(4054.2))).toBe(true);
  });
});
