// The columns of a live grid and the source of its rows. A column describes a value (text, tone, mark) but creates no element, because
// live cells are written directly to the DOM. The grid is independent of the market.
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** A named colour of tokens.css. */
export type CellTone = 'buy' | 'sell' | 'up' | 'down' | 'second' | 'warning';

/** A dot before the value, filled or a ring, or an arrow after it; without a shape, only a label for screen readers. */
export interface CellMark {
  readonly shape: 'filled' | 'ring' | 'up' | 'down' | null;
  readonly label: string;
}

/** The cells of a row on a phone, in the order of reading: grid areas of the panels' style sheets. */
const phonePlaces = [
  'contract',
  'bid',
  'offer',
  'price',
  'time',
  'change',
  'last',
  'bidQty',
  'offerQty',
  'summary',
  'state',
  'actions',
] as const;
export type PhonePlace = (typeof phonePlaces)[number];

export interface GridColumn<Row> {
  readonly id: string;
  /** The short caption in the header. */
  readonly title: string;
  /** The full name, if the caption is an abbreviation. */
  readonly fullTitle?: string | undefined;
  /** Pixels, until the user resizes the column. */
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
  /** Pixels below which the user cannot narrow it; `width` for a column of numbers, which are never cut. */
  readonly minWidth?: number;
  /**
   * The importance of the column; 0 is the highest. If the panel is too narrow, whole columns are hidden (`fitColumns`): first columns
   * without a rank, from the right, then columns with the highest rank, equal ranks together. Pinned columns stay, but a column pinned
   * at the end is hidden if it has a rank.
   */
  readonly rank?: number | undefined;
  /** The place of the column in the lines of a phone, which shows only columns with a place (`columnsFor`). */
  readonly phone?: PhonePlace;
  /** True if only a phone shows it. */
  readonly isPhoneOnly?: boolean;
  /** True if only files and the clipboard contain it. */
  readonly isFileOnly?: boolean;
  /** The width in pixels if the panel has room, before growing columns share the rest. */
  readonly roomyWidth?: number;
  /** Cuts the text at the border of the column: for texts of any length. */
  readonly clips?: boolean;
  /** Takes a share of the spare width of the panel. */
  readonly grows?: boolean;
  /** Keeps its place in every order of the columns: at the left (`true`), or at the end, for buttons. */
  readonly pinned?: boolean | 'end' | undefined;
  readonly weight?: 'strong';
  /** True for a line between this column and the previous one. */
  readonly rule?: boolean;
  /**
   * The single value that the whole cell depends on: while it is the same, the cell is not written. Omitted
   * for a cell that depends on several fields or on more than its row.
   */
  of?(row: Row): string | number | boolean | null | undefined;
  /** `shown` are the ids of the columns on the screen; files, filters and groups omit it. */
  text(row: Row, shown?: ReadonlySet<string>): string;
  tone?(row: Row, shown?: ReadonlySet<string>): CellTone | undefined;
  /** True if the value is out of date although the rest of the grid is not: it is grey and dotted, and screen readers announce it. */
  isStale?(row: Row): boolean;
  /**
   * A word after the value, in the second colour, that is not part of it: groups, filters and files omit the word. `shown` are the ids of
   * the columns beside it, so that the word does not repeat one of them.
   */
  note?(row: Row, shown: ReadonlySet<string>): string | undefined;
  mark?(row: Row): CellMark | undefined;
  /** True if this value is bolder than the other values of its column. */
  isHeavy?(row: Row): boolean;
  /** The direction of the value since `before`; called only when the row has changed. */
  flash?(row: Row, before: Row): 'up' | 'down' | undefined;
  /**
   * True for a value whose colour has a meaning. If changes colour the text, it keeps its colour, and a small arrow shows the direction.
   */
  readonly flashesAsArrow?: boolean;
  /** The share of the column, 0 to 1, that a bar behind the value fills. */
  share?(row: Row): number;
  /** The side where that bar starts. */
  readonly shareFrom?: 'left' | 'right';
  /** True if the bar is behind all columns between two rules, not only behind this column. */
  readonly sharesSide?: boolean;
  /** The value to sort by; a column without it cannot be sorted. Null is last in both directions. */
  sortValue?(row: Row): string | number | null;
  /** True if rows can be grouped by the text of this column. */
  readonly groups?: boolean;
  /** The value to sum; a column without it has no sum. It is `null` for a row without a value. */
  sum?(row: Row): number | null;
  /** The text of the sum; as lots by default. */
  sumText?(sum: number): string;
  /** The value in files and the clipboard, if it is neither the number nor the text of the cell. */
  exported?(row: Row): string | number | null;
  /** A cell rendered by React, for buttons; never for values that change with the market. */
  render?(row: Row): ReactNode;
}

/** True for a column of numbers, which are never aligned to the left. */
export const hasNumbers = ({ align }: Pick<GridColumn<never>, 'align'>): boolean => align !== 'left';

/** The source of the rows of a grid, such as a keyed store. */
export interface GridSource<Row, Key extends RowKey> {
  get(key: Key): Row | undefined;
  onRow(key: Key, listener: (row: Row | undefined, before: Row | undefined) => void): () => void;
}

