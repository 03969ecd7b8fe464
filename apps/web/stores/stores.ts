// The stores of this page: one for each data set of the wire's table, and those that are no data set. Screens read them;
// only live/ and startup/ write them.
import {
  type ContractFacts,
  dataSets,
  type FilledDataSet,
  type MarketRow,
  type MemberRow,
  type RowKeyOf,
  type RowOf,
} from '@openpit/wire';
import { createKeyedStore } from './create-keyed-store.ts';
import { createDepthStore } from './depth-store.ts';
import type { KeyedStore, ReadableStore, RowKey } from './keyed-store.ts';

type DataSetStores = { readonly [Set in FilledDataSet]: KeyedStore<RowOf<Set>, RowKeyOf<Set>> };

/** By the name of the set and the key of its rows (MODEL-5), such as `dataSetStores.deals`. */
export const dataSetStores = Object.fromEntries(
  Object.entries(dataSets).map(([name, { key }]) => [
    name,
    createKeyedStore<Record<string, RowKey>, RowKey>((row) => row[key] ?? ''),
  ]),
) as object as DataSetStores;

/**
 * By display name of the contract, `DEC26 WMAZ`. Only live/, startup/ and `panels/sources/prices.ts` import it: a price is read
 * by those who subscribe to it.
 */
export const marketStore = createKeyedStore<MarketRow, string>((row) => row.contract);
/** What each contract of the market is. */
export const contractStore: ReadableStore<ContractFacts, string> = marketStore;
export const membersStore = createKeyedStore<MemberRow, string>((row) => row.code);
/** By displaySeq. */
export const depthStore = createDepthStore();
