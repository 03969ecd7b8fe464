import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marketStore } from '../stores/stores.ts';
import { marketRow, positionRow } from '../testing/rows.ts';
import { setFormatLocale } from '../ui/format.ts';
import { reasonAgainst } from './action.ts';
import { closeOut, closingOrder, reversePosition } from './order-entry.ts';
import { contextWith } from './testing/action-context.ts';

const context = contextWith(['insertOrderOrDouble']);
const traded = marketRow('MAR27 WMAZ', { bid: 4058, offer: 4060 });
const inNotice = marketRow('DEC26 WMAZ', { mtm: 4041, noticeUntil: '2026-12-31' });
const target = (market: typeof traded, net: number) => ({
  position: positionRow({ contract: market.contract, net }),
  market,
  anchor: null,
});

beforeEach(() => {
  setFormatLocale('en-GB');
  marketStore.replaceAll([traded, inNotice]);
});
afterEach(() => {
  setFormatLocale(undefined);
  marketStore.replaceAll([]);
});

describe('closing a position out', () => {
  it('[PANEL-8] opens the opposite order at the best price on the other side', () => {
    expect(reasonAgainst(closeOut, target(traded, 15), context)).toBeNull();
    expect(closingOrder(target(traded, 15))).toMatchObject({ side: 'S', price: 4058, qty: 15 });
    expect(closingOrder(target(traded, -3))).toMatchObject({ side: 'B', price: 4060, qty: 3 });
  });

  it('[PANEL-8] is for the sub-account that has the position', () => {
    const position = positionRow({
      contract: traded.contract,
      net: 5,
      principal: 'FARM1',
      subAccount: 'EAST',
    });
    expect(closingOrder({ position, market: traded, anchor: null }).account).toEqual({
      principal: 'FARM1',
      subAccount: 'EAST',
    });
  });

  it('reverses it with twice the lots, and not where nothing can deal', () => {
    expect(closingOrder(target(traded, -3), 2)).toMatchObject({ side: 'B', price: 4060, qty: 6 });
    expect(reasonAgainst(reversePosition, target(traded, 0), context)).toContain('nothing to reverse');
    expect(reasonAgainst(reversePosition, target(inNotice, 15), context)).toContain('no longer trades');
  });

  it('[PANEL-8] is not offered for a flat position, and not in the notice period, when nothing deals', () => {
    expect(reasonAgainst(closeOut, target(traded, 0), context)).toContain('is flat');
    expect(reasonAgainst(closeOut, target(inNotice, 15), context)).toBe(
      'DEC26 WMAZ no longer trades: it can only be delivered, until 31/12/2026.',
    );
  });
});
