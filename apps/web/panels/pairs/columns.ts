// The columns of the Splits and Spreads panels (PANEL-4, PANEL-5): the bid and offer of the pair, its legs, and the prices that the
// books of the legs imply. A difference may be negative or zero (market/orders.md, Splits and spreads).
import type { ContractFacts, MarketRow } from '@openpit/wire';
import { contractMonth } from '../../stores/market-days.ts';
import { dash } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { lots, price, quantity, text } from '../parts/column-kinds.ts';
import { bestColumn, flashing, lastDealTime } from '../parts/market/columns.ts';
import type { WorkingLots } from '../parts/own/orders.ts';

export type PairKind = 'splits' | 'spreads';

const legs = { splits: ['Near', 'Far', 80], spreads: ['First', 'Second', 86] } as const;

export function pairColumns(kind: PairKind, working: () => WorkingLots): readonly GridColumn<MarketRow>[] {
  const [near, far, legWidth] = legs[kind];
  return [
    text('contract', 'Pair', 110, {
      pinned: true,
      weight: 'strong',
      sortValue: (row) => contractMonth(row.contractDate) ?? row.contract,
      groups: false,
      phone: 'contract',
    }),
    ...[['near', near] as const, ['far', far] as const].map(([id, title]) =>
      text<MarketRow>(id, title, 90, {
        help: `${title} contract`,
        text: (row) => legText(row, id),
        tone: 'second',
        groups: false,
        rank: 4,
      }),
    ),
    quantity('bidQty', 'Bid qty', 56, {
      ...flashing('bidQty'),
      rank: 1,
      phone: 'bidQty',
    }),
    bestColumn('bid', 68, working, {
      roomyWidth: 80,
      title: 'Bid diff',
      help: 'Bid diff of the pair, rand per ton',
      rank: 0,
    }),
    bestColumn('offer', 68, working, {
      roomyWidth: 80,
      title: 'Offer diff',
      help: 'Offer diff of the pair, rand per ton',
      rank: 0,
      rule: true,
    }),
    quantity('offerQty', 'Offer qty', 62, {
      ...flashing('offerQty'),
      rank: 1,
      phone: 'offerQty',
    }),
    price('last', 'Last diff', 80, {
      help: 'Difference of the last deal',
      weight: 'strong',
      rank: 2,
      phone: 'last',
    }),
    price('mtm', 'MTM diff', 80, {
      help: 'Difference of the previous mark-to-market prices',
      tone: 'second',
      rank: 6,
    }),
    price('nearBid', `${near} bid`, legWidth, { help: `${near} leg: bid`, rank: 7 }),
    price('nearOffer', `${near} offer`, legWidth, { help: `${near} leg: offer`, rank: 7 }),
    price('farBid', `${far} bid`, legWidth, { help: `${far} leg: bid`, rank: 7 }),
    price('farOffer', `${far} offer`, legWidth, { help: `${far} leg: offer`, rank: 7 }),
    price('impliedBid', 'Impl bid', 80, {
      help: 'Bid implied by the books of the legs',
      tone: 'second',
      rank: 3,
    }),
    price('impliedOffer', 'Impl offer', 80, {
      help: 'Offer implied by the books of the legs',
      tone: 'second',
      rank: 3,
    }),
    lots('volume', 'Volume', 56, { help: 'Volume in lots of the pair', rank: 5 }),
    lastDealTime(),
  ];
}

/** The contract of the leg, with the lots of it in one lot of the pair when these are not one. */
export function legText(row: ContractFacts, id: 'near' | 'far'): string {
  const contract = row[id];
  if (contract === undefined) return dash;
  const lots = (id === 'near' ? row.nearLots : row.farLots) ?? 1;
  return lots === 1 ? contract : `${lots} × ${contract}`;
}

/** A sentence on the meaning of buying the pair. */
export function buyingMeans(kind: PairKind): string {
  return kind === 'splits'
    ? 'far minus near: buying buys far and sells near'
    : 'first minus second: buying buys the first and sells the second';
}
