// The markets of a pair's legs, live while the ticket shows them.
import type { MarketRow } from '@openpit/wire';
import { useEffect, useMemo } from 'react';
import { watchContracts } from '../live/subscriptions.ts';
import { decimalsOf } from '../panels/market/market-text.ts';
import { useStoreRow } from '../panels/sources/use-store.ts';
import { marketStore } from '../stores/stores.ts';
import type { LegFacts } from './leg-lines.ts';

export function useLegFacts(
  { near, far }: Pick<MarketRow, 'near' | 'far'>,
  { tick }: { readonly tick: number },
): LegFacts {
  const nearRow = useStoreRow(marketStore, near ?? null);
  const farRow = useStoreRow(marketStore, far ?? null);
  useEffect(
    () => (near === undefined || far === undefined ? undefined : watchContracts('Futures', [near, far])),
    [near, far],
  );
  return useMemo(
    () => ({
      marketOf: (contract) => (contract === near ? nearRow : contract === far ? farRow : undefined),
      // The second word of the name of every future and option is its instrument.
      decimalsOf: (contract) => decimalsOf(contract.split(' ')[1] ?? ''),
      tick,
    }),
    [near, far, nearRow, farRow, tick],
  );
}
