import type { ActiveOrderRow, DepthRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeOrder } from '../../../testing/rows.ts';
import { setFormatLocale } from '../../../ui/format.ts';
import type { CandidateOrder } from './deals-now.ts';
import type { OrderEntryState } from './deals-now-text.ts';
import { ownMatch, ownMatchSentence } from './own-match.ts';

const contract = 'DEC26 WMAZ';
/** A bid of our own. */
const own = (activeOrderSeq: number, price: number, more: Partial<ActiveOrderRow> = {}): ActiveOrderRow =>
  activeOrder({
    activeOrderSeq,
    contract,
    side: 'B',
    price,
    remaining: 3,
    qty: 3,
    principal: 'KAND',
    member: 'KAND',
    dealer: 'TN',
    state: 'Active',
    queuePosition: null,
    time: activeOrderSeq,
    ...more,
  });
const bids = (...lines: readonly (readonly [buyer: string, price: number, qty: number])[]): DepthRow[] =>
  lines.map(([buyer, bidPrice, bidQty]) => ({
    buyer,
    bidPrice,
    bidQty,
    offerQty: 0,
    sellPrice: null,
    seller: null,
  }));

function matchOf(
  wanted: Partial<CandidateOrder>,
  orders: readonly ActiveOrderRow[],
  depth: readonly DepthRow[] | null,
  { entry = 'open' as OrderEntryState, principal = 'KAND' } = {},
): string {
  const order = { side: 'S', qty: 3, price: 3883.6, type: 'Normal', ...wanted } as const;
  const match = ownMatch({ contract, candidate: order }, { orders, member: 'KAND', principal }, depth, entry);
  return match === null ? 'none' : `${match.order.activeOrderSeq}${match.isCertain ? '' : '?'}`;
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the user’s own order in the way of a new order', () => {
  const ours = own(17, 3883.6);

  it('is certain where the depth shows it within the price and the lots', () => {
    expect(matchOf({}, [ours], bids(['KAND', 3883.6, 3]))).toBe('17');
    expect(matchOf({ qty: 6 }, [ours], bids(['VELD', 3884, 5], ['KAND', 3883.6, 3]))).toBe('17');
    expect(matchOf({ qty: 6 }, [ours], bids(['VELD', 3883.6, 5], ['KAND', 3883.6, 3]))).toBe('17');
    expect(matchOf({ type: 'Fok' }, [ours], bids(['KAND', 3883.6, 3]))).toBe('17');
  });

  it('is not reported if other orders deal with all lots first, or the price does not reach it', () => {
    expect(matchOf({ qty: 5 }, [ours], bids(['VELD', 3884, 5], ['KAND', 3883.6, 3]))).toBe('none');
    expect(matchOf({ qty: 5 }, [ours], bids(['VELD', 3883.6, 5], ['KAND', 3883.6, 3]))).toBe('none');
    expect(matchOf({ price: 3883.8 }, [ours], bids(['KAND', 3883.6, 3]))).toBe('none');
    // It would be killed.
    expect(matchOf({ type: 'Fok', qty: 4 }, [ours], bids(['KAND', 3883.6, 3]))).toBe('none');
  });

  it('is not reported for a suspended order, the same side, another contract or another account', () => {
    const depth = bids(['VELD', 3883.6, 3]);
    expect(matchOf({}, [own(17, 3883.6, { state: 'Suspended' })], depth)).toBe('none');
    expect(matchOf({}, [own(17, 3883.6, { side: 'S' })], depth)).toBe('none');
    expect(matchOf({}, [own(17, 3883.6, { contract: 'MAR27 WMAZ' })], depth)).toBe('none');
    expect(matchOf({}, [ours], depth, { principal: 'KB101' })).toBe('none');
  });

  it('is found by the place in the queue if the market does not disclose members', () => {
    const depth = bids(['****', 3883.6, 5], ['****', 3883.6, 3]);
    const second = own(17, 3883.6, { queuePosition: 2 });
    expect(matchOf({ qty: 6 }, [second], depth)).toBe('17');
    expect(matchOf({ qty: 5 }, [second], depth)).toBe('none');
    expect(matchOf({ qty: 5 }, [ours], depth)).toBe('17?');
  });

  it('is any that the price reaches before a call auction, uncertain while the depth is not loaded', () => {
    const depth = bids(['VELD', 3884, 5], ['KAND', 3883.6, 3]);
    expect(matchOf({ qty: 1 }, [ours], depth, { entry: 'auction' })).toBe('17');
    expect(matchOf({ qty: 1 }, [ours], depth, { entry: 'closed' })).toBe('none');
    expect(matchOf({ qty: 1 }, [ours], null)).toBe('17?');
  });

  it('is described in a sentence, with its owner and the remedy', () => {
    const words = { decimals: 2, dealer: 'TN' };
    expect(ownMatchSentence({ order: ours, isCertain: true }, words)).toBe(
      'It would match your own order 17, which buys 3 at 3,883.60 for KAND. The market will reject it: cancel that order first, or change the price.',
    );
    expect(ownMatchSentence({ order: own(18, 3883.6, { dealer: 'AB' }), isCertain: false }, words)).toBe(
      'It would match order 18 of AB, which buys 3 at 3,883.60 for KAND. The market rejects it if it reaches that order: cancel that order first, or change the price.',
    );
  });
});
