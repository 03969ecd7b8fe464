// The words of the list of the user's actions, and how the market's list and the commands of the page become one.
import type { OwnActionRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { OwnAction } from '../stores/own-actions.ts';
import { dataSetStores } from '../stores/stores.ts';
import { dealRow, unmatchedRow } from '../testing/rows.ts';
import { siloOfferRow } from '../testing/silo-rows.ts';
import { listedAction, mergedActions } from './own-actions.tsx';

const order = { activeOrderSeq: 41, contract: 'DEC26 WMAZ', side: 'B', qty: 10, price: 4035.2 } as const;
const reply = { activeOrderSeq: 41, state: 'Suspended', remaining: 6, dealt: 0, ref: '1' } as const;
const row = (part: Partial<OwnActionRow>): OwnActionRow => ({
  seq: 7,
  at: 1_000,
  requestId: 'r-1',
  command: 'insertOrder',
  orders: [],
  numbers: [],
  error: null,
  ...part,
});
const words = (part: Partial<OwnActionRow>) => {
  const { action, description: what, sentence } = listedAction(row(part));
  return [action, what, sentence];
};
const error = { status: 422, code: 'orderNotActive', message: 'Order 41 is filled.' };

describe('[ACT-1] an action that the market lists', () => {
  it('has the words of its order and the outcome that the market replied', () => {
    expect(words({ command: 'suspendActiveOrder', orders: [{ ...order, reply }] })).toEqual([
      'Suspend',
      'Suspend order 41: Buy 10 DEC26 WMAZ at 4,035.20',
      'Order 41 is suspended with 6 lots.',
    ]);
    const filled = { ...reply, state: 'Filled', remaining: 0, dealt: 10, averagePrice: 4035 } as const;
    expect(words({ orders: [{ ...order, reply: filled }] })).toEqual([
      'Buy',
      'Buy 10 DEC26 WMAZ at 4,035.20',
      'Order 41: Bought 10 DEC26 WMAZ at 4,035.00 on average, all dealt.',
    ]);
  });

  it('has the reason of its rejection, with the order that was wanted', () => {
    expect(words({ orders: [{ ...order, activeOrderSeq: null, reply: null }], error })).toEqual([
      'Buy',
      'Buy 10 DEC26 WMAZ at 4,035.20',
      'Rejected: Order 41 is filled.',
    ]);
    expect(words({ command: 'suspendActiveOrder', error })).toEqual([
      'Suspend',
      'Suspend an order',
      'Rejected: Order 41 is filled.',
    ]);
  });

  it('has the numbers of the changed items, at most ten, and its name if no version of this page knows it', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1));
    expect(words({ command: 'cancelAllActiveOrders', numbers })).toEqual([
      'Cancel all',
      'Cancel several orders',
      'Orders 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.',
    ]);
    expect(words({ command: 'suspendAllActiveOrders' })[1]).toBe('Suspend several orders');
    expect(words({ command: 'abandonOption' })[2]).toBe('Done.');
    expect(words({ command: 'newCommand' })[0]).toBe('newCommand');
  });

  it('[ACT-1] has the terms of its deals, unmatched deals and lots', () => {
    const term = { contract: 'DEC26 WMAZ', instrument: 'WMAZ', side: 'S', price: 4035.2 } as const;
    dataSetStores.deals.replaceAll([
      dealRow({ ...term, dealSeq: 57, qty: 3 }),
      dealRow({ ...term, dealSeq: 58, qty: 4 }),
    ]);
    dataSetStores.unmatchedDeal.replaceAll([unmatchedRow({ ...term, unmatchedSeq: 7, qty: 2 })]);
    dataSetStores.siloOffers.replaceAll([
      siloOfferRow({ contract: 'DEC26 WMAZ', siloCertSeq: 5, tons: 100 }),
    ]);
    expect(words({ command: 'splitDeal', numbers: ['57', '58', '59'] })).toEqual([
      'Split',
      'Split a deal',
      'Deals 57 (Sell 3 DEC26 WMAZ at 4,035.20), 58 (Sell 4 DEC26 WMAZ at 4,035.20), 59.',
    ]);
    expect(words({ command: 'insertUnmatchedDeal', numbers: ['7'] })).toEqual([
      'Report',
      'Report a deal',
      'Unmatched deal 7 (Sell 2 DEC26 WMAZ at 4,035.20).',
    ]);
    expect(words({ command: 'insertSiloCertAuctionBid', numbers: ['5'] })[2]).toBe(
      'Lot 5 (100 t of DEC26 WMAZ).',
    );
  });
});

describe('the list', () => {
  it('has the newest first, each command once, with the outcome in the market and the words of this page', () => {
    const sent = (requestId: string, at: number): OwnAction => ({
      requestId,
      at,
      seq: null,
      action: 'Buy',
      description: 'Cancel all orders of KAND',
      outcome: 'sending',
      sentence: '',
    });
    const listed = [listedAction(row({ requestId: 'b', at: 2_000 })), listedAction(row({ requestId: 'a' }))];
    const merged = mergedActions(listed, [sent('c', 1_500), sent('b', 1_990)]);
    expect(merged.map(({ requestId, outcome }) => `${requestId} ${outcome}`)).toEqual([
      'b accepted',
      'c sending',
      'a accepted',
    ]);
    expect(merged.map(({ description }) => description)).toEqual([
      'Cancel all orders of KAND',
      'Cancel all orders of KAND',
      'Insert an order',
    ]);
  });
});
