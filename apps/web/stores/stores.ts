// The stores of this page: one for each data set of the wire's table, and those that are no data set. Screens read them;
// only live/ and startup/ write them.
import {
  dataSets,
  type FilledDataSet,
  type MarketRow,
  type MemberRow,
  type RowKeyOf,
  type RowOf,
} from '@openpit/wire';
import { createKeyedStore } from './create-keyed-store.ts';
import { createDepthStore } from './depth-store.ts';
import type { KeyedStore, RowKey } from './keyed-store.ts';

type DataSetStores = { readonly [Set in FilledDataSet]: KeyedStore<RowOf<Set>, RowKeyOf<Set>> };

/** By the name of the set and the key of its rows (MODEL-5), such as `dataSetStores.deals`. */
export const dataSetStores = Object.fromEntries(
  Object.entries(dataSets).map(([name, { key }]) => [
    name,
    createKeyedStore<Record<string, RowKey>, RowKey>((row) => row[key] ?? ''),
  ]),
) as object as DataSetStores;

/** By display name of the contract, `DEC26 WMAZ`. */
export const marketStore = createKeyedStore<MarketRow, string>((row) => row.contract);
export const membersStore = createKeyedStore<MemberRow, string>((row) => row.code);
/** By displaySeq. */
export const depthStore = createDepthStore();
