// The columns of options or deltas as a flat list: volatility and premium of both sides; for a delta also the
// reference price of its future, its hedge ratio and the lots of its hedge.
import type { MarketRow } from '@openpit/wire';
import type { ChainKind } from '../../market/market-text.ts';
import { decimalsOf, direction, lotsOrNone } from '../../market/market-text.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { ownOrderMark } from '../own-orders/own-order-mark.ts';
import type { WorkingLots } from '../own-orders/working-lots.ts';
import { type NetLots, netColumn } from '../own-positions/net-lots.ts';
import { hedgeColumn, hedgeOfLots, percent, quoteOf } from './option-quote.ts';

type Column = GridColumn<MarketRow>;
type Show = 'volatility' | 'premium';

export interface ListColumnsOptions {
  readonly kind: ChainKind;
  /** Of options, the unit whose bid and offer open a ticket; of deltas that is the volatility. */
  readonly quoted: Show;
  readonly working: () => WorkingLots;
  readonly net: () => NetLots;
  /** The lots whose hedge is shown: the user's usual quantity. */
  readonly orderLots: number;
}

export function listColumns({
  kind,
  quoted,
  working,
  net,
  orderLots,
}: ListColumnsOptions): readonly Column[] {
  const isDelta = kind === 'deltas';
  const number = (
    id: string,
    { title, fullTitle, ...more }: Partial<Column> & Pick<Column, 'title'>,
    value: (row: MarketRow) => number | null,
    decimals: (row: MarketRow) => number,
  ): Column => ({
    id,
    title,
    ...(fullTitle !== undefined && { fullTitle }),
    width: 74,
    align: 'right',
    text: (row) => formatPrice(value(row), decimals(row)),
    sortValue: value,
    ...more,
  });
  const quote = (field: 'bid' | 'offer' | 'mtm' | 'last', show: Show) => (row: MarketRow) =>
    quoteOf(row, show, kind)[field];
  const decimalsFor = (show: Show) => (row: MarketRow) =>
    show === 'premium' ? decimalsOf(row.instrument) : 2;
  // Bid and offer in this unit open a ticket; the other unit is converted and opens none.
  const dealtIn: Show = isDelta ? 'volatility' : quoted;
  const lastIn: Show = isDelta ? 'volatility' : 'premium';
  const of = (field: 'bid' | 'offer', show: Show): Column => {
    const isDealt = show === dealtIn;
    const side = field === 'bid' ? 'Bid' : 'Offer';
    return number(
      isDealt ? field : `${field}Other`,
      {
        title: `${side} ${show === 'volatility' ? 'vol' : 'prem'}`,
        fullTitle: `${side}, ${show === 'volatility' ? 'implied vol %' : 'premium in rand per ton'}`,
        tone: () => (isDealt ? (field === 'bid' ? 'buy' : 'sell') : 'second'),
        ...(isDealt && {
          weight: 'strong' as const,
          mark: (row: MarketRow) => ownOrderMark(working(), row, field === 'bid' ? 'B' : 'S'),
          flash: (row: MarketRow, before: MarketRow) => direction(row[field], before[field]),
          flashesAsArrow: true,
        }),
      },
      quote(field, show),
      decimalsFor(show),
    );
  };
  const lots = (
    id: 'bidQty' | 'offerQty' | 'volume' | 'openInterest',
    title: string,
    fullTitle: string,
  ): Column => ({
    id,
    title,
    fullTitle,
    width: 56,
    align: 'right',
    of: (row) => row[id],
    text: (row) => (id.endsWith('Qty') ? lotsOrNone : formatLots)(row[id]),
    sortValue: (row) => row[id],
    ...(id === 'volume' || id === 'openInterest'
      ? { sum: (row: MarketRow) => row[id] }
      : { flash: (row: MarketRow, before: MarketRow) => direction(row[id], before[id]) }),
  });
  const columns: readonly Column[] = [
    {
      id: 'contract',
      title: 'Contract',
      width: 120,
      align: 'left',
      pinned: true,
      weight: 'strong',
      of: (row) => row.contract,
      text: (row) => row.contract,
      sortValue: (row) => row.contract,
    },
    netColumn(net, (row) => row.contract),
    lots('bidQty', 'Bid qty', 'Bid quantity'),
    of('bid', 'volatility'),
    of('bid', 'premium'),
    { ...of('offer', 'premium'), rule: true },
    of('offer', 'volatility'),
    lots('offerQty', 'Off qty', 'Offer quantity'),
    number(
      'last',
      { title: 'Last', fullTitle: `Last deal, ${isDelta ? 'implied vol %' : 'premium in rand per ton'}` },
      quote('last', lastIn),
      decimalsFor(lastIn),
    ),
    number(
      'mtmVol',
      { title: 'MTM vol', fullTitle: 'Mark-to-market implied vol %', tone: () => 'second' },
      quote('mtm', 'volatility'),
      decimalsFor('volatility'),
    ),
    number(
      'mtmPremium',
      { title: 'MTM prem', fullTitle: 'Mark-to-market premium in rand per ton', tone: () => 'second' },
      quote('mtm', 'premium'),
      decimalsFor('premium'),
    ),
    {
      id: 'delta',
      title: isDelta ? 'Hedge %' : 'Delta %',
      fullTitle: isDelta ? 'Hedge ratio: the delta in percent' : 'Delta in percent of a contract',
      width: 60,
      align: 'right',
      text: (row) => {
        const is = percent(row.delta);
        return is === null ? dash : formatSigned(is, 1);
      },
      sortValue: (row) => row.delta ?? null,
    },
    lots('openInterest', 'OI', 'Open interest'),
    lots('volume', 'Volume', 'Volume in lots'),
    ...(isDelta
      ? [
          number(
            'reference',
            { title: 'Ref future', fullTitle: 'Reference price of the future, at which the hedge deals' },
            (row) => row.reference ?? null,
            (row) => decimalsOf(row.instrument),
          ),
          hedgeColumn<MarketRow>('hedgeLots', orderLots, (row) => hedgeOfLots(row, orderLots)),
        ]
      : []),
  ];
  return byImportance(columns, [
    'bid offer',
    'bidQty offerQty',
    'bidOther offerOther',
    'last',
    'net',
    'delta',
    'reference hedgeLots',
    'mtmVol',
    'mtmPremium',
    'openInterest',
    'volume',
  ]);
}
