// The shared parts of the grids of market prices: groups, the side of a cell, columns, widths that fit the longest
// name, and the messages instead of rows.
import { type ContractClass, classifyContract, type MarketRow, type Side } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import { direction } from '../../../market/market-text.ts';
import type { Prices } from '../../../market/prices.ts';
import { useStoreKeys } from '../../../market/use-store.ts';
import type { LoadStatus } from '../../../stores/keyed-store.ts';
import { contractStore, dataSetStores } from '../../../stores/stores.ts';
import type { GridColumn, GridGrouping, GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { longestTextPx, onFontsLoaded } from '../../../ui/media.ts';
import { type LookOptions, price, time } from '../column-kinds.ts';
import { ownOrderMark, type WorkingLots } from '../own/orders.ts';

export const byInstrument: GridGrouping<{ readonly instrument: string }> = {
  groupKey: 'instrument',
  valueOf: (row) => row.instrument,
  describe: (instrument) => dataSetStores.instruments.get(instrument)?.name ?? '',
};

/**
 * The side of the order that a double-click on this cell opens: sell from the bid, buy from the
 * offer. Other cells return null, including the implied prices of a pair, where no order rests.
 */
export function cellSide(columnId: string): Side | null {
  if (columnId === 'bid' || columnId === 'bidQty') return 'S';
  return columnId === 'offer' || columnId === 'offerQty' ? 'B' : null;
}

/** Flashes in the direction of the change of a field. */
export const flashing = (field: 'bid' | 'offer' | 'bidQty' | 'offerQty' | 'last') => ({
  flash: (now: MarketRow, before: MarketRow) => direction(now[field], before[field]),
});

/** The best bid or offer, in the heaviest type on the screen, with a mark for the user's own orders. */
export const bestColumn = (
  id: 'bid' | 'offer',
  width: number,
  working: () => WorkingLots,
  options: LookOptions<MarketRow>,
): GridColumn<MarketRow> =>
  price<MarketRow>(id, id === 'bid' ? 'Bid' : 'Offer', width, {
    weight: 'strong',
    tone: id === 'bid' ? 'buy' : 'sell',
    mark: (row) => ownOrderMark(working(), row, id === 'bid' ? 'B' : 'S'),
    ...flashing(id),
    flashesAsArrow: true,
    phone: id,
    ...options,
  });

export const lastDealTime = (options: LookOptions<MarketRow> = {}): GridColumn<MarketRow> =>
  time<MarketRow>('time', 'Time', 66, {
    help: 'Time of the last deal',
    align: 'right',
    tone: 'second',
    ...options,
  });

const paddingPx = 14;

type TextsByColumn = Readonly<Record<string, readonly string[]>>;

interface FittedTexts {
  /** Texts in plain type, for columns with an entry in `texts`. */
  readonly plain?: TextsByColumn | undefined;
  /** The texts that are never cut: by default, all of `texts`. */
  readonly least?: TextsByColumn | undefined;
  readonly widthOf?: typeof longestTextPx;
}

/**
 * Columns that are as wide as their longest text: the names of contracts are never cut. Widens each column with an entry in `texts` to its
 * longest text. Neither the user nor a narrow panel makes it narrower than the texts of `least`, but they may cut longer texts.
 */
export function fittedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  texts: TextsByColumn,
  { plain = {}, least = texts, widthOf = longestTextPx }: FittedTexts = {},
): readonly GridColumn<Row>[] {
  return columns.map((column) => {
    const { id, width } = column;
    const longest = (of: TextsByColumn, type: 'strong' | 'plain') => widthOf(of[id] ?? [], type) + paddingPx;
    if (texts[id] === undefined) return column;
    return {
      ...column,
      width: Math.max(width, longest(texts, 'strong'), longest(plain, 'plain')),
      minWidth: Math.max(width, longest(least, 'strong')),
    };
  });
}

/** All arguments must stay the same objects from render to render. */
export function useFittedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  texts: TextsByColumn,
  plain?: TextsByColumn,
  least?: TextsByColumn,
): readonly GridColumn<Row>[] {
  const [fonts, setFonts] = useState(0);
  useEffect(() => onFontsLoaded(() => setFonts((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts change the widths
  return useMemo(
    () => fittedColumns(columns, texts, { plain, least }),
    [columns, texts, plain, least, fonts],
  );
}

interface ContractNames {
  /** The kinds of contracts that can occur in the rows; all kinds if omitted. */
  readonly kinds?: readonly ContractClass[] | undefined;
  /** The names and the noted names in the rows that are there; the same arrays from render to render. */
  readonly names: readonly string[];
  readonly noted: readonly string[];
}

/**
 * Makes the contract's column as wide as the longest name in the market, so that its width does not change when rows arrive. In a narrow
 * panel it may be as narrow as the longest name in the rows.
 */
export function useContractColumns<Row>(
  columns: readonly GridColumn<Row>[],
  { kinds, names, noted }: ContractNames,
): readonly GridColumn<Row>[] {
  const all = useStoreKeys(contractStore);
  const listed = useMemo(
    () =>
      kinds === undefined
        ? all
        : all.filter((contract) => {
            const facts = contractStore.get(contract);
            const kind = facts === undefined ? null : classifyContract(facts.contractDisplay);
            return kind !== null && kinds.includes(kind);
          }),
    [all, kinds],
  );
  const texts = useMemo(() => ({ contract: listed }), [listed]);
  const plain = useMemo(() => ({ contract: noted }), [noted]);
  const least = useMemo(() => ({ contract: names }), [names]);
  return useFittedColumns(columns, texts, plain, least);
}

/** The message in place of market rows: loading, failed, or no contract of this kind. */
export function marketMessage(
  status: LoadStatus,
  empty: { readonly title: string; readonly detail?: string },
): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: 'The market could not be loaded.',
      detail: 'It loads again when the connection is restored.',
    };
  if (status !== 'success') return { kind: 'loading', title: 'Loading the market…' };
  return { kind: 'empty', detail: 'The exchange lists none in its reference data.', ...empty };
}

/** While there is no contract of this kind, or none of the instruments that the layout names. */
export const noContracts = (kind: string, instruments: readonly string[] | null) =>
  instruments === null
    ? { title: `No ${kind} are listed.` }
    : { title: `No ${kind} of these instruments.`, detail: 'The panel is limited to some instruments.' };

/**
 * The columns of a market screen; every value of a contract without a received price is shown as old. `contractOf`
 * is null for a cell without prices, such as the name of the contract.
 */
export function marketColumns<Row>(
  columns: readonly GridColumn<Row>[],
  prices: Pick<Prices, 'isLive'>,
  contractOf: (row: Row, columnId: string) => string | null,
): readonly GridColumn<Row>[] {
  return columns.map((column) => ({
    ...column,
    isStale: (row) => {
      // The user's own lots belong to another set, which is received independently.
      if (/(^|-)net$/.test(column.id)) return false;
      const contract = contractOf(row, column.id);
      return contract !== null && !prices.isLive(contract);
    },
  }));
}

/** `contractOf` of a grid whose rows are contracts. */
export const contractOfCell = (row: MarketRow, columnId: string): string | null =>
  columnId === 'contract' ? null : row.contract;
