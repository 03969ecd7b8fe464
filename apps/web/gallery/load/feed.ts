// The feed of the load page: batches made beforehand, handed over twenty times a second. Making them costs nothing while it is
// measured, and handing them over costs the same whatever is shown. Each batch is there twice: as changes of cells, for the
// bare loop, and as rows with what has changed in them, which is how the hub brings them.
import { arbitrary } from '../example-rows.ts';

export const rowCount = 300;
export const columnCount = 14;
const batchesPerSecond = 20;
/** After five seconds the batches begin again; the values differ from one batch to the next. */
const batchCount = 100;

export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** What has changed in a row, as it comes from the hub. */
export interface RowChange {
  readonly id: number;
  readonly [column: `c${number}`]: number;
}

export interface Batch {
  readonly cells: readonly CellChange[];
  readonly rows: readonly RowChange[];
}

export const firstValue = (row: number, column: number) => arbitrary(row * 31 + column, 900_000) / 100;

export function startFeed(perSecond: number, take: (batch: Batch) => void): void {
  let turn = 0;
  const batches = Array.from({ length: batchCount }, (): Batch => {
    const cells = Array.from({ length: Math.round(perSecond / batchesPerSecond) }, (): CellChange => {
      turn += 1;
      return {
        row: arbitrary(turn * 7, rowCount),
        column: arbitrary(turn * 3, columnCount),
        value: arbitrary(turn * 11, 900_000) / 100,
      };
    });
    return { cells, rows: cells.map(({ row, column, value }) => ({ id: row, [`c${column}`]: value })) };
  });
  let at = 0;
  setInterval(() => {
    take(batches[at % batchCount] ?? { cells: [], rows: [] });
    at += 1;
  }, 1_000 / batchesPerSecond);
}