/** A grouping of rows: the field, and a text next to the value of each group. */
export interface GridGrouping<Row> {
  readonly groupKey: string;
  valueOf(row: Row): string;
  describe?(value: string, items: readonly Row[]): string;
}

/** The message in place of missing rows, with an action that helps. */
export interface GridMessage {
  readonly kind: 'empty' | 'loading' | 'error' | 'notPermitted';
  readonly title: string;
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface PlacedColumn {
  readonly id: string;
  readonly pinned?: boolean | 'end' | undefined;
}

/**
 * Returns the ids with `id` at position `to`; null if that changes nothing or the column may not
 * move. Pinned columns stay first, or last if they are pinned at the end.
 */
export function movedColumn(columns: readonly PlacedColumn[], id: string, to: number): string[] | null {
  const from = columns.findIndex((column) => column.id === id);
  const endCount = columns.filter((column) => column.pinned === 'end').length;
  const startCount = columns.filter((column) => column.pinned === true).length;
  if (from < 0 || columns[from]?.pinned) return null;
  const place = Math.max(startCount, Math.min(to, columns.length - 1 - endCount));
  if (place === from) return null;
  const ids = columns.map((column) => column.id).filter((other) => other !== id);
  ids.splice(place, 0, id);
  return ids;
}

/** The position of a column that is dropped at `x`, given the left and right borders of all columns. */
export function placeAt(
  borders: readonly { readonly left: number; readonly right: number }[],
  from: number,
  x: number,
): number {
  return borders.filter(({ left, right }, index) => index !== from && (left + right) / 2 < x).length;
}

/**
 * The columns of a table that a desktop or a phone shows. On a phone a column has its place as its id, and neither a note nor a pinned
 * edge: the lines have room only for the value. A table without places is returned unchanged.
 */
export function columnsFor<Row>(
  table: readonly GridColumn<Row>[],
  isPhone: boolean,
): readonly GridColumn<Row>[] {
  if (!isPhone) return table.filter(({ isPhoneOnly }) => isPhoneOnly !== true);
  if (table.every(({ phone }) => phone === undefined)) return table;
  return phonePlaces.flatMap((place) =>
    table.flatMap(({ note: _note, pinned, ...column }) =>
      column.phone === place ? [{ ...column, id: place, pinned: pinned === 'end' ? pinned : undefined }] : [],
    ),
  );
}

const narrowestColumnPx = 32;

/** The width in pixels below which the user cannot narrow a column. */
export function narrowestOf({ align, width, minWidth }: Omit<FittingColumn, 'id'>): number {
  return minWidth ?? (hasNumbers({ align }) ? width : Math.min(narrowestColumnPx, width));
}

type FittingColumn = Pick<GridColumn<never>, 'id' | 'pinned' | 'rank' | 'align' | 'width' | 'minWidth'>;

interface FittedGrid {
  /** The ids of the columns without room. */
  readonly leftOut: ReadonlySet<string>;
  /** The widths of the other columns, in their order. */
  readonly widths: readonly number[];
}

/**
 * Fits the columns in `room`, so that the grid never scrolls sideways and no edge cuts a number in its digits: 532 712 would read as
 * 532. Whole columns leave by rank. If the most important columns are still too wide, they become as narrow as they may be, and then
 * leave from the right until one is left. One number stays beside a name of which at least half is shown. `widths` are the preferred
 * widths of the columns in the unit of `room`. A room of 0 is unknown, and changes nothing.
 */
export function fitColumns(
  columns: readonly FittingColumn[],
  widths: readonly number[],
  room: number,
): FittedGrid {
  let shown = columns.map((column, at) => ({ column, rank: rankOf(column, at), px: widths[at] ?? 0 }));
  const sum = (px: readonly number[]) => px.reduce((total, width) => total + width, 0);
  const excess = () => (room === 0 ? 0 : sum(shown.map(({ px }) => px)) - room);
  while (excess() > 0) {
    const ranks = new Set(shown.flatMap(({ rank }) => rank ?? []));
    if (ranks.size < 2) break;
    const highest = Math.max(...ranks);
    shown = shown.filter(({ rank }) => rank !== highest);
  }
  const narrowest = () => sum(shown.map(({ column, px }) => Math.min(px, narrowestOf(column))));
  const namesNumber = () => {
    const [name, number, ...others] = shown;
    if (name === undefined || number === undefined || others.length > 0 || hasNumbers(name.column))
      return false;
    return room - narrowestOf(number.column) >= narrowestOf(name.column) / 2;
  };
  while (excess() > 0 && shown.length > 1 && narrowest() > room && !namesNumber()) shown.pop();
  for (const [at, place] of [...shown.entries()].reverse()) {
    const least = at === 0 ? 0 : narrowestOf(place.column);
    place.px -= Math.max(0, Math.min(excess(), place.px - least));
  }
  const staying = new Set(shown.map(({ column }) => column.id));
  return {
    leftOut: new Set(columns.flatMap(({ id }) => (staying.has(id) ? [] : [id]))),
    widths: shown.map(({ px }) => px),
  };
}

/** Null for a column that leaves only when it is the last one to do so. */
function rankOf({ pinned, rank }: FittingColumn, at: number): number | null {
  return pinned === true || (pinned === 'end' && rank === undefined) ? null : (rank ?? 100 + at);
}
