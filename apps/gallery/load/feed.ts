// The feed of the load page: batches made in advance and delivered twenty times per second, so that making them is not
// measured and the cost of delivering them does not depend on the screen. Each batch has two forms: changes of cells for the bare
// loop, and rows with their changed fields, as the hub sends them.

export const rowCount = 300;
export const columnCount = 14;
const batchesPerSecond = 20;
/** After five seconds the batches repeat; the values differ from one batch to the next. */
const batchCount = 100;

export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** The changed fields of a row, as the hub sends them. */
export interface RowChange {
  readonly id: number;
  readonly [column: `c${number}`]: number;
}

export interface Batch {
  readonly cells: readonly CellChange[];
  readonly rows: readonly RowChange[];
}

/** A whole number from 0 to `below` − 1 that looks arbitrary and is the same in every run. */
export function arbitrary(seed: number, below: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ Math.imul(seed + 0x9e3779b9, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % below;
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
