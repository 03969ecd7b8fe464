// The columns of options and deltas. In the chain calls are on the left, the strike in the middle, puts mirrored on the right, bid and
// offer nearest to the strike. A flat list has one line for each option. Bid and offer are volatilities or premiums, as the panel is set.
import type { MarketRow, Side } from '@openpit/wire';
import { type ChainKind, decimalsOf, direction, lotsOrNone } from '../../market/market-text.ts';
import type { NetLots } from '../../market/own-lots.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { CellMark, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { type LookOptions, lots, rate, text } from '../parts/column-kinds.ts';
import { cellSide } from '../parts/market/columns.ts';
import { ownOrderMark, type WorkingLots } from '../parts/own/orders.ts';
import { netColumn } from '../parts/own/positions.ts';
import { type ChainShow, quotedIn } from './definition.tsx';
import {
  type ChainHalf,
  type ChainRow,
  greeksOf,
  hedgeColumn,
  hedgeOfLots,
  isInTheMoney,
  percent,
  type Quote,
  quoteOf,
} from './rules.ts';

type Column = GridColumn<ChainRow>;
type Unit = 'volatility' | 'premium';

const volDecimals = 2;

interface ChainColumnsOptions {
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
      width: 52,
      roomyWidth: 68,
      align: 'center',
      weight: 'strong',
      rule: true,
      text: ({ strike, instrument }) =>
        formatPrice(strike, decimalsOf(instrument) === 0 ? 0 : strikeDecimals(strike)),
      mark: (row): CellMark | undefined =>
        row.isAtTheMoney ? { shape: null, label: 'at the money' } : undefined,
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

/** The columns of the puts from the strike outwards, or the columns of the calls in the opposite order. */
function halfColumns(half: ChainHalf, options: ChainColumnsOptions): readonly Column[] {
  const [nearest, outer] = [nearestColumns(half, options), outerColumns(half, options)];
  // A narrow panel hides the outermost columns on both sides together; in a wide panel the first and the last column absorb the
  // spare width. The strike stays in the middle.
  const whole = [...nearest, ...outer].map((column, at, all) => ({
    ...column,
    rank: nearestRanks[half][at] ?? at,
    grows: at === nearest.length || at === all.length - 1,
  }));
  const near = whole.slice(0, nearest.length);
  return half === 'put' ? whole : [...whole.slice(near.length).reverse(), ...near];
}

const second: Pick<Column, 'tone'> = { tone: () => 'second' };
const unitWords = { volatility: 'implied vol %', premium: 'premium in rand per ton' } as const;
const unitNames = { volatility: 'vol', premium: 'prem' } as const;
const otherUnit = { volatility: 'premium', premium: 'volatility' } as const;

/** The text of a price in a unit: volatilities have two decimals, premiums as many as the instrument. */
const priceText = (field: keyof Quote, unit: Unit, kind: ChainKind) => (option: MarketRow) =>
  formatPrice(
    quoteOf(option, unit, kind)[field],
    unit === 'premium' ? decimalsOf(option.instrument) : volDecimals,
  );

/** A kind of column for one half: a dash where no option is listed, and a shade on options in the money. */
const columnOf =
  (half: ChainHalf) =>
  (
    id: string,
    title: string,
    width: number,
    help: string,
    text: (option: MarketRow) => string,
    more: Partial<Column> = {},
  ): Column => ({
    id: `${half}-${id}`,
    title,
    fullTitle: `${half === 'call' ? 'Call' : 'Put'}: ${help}`,
    width,
    align: 'right',
    text: ({ [half]: option }) => (option === null ? dash : text(option)),
    share: ({ [half]: option }) => (option !== null && isInTheMoney(option) ? 1 : 0),
    shareFrom: 'left',
    ...more,
  });

/** Bid quantity, bid, offer and offer quantity. */
function nearestColumns(half: ChainHalf, { show, kind, working }: ChainColumnsOptions): readonly Column[] {
  const column = columnOf(half);
  const unit = quotedIn(show);
  const flash = (field: 'bid' | 'offer' | 'bidQty' | 'offerQty') => (row: ChainRow, before: ChainRow) =>
    direction(row[half]?.[field] ?? null, before[half]?.[field] ?? null);
  const best = (field: 'bid' | 'offer', title: string, side: Side) =>
    // As narrow as 28.25 or 1 234.20 allows, so that a narrow panel has both halves.
    column(
      field,
      title,
      unit === 'volatility' ? 50 : 60,
      `${title}, ${unitWords[unit]}`,
      priceText(field, unit, kind),
      {
        roomyWidth: 92,
        weight: 'strong',
        tone: () => (side === 'B' ? 'buy' : 'sell'),
        mark: ({ [half]: option }) => (option === null ? undefined : ownOrderMark(working(), option, side)),
        flash: flash(field),
        flashesAsArrow: true,
      },
    );
  const quantity = (field: 'bidQty' | 'offerQty', help: string) =>
    column(field, 'Qty', 42, help, (option) => formatLots(option[field] || null), {
      roomyWidth: 56,
      flash: flash(field),
    });
  return [
    quantity('bidQty', 'Bid quantity'),
    best('bid', 'Bid', 'B'),
    best('offer', 'Offer', 'S'),
    quantity('offerQty', 'Offer quantity'),
  ];
}

function outerColumns(
  half: ChainHalf,
  { show, kind, net, orderLots }: ChainColumnsOptions,
): readonly Column[] {
  const column = columnOf(half);
  const unit = quotedIn(show);
  const price = (field: 'bid' | 'offer' | 'mtm', title: string, as: Unit) =>
    column(
      as === unit ? field : `${field}Other`,
      `${title} ${unitNames[as]}`,
      76,
      `${title}, ${unitWords[as]}`,
      priceText(field, as, kind),
      second,
    );
  const greek = (
    id: string,
    title: string,
    width: number,
    help: string,
    digits: number,
    value: (option: MarketRow) => number | null | undefined,
  ) => column(id, title, width, help, (option) => formatSigned(value(option), digits), second);
  const lots = (id: 'openInterest' | 'volume', title: string, help: string) =>
    column(id, title, 48, help, (option) => formatLots(option[id]));

  const { id, title, width, ...netColumnRest } = netColumn<ChainRow>(
    net,
    (row) => row[half]?.contract ?? null,
  );
  const netLots = {
    ...column(id, title, width, netColumnRest.fullTitle ?? title, () => dash),
    ...netColumnRest,
  };
  netLots.fullTitle = `${half === 'call' ? 'Call' : 'Put'}: ${netColumnRest.fullTitle}`;
  const delta = greek('delta', 'Delta', 58, 'Delta, the hedge ratio in percent', 1, (option) =>
    percent(option.delta),
  );
  if (show === 'greeks')
    return [
      netLots,
      delta,
      greek('gamma', 'Gamma', 70, 'Change of delta for one rand', 5, (option) => greeksOf(option)?.gamma),
      greek(
        'vega',
        'Vega',
        58,
        'Rand per ton for one point of volatility',
        2,
        (option) => greeksOf(option)?.vegaPerPoint,
      ),
      greek('theta', 'Theta', 58, 'Rand per ton per day', 2, (option) => greeksOf(option)?.thetaPerDay),
      price('mtm', 'MTM', unit),
    ];
  const hedge = hedgeColumn<ChainRow>(`${half}-hedge`, orderLots, ({ [half]: option }) =>
    option === null ? null : hedgeOfLots(option, orderLots),
  );
  // Bid, offer and MTM even in the other unit, so that users need not switch back and forth.
  return [
    netLots,
    column('last', 'Last', 58, 'Last deal', priceText('last', unit, kind)),
    delta,
    ...(kind === 'deltas' ? [hedge] : []),
    price('bid', 'Bid', otherUnit[unit]),
    price('offer', 'Offer', otherUnit[unit]),
    price('mtm', 'MTM', unit),
    price('mtm', 'MTM', otherUnit[unit]),
    lots('openInterest', 'OI', 'Open interest'),
    lots('volume', 'Volume', 'Volume in lots'),
  ];
}

/** For bid quantity, bid, offer and offer quantity. The narrowest panels have the calls only, rather than half of each price. */
const nearestRanks: Readonly<Record<ChainHalf, readonly number[]>> = {
  call: [2, 0, 0, 2],
  put: [2, 1, 1, 2],
};

/** The fields of a half on a phone, each with its caption if it is in the upper of two lines: prices with their lots, or greeks. */
const phoneFields = {
  prices: { bid: 'Bid / offer', bidQty: 'Qty', offer: null, offerQty: null },
  greeks: { delta: 'Delta/vega', gamma: 'Gamma/theta', vega: null, theta: null },
} as const;

/** The columns on a phone: the call at the left, the strike, and the put at the right. */
export function phoneColumns(
  whole: readonly GridColumn<ChainRow>[],
  show: ChainShow,
): GridColumn<ChainRow>[] {
  const ofGreeks = show === 'greeks';
  const fields = Object.entries(phoneFields[ofGreeks ? 'greeks' : 'prices']);
  // Prices are nearest to the strike, as in a panel.
  const callFields = ofGreeks ? fields : fields.map((field, at) => fields[at ^ 1] ?? field);
  const ofHalf = (half: ChainHalf): [string, string | null][] =>
    (half === 'call' ? callFields : fields).map(([field, caption]) => [`${half}-${field}`, caption]);
  return [...ofHalf('call'), ['strike', null] as const, ...ofHalf('put')].flatMap(([id, caption]) => {
    const column = whole.find((column) => column.id === id);
    if (column === undefined) return [];
    return [caption === null ? column : { ...column, title: caption }];
  });
}

/** The option of a cell, and the side of the order that a double-click on it opens. */
export function targetOfCell(
  row: ChainRow,
  columnId: string,
): { readonly row: MarketRow; readonly side: Side | null } | null {
  const [half, field = ''] = columnId.split('-');
  const option = half === 'call' ? row.call : half === 'put' ? row.put : null;
  return option === null ? null : { row: option, side: cellSide(field) };
}

/**
 * The column of a half that corresponds to a column of the chain, or the nearest to the strike. In a panel without room for the half it is
 * the strike, because a key on the other half would trade the other option.
 */
const inHalf = (half: ChainHalf) => (from: string, shown: readonly string[]) => {
  const ofHalf = shown.filter((id) => id.startsWith(half));
  const same = from.replace(/^(call|put)/, half);
  return ofHalf.includes(same) ? same : ((half === 'put' ? ofHalf[0] : ofHalf.at(-1)) ?? 'strike');
};

export const columnInHalf = { call: inHalf('call'), put: inHalf('put') };

interface ListColumnsOptions {
  readonly kind: ChainKind;
  /** The unit whose bid and offer open a ticket; for deltas, the volatility. */
  readonly quoted: Unit;
  readonly working: () => WorkingLots;
  readonly net: () => NetLots;
  /** The lots whose hedge is shown: the user's usual quantity. */
  readonly orderLots: number;
}

/**
 * The columns of options or deltas as a flat list: volatility and premium of both sides. Deltas also have the reference price of the
 * future, the hedge ratio and the lots of the hedge.
 */
export function listColumns(options: ListColumnsOptions): readonly GridColumn<MarketRow>[] {
  const { kind, quoted, working, net, orderLots } = options;
  const isDelta = kind === 'deltas';
  const lastIn: Unit = isDelta ? 'volatility' : 'premium';
  const price = (id: string, title: string, field: keyof Quote, unit: Unit, more: LookOptions<MarketRow>) =>
    rate<MarketRow>(id, title, 74, {
      value: (row) => quoteOf(row, unit, kind)[field],
      text: priceText(field, unit, kind),
      ...more,
    });
  /** Bid and offer in the unit of the ticket open one; the other unit is converted and opens none. */
  const best = (field: 'bid' | 'offer', unit: Unit, more: LookOptions<MarketRow> = {}) => {
    const isDealt = unit === (isDelta ? 'volatility' : quoted);
    const [name, side] = field === 'bid' ? (['Bid', 'B'] as const) : (['Offer', 'S'] as const);
    return price(isDealt ? field : `${field}Other`, `${name} ${unitNames[unit]}`, field, unit, {
      ...{ help: `${name}, ${unitWords[unit]}`, rank: isDealt ? 0 : 2, tone: 'second', ...more },
      ...(isDealt && {
        tone: side === 'B' ? 'buy' : 'sell',
        weight: 'strong',
        mark: (row) => ownOrderMark(working(), row, side),
        flash: (row, before) => direction(row[field], before[field]),
        flashesAsArrow: true,
      }),
    });
  };
  const quantity = (id: 'bidQty' | 'offerQty', title: string, width: number): GridColumn<MarketRow> => ({
    ...lots<MarketRow>(id, title, width, { sum: false, rank: 1, text: (row) => lotsOrNone(row[id]) }),
    of: (row) => row[id],
    flash: (row, before) => direction(row[id], before[id]),
  });
  return [
    text('contract', 'Contract', 120, { pinned: true, weight: 'strong', groups: false }),
    { ...netColumn<MarketRow>(net, (row) => row.contract), rank: 4 },
    quantity('bidQty', 'Bid qty', 56),
    best('bid', 'volatility'),
    best('bid', 'premium'),
    best('offer', 'premium', { rule: true }),
    best('offer', 'volatility'),
    quantity('offerQty', 'Offer qty', 62),
    price('last', 'Last', 'last', lastIn, { help: `Last deal, ${unitWords[lastIn]}`, rank: 3 }),
    price('mtmVol', 'MTM vol', 'mtm', 'volatility', {
      ...{ help: 'Mark-to-market implied vol %', tone: 'second', rank: 7 },
    }),
    price('mtmPremium', 'MTM prem', 'mtm', 'premium', {
      ...{ help: 'Mark-to-market premium in rand per ton', tone: 'second', rank: 8 },
    }),
    rate('delta', isDelta ? 'Hedge %' : 'Delta %', 60, {
      help: isDelta ? 'Hedge ratio: the delta in percent' : 'Delta in percent of a contract',
      value: (row) => row.delta ?? null,
      text: (row) => formatSigned(percent(row.delta), 1),
      rank: 5,
    }),
    lots('openInterest', 'OI', 56, { help: 'Open interest', rank: 9 }),
    lots('volume', 'Volume', 56, { help: 'Volume in lots', rank: 10 }),
    ...(isDelta
      ? [
          rate<MarketRow>('reference', 'Ref future', 74, {
            help: 'Reference price of the future, at which the hedge deals',
            value: (row) => row.reference ?? null,
            text: (row) => formatPrice(row.reference, decimalsOf(row.instrument)),
            rank: 6,
          }),
          {
            ...hedgeColumn<MarketRow>('hedgeLots', orderLots, (row) => hedgeOfLots(row, orderLots)),
            rank: 6,
          },
        ]
      : []),
  ];
}
