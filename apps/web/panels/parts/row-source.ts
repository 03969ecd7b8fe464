// The rows that grids and cells read without a React render: values derived from all rows of a store, and lists of rows that follow
// a store, the market or the history of a contract.
import type { MarketRow } from '@openpit/wire';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ownPrices, usePrices } from '../../market/prices.ts';
import { useConnection } from '../../stores/connection.ts';
import type { ReadableStore } from '../../stores/keyed-store.ts';
import type { GridSource, RowKey } from '../../ui/live-grid/grid-column.ts';
import { createKeyedSignal, joinStops } from '../../ui/signal.ts';

export interface DerivedValue<Value> {
  current(): Value;
  onChange(listener: () => void): () => void;
}

export function derivedValue<Row extends object, Key extends RowKey, Value>(
  store: Pick<ReadableStore<Row, Key>, 'rows' | 'onFlush'>,
  compute: (rows: readonly Row[]) => Value,
): DerivedValue<Value> {
  let cached: { readonly value: Value } | null = null;
  return {
    current: () => {
      cached ??= { value: compute(store.rows()) };
      return cached.value;
    },
    onChange: (listener) =>
      store.onFlush(() => {
        cached = null;
        listener();
      }),
  };
}

/**
 * A source for rows that a panel derives from others, such as the lines of an option chain or the candles of
 * a chart. A row's listeners are notified only when the row has changed.
 */
export interface RowSource<Row, Key extends RowKey> extends GridSource<Row, Key> {
  /** Replaces all rows. */
  set(rows: readonly Row[]): void;
}

export function createRowSource<Row, Key extends RowKey>(
  keyOf: (row: Row) => Key,
  isSame: (a: Row, b: Row) => boolean = Object.is,
): RowSource<Row, Key> {
  let rows: ReadonlyMap<Key, Row> = new Map();
  const rowChanged = createKeyedSignal<Key, [row: Row | undefined, before: Row | undefined]>();
  return {
    get: (key) => rows.get(key),
    set(next) {
      const before = rows;
      rows = new Map(next.map((row) => [keyOf(row), row]));
      for (const key of rowChanged.usedKeys()) {
        const is = rows.get(key);
        const was = before.get(key);
        if (is === was || (is !== undefined && was !== undefined && isSame(is, was))) continue;
        rowChanged.emit(key, is, was);
      }
    },
    onRow: rowChanged.on,
  };
}

/**
 * A source of the user's own rows that also notify their listeners when the market row of their contract changes: for cells
 * that show a distance to the market or an open profit.
 */
export function rowsWithMarket<Row extends { readonly contract: string }, Key extends RowKey>(
  store: Pick<ReadableStore<Row, Key>, 'get' | 'onRow'>,
): GridSource<Row, Key> {
  return {
    get: store.get,
    onRow(key, listener) {
      const stopRow = store.onRow(key, listener);
      const contract = store.get(key)?.contract;
      if (contract === undefined) return stopRow;
      const repaint = () => {
        const row = store.get(key);
        listener(row, row);
      };
      return joinStops(stopRow, ownPrices.onRow(contract, repaint), ownPrices.onReception(repaint));
    },
  };
}

/** A list of rows as a source for a grid. */
interface ListedRows<Row, Key extends RowKey> {
  readonly source: RowSource<Row, Key>;
  readonly keys: readonly Key[];
}

/** `keyOf` must stay the same function from render to render. */
export function useRowSource<Row, Key extends RowKey>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ListedRows<Row, Key> {
  const source = useMemo(() => createRowSource<Row, Key>(keyOf), [keyOf]);
  // Set while rendering: the rows must be there when the grid asks for them.
  const keys = useMemo(() => {
    source.set(rows);
    return rows.map(keyOf);
  }, [source, rows, keyOf]);
  return { source, keys };
}

/** Rows of one contract from the server's history, continued from its market row. */
export interface ContractFeed<State> {
  state(): State;
  onChange(listener: () => void): () => void;
  /** Fetches the newest rows: at the start, after a failure, when the connection is restored. */
  load(): Promise<void>;
  /** Must be called when the contract's row has changed. */
  marketChanged(): void;
  /** Stops fetching until `load` is called again. */
  stop(): void;
}

/** Follows the feed while it is shown. A new feed is created when `create` is another function. */
export function useContractFeed<State, Feed extends ContractFeed<State>>(
  contract: string,
  create: (contract: string, marketNow: () => MarketRow | undefined) => Feed & ContractFeed<State>,
): { readonly feed: Feed; readonly state: State } {
  const contracts = useMemo(() => [contract], [contract]);
  const prices = usePrices(contracts);
  const feed = useMemo(() => create(contract, () => prices.get(contract)), [create, prices, contract]);
  const isConnected = useConnection((connection) => connection.market === 'Connected');
  const epoch = useConnection((connection) => connection.epoch);
  // Loads again when the connection is restored, because deals during the interruption arrived in no row.
  useEffect(() => {
    if (isConnected && epoch !== undefined) void feed.load();
    return feed.stop;
  }, [feed, isConnected, epoch]);
  useEffect(() => prices.onRow(contract, feed.marketChanged), [prices, feed, contract]);
  const state = useSyncExternalStore(feed.onChange, feed.state);
  return { feed, state };
}
