// Rows of the market panels as they come in (design §4.3): whole rows in chunks, then changed fields. A change that is not
// newer than what we have is dropped; openInterest is overwritten only by a non-zero value (MODEL-3).
import {
  classifyContract,
  type MarketDisplay,
  type MarketDisplayChunk,
  type MarketDisplayCompleted,
  type MarketRow,
  type MarketRowChange,
} from '@openpit/wire';
import type { KeyedStore } from '../stores/keyed-store.ts';

/** Where a message came from: one of several connections that all feed the same rows. */
export interface MarketSource {
  /** True for the connection whose chunks hold every contract there is. */
  readonly hasWholeMarket: boolean;
  /** Asks for all rows anew. */
  askRows(): void;
}

export interface MarketIntake {
  chunk(payload: MarketDisplayChunk, source: MarketSource): void;
  completed(payload: MarketDisplayCompleted, source: MarketSource): void;
  display(payload: MarketDisplay, source: MarketSource): void;
  newStrikes(rows: readonly MarketRow[]): void;
  /** Forgets what was asked for: the connections start from snapshots. */
  reset(): void;
}

export function createMarketIntake({
  store,
  onCompleted,
}: {
  store: KeyedStore<MarketRow, string>;
  /** Told when a source has sent all of its rows. */
  onCompleted: (count: number, source: MarketSource) => void;
}): MarketIntake {
  /** Contracts of the chunks that are coming in, by source. */
  const incoming = new Map<MarketSource, Set<string>>();
  /** Unknown contracts for which rows have been asked already: one that stays unknown is not asked for for ever. */
  const askedFor = new Set<string>();

  return {
    chunk({ index, rows }, source) {
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
      for (const contract of store.keys()) askedFor.delete(contract);
      if (source.hasWholeMarket) store.setStatus('success');
      onCompleted(count, source);
    },
    display({ rows }, source) {
      for (const change of rows) {
        const contract = keyOf(change);
        const before = store.get(contract);
        if (before !== undefined) {
          if (change.version > before.version) store.merge([keepOpenInterest(change, before)]);
        } else if (isWholeRow(change)) {
          incoming.get(source)?.add(contract);
          store.merge([change]);
        } else if (!askedFor.has(contract)) {
          askedFor.add(contract);
          source.askRows();
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
      askedFor.clear();
    },
  };
}

function keepOpenInterest(change: MarketRowChange, before: MarketRow | undefined): MarketRowChange {
  if (change.openInterest !== 0 || before === undefined) return change;
  const { openInterest: _zero, ...rest } = change;
  return rest;
}

/** Enough to be shown: a row that the server sends whole because it is new. */
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
    throw new Error('A market row came without its contract.');
  return row.contract;
}
