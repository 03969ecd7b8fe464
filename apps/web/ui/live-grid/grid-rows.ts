// The visible lines of a grid: filters, nesting, groups and sums, and the user's view that selects them.
import { parseDecimal, plainNumbers } from '../decimal-input.ts';
import { asLatinDigits } from '../format.ts';
import { longestTextPx } from '../media.ts';
import type { GridGrouping } from './grid-column.ts';

interface FilterValue {
  readonly text: string;
  /** The number of the cell; null if it has only text. */
  readonly number: number | null;
}

type Condition = (value: FilterValue) => boolean;

type RowFilter =
  /** Empty, or switched off. */
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly matches: Condition }
  /** Invalid, and therefore not applied; `reason` is a sentence for the user. */
  | { readonly kind: 'bad'; readonly reason: string };

/**
 * The filter typed under a caption: conditions separated by commas or semicolons; one must match. A condition is a text in the cell,
 * `=text` for the whole text, `!text` to exclude it, and for numbers `>4000`, `<=5` or `10..20`. A comma at the end switches the filter off
 * without losing it. In a column of numbers, numbers are typed as everywhere (decimal-input.ts): there a comma between two digits belongs
 * to the number if the locale writes it so. `isNumeric`: whether the column has numbers.
 */
export function parseFilter(text: string, isNumeric: boolean): RowFilter {
  const trimmed = text.trim();
  if (trimmed === '' || /[,،;]$/u.test(trimmed)) return { kind: 'off' };
  const exclusions: Condition[] = [];
  const conditions: Condition[] = [];
  for (const part of alternatives(trimmed, isNumeric)) {
    const excludes = part.startsWith('!');
    const condition = conditionOf(excludes ? part.slice(1).trim() : part, isNumeric);
    if (typeof condition === 'string') return { kind: 'bad', reason: condition };
    (excludes ? exclusions : conditions).push(condition);
  }
  return {
    kind: 'on',
    matches: (value) =>
      !exclusions.some((excludes) => excludes(value)) &&
      (conditions.length === 0 || conditions.some((matches) => matches(value))),
  };
}

const comparison = /^(>=|<=|>|<|=)\s*(.*)$/u;
const range = /^(.*\S)\s*\.\.\s*(\S.*)$/u;

function alternatives(text: string, isNumeric: boolean): string[] {
  if (!isNumeric) return split(text, /[,،;]/u);
  return split(asLatinDigits(text), /[;،]|,(?!\d)|(?<!\d),/u).flatMap((part) =>
    part.includes(',') && !hasOnlyNumbers(part) ? split(part, /,/u) : [part],
  );
}

const split = (text: string, at: RegExp): string[] =>
  text
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** True if every operand of a condition is a number, even an ambiguous one. */
function hasOnlyNumbers(part: string): boolean {
  const bare = part.replace(/^!\s*/u, '');
  const [, , operand = bare] = comparison.exec(bare) ?? [];
  const [, low, high] = range.exec(operand) ?? [];
  return (low === undefined || high === undefined ? [operand] : [low, high]).every((text) => {
    const read = parseDecimal(text);
    return read.kind === 'number' || (read.kind === 'bad' && read.isAmbiguous === true);
  });
}

/** The condition, or the sentence that states why it is invalid. */
function conditionOf(part: string, isNumeric: boolean): Condition | string {
  const [, lowText, highText] = range.exec(part) ?? [];
  if (lowText !== undefined && highText !== undefined) {
    const low = parseDecimal(lowText);
    const high = parseDecimal(highText);
    if (low.kind === 'number' && high.kind === 'number') {
      const [from = 0, to = 0] = [Number(low.text), Number(high.text)].sort((a, b) => a - b);
      return ({ number }) => number !== null && number >= from && number <= to;
    }
    const bad = [low, high].find((read) => read.kind === 'bad');
    if (isNumeric && bad?.kind === 'bad') return bad.reason;
  }
  const [, sign, operand = ''] = comparison.exec(part) ?? [];
  if (sign !== undefined) {
    const read = parseDecimal(operand);
    if (read.kind === 'number') return compared(sign, Number(read.text));
    if (isNumeric && read.kind === 'empty') return `Type a number after “${sign}”.`;
    if (isNumeric && read.kind === 'bad' && (sign !== '=' || read.isAmbiguous === true)) return read.reason;
    if (sign === '=') {
      const whole = operand.toLowerCase();
      return ({ text }) => text.trim().toLowerCase() === whole;
    }
  } else if (isNumeric) {
    const read = parseDecimal(part);
    if (read.kind === 'bad' && read.isAmbiguous === true) return read.reason;
    const contained = plainNumbers(part);
    return ({ text }) => plainNumbers(text).includes(contained);
  }
  const contained = part.toLowerCase();
  return ({ text }) => text.toLowerCase().includes(contained);
}

function compared(sign: string, bound: number): Condition {
  return ({ number }) => {
    if (number === null) return false;
    if (sign === '>') return number > bound;
    if (sign === '<') return number < bound;
    if (sign === '>=') return number >= bound;
    return sign === '<=' ? number <= bound : number === bound;
  };
}

/** The place of a row in its tree. */
export interface TreePlace {
  /** From 1. */
  readonly level: number;
  /** Among the rows of the same parent, from 1. */
  readonly position: number;
  readonly size: number;
  /** `null` for a row that has no rows below it. */
  readonly isOpen: boolean | null;
}

/**
 * Nested rows: a grid that has them is a treegrid (WAI-ARIA). The panel passes the visible rows in their order, each after the row above
 * it.
 */
