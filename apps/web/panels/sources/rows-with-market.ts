// A source of the user's own rows that also notify their listeners when the market row of their contract changes: for cells
// that show a distance to the market or an open profit.
import type { ReadableStore, RowKey } from '../../stores/keyed-store.ts';
import type { GridSource } from '../../ui/live-grid/grid-column.ts';
import { ownPrices } from './prices.ts';

export function rowsWithMarket<Row extends { readonly contract: string }, Key extends RowKey>(
  store: Pick<ReadableStore<Row, Key>, 'get' | 'onRow'>,
): GridSource<Row, Key> {
  return {
    get: store.get,
    onRow(key, listener) {
      const stopRow = store.onRow(key, listener);
      const contract = store.get(key)?.contract;
      if (contract === undefined) return stopRow;
      const stopMarket = ownPrices.onRow(contract, () => {
        const row = store.get(key);
        listener(row, row);
      });
      const stopReception = ownPrices.onReception(() => {
        const row = store.get(key);
        listener(row, row);
      });
      return () => {
        stopRow();
        stopMarket();
        stopReception();
      };
    },
  };
}
