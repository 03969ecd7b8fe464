// The columns of the panels, held against the lists that the field's description gives (domain §4), name by name.
import { describe, expect, it } from 'vitest';
import { activeOrdersColumns } from './active-orders/active-orders-columns.tsx';
import { futuresColumns } from './futures/futures-columns.ts';
import { chainColumns } from './options/chain-columns.ts';
import { listColumns } from './options/list-columns.ts';
import { pairColumns } from './pairs/pair-columns.ts';
import { positionsColumns } from './positions/positions-columns.tsx';

const idsOf = (columns: readonly { readonly id: string }[]) => columns.map(({ id }) => id);
const nothing = () => null;
const noOrders = () => new Map();

describe('[PANEL-0] the columns of domain §4 stand in their order', () => {
  it('[PANEL-1] in Futures', () => {
    expect(idsOf(futuresColumns(noOrders))).toEqual(
      'contract buyer bidQty bid offer offerQty seller last lastQty change percent high low open volume deals openInterest mtm vwap limitLow limitHigh time'.split(
        ' ',
      ),
    );
  });

  it('[PANEL-2] [PANEL-3] in the flat lists of options and deltas', () => {
    const idsOfList = (kind: 'options' | 'deltas') =>
      idsOf(listColumns({ kind, working: noOrders, orderLots: 10 })).join(' ');
    expect(idsOfList('options')).toBe(
      'contract bidQty bidOther bid offer offerOther offerQty last mtmVol mtmPremium delta openInterest volume',
    );
    // A delta deals in volatility: its premium is what is worked out.
    expect(idsOfList('deltas')).toBe(
      'contract bidQty bid bidOther offerOther offer offerQty last mtmVol mtmPremium delta openInterest volume reference hedgeLots',
    );
  });

  it('[PANEL-2] [PANEL-3] on both halves of a chain, mirrored at the strike', () => {
    for (const kind of ['options', 'deltas'] as const) {
      const ids = idsOf(chainColumns({ show: 'premium', kind, working: noOrders, orderLots: 10 }));
      const puts = ids.flatMap((id) => (id.startsWith('put-') ? [id.slice(4)] : []));
      expect(puts.join(' ')).toBe(
        `bidQty bid offer offerQty last delta${kind === 'deltas' ? ' hedge' : ''} bidOther offerOther mtm mtmOther openInterest volume`,
      );
      const calls = ids.flatMap((id) => (id.startsWith('call-') ? [id.slice(5)] : []));
      expect(calls).toHaveLength(puts.length);
      expect(new Set(calls)).toEqual(new Set(puts));
      expect(calls.slice(-4)).toEqual(['bidQty', 'bid', 'offer', 'offerQty']);
      expect(ids[calls.length]).toBe('strike');
    }
  });

  it('[PANEL-4] [PANEL-5] in Splits and Spreads', () => {
    const ids =
      'contract near far bidQty bid offer offerQty last mtm nearBid nearOffer farBid farOffer impliedBid impliedOffer volume time';
    expect(idsOf(pairColumns('splits', noOrders))).toEqual(ids.split(' '));
    expect(idsOf(pairColumns('spreads', noOrders))).toEqual(ids.split(' '));
  });

  it('[PANEL-6] in Active orders, the buttons after them', () => {
    const columns = activeOrdersColumns({
      marketOf: () => undefined,
      timeLeftOf: () => '',
      endOf: nothing,
      renderActions: nothing,
    });
    expect(idsOf(columns)).toEqual(
      'activeOrderSeq time contract side qty remaining price volatility orderType holdOverUntil state principal subAccount dealer capacity ref distance queuePosition timeLeft actions'.split(
        ' ',
      ),
    );
  });

  it('[PANEL-8] in Positions, what was realised beside the other profits, tons and buttons after them', () => {
    const columns = positionsColumns({
      marketOf: () => undefined,
      lastTradingDayOf: nothing,
      renderActions: nothing,
    });
    expect(idsOf(columns)).toEqual(
      'principal subAccount contract opening bought sold net averagePrice mtm last open mtmProfit realised margin deltaLots premium expiry exercisable tons actions'.split(
        ' ',
      ),
    );
  });
});
