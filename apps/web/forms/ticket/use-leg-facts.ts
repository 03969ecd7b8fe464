// The markets of a pair's legs, live while the ticket shows them.
import type { MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import { decimalsOf } from '../../market/market-text.ts';
import { usePrice } from '../../panels/sources/prices.ts';
import type { LegFacts } from './leg-lines.ts';

export function useLegFacts(
  { near, far }: Pick<MarketRow, 'near' | 'far'>,
  { tick }: { readonly tick: number },
): LegFacts {
  const nearRow = usePrice(near ?? null);
  const farRow = usePrice(far ?? null);
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
