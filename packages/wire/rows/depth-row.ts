// One line of a contract's depth, with an order or nothing on each side (MODEL-2, PANEL-17). Prices are rand per ton.

/**
 * The terms of an order on a delta in addition to its volatility: a deal with the order is made at this premium and this price of the
 * future (market/options.md, Deltas).
 */
export interface DeltaTerms {
  /** Rand per ton. */
  readonly premium: number;
  /** Price of the future, where the hedge is dealt. */
  readonly reference: number;
  /** Change of the premium with the future, −1 to 1, which determines the lots of the hedge. */
  readonly delta: number;
}

export interface DepthRow {
  readonly buyer: string | null;
  readonly bidPrice: number | null;
  readonly bidQty: number;
  readonly offerQty: number;
  readonly sellPrice: number | null;
  readonly seller: string | null;
  /** Omitted if there is no bid, and for contracts that are not deltas. */
  readonly bidTerms?: DeltaTerms;
  readonly offerTerms?: DeltaTerms;
}

type DepthCell = Exclude<keyof DepthRow, 'bidTerms' | 'offerTerms'>;

export const emptyDepthRow: DepthRow = {
  buyer: null,
  bidPrice: null,
  bidQty: 0,
  offerQty: 0,
  sellPrice: null,
  seller: null,
};

/** 0 clears the row; 1 to 6 set one cell. */
export type DepthUpdateType = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The cell that an update type sets; type 0 has none. */
export const depthCellOf: Readonly<Record<Exclude<DepthUpdateType, 0>, DepthCell>> = {
  1: 'buyer',
  2: 'bidPrice',
  3: 'bidQty',
  4: 'offerQty',
  5: 'sellPrice',
  6: 'seller',
};

type TermsCell = 'bidTerms' | 'offerTerms';
/** The update types of prices, which carry the terms of a delta. */
const termsCellOf: Readonly<Partial<Record<DepthUpdateType, TermsCell>>> = { 2: 'bidTerms', 5: 'offerTerms' };

export interface DepthUpdate {
  readonly updateType: DepthUpdateType;
  readonly updateValue: string | number | null;
  /** Counts from 0. */
  readonly rowNumber: number;
  /** With the price of a delta (types 2 and 5): the terms of its order. */
  readonly terms?: DeltaTerms;
}

/** The maximum number of rows of a contract's depth that the server sends. */
export const maxDepthRows = 200;

/**
 * @returns the rows after the updates, with new rows where an update is beyond the end and without empty rows
 *   at the end; the input is not changed
 * @throws RangeError for a row number outside 0 to 199 or an unknown update type
 */
export function applyDepthUpdates(rows: readonly DepthRow[], updates: readonly DepthUpdate[]): DepthRow[] {
  const next = rows.slice();
  for (const { updateType, updateValue, rowNumber, terms } of updates) {
    if (!Number.isInteger(rowNumber) || rowNumber < 0 || rowNumber >= maxDepthRows)
      throw new RangeError(
        `Depth row ${rowNumber} does not exist: rows count from 0 to ${maxDepthRows - 1}.`,
      );
    while (next.length <= rowNumber) next.push(emptyDepthRow);
    if (updateType === 0) {
      next[rowNumber] = emptyDepthRow;
      continue;
    }
    const cell = depthCellOf[updateType];
    if (cell === undefined)
      throw new RangeError(`Depth update type ${String(updateType)} is unknown: 0 to 6.`);
    const before = next[rowNumber] ?? emptyDepthRow;
    const termsCell = termsCellOf[updateType];
    next[rowNumber] =
      termsCell === undefined
        ? { ...before, [cell]: updateValue }
        : withTerms({ ...before, [cell]: updateValue }, termsCell, terms);
  }
  while (next.length > 0 && isEmpty(next[next.length - 1])) next.pop();
  return next;
}

function withTerms(row: DepthRow, cell: TermsCell, terms: DeltaTerms | undefined): DepthRow {
  if (terms !== undefined) return { ...row, [cell]: terms };
  const { [cell]: _none, ...others } = row;
  return others;
}

function isEmpty(row: DepthRow | undefined): boolean {
  return (
    row !== undefined &&
    row.bidPrice === null &&
    row.sellPrice === null &&
    row.bidQty === 0 &&
    row.offerQty === 0
  );
}
