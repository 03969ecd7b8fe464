// The columns of the option chain: calls on the left, the strike in the middle, puts mirrored on the right,
// bid and offer nearest to the strike. Bid and offer are volatilities or premiums, as the panel is set.
import type { MarketRow, Side } from '@openpit/wire';
import { type ChainKind, decimalsOf, direction, lotsOrNone } from '../../market/market-text.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance, type CellMark, type GridColumn } from '../../ui/live-grid/grid-column.ts';
import { cellSide } from '../market/columns.ts';
import { ownOrderMark, type WorkingLots } from '../own/orders.ts';
import { type NetLots, netColumn } from '../own/positions.ts';
import { type ChainShow, quotedIn } from './definition.tsx';
import {
  type ChainRow,
  greeksOf,
  type Half,
  hedgeColumn,
  hedgeOfLots,
  isInTheMoney,
  percent,
  type Quote,
  quoteOf,
} from './rules.ts';

type Column = GridColumn<ChainRow>;

const volDecimals = 2;

export interface ChainColumnsOptions {
  readonly show: ChainShow;
  readonly kind: ChainKind;
  readonly working: () => WorkingLots;
  readonly net: () => NetLots;
  /** The lots whose hedge is shown for a delta: the user's usual quantity. */
  readonly orderLots: number;
}

export function chainColumns(options: ChainColumnsOptions): readonly Column[] {
  const calls = halfColumns('call', options);
  const puts = halfColumns('put', options);
  const price = calls.slice(-4);
  return [
    ...calls.slice(0, -4),
    ...price,
    {
      id: 'strike',
      title: 'Strike',
      width: 56,
      roomyWidth: 68,
      align: 'center',
      weight: 'strong',
      rule: true,
      text: ({ strike, instrument }) =>
        formatPrice(strike, decimalsOf(instrument) === 0 ? 0 : strikeDecimals(strike)),
      mark: (row): CellMark | undefined =>
        row.isAtTheMoney ? { shape: 'filled', label: 'at the money' } : undefined,
      isHeavy: (row) => row.isAtTheMoney,
      share: (row) => (row.isAtTheMoney ? 1 : 0),
      shareFrom: 'left',
      sortValue: ({ strike }) => strike,
      rank: 0,
    },
    ...puts.map((column, index) => (index === 0 ? { ...column, rule: true } : column)),
  ];
}

const strikeDecimals = (strike: number) => (Number.isInteger(strike) ? 0 : 2);

