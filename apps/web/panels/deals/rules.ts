// Deals consolidated: the deals that count, summed by principal, sub-account, contract and side. It is a
// view; nothing is sent.
import type { DealRow, Side } from '@openpit/wire';
import Big from 'big.js';
import { averageCell } from '../../market/market-text.ts';
import { formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import { contractColumn, lotsColumn, randColumn, sideColumn, textColumn } from '../rows/columns.ts';
import { counts } from './columns.ts';

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
  for (const deal of deals.filter(counts)) {
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

const columns: readonly GridColumn<ConsolidatedDeal>[] = [
  textColumn<ConsolidatedDeal>('principal', { title: 'Principal', width: 66 }),
  textColumn<ConsolidatedDeal>('subAccount', {
    title: 'Sub-acc',
    width: 58,
    more: { fullTitle: 'Sub-account' },
  }),
  contractColumn<ConsolidatedDeal>(),
  sideColumn(),
  lotsColumn<ConsolidatedDeal>('qty', { title: 'Qty', width: 54, more: { weight: 'strong' } }),
  {
    id: 'averagePrice',
    title: 'Average',
    fullTitle: 'Average price of its deals, in rand per ton',
    width: 76,
    align: 'right',
    weight: 'strong',
    text: (row) => averageCell(row.averagePrice, row),
    sortValue: (row) => row.averagePrice,
    exported: (row) => row.averagePrice,
  },
  randColumn<ConsolidatedDeal>('value', {
    title: 'Value, R',
    width: 116,
    more: { fullTitle: 'Value in rand', sumText: (sum) => formatPrice(sum, 2) },
  }),
  lotsColumn<ConsolidatedDeal>('deals', {
    title: 'Deals',
    width: 50,
    more: { fullTitle: 'Number of deals' },
  }),
];

export const consolidatedColumns = byImportance(columns, [
  'contract',
  'side qty',
  'averagePrice',
  'principal',
  'value',
  'subAccount',
]);
