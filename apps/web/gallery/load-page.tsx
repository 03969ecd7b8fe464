// A grid of 300 rows and 14 columns under a steady load of changes, for measuring what painting costs:
// ?page=load&perSecond=5000&flash=text. The changes go the product's own way: keyed store, one flush a frame, cell texts.
import { useEffect } from 'react';
import { createKeyedStore } from '../stores/create-keyed-store.ts';
import { formatPrice } from '../ui/format.ts';
import type { FlashMode, GridColumn } from '../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../ui/live-grid/live-grid.tsx';
import { arbitrary } from './example-rows.ts';
import styles from './load-page.module.css';

const rowCount = 300;
const columnCount = 14;
const batchesPerSecond = 20;

interface LoadRow {
  readonly id: number;
  readonly values: Readonly<Record<string, number>>;
}

const name = (column: number) => `c${column}`;
const store = createKeyedStore<LoadRow, number>((row) => row.id);
store.replaceAll(
  Array.from({ length: rowCount }, (_, id) => ({
    id,
    values: Object.fromEntries(
      Array.from({ length: columnCount }, (_unused, column) => [
        name(column),
        arbitrary(id * 31 + column, 900_000) / 100,
      ]),
    ),
  })),
);

const columns: readonly GridColumn<LoadRow>[] = Array.from({ length: columnCount }, (_, column) => ({
  id: name(column),
  title: `Column ${column + 1}`,
  width: 90,
  align: 'right',
  text: (row) => formatPrice(row.values[name(column)], 2),
  flash: (now, before) => {
    const is = now.values[name(column)] ?? 0;
    const was = before.values[name(column)] ?? 0;
    return is === was ? undefined : is > was ? 'up' : 'down';
  },
}));
const keyOf = (row: LoadRow) => row.id;

export function LoadPage({ perSecond, flash }: { readonly perSecond: number; readonly flash: FlashMode }) {
  useEffect(() => {
    let turn = 0;
    const timer = setInterval(() => {
      const changes = Array.from({ length: perSecond / batchesPerSecond }, () => {
        turn += 1;
        const column = name(arbitrary(turn * 3, columnCount));
        return {
          id: arbitrary(turn * 7, rowCount),
          values: { [column]: arbitrary(turn * 11, 900_000) / 100 },
        };
      });
      store.merge(changes);
    }, 1000 / batchesPerSecond);
    return () => clearInterval(timer);
  }, [perSecond]);
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">Load</h1>
      <LiveGrid
        label="Load"
        source={store}
        rowKeys={store.keys()}
        keyOf={keyOf}
        columns={columns}
        flash={flash}
      />
    </main>
  );
}
