// Prices of the market, for panels, forms and everything else that is computed from them. Code must declare the contracts whose prices it
// reads, and the declaration subscribes to them. A row without a subscription would not change, although the screen claims that prices
// are live. The facts of a contract need no subscription and are read from `contractStore`.
import type { ContractFacts, MarketRow } from '@openpit/wire';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isOld, useFeedState } from '../stores/feed.ts';
import type { ReadableStore } from '../stores/keyed-store.ts';
import { contractStore, marketStore } from '../stores/stores.ts';
import {
  isLineLive,
  isOwnContract,
  isReceived,
  isWatched,
  onReceived,
  watchContracts,
} from '../transport/hub/feeds.ts';
import type { PriceLine } from '../transport/hub/screen-feeds.ts';
import { joinStops } from '../ui/signal.ts';
import { useStoreRow } from './use-store.ts';

/** The rows of declared contracts. Reading another contract is a bug: see `undeclared`. */
export interface Prices extends Pick<ReadableStore<MarketRow, string>, 'get' | 'onRow'> {
  /** Called at most once per flush, when the row of a declared contract has changed or its reception may have. */
  onChange(listener: () => void): () => void;
  /** Called after `isLive` may have changed for some contracts: cells that show it are written again. */
  onReception(listener: () => void): () => void;
  /** False while the row may be old, because no confirmed subscription keeps it up to date. */
  isLive(contract: string): boolean;
}

function pricesOf(isDeclared: (contract: string) => boolean): Prices {
  return {
    get: (contract) => (isDeclared(contract) ? marketStore.get(contract) : undeclared(contract)),
    onRow: (contract, listener) => marketStore.onRow(contract, listener),
    onChange(listener) {
      return joinStops(
        onReceived(listener),
        marketStore.onFlush((changed) => {
          for (const contract of changed)
            if (isDeclared(contract)) {
              listener();
              return;
            }
        }),
      );
    },
    onReception: onReceived,
    isLive: isReceived,
  };
}

/** Throws in development and tests. In production it returns no price, because an old price would mislead. */
function undeclared(contract: string): undefined {
  const message = `The price of ${contract} is read, but nobody has declared it.`;
  if (!import.meta.env?.PROD) throw new Error(message);
  console.error(message);
  return undefined;
}

/**
 * The rows of these contracts, subscribed over `line` while the component is shown, `delayMs` after it has named them. `contracts` must
 * be the same array in every render, because another array subscribes again. A market screen passes its kind; other callers use the
 * market connection.
 */
export function usePrices(
  contracts: readonly string[],
  { line = 'Market', delayMs = 0 }: { readonly line?: PriceLine; readonly delayMs?: number } = {},
): Prices {
  const prices = useMemo(() => {
    const declared = new Set(contracts);
    return pricesOf((contract) => declared.has(contract));
  }, [contracts]);
  useEffect(() => {
    if (contracts.length === 0) return;
    if (delayMs === 0) return watchContracts(line, contracts);
    let stop: () => void = () => undefined;
    const start = setTimeout(() => {
      stop = watchContracts(line, contracts);
    }, delayMs);
    return () => {
      clearTimeout(start);
      stop();
    };
  }, [line, contracts, delayMs]);
  return prices;
}

/**
 * The row of one contract, updated at most once per flush; undefined while it is not listed. The
 * contracts that its values depend on are also subscribed: the future of an option, and the legs of
 * a pair.
 */
export function usePrice(contract: string | null): MarketRow | undefined {
  const facts = useContract(contract);
  useEffect(() => (facts === undefined ? undefined : watchContracts('Market', withLegs(facts))), [facts]);
  return useStoreRow(marketStore, contract);
}

/** The facts of the contract, as one object while it is listed; otherwise undefined. Price changes do not render again. */
export function useContract(contract: string | null): ContractFacts | undefined {
  const displaySeq = useSyncExternalStore(contractStore.onShape, () =>
    contract === null ? undefined : contractStore.get(contract)?.displaySeq,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts are those of the number
  return useMemo(() => (contract === null ? undefined : contractStore.get(contract)), [contract, displaySeq]);
}

const withLegs = ({ contract, underlying, near, far }: ContractFacts): readonly string[] =>
  [contract, underlying, near, far].filter((name) => name !== undefined);

/**
 * The current row, for code outside React. The contract must be watched by an open component, such as the ticket or the ladder that the
 * user acts in.
 */
export const priceNow = (contract: string): MarketRow | undefined =>
  isWatched(contract) ? marketStore.get(contract) : undeclared(contract);

/** The row as soon as it is received; null if that takes longer than `patienceMs` or the contract is not listed. */
export async function whenLive(contract: string, patienceMs = 3_000): Promise<MarketRow | null> {
  const stopWatching = watchContracts('Market', [contract]);
  let stopListening: () => void = () => undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    const read = () => {
      if (isReceived(contract)) resolve();
    };
    stopListening = onReceived(read);
    patience = setTimeout(resolve, patienceMs);
    read();
  });
  const row = isReceived(contract) ? marketStore.get(contract) : undefined;
  clearTimeout(patience);
  stopListening();
  stopWatching();
  return row ?? null;
}

/**
 * The row as last received, which may be old. It keeps open contents visible after the connection is lost, and must not supply a price
 * that is offered to the user.
 */
export const lastReceivedRow = (contract: string): MarketRow | undefined => marketStore.get(contract);

/** The rows of contracts with a position or an order of the user or the member; they are always subscribed. */
export const ownPrices: Prices = pricesOf(isOwnContract);

/** False while no prices arrive over the connection of this kind of screen. */
export const useIsLineLive = (line: PriceLine): boolean =>
  useSyncExternalStore(onReceived, () => isLineLive(line));

/** True if a figure derived from this contract's price is too old to act on, because its price, or any price, is not being received. */
export function useIsOld(contract: string): boolean {
  const isMissing = useSyncExternalStore(onReceived, () => !isReceived(contract));
  return isOld(useFeedState()) || isMissing;
}
