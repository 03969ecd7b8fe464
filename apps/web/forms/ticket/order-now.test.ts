import type { CompletedOrderRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeOrder, dealRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { hasMoved, orderNow, orderNowSentence } from './order-now.ts';

const active = activeOrder({ activeOrderSeq: 41, price: 4035.2 });
function completed(change: Partial<CompletedOrderRow>): CompletedOrderRow {
  const { remaining: _left, state: _state, ...order } = active;
  return {
    ...order,
    completedOrderSeq: 9,
    enteredAt: 0,
    dealt: 10,
    averagePrice: 4035.15,
    state: 'Filled',
    reason: 'All dealt',
    ...change,
  };
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the strip of a sent order', () => {
  const sentence = (...of: Parameters<typeof orderNow>) => orderNowSentence(orderNow(...of));

  it('[ACT-1] states that the order rests, how much has dealt and the average price, and that it is filled', () => {
    expect(sentence(active, [])).toBe('Order 41 rests in the market: Buy 10 DEC26 WMAZ at 4,035.20.');
    expect(sentence({ ...active, remaining: 6, averagePrice: 4035.1 }, [])).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.10 on average, 6 lots rest at 4,035.20.',
    );
    expect(sentence(completed({}), [])).toBe(
      'Order 41: Bought 10 DEC26 WMAZ at 4,035.15 on average, all dealt.',
    );
  });

  it('states that the order is suspended, waits for the call auction, or was cancelled, and why', () => {
    expect(sentence({ ...active, state: 'Suspended' }, [])).toBe('Order 41 is suspended with 10 lots.');
    expect(sentence({ ...active, state: 'Suspended', remaining: 6, averagePrice: 4035 }, [])).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.00 on average; the rest is suspended with 6 lots.',
    );
    expect(sentence({ ...active, state: 'Pre-market' }, [])).toBe(
      'Order 41 is waiting for the call auction with 10 lots.',
    );
    const deleted = { state: 'Cancelled', reason: 'Cancelled by a dealer' } as const;
    expect(sentence(completed({ ...deleted, dealt: 0, averagePrice: null }), [])).toBe(
      'Order 41 is cancelled. Cancelled by a dealer.',
    );
    expect(sentence(completed({ ...deleted, dealt: 4 }), [])).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.15 on average; the rest is cancelled. Cancelled by a dealer.',
    );
  });

  it('[PANEL-4] names the legs that a split has printed so far', () => {
    const split = { contract: 'MAR27-MAY27 WMAZ', price: -74, averagePrice: -74, remaining: 4 };
    const legs = [
      dealRow({ contract: 'MAY27 WMAZ', side: 'B', qty: 4, price: 3980.6 }),
      dealRow({ contract: 'MAY27 WMAZ', side: 'B', qty: 2, price: 3980 }),
      dealRow({ contract: 'MAR27 WMAZ', side: 'S', qty: 6, price: 4054.6 }),
      dealRow({ contract: 'MAR27 WMAZ', side: 'S', qty: 6, price: 1, state: 'Cancelled' }),
    ];
    expect(sentence({ ...active, ...split }, legs)).toBe(
      'Order 41: Bought 6 MAR27-MAY27 WMAZ at −74.00 on average, 4 lots rest at −74.00. Bought 6 MAY27 WMAZ at 3,980.40, sold 6 MAR27 WMAZ at 4,054.60.',
    );
  });

  it('shows the reply until the rows say more, and not a row from before the reply', () => {
    const sent = { activeOrderSeq: 41, state: 'Active', remaining: 6 } as const;
    expect(hasMoved(sent, { state: 'Active', remaining: 6 })).toBe(false);
    expect(hasMoved(sent, { state: 'Active', remaining: 10 })).toBe(false);
    expect(hasMoved(sent, { state: 'Active', remaining: 5 })).toBe(true);
    expect(hasMoved(sent, { state: 'Suspended', remaining: 6 })).toBe(true);
    expect(hasMoved(sent, { state: 'Filled', remaining: 0 })).toBe(true);
    expect(hasMoved({ ...sent, state: 'Filled', remaining: 0 }, { state: 'Active', remaining: 6 })).toBe(
      false,
    );
  });
});
