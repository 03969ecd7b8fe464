// Receives the rows of the market panels: prices until the first chunk arrives, whole rows in chunks, then changed fields. A change that is not newer than the
// row is dropped; openInterest is overwritten only by a non-zero value (MODEL-3).
import {
  classifyContract,
  type ListedPrice,
  type MarketDisplay,
  type MarketDisplayChunk,
  type MarketDisplayCompleted,
  type MarketRow,
  type MarketRowChange,
} from '@openpit/wire';
import type { KeyedStore } from '../stores/keyed-store.ts';

/** The version of a row that has prices alone: older than every row of the hub. */
const pricesOnly = -1;

/** The connection that sent a message: one of several that all feed the same rows. */
export interface MarketSource {
  /** True for the connection whose chunks contain every contract of the market. */
  readonly hasWholeMarket: boolean;
  /** Requests all rows again. */
  requestRows(): void;
}

/** Each throws when a row has no contract. */
export interface MarketReceiver {
  /** Fills rows that are missing with these prices, unless a chunk has arrived already (API-7). */
  prices(rows: readonly ListedPrice[]): void;
  chunk(payload: MarketDisplayChunk, source: MarketSource): void;
  completed(payload: MarketDisplayCompleted, source: MarketSource): void;
  display(payload: MarketDisplay, source: MarketSource): void;
  newStrikes(rows: readonly MarketRow[]): void;
  /** Forgets which requests are under way: the connections start again from snapshots. */
  reset(): void;
}

export function createMarketReceiver({
  store,
  onCompleted,
}: {
  store: KeyedStore<MarketRow, string>;
  /** Called when a source has sent all of its rows. */
  onCompleted: (count: number, source: MarketSource) => void;
}): MarketReceiver {
  /** Contracts in the chunks received so far, by source. */
  const incoming = new Map<MarketSource, Set<string>>();
  /** Unknown contracts whose rows have been requested: each is requested once, even if it stays unknown. */
  const requested = new Set<string>();
  /** Since the connections started. */
  let hasChunk = false;

  return {
    prices(rows) {
      if (hasChunk) return;
      store.merge(rows.filter(({ contract }) => store.get(contract) === undefined).map(rowOfPrices));
    },
    chunk({ index, rows }, source) {
      hasChunk = true;
      if (index === 0) incoming.set(source, new Set());
      const seen = incoming.get(source) ?? new Set();
      for (const row of rows) {
        seen.add(keyOf(row));
        const before = store.get(row.contract);
        if (before === undefined || row.version >= before.version)
          store.merge([keepOpenInterest(row, before)]);
      }
    },
    completed({ count }, source) {
      const seen = incoming.get(source);
      incoming.delete(source);
      if (source.hasWholeMarket && seen?.size === count)
        store.remove(store.keys().filter((contract) => !seen.has(contract)));
      for (const contract of store.keys()) requested.delete(contract);
      if (source.hasWholeMarket) store.setStatus('success');
      onCompleted(count, source);
    },
    display({ rows }, source) {
      for (const change of rows) {
        const contract = keyOf(change);
        const before = store.get(contract);
        if (before !== undefined && before.version !== pricesOnly) {
          if (change.version > before.version) store.merge([keepOpenInterest(change, before)]);
        } else if (isWholeRow(change)) {
          incoming.get(source)?.add(contract);
          store.merge([change]);
        } else if (!requested.has(contract)) {
          requested.add(contract);
          source.requestRows();
        }
      }
    },
    newStrikes(rows) {
      for (const row of rows) {
        const kind = classifyContract(row.contractDisplay);
        if ((kind === 'options' || kind === 'deltas') && store.get(keyOf(row)) === undefined)
          store.merge([row]);
      }
    },
    reset() {
      incoming.clear();
      requested.clear();
      hasChunk = false;
    },
  };
}

function rowOfPrices(price: ListedPrice): MarketRow {
  return {
    ...price,
    version: pricesOnly,
    buyer: null,
    bidQty: 0,
    offerQty: 0,
    seller: null,
    lastQty: 0,
    change: null,
    high: null,
    low: null,
    open: null,
    volume: 0,
    deals: 0,
    openInterest: 0,
    vwap: null,
    limitLow: null,
    limitHigh: null,
  };
}

function keepOpenInterest(change: MarketRowChange, before: MarketRow | undefined): MarketRowChange {
  if (change.openInterest !== 0 || before === undefined) return change;
  const { openInterest: _zero, ...rest } = change;
  return rest;
}

/** Enough fields to show: a row that the server sends whole because it is new. */
function isWholeRow(change: MarketRowChange): change is MarketRow {
  return (
    change.displaySeq !== undefined &&
    change.instrument !== undefined &&
    change.contractDisplay !== undefined &&
    change.contractDate !== undefined &&
    change.bidQty !== undefined &&
    change.offerQty !== undefined
  );
}

function keyOf(row: MarketRowChange): string {
  if (typeof row.contract !== 'string' || row.contract === '')
    throw new Error('A market row has no contract.');
  return row.contract;
}
