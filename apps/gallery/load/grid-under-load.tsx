// The product's grid under load: keyed store, one flush per frame, cell texts.
import { createKeyedStore } from '../../web/stores/keyed-store.ts';
import { formatPrice } from '../../web/ui/format.ts';
import type { GridColumn } from '../../web/ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../web/ui/live-grid/live-grid.tsx';
import { type FlashMode, Unframed } from '../../web/ui/panel-frame.tsx';
import { columnWidthPx } from './bare-loop.ts';
import { type Batch, columnCount, firstValue, type RowChange, rowCount } from './feed.ts';

const name = (column: number) => `c${column}` as const;
const names = Array.from({ length: columnCount }, (_, column) => name(column));
const store = createKeyedStore<RowChange, number>((row) => row.id);
const columns: readonly GridColumn<RowChange>[] = names.map((id, index) => ({
  id,
  title: `Column ${index + 1}`,
  width: columnWidthPx,
  align: 'right',
  of: (row) => row[id],
  text: (row) => formatPrice(row[id], 2),
  flash: (now, before) => {
    const is = now[id] ?? 0;
    const was = before[id] ?? 0;
    return is === was ? undefined : is > was ? 'up' : 'down';
  },
}));
const keyOf = (row: RowChange) => row.id;
let keys: readonly number[] = [];

export function takeIntoStore({ rows }: Batch): void {
  store.merge(rows);
}

export function GridUnderLoad({ flash }: { readonly flash: FlashMode }) {
  if (keys.length === 0) {
    store.replaceAll(
      Array.from({ length: rowCount }, (_, id) => ({
        id,
        ...Object.fromEntries(names.map((column, index) => [column, firstValue(id, index)])),
      })),
    );
    keys = store.keys();
  }
  return (
    <Unframed>
      <LiveGrid label="Load" source={store} rowKeys={keys} keyOf={keyOf} columns={columns} flash={flash} />
    </Unframed>
  );
}
