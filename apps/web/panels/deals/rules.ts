// Deals consolidated: the deals that count, summed by principal, sub-account, contract and side. It is a
// view; nothing is sent.
import { type DealRow, isCountedDeal, type Side } from '@openpit/wire';
import Big from 'big.js';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { average, contract, lots, rand, side, sideLots, text } from '../parts/column-kinds.ts';

export interface ConsolidatedDeal {
  /** The key of the row. */
  readonly id: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly contract: string;
  readonly instrument: string;
  readonly side: Side;
  readonly qty: number;
  /** Rand per ton, to four decimals. */
  readonly averagePrice: number;
  readonly value: number;
  readonly deals: number;
}

/** In the order in which each sum first occurs in `deals`. */
export function consolidated(deals: readonly DealRow[]): ConsolidatedDeal[] {
  const groups = new Map<string, DealRow[]>();
  for (const deal of deals.filter(isCountedDeal)) {
    const id = [deal.principal, deal.subAccount ?? '', deal.contract, deal.side].join('|');
    groups.set(id, [...(groups.get(id) ?? []), deal]);
  }
  return [...groups].flatMap(([id, [first, ...rest]]) => {
    if (first === undefined) return [];
    const all = [first, ...rest];
    const qty = all.reduce((sum, deal) => sum + deal.qty, 0);
    const paid = all.reduce((sum, deal) => sum.plus(new Big(deal.price).times(deal.qty)), new Big(0));
    const { principal, subAccount, contract, instrument, side } = first;
    return [
      {
        id,
        principal,
        subAccount,
        contract,
        instrument,
        side,
        qty,
        averagePrice: paid.div(qty).round(4).toNumber(),
        value: all.reduce((sum, deal) => sum.plus(deal.value), new Big(0)).toNumber(),
        deals: all.length,
      },
    ];
  });
}

export const consolidatedDealColumns: readonly GridColumn<ConsolidatedDeal>[] = [
  text('principal', 'Principal', 66, { rank: 1 }),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account', rank: 5 }),
  contract({ rank: 0 }),
  side({ rank: 2 }),
  sideLots('qty', 'Qty', 54, { weight: 'strong', rank: 0 }),
  average('averagePrice', 'Average', 76, {
    help: 'Average price of its deals, in rand per ton',
    weight: 'strong',
    exported: (row) => row.averagePrice,
    rank: 0,
  }),
  rand('value', 'Value, R', 116, { help: 'Value in rand', rank: 4 }),
  lots('deals', 'Deals', 50, { help: 'Number of deals' }),
];