/** The columns of the puts from the strike outwards, or those of the calls in the opposite order. */
function halfColumns(
  half: Half,
  { show, kind, working, net, orderLots }: ChainColumnsOptions,
): readonly Column[] {
  const of = (row: ChainRow) => row[half];
  const name = half === 'call' ? 'Call' : 'Put';
  const decimals = (row: ChainRow) => (show === 'premium' ? decimalsOf(row.instrument) : volDecimals);
  const quoted = quotedIn(show);
  const quote = (row: ChainRow, as: 'volatility' | 'premium' = quoted): Quote | null => {
    const market = of(row);
    return market === null ? null : quoteOf(market, as, kind);
  };
  const number = (
    id: string,
    title: string,
    value: (row: ChainRow) => number | null,
    more: Partial<Column> = {},
  ): Column => ({
    id: `${half}-${id}`,
    title,
    fullTitle: `${name}: ${more.fullTitle ?? title}`,
    width: 58,
    align: 'right',
    text: (row) => {
      const is = value(row);
      return is === null ? dash : formatPrice(is, decimals(row));
    },
    share: (row) => {
      const market = of(row);
      return market !== null && isInTheMoney(market) ? 1 : 0;
    },
    shareFrom: 'left',
    ...more,
    ...(more.fullTitle !== undefined && { fullTitle: `${name}: ${more.fullTitle}` }),
  });
  const lots = (
    id: string,
    title: string,
    value: (market: MarketRow) => number | null,
    fullTitle: string,
  ): Column =>
    number(id, title, (row) => (of(row) === null ? null : value(of(row) as MarketRow)), {
      width: 48,
      fullTitle,
      text: (row) => {
        const market = of(row);
        return market === null ? dash : formatLots(value(market));
      },
    });
  const best = (side: Side): Column => {
    const field = side === 'B' ? 'bid' : 'offer';
    return number(field, side === 'B' ? 'Bid' : 'Offer', (row) => quote(row)?.[field] ?? null, {
      // As narrow as 28.25 or 1 234.20 allows, so that a narrow panel has both halves.
      width: quoted === 'volatility' ? 50 : 68,
      roomyWidth: 92,
      fullTitle: `${side === 'B' ? 'Bid' : 'Offer'}, ${quoted === 'volatility' ? 'implied vol %' : 'premium in rand per ton'}`,
      weight: 'strong',
      tone: () => (side === 'B' ? 'buy' : 'sell'),
      mark: (row) => {
        const market = of(row);
        if (market === null) return undefined;
        return ownOrderMark(working(), market, side);
      },
      flash: (row, before) => direction(of(row)?.[field] ?? null, of(before)?.[field] ?? null),
      flashesAsArrow: true,
    });
  };
  const quantity = (id: 'bidQty' | 'offerQty', fullTitle: string): Column => ({
    ...lots(id, 'Qty', (market) => market[id] || null, fullTitle),
    width: 42,
    roomyWidth: 56,
    flash: (row, before) => direction(of(row)?.[id] ?? null, of(before)?.[id] ?? null),
  });
  const nearest: readonly Column[] = [
    quantity('bidQty', 'Bid quantity'),
    best('B'),
    best('S'),
    quantity('offerQty', 'Offer quantity'),
  ];
  const greek = (
    id: string,
    title: string,
    value: (market: MarketRow) => number | null | undefined,
    digits: number,
    fullTitle: string,
    width = 58,
  ): Column =>
    number(id, title, () => null, {
      fullTitle,
      width,
      text: (row) => {
        const market = of(row);
        const is = market === null ? null : (value(market) ?? null);
        return is === null ? dash : formatSigned(is, digits);
      },
      tone: () => 'second',
    });
  // Bid, offer and MTM also in the other unit, so that nobody has to switch to and fro.
  const other = quoted === 'volatility' ? 'premium' : 'volatility';
  const short = { volatility: 'vol', premium: 'prem' } as const;
  const converted = (field: 'bid' | 'offer' | 'mtm', title: string, as: 'volatility' | 'premium') =>
    number(
      as === quoted ? field : `${field}Other`,
      `${title} ${short[as]}`,
      (row) => quote(row, as)?.[field] ?? null,
      {
        fullTitle: `${title}, ${as === 'volatility' ? 'implied vol %' : 'premium in rand per ton'}`,
        width: 66,
        tone: () => 'second',
        text: (row) => {
          const is = quote(row, as)?.[field] ?? null;
          return formatPrice(is, as === 'premium' ? decimalsOf(row.instrument) : volDecimals);
        },
      },
    );
  const mtm = converted('mtm', 'MTM', quoted);
  const delta = greek(
    'delta',
    'Delta',
    (market) => percent(market.delta),
    1,
    'Delta, the hedge ratio in percent',
  );
  const { id, title, ...lotsHeld } = netColumn<ChainRow>(net, (row) => of(row)?.contract ?? null);
  const netLots = number(id, title, () => null, lotsHeld);
  const outer: readonly Column[] =
    show === 'greeks'
      ? [
          netLots,
          delta,
          greek('gamma', 'Gamma', (market) => greeksOf(market)?.gamma, 5, 'Change of delta for one rand', 70),
          greek(
            'vega',
            'Vega',
            (market) => greeksOf(market)?.vegaPerPoint,
            2,
            'Rand per ton for one point of volatility',
          ),
          greek('theta', 'Theta', (market) => greeksOf(market)?.thetaPerDay, 2, 'Rand per ton per day'),
          mtm,
        ]
      : [
          netLots,
          number('last', 'Last', (row) => quote(row)?.last ?? null, { fullTitle: 'Last deal' }),
          delta,
          ...(kind === 'deltas'
            ? [
                hedgeColumn<ChainRow>(`${half}-hedge`, orderLots, (row) => {
                  const market = of(row);
                  return market === null ? null : hedgeOfLots(market, orderLots);
                }),
              ]
            : []),
          converted('bid', 'Bid', other),
          converted('offer', 'Offer', other),
          mtm,
          converted('mtm', 'MTM', other),
          lots('openInterest', 'OI', (market) => market.openInterest, 'Open interest'),
          lots('volume', 'Volume', (market) => market.volume, 'Volume in lots'),
        ];
  // In a narrow panel the outermost columns leave on both sides together; in a wide one the first and the last of
  // the outer columns take the spare width. The strike stays in the middle.
  const whole = [...nearest, ...outer].map((column, at, all) => ({
    ...column,
    rank: at < nearestRanks.length ? (nearestRanks[at] ?? 0) : at,
    ...((at === nearestRanks.length || at === all.length - 1) && { grows: true }),
  }));
  const near = whole.slice(0, nearestRanks.length);
  return half === 'put' ? whole : [...whole.slice(near.length).reverse(), ...near];
}

/** Of bid quantity, bid, offer and offer quantity. */
const nearestRanks: readonly number[] = [1, 0, 0, 1];

/** The columns on a phone: bid over offer of the call, the strike, bid over offer of the put. */
export const phoneColumnIds: readonly string[] = ['call-bid', 'call-offer', 'strike', 'put-bid', 'put-offer'];

/** The option of a cell, and the side of the order that a double-click on it opens. */
export function targetOfCell(
  row: ChainRow,
  columnId: string,
): { readonly row: MarketRow; readonly side: Side | null } | null {
  const [half, field = ''] = columnId.split('-');
  const option = half === 'call' ? row.call : half === 'put' ? row.put : null;
  return option === null ? null : { row: option, side: cellSide(field) };
}

// The columns of options or deltas as a flat list: volatility and premium of both sides; for a delta also the
// reference price of its future, its hedge ratio and the lots of its hedge.

type ListColumn = GridColumn<MarketRow>;
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
}: ListColumnsOptions): readonly ListColumn[] {
  const isDelta = kind === 'deltas';
  const number = (
    id: string,
    { title, fullTitle, ...more }: Partial<ListColumn> & Pick<ListColumn, 'title'>,
    value: (row: MarketRow) => number | null,
    decimals: (row: MarketRow) => number,
  ): ListColumn => ({
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
  const of = (field: 'bid' | 'offer', show: Show): ListColumn => {
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
  ): ListColumn => ({
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
  const columns: readonly ListColumn[] = [
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
