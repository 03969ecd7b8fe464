// The columns of the Positions panel (PANEL-8).
import { accountName, type PositionRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { averageCell } from '../../market/market-text.ts';
import type { Prices } from '../../market/prices.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  actions,
  average,
  contract,
  date,
  lots,
  onPhone,
  rand,
  signedLots,
  text,
} from '../parts/column-kinds.ts';
import { netTone, positionColumns } from '../parts/own/position-columns.ts';
import { exercisableOf, ofFuture } from '../parts/own/positions.ts';

/** The parts of the account that no column shows. */
function accountNote({ principal, subAccount }: PositionRow, shown: ReadonlySet<string>): string | undefined {
  const parts = [shown.has('principal') ? null : principal, shown.has('subAccount') ? null : subAccount];
  return parts.filter((part) => part !== null).join(' ') || undefined;
}

interface PositionsColumnsOptions {
  readonly prices: Pick<Prices, 'get' | 'isLive'>;
  /** The last trading day of a future, `2026-12-23`; null while it is not known. */
  readonly lastTradingDayOf: (contract: string) => string | null;
  /** The initial margin in rand that is shown on the position; null while it is not known, 0 if another position shows it. */
  readonly marginNowOf: (position: PositionRow) => number | null;
  /** True if several accounts have a position in the contract: the rows then name their accounts. */
  readonly isShared: (contract: string) => boolean;
  readonly renderActions: (position: PositionRow) => ReactNode;
}

export function positionsColumns(options: PositionsColumnsOptions): readonly GridColumn<PositionRow>[] {
  const { prices, lastTradingDayOf, marginNowOf, isShared, renderActions } = options;
  const priceRowOf = (row: PositionRow) => prices.get(row.contract);
  const exercisable = (row: PositionRow) => exercisableOf(row, priceRowOf(row));
  const ifAny = (value: number | null) => (value === null || value === 0 ? dash : formatPrice(value, 2));
  const { opening, dealt, deltaLots, values, premium } = positionColumns<PositionRow>(prices);
  return [
    text('principal', 'Principal', 66, { rank: 8 }),
    text('subAccount', 'Sub-acc', 58, { help: 'Sub-account', rank: 16 }),
    contract({
      note: (row, shown) => (isShared(row.contract) ? accountNote(row, shown) : undefined),
      rank: 0,
    }),
    opening,
    ...dealt,
    signedLots('net', 'Net', 52, {
      help: 'Net lots now; short is negative. Sums count futures; delta lots count options, too',
      weight: 'strong',
      tone: netTone,
      sum: (row) => ofFuture(row, row.net),
      rank: 0,
    }),
    deltaLots,
    average('averagePrice', 'Average', 70, {
      help: 'Average price at which the net position was opened',
      rank: 3,
    }),
    ...values,
    rand('marginNow', 'Margin now, R', 98, {
      help: 'Initial margin in rand that all positions of the account in the instrument need now; shown on the first of them',
      value: marginNowOf,
      text: (row) => ifAny(marginNowOf(row)),
      rank: 10,
    }),
    rand('margin', 'Deposited, R', 98, {
      help: 'Initial margin in rand that was deposited at the last end of day for all positions of the account in the instrument; shown on the first of them',
      text: (row) => ifAny(row.margin),
      rank: 12,
    }),
    premium,
    date('expiry', 'Expiry', 76, {
      help: 'Expiry of an option, last trading day of a future; in orange the last notice day of a future that no longer trades',
      value: (row) =>
        priceRowOf(row)?.noticeUntil ?? priceRowOf(row)?.optionExpiry ?? lastTradingDayOf(row.contract),
      tone: (row) => (priceRowOf(row)?.noticeUntil === undefined ? undefined : 'warning'),
    }),
    lots('exercisable', 'Exercisable', 76, {
      help: 'Lots of a long option that may be exercised',
      value: exercisable,
    }),
    lots('abandoned', 'Abandoned', 72, {
      help: 'Lots of an option that are not exercised automatically today',
      value: (row) => row.abandoned ?? 0,
      text: (row) => formatLots(exercisable(row) === null ? null : (row.abandoned ?? 0)),
      tone: (row) => (row.abandoned ? 'warning' : 'second'),
    }),
    lots('tons', 'Tons', 64, {
      help: 'Net position in tons. Sums count futures',
      value: (row) => row.net * row.tons,
      tone: 'second',
      sum: (row) => ofFuture(row, row.net * row.tons),
    }),
    actions(56, renderActions, { rank: 5 }),
    onPhone(
      'summary',
      'Position',
      (row) =>
        row.net === 0 ? 'flat' : `${formatSigned(row.net, 0)} at ${averageCell(row.averagePrice, row)}`,
      { tone: netTone },
    ),
    onPhone('state', 'Account', accountName, { tone: 'second' }),
  ];
}
