// The stores of this page: one for each data set of the wire's table, depth by contract, and a few more. Screens read them; only
// transport/ and startup/ write them.
import {
  type ContractFacts,
  type DepthRow,
  dataSets,
  type FilledDataSet,
  type MarketRow,
  type MemberRow,
  type RowKeyOf,
  type RowOf,
} from '@openpit/wire';
import type { RowKey } from '../ui/live-grid/grid-column.ts';
import {
  createKeyedStore,
  type FlushScheduler,
  type KeyedStore,
  pageScheduler,
  type ReadableStore,
} from './keyed-store.ts';

/** `old`: no longer received, because the connection is lost or silent. */
export type DepthStatus = 'notStarted' | 'loading' | 'received' | 'old' | 'error';

export interface Depth {
  /** The rows as last received. They are current only while the status is `received`. */
  readonly rows: readonly DepthRow[];
  /** The number of the last change included in the rows; 0 before the first snapshot. */
  readonly seq: number;
  readonly status: DepthStatus;
  /** The time when the rows were last current, in epoch milliseconds of the browser; omitted while they are. */
  readonly asOf?: number | undefined;
}

interface ReadableDepthStore {
  /** The same object until this contract's depth changes. */
  get(displaySeq: number): Depth;
  onDepth(displaySeq: number, listener: () => void): () => void;
}

export interface DepthStore extends ReadableDepthStore {
  set(displaySeq: number, depth: Depth): void;
  /** Sets the status; rows that are no longer received were last current at `at`. */
  setStatus(displaySeq: number, status: DepthStatus, at?: number): void;
  /** Forgets the rows of this contract. */
  remove(displaySeq: number): void;
  /** Clears the depth of all contracts. */
  clear(): void;
}

const noDepth: Depth = { rows: [], seq: 0, status: 'notStarted' };

export function createDepthStore(scheduler: FlushScheduler = pageScheduler): DepthStore {
  const depths = createKeyedStore<{ readonly displaySeq: number; readonly depth: Depth }, number>(
    ({ displaySeq }) => displaySeq,
    scheduler,
  );
  const store: DepthStore = {
    get: (displaySeq) => depths.get(displaySeq)?.depth ?? noDepth,
    onDepth: (displaySeq, listener) => depths.onRow(displaySeq, listener),
    // A merge keeps the fields that a row omits.
    set: (displaySeq, depth) => depths.merge([{ displaySeq, depth: { asOf: undefined, ...depth } }]),
    setStatus(displaySeq, status, at = Date.now()) {
      const { rows, seq, asOf, status: before } = store.get(displaySeq);
      if (status === 'received') store.set(displaySeq, { rows, seq, status });
      else store.set(displaySeq, { rows, seq, status, asOf: before === 'received' ? at : asOf });
    },
    remove: (displaySeq) => depths.remove([displaySeq]),
    clear: depths.clear,
  };
  return store;
}

type DataSetStores = { readonly [Set in FilledDataSet]: KeyedStore<RowOf<Set>, RowKeyOf<Set>> };

/** One store per data set, keyed as MODEL-5 requires, such as `dataSetStores.deals`. */
export const dataSetStores = Object.fromEntries(
  Object.entries(dataSets).map(([name, { key }]) => [
    name,
    createKeyedStore<Record<string, RowKey>, RowKey>((row) => row[key] ?? ''),
  ]),
) as object as DataSetStores;

/**
 * By display name of the contract, `DEC26 WMAZ`. Only transport/, startup/ and `market/prices.ts` import it: a price is read only by code that
 * subscribes to it.
 */
export const marketStore = createKeyedStore<MarketRow, string>((row) => row.contract);
/** The description of each contract in the market. */
export const contractStore: ReadableStore<ContractFacts, string> = marketStore;
export const membersStore = createKeyedStore<MemberRow, string>((row) => row.code);
/** By displaySeq. */
export const depthStore = createDepthStore();
