// What a live grid is told about its columns and where it reads its rows. A column is words about a value (text, tone,
// mark), never an element: live cells are written straight to the DOM, and the grid knows nothing of markets.
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** A named colour of tokens.css. */
export type CellTone = 'buy' | 'sell' | 'up' | 'down' | 'second' | 'warning';

/** A dot before the value: filled, or a ring; the words are for screen readers. */
export interface CellMark {
  readonly shape: 'filled' | 'ring';
  readonly label: string;
}

export interface GridColumn<Row> {
  readonly id: string;
  /** Caption in the header, short. */
  readonly title: string;
  /** What the caption stands for, where it is an abbreviation. */
  readonly fullTitle?: string;
  /** Pixels, before the user pulls at it. */
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
  /** As wide as this where the panel has room, before `grows` takes the rest. */
  readonly roomyWidth?: number;
  /** Cut at the column's border: for texts of any length. */
  readonly clips?: boolean;
  /** Takes its part of the width that the panel has to spare. */
  readonly grows?: boolean;
  /** Stays in view when the grid scrolls sideways: at the left, for the leading column, or at the end, for buttons. */
  readonly pinned?: boolean | 'end';
  readonly weight?: 'strong';
  /** A rule between this column and the one before it. */
  readonly rule?: boolean;
  /**
   * The one value that all of the cell is made of: while it stays, the cell is passed over. Left out where a cell depends on
   * more than its row, or on several fields of it.
   */
  of?(row: Row): string | number | boolean | null | undefined;
  text(row: Row): string;
  tone?(row: Row): CellTone | undefined;
  mark?(row: Row): CellMark | undefined;
  /** Whether this value is to stand out from its column in heavier type. */
  isHeavy?(row: Row): boolean;
  /** Which way the value went since `before`; asked only when the row has changed. */
  flash?(row: Row, before: Row): 'up' | 'down' | undefined;
  /** Share of the column, 0 to 1, that a bar behind the value fills. */
  share?(row: Row): number;
  /** From which side that bar grows. */
  readonly shareFrom?: 'left' | 'right';
  /** By what the rows are ordered; without it the column cannot be sorted. Null comes last either way. */
  sortValue?(row: Row): string | number | null;
  /** Rows may be put in groups by what this column says. */
  readonly groups?: boolean;
  /** What rows add up by; a column without it has no sum. Null where a row has no value. */
  sum?(row: Row): number | null;
  /** How that sum is written; as lots when it is left out. */
  sumText?(sum: number): string;
  /** What goes into files and the clipboard, where that is neither the number nor the text of the cell. */
  exported?(row: Row): string | number | null;
  /** A cell that React makes, for buttons; never for values that change with the market. */
  render?(row: Row): ReactNode;
}

/** Where the grid reads rows; a keyed store is one. */
export interface GridSource<Row, Key extends RowKey> {
  get(key: Key): Row | undefined;
  onRow(key: Key, listener: (row: Row | undefined, before: Row | undefined) => void): () => void;
}

/** How rows are put in groups: by which field, and what a group's line says beside its value. */
export interface GridGrouping<Row> {
  readonly groupKey: string;
  valueOf(row: Row): string;
  describe?(value: string, items: readonly Row[]): string;
}

/** What stands in the grid's place when there are no rows to show, and what to do about it. */
export interface GridMessage {
  readonly kind: 'empty' | 'loading' | 'error' | 'notPermitted';
  readonly title: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}
