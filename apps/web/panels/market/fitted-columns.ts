// Columns that are as wide as their longest text: the names of contracts are never cut.
import { useEffect, useMemo, useState } from 'react';
import { marketStore } from '../../stores/stores.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { longestTextPx, onFontsLoaded } from '../../ui/text-width.ts';
import { useStoreKeys } from '../sources/use-store.ts';

const paddingPx = 14;

/** The columns, those with an entry in `texts` as wide as the longest of its texts; the user cannot narrow them. */
export function fittedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  texts: Readonly<Record<string, readonly string[]>>,
  widthOf: (texts: readonly string[]) => number = longestTextPx,
): readonly GridColumn<Row>[] {
  return columns.map((column) => {
    const own = texts[column.id];
    if (own === undefined) return column;
    const width = Math.max(column.width, widthOf(own) + paddingPx);
    return { ...column, width, minWidth: width };
  });
}

/** `columns` and `texts` must stay the same objects from render to render. */
export function useFittedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  texts: Readonly<Record<string, readonly string[]>>,
): readonly GridColumn<Row>[] {
  const [fonts, setFonts] = useState(0);
  useEffect(() => onFontsLoaded(() => setFonts((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts change the widths
  return useMemo(() => fittedColumns(columns, texts), [columns, texts, fonts]);
}

/** The columns with that of the contract as wide as the longest name in the market. */
export function useContractColumns<Row>(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] {
  const contract = useStoreKeys(marketStore);
  const texts = useMemo(() => ({ contract }), [contract]);
  return useFittedColumns(columns, texts);
}