export interface GridTree<Row> {
  /** Returns the same object while the place is unchanged. */
  placeOf(row: Row): TreePlace;
  toggle(row: Row, isOpen: boolean): void;
}

/** An arrow key opens or closes a row, or moves the focus to the row above it. */
type TreeStep = { readonly opens: boolean } | { readonly line: number };

/** The effect of an arrow key in the first cell of line `at`; null if it moves between the cells. */
export function treeStep(key: string, at: number, places: readonly TreePlace[]): TreeStep | null {
  const place = places[at];
  if (place === undefined) return null;
  if (key === 'ArrowRight') return place.isOpen === false ? { opens: true } : null;
  if (key !== 'ArrowLeft') return null;
  if (place.isOpen === true) return { opens: false };
  const above = places.findLastIndex(({ level }, line) => line < at && level < place.level);
  return above < 0 ? null : { line: above };
}

/** Groups have the fields of PANEL-19: key, value, items, isOpen, groupKey. */
export interface RowGroup<Row> {
  readonly key: string;
  readonly value: string;
  readonly items: readonly Row[];
  readonly isOpen: boolean;
  /** The field that groups the rows. */
  readonly groupKey: string;
}

export type GridLine<Row> =
  | { readonly kind: 'group'; readonly id: string; readonly group: RowGroup<Row> }
  | { readonly kind: 'row'; readonly id: string; readonly row: Row };

/**
 * Groups rows by a shared value. The groups are in the order of `values`, so that sorting rows moves no group. Groups of other values
 * follow in the order of their first row. Rows keep their order. `closed` contains the keys of closed groups.
 */
export function groupRows<Row>(
  rows: readonly Row[],
  by: { readonly groupKey: string; valueOf(row: Row): string },
  closed: ReadonlySet<string>,
  values: readonly string[] = [],
): RowGroup<Row>[] {
  const items = new Map<string, Row[]>(values.map((value) => [value, []]));
  for (const row of rows) {
    const value = by.valueOf(row);
    const group = items.get(value);
    if (group === undefined) items.set(value, [row]);
    else group.push(row);
  }
  return [...items]
    .filter(([, members]) => members.length > 0)
    .map(([value, members]) => {
      const key = `${by.groupKey}:${value}`;
      return { key, value, items: members, isOpen: !closed.has(key), groupKey: by.groupKey };
    });
}

/** A line for each group, and for each row of an open group. */
export function linesOfGroups<Row>(
  groups: readonly RowGroup<Row>[],
  idOf: (row: Row) => string,
): GridLine<Row>[] {
  return groups.flatMap((group) => [
    { kind: 'group' as const, id: group.key, group },
    ...(group.isOpen ? linesOfRows(group.items, idOf) : []),
  ]);
}

/** The arrow, the padding and the gaps of a group's line. */
const groupEdgesPx = 48;

/** The descriptions of the groups: of all, or of none if one does not fit, so that all lines are of one kind. */
export function descriptionsOf<Row>(
  lines: readonly GridLine<Row>[],
  grouping: Pick<GridGrouping<Row>, 'describe'> | undefined,
  room: number,
  widthOf = longestTextPx,
): (group: RowGroup<Row>) => string | undefined {
  const describe = ({ value, items }: RowGroup<Row>) => grouping?.describe?.(value, items);
  if (grouping?.describe === undefined) return describe;
  const fits = lines.every((line) => {
    if (line.kind === 'row') return true;
    const { value, items } = line.group;
    const plain = widthOf([`${items.length}${describe(line.group)}`], 'plain');
    return groupEdgesPx + widthOf([value], 'strong') + plain <= room;
  });
  return fits ? describe : () => undefined;
}

export function linesOfRows<Row>(rows: readonly Row[], idOf: (row: Row) => string): GridLine<Row>[] {
  return rows.map((row) => ({ kind: 'row' as const, id: idOf(row), row }));
}

/** Order, visibility, widths and pins of columns (LAYOUT-2 `tableHeaders`). */
export interface GridHeaders {
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  /** Columns that the user has pinned at the left, in addition to the permanently pinned columns. */
  readonly pinned?: readonly string[];
}

export interface GridSort {
  readonly id: string;
  readonly desc: boolean;
}

/** The column that groups the rows, null for none, and the keys of the closed groups. */
export interface GridGroupBy {
  readonly id: string | null;
  readonly closed: readonly string[];
}

/** A panel saves the view of its grid in the layout (PANEL-20); a grid without a panel keeps it as local state. */
export interface GridView {
  /** The first column sorts; each additional column sorts rows with equal values. */
  readonly sort: readonly GridSort[];
  readonly headers: GridHeaders;
  /** `null` for the grouping of the panel. */
  readonly groupBy: GridGroupBy | null;
  /** The text typed under each caption, by column id. */
  readonly filters: Readonly<Record<string, string>>;
  readonly showsFilters: boolean;
  readonly showsTotals: boolean;
}

export const plainView: GridView = {
  sort: [],
  headers: {},
  groupBy: null,
  filters: {},
  showsFilters: false,
  showsTotals: false,
};

/**
 * The sorting after a press on a caption: up, then down, then off. `adds` keeps the other sort columns, and appends this column or
 * reverses it in place.
 */
export function sortPressed(sort: readonly GridSort[], id: string, adds: boolean): readonly GridSort[] {
  const at = sort.findIndex((key) => key.id === id);
  const was = sort[at];
  const next: GridSort | null =
    was === undefined ? { id, desc: false } : was.desc ? null : { id, desc: true };
  if (!adds) return next === null ? [] : [next];
  if (was === undefined) return [...sort, { id, desc: false }];
  return sort.flatMap((key, index) => (index !== at ? [key] : next === null ? [] : [next]));
}
