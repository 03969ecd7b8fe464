// The columns of the Splits and Spreads panels (PANEL-4, PANEL-5): the bid and offer of the pair, its legs,
// and the prices that the books of the legs imply. A difference may be negative or zero (market.md, Splits
// and spreads).
import type { ContractFacts, MarketRow } from '@openpit/wire';
import { direction, exchangeTime, lotsOrNone, priceCell, zonedTime } from '../../market/market-text.ts';
import { contractMonth } from '../../stores/market-days.ts';
import { dash, formatLots } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import type { WorkingLots } from '../own/orders.ts';
import { ownOrderMark } from '../own/orders.ts';

type Column = GridColumn<MarketRow>;
type PriceField =
  | 'bid'
  | 'offer'
  | 'last'
  | 'mtm'
  | 'impliedBid'
  | 'impliedOffer'
  | 'nearBid'
  | 'nearOffer'
  | 'farBid'
  | 'farOffer';

export type PairKind = 'splits' | 'spreads';

export function pairColumns(kind: PairKind, working: () => WorkingLots): readonly Column[] {
  const isSplit = kind === 'splits';
  const price = (id: PriceField, title: string, fullTitle: string, more: Partial<Column> = {}): Column => ({
    id,
    title,
    fullTitle,
    width: 80,
    align: 'right',
    of: (row) => row[id] ?? null,
    text: (row) => priceCell(row[id] ?? null, row),
    sortValue: (row) => row[id] ?? null,
    ...more,
  });
  const lots = (id: 'bidQty' | 'offerQty' | 'volume', title: string, fullTitle: string): Column => ({
    id,
    title,
    fullTitle,
    width: 56,
    align: 'right',
    of: (row) => row[id],
    text: (row) => (id === 'volume' ? formatLots : lotsOrNone)(row[id]),
    sortValue: (row) => row[id],
    ...(id === 'volume'
      ? { sum: (row: MarketRow) => row.volume }
      : { flash: (row: MarketRow, before: MarketRow) => direction(row[id], before[id]) }),
  });
  const best = (id: 'bid' | 'offer', title: string): Column => {
    const { of: _own, ...column } = price(id, title, `${title} of the pair, rand per ton`);
    return {
      ...column,
      weight: 'strong',
      tone: () => (id === 'bid' ? 'buy' : 'sell'),
      mark: (row) => ownOrderMark(working(), row, id === 'bid' ? 'B' : 'S'),
      flash: (row, before) => direction(row[id], before[id]),
      flashesAsArrow: true,
    };
  };
  const leg = (id: 'near' | 'far', title: string): Column => ({
    id,
    title,
    fullTitle: `${title} contract`,
    width: 90,
    align: 'left',
    of: (row) => row[id] ?? null,
    text: (row) => legText(row, id),
    tone: () => 'second',
    sortValue: (row) => row[id] ?? null,
  });
  const ofLeg = isSplit ? {} : { width: 86 };
  const [near, far] = isSplit ? ['Near', 'Far'] : ['First', 'Second'];
  const columns: readonly Column[] = [
    {
      id: 'contract',
      title: 'Pair',
      width: 110,
      align: 'left',
      pinned: true,
      of: (row) => row.contract,
      text: (row) => row.contract,
      sortValue: (row) => contractMonth(row.contractDate) ?? row.contract,
    },
    leg('near', near ?? ''),
    leg('far', far ?? ''),
    lots('bidQty', 'Bid qty', 'Bid quantity'),
    best('bid', 'Bid diff'),
    { ...best('offer', 'Offer diff'), rule: true },
    lots('offerQty', 'Off qty', 'Offer quantity'),
    price('last', 'Last diff', 'Difference of the last deal'),
    price('mtm', 'MTM diff', 'Difference of the previous mark-to-market prices', { tone: () => 'second' }),
    price('nearBid', `${near} bid`, `${near} leg: bid`, ofLeg),
    price('nearOffer', `${near} offer`, `${near} leg: offer`, ofLeg),
    price('farBid', `${far} bid`, `${far} leg: bid`, ofLeg),
    price('farOffer', `${far} offer`, `${far} leg: offer`, ofLeg),
    price('impliedBid', 'Impl bid', 'Bid implied by the books of the legs', { tone: () => 'second' }),
    price('impliedOffer', 'Impl offer', 'Offer implied by the books of the legs', { tone: () => 'second' }),
    lots('volume', 'Volume', 'Volume in lots of the pair'),
    {
      id: 'time',
      title: 'Time',
      fullTitle: 'Time of the last deal',
      width: 66,
      align: 'right',
      of: (row) => row.time,
      text: (row) => exchangeTime(row.time),
      exported: (row) => zonedTime(row.time),
      tone: () => 'second',
      sortValue: (row) => row.time,
    },
  ];
  return byImportance(columns, [
    'bid offer',
    'bidQty offerQty',
    'last',
    'impliedBid impliedOffer',
    'near far',
    'volume',
    'mtm',
    'nearBid nearOffer farBid farOffer',
  ]);
}

/** The contract of the leg, with the lots of it in one lot of the pair when these are not one. */
export function legText(row: ContractFacts, id: 'near' | 'far'): string {
  const contract = row[id];
  if (contract === undefined) return dash;
  const lots = (id === 'near' ? row.nearLots : row.farLots) ?? 1;
  return lots === 1 ? contract : `${lots} × ${contract}`;
}

/** A sentence on what buying the pair means. */
export function buyingMeans(kind: PairKind): string {
  return kind === 'splits'
    ? 'far minus near: buying buys far and sells near'
    : 'first minus second: buying buys the first and sells the second';
}

export const phoneColumnIds: readonly string[] = ['contract', 'bid', 'offer', 'last', 'bidQty', 'offerQty'];
