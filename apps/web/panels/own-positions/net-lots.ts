// The net position of the member in each contract, over all accounts, for the grids of the market.
import type { PositionRow } from '@openpit/wire';
import { formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';

/** Signed lots by contract; short is negative. */
export type NetLots = ReadonlyMap<string, number>;

export function netLotsOf(positions: readonly Pick<PositionRow, 'contract' | 'net'>[]): NetLots {
  const lots = new Map<string, number>();
  for (const { contract, net } of positions) lots.set(contract, (lots.get(contract) ?? 0) + net);
  return lots;
}

/** No lots where there is no position. `net` is called each time a row is written; `contractOf` is null for a line without a contract. */
export function netColumn<Row>(net: () => NetLots, contractOf: (row: Row) => string | null): GridColumn<Row> {
  const lots = (row: Row) => {
    const contract = contractOf(row);
    return contract === null ? null : (net().get(contract) ?? null);
  };
  return {
    id: 'net',
    title: 'Net',
    fullTitle: 'Net position in lots; short is negative',
    width: 52,
    align: 'right',
    text: (row) => formatSigned(lots(row), 0),
    tone: (row) => ((lots(row) ?? 0) > 0 ? 'buy' : (lots(row) ?? 0) < 0 ? 'sell' : 'second'),
    sortValue: lots,
  };
}
