// AG Grid Community with the rows, columns, formats and feed of the load page, configured as its documentation recommends for
// fast updates: row ids, asynchronous transactions, no animation, only the needed modules. The page finds it as a global.
/// <reference lib="dom" />
import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  type GridOptions,
  ModuleRegistry,
} from 'ag-grid-community';

type Row = { id: number } & Record<string, number>;

/** The values that the load page passes (apps/gallery/load/main.tsx). */
interface GivenLoad {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly columnWidthPx: number;
  readonly firstValue: (row: number, column: number) => number;
  readonly priceText: (value: number) => string;
}
interface Batch {
  readonly rows: readonly Readonly<Row>[];
}

const rowHeightPx = 24;
/** About a frame: updates within it are painted once. */
const waitMs = 16;

function startAgGrid(root: HTMLElement, load: GivenLoad): (batch: Batch) => void {
  ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule]);
  const names = Array.from({ length: load.columnCount }, (_, column) => `c${column}`);
  const rows = Array.from({ length: load.rowCount }, (_, id): Row => {
    const row: Row = { id };
    names.forEach((name, column) => {
      row[name] = load.firstValue(id, column);
    });
    return row;
  });
  const options: GridOptions<Row> = {
    rowData: rows,
    getRowId: ({ data }) => String(data.id),
    columnDefs: names.map((field, at) => ({
      field,
      headerName: `Column ${at + 1}`,
      width: load.columnWidthPx,
      cellStyle: { textAlign: 'right' },
      valueFormatter: ({ value }: { readonly value: number }) => load.priceText(value),
    })),
    rowHeight: rowHeightPx,
    headerHeight: rowHeightPx,
    animateRows: false,
    suppressColumnMoveAnimation: true,
    asyncTransactionWaitMillis: waitMs,
  };
  const place = document.createElement('div');
  place.style.height = '100%';
  place.style.width = '100%';
  root.append(place);
  const api = createGrid(place, options);
  return (batch) => {
    const changed = new Map<number, Row>();
    for (const change of batch.rows) {
      const row: Row = { ...(changed.get(change.id) ?? rows[change.id]), ...change };
      changed.set(change.id, row);
      rows[change.id] = row;
    }
    api.applyTransactionAsync({ update: [...changed.values()] });
  };
}

Object.assign(globalThis, { openpitGivenGrid: startAgGrid });
