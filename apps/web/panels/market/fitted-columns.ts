// Columns that are as wide as their longest text: the names of contracts are never cut.
import { type ContractClass, classifyContract } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import { contractStore } from '../../stores/stores.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { longestTextPx, onFontsLoaded } from '../../ui/text-width.ts';
import { useStoreKeys } from '../sources/use-store.ts';

const paddingPx = 14;

export interface FittedTexts {
  /** Texts in plain type, for columns with an entry in `texts`. */
  readonly plain?: Readonly<Record<string, readonly string[]>>;
  readonly widthOf?: typeof longestTextPx;
}

/** The columns, those with an entry in `texts` as wide as the longest of its texts; the user cannot narrow them. */
export function fittedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  texts: Readonly<Record<string, readonly string[]>>,
  { plain = {}, widthOf = longestTextPx }: FittedTexts = {},
): readonly GridColumn<Row>[] {
  return columns.map((column) => {
    const own = texts[column.id];
    if (own === undefined) return column;
    const textPx = Math.max(widthOf(own, 'strong'), widthOf(plain[column.id] ?? [], 'plain'));
    const width = Math.max(column.width, textPx + paddingPx);
    return { ...column, width, minWidth: width };
  });
}

/** `columns`, `texts` and `plain` must stay the same objects from render to render. */
export function useFittedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  texts: Readonly<Record<string, readonly string[]>>,
  plain?: Readonly<Record<string, readonly string[]>>,
): readonly GridColumn<Row>[] {
  const [fonts, setFonts] = useState(0);
  useEffect(() => onFontsLoaded(() => setFonts((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts change the widths
  return useMemo(() => fittedColumns(columns, texts, plain && { plain }), [columns, texts, plain, fonts]);
}

export interface ContractNames {
  /** The kinds of contracts that the rows can be in; all kinds where it is left out. */
  readonly kinds?: readonly ContractClass[] | undefined;
  /** Texts of the rows that are there, in plain type. */
  readonly more?: readonly string[];
}

const noMore: readonly string[] = [];

/** The columns with that of the contract as wide as the longest name in the market, so that it stays when another row arrives. */
export function useContractColumns<Row>(
  columns: readonly GridColumn<Row>[],
  { kinds, more = noMore }: ContractNames = {},
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
  const plain = useMemo(() => ({ contract: more }), [more]);
  return useFittedColumns(columns, texts, plain);
}
